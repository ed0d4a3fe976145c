//! `tengen play` as a person at a terminal sees it.

use crate::pseudo_terminal::Terminal;

const PEOPLE: [&str; 5] = ["play", "--black", "human", "--white", "human"];

#[test]
fn the_board_is_drawn_in_place_with_lines_and_discs() {
    let mut terminal = Terminal::start(&PEOPLE);
    terminal.await_text("╋─┼");
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    // Letters, 15 rows, letters, caption, two messages and the prompt.
    terminal.await_text("\x1b[21A\x1b[J");
    terminal.await_text("(●)");
    terminal.await_text("last h8");
    terminal.await_text("m)> ");
    terminal.type_line("fly");
    terminal.await_text("'fly' is neither");
    terminal.type_line("i9");
    terminal.await_text("(○)");
    terminal.await_text("last i9");
    assert!(!terminal.text.contains("fly"), "old messages are gone");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn othello_is_green() {
    let mut terminal = Terminal::start(&[&PEOPLE[..], &["--game", "othello"]].concat());
    terminal.await_text("48;5;29m");
    terminal.await_text("○");
    terminal.await_text("●");
    terminal.await_text("m)> ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn dumb_terminals_and_those_without_colours_have_plain_characters() {
    for (variable, row) in [
        (("TERM", "dumb"), " 8 ............... 8"),
        (("NO_COLOR", "1"), " 8 . . . . . . . . . . . . . . . 8"),
        (("LC_ALL", "zh_CN.GBK"), " 8 . . ."),
    ] {
        let mut terminal = Terminal::start_with(&PEOPLE, &[variable]);
        terminal.await_text(row);
        terminal.await_text("(x)> ");
        assert!(!terminal.text.contains('─'));
        terminal.type_line("quit");
        terminal.await_exit();
    }
}
