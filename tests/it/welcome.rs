//! `tengen` without a subcommand at a terminal.

use crate::pseudo_terminal::Terminal;

#[test]
fn a_person_is_greeted_and_can_play() {
    let mut terminal = Terminal::start(&[]);
    terminal.await_text("plays Gomoku and Othello");
    terminal.await_text("> ");
    terminal.type_line("help");
    terminal.await_text("--protocol");
    terminal.await_text("> ");
    terminal.type_line("otello");
    terminal.await_text("'otello' is none of these:");
    terminal.await_text("> ");
    terminal.type_line("");
    terminal.await_text("m)> ");
    terminal.type_line("level 1");
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("m)> ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn a_command_begins_the_protocol() {
    let mut terminal = Terminal::start(&[]);
    terminal.await_text("> ");
    terminal.type_line("START 15");
    terminal.await_text("OK");
    terminal.type_line("END");
    terminal.await_exit();
}

#[test]
fn options_of_the_game_hold_for_the_game_after_the_greeting() {
    let mut terminal = Terminal::start(&["--rule", "renju", "--lang", "zh"]);
    terminal.await_text("五子棋与黑白棋引擎");
    terminal.await_text("> ");
    terminal.type_line("");
    terminal.await_text("连珠");
    terminal.await_text("黑方");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn an_option_for_protocols_only_begins_one_without_a_greeting() {
    for option in ["--protocol=gomocup", "--threads=2", "--seed=1"] {
        let mut terminal = Terminal::start(&[option]);
        terminal.type_line("START 15");
        let shown = terminal.await_text("OK");
        assert!(!shown.contains("plays Gomoku"), "{option}: {shown}");
        terminal.type_line("END");
        terminal.await_exit();
    }
}
