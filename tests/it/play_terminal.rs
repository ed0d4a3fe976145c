//! `tengen play` as a person at a terminal sees it.

use std::fs;

use nix::sys::signal::Signal;

use crate::pseudo_terminal::{Terminal, ignores_hangups};
use crate::scratch::Scratch;

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

#[test]
fn a_line_can_be_edited_and_found_again() {
    let mut terminal = Terminal::start(&PEOPLE);
    terminal.await_text("m)> ");
    // Left, left, delete, a letter: x8 becomes h8.
    terminal.type_keys("x8\x1b[D\x1b[D\x1b[3~h\r");
    terminal.await_text("last h8");
    terminal.type_line("undo");
    terminal.await_text("0 plies");
    // Up, up: the line before the last.
    terminal.type_keys("\x1b[A\x1b[A\r");
    terminal.await_text("last h8");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn an_interruption_makes_the_engine_move_now() {
    let mut terminal = Terminal::start(&["play", "--level", "9999s"]);
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("thinking: depth");
    terminal.interrupt();
    terminal.await_text("White plays ");
    terminal.await_text("2 plies");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn an_interruption_ends_an_analysis_and_the_game_goes_on() {
    let moves: String = (b'a'..=b'o').map(|column| format!("{}8", char::from(column))).collect();
    let scratch = Scratch::new("terminal-analysis");
    let file = scratch.file("moves.txt");
    // Black and White change so that nobody makes a five.
    fs::write(&file, moves).unwrap();
    let from = ["--from", &file];
    let mut terminal = Terminal::start(&[&PEOPLE[..], &from].concat());
    terminal.await_text("m)> ");
    terminal.type_line("analyze");
    terminal.await_text("Ctrl-C stops it.");
    terminal.interrupt();
    terminal.await_text("The analysis was stopped.");
    terminal.await_text("m)> ");
    terminal.type_line("h9");
    terminal.await_text("last h9");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn a_board_of_22_fits_a_screen_of_24_rows() {
    let mut terminal = Terminal::start(&[&PEOPLE[..], &["--size", "22"]].concat());
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("\x1b[23A");
    terminal.await_text("freestyle, 1 ply");
    terminal.await_text("22\r\n");
    terminal.await_text("a b c");
    terminal.await_text("m)> ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn a_hint_has_full_strength_at_any_level() {
    let mut terminal = Terminal::start(&["play", "--level", "1"]);
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("m)> ");
    terminal.type_line("hint");
    terminal.await_text("thinking: depth 3");
    terminal.interrupt();
    terminal.await_text("Hint: ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn an_unfinished_game_is_saved_however_the_person_leaves() {
    for (name, keys) in [("quit", "quit\r"), ("eof", "\x04"), ("interrupt", "\x03")] {
        let scratch = Scratch::new(&format!("terminal-{name}"));
        let folder = scratch.file("games");
        let record = ["--record", &folder];
        let mut terminal = Terminal::start(&[&PEOPLE[..], &record].concat());
        terminal.await_text("m)> ");
        terminal.type_line("h8");
        terminal.await_text("last h8");
        terminal.await_text("m)> ");
        terminal.type_keys(keys);
        terminal.await_text("Saved as ");
        terminal.await_exit();
        let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let from = ["--from", file.to_str().unwrap()];
        let mut terminal = Terminal::start(&[&PEOPLE[..], &from].concat());
        terminal.await_text("1 ply, last h8, white to move");
        terminal.await_text("m)> ");
        terminal.type_keys("\x04");
        terminal.await_exit();
    }
}

#[test]
fn a_game_outlives_its_program() {
    let scratch = Scratch::new("terminal-killed");
    let folder = scratch.file("games");
    let record = ["--record", &folder];
    let mut terminal = Terminal::start(&[&PEOPLE[..], &record].concat());
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("last h8");
    terminal.await_text("m)> ");
    terminal.signal(Signal::SIGKILL);
    terminal.program.wait().unwrap();
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    assert!(fs::read_to_string(file).unwrap().contains("\n8,8,"));
}

#[test]
fn a_signal_to_end_is_no_request_to_move() {
    let signals = [Signal::SIGTERM, Signal::SIGHUP].into_iter();
    for signal in signals.filter(|&signal| signal != Signal::SIGHUP || !ignores_hangups()) {
        let mut terminal = Terminal::start(&["play", "--level", "9999s"]);
        terminal.await_text("m)> ");
        terminal.type_line("h8");
        terminal.await_text("thinking: depth");
        terminal.signal(signal);
        terminal.await_code(130);
        assert!(terminal.is_as_found());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_under_nohup_outlives_a_hangup() {
    let mut terminal = Terminal::start_under_nohup(&["play", "--level", "9999s"]);
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("thinking: depth");
    terminal.signal(Signal::SIGHUP);
    terminal.interrupt();
    terminal.await_text("White plays ");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_run_under_nohup_outlives_a_hangup() {
    let scratch = Scratch::new("terminal-nohup");
    let run = ["datagen", "--size", "9", "--nodes", "20", "--games", "100", "--log", "info"];
    let mut terminal =
        Terminal::start_under_nohup(&[&run[..], &["--out", &scratch.file("games")]].concat());
    // The first game is there, and with it the handler of signals.
    terminal.await_text(" black, ");
    terminal.signal(Signal::SIGHUP);
    terminal.await_exit();
}

#[test]
fn the_terminal_is_left_as_it_was() {
    let mut terminal = Terminal::start(&PEOPLE);
    terminal.await_text("m)> ");
    assert!(!terminal.is_as_found());
    terminal.signal(Signal::SIGTERM);
    terminal.await_code(130);
    assert!(terminal.is_as_found());
    let mut terminal = Terminal::start(&PEOPLE);
    terminal.await_text("m)> ");
    terminal.type_line("quit");
    terminal.await_exit();
    assert!(terminal.is_as_found());
}

#[test]
fn lines_typed_ahead_are_read_in_turn_and_move_nothing() {
    let mut terminal = Terminal::start(&["play", "--level", "9999s"]);
    terminal.await_text("m)> ");
    terminal.type_line("h8");
    terminal.await_text("thinking: depth 1");
    terminal.type_line("moves\nresult");
    let shown = terminal.await_text("thinking: depth 5");
    assert!(!shown.contains("moves"), "the editor shows it later: {shown}");
    terminal.interrupt();
    terminal.await_text("White plays ");
    terminal.await_text("1. h8  2. ");
    terminal.await_text("The game is in progress.");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn pasted_lines_are_lines() {
    let mut terminal = Terminal::start(&PEOPLE);
    let shown = terminal.await_text("m)> ");
    assert!(!shown.contains("\x1b[?2004h"), "the terminal is not to mark what is pasted");
    terminal.type_keys("h8\ri9\rj10\r");
    terminal.await_text("3 plies, last j10");
    terminal.type_line("quit");
    terminal.await_exit();
}

#[test]
fn row_1_may_be_at_the_bottom() {
    let mut terminal = Terminal::start(&[&PEOPLE[..], &["--row1", "bottom"]].concat());
    terminal.await_text("15\x1b[");
    terminal.await_text("┌");
    terminal.await_text(" 1\x1b[");
    terminal.await_text("└");
    terminal.await_text("m)> ");
    terminal.type_keys("\x04");
    terminal.await_exit();
}
