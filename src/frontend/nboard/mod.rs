//! The protocol of NBoard, a viewer for Othello, version 2: lines in, lines out.

pub mod protocol;
mod session;

use std::io::{self, Read, Write};

use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::frontend::exchange;
use session::Session;

/// Serves until `quit`, the end of `input`, or until `output` is closed. At the end of the input a search
/// ends early and is still answered.
///
/// # Errors
/// The searcher or the reader thread cannot be started, or `output` cannot be written; of the kind `BrokenPipe` if it
/// is closed.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    settings: Settings,
    learned: Learned,
) -> io::Result<()> {
    let searcher = Searcher::start(settings.searcher(learned))?;
    exchange::serve(input, output, &searcher, &mut Session::new(settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    use crate::game::Variant;

    const GAME: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
        ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3];)";

    /// The output after `lines`.
    fn told(lines: &str) -> Vec<String> {
        let mut settings = Settings::new(Variant::Othello, false);
        settings.set(crate::frontend::setting::read("hash_size", "1024").unwrap());
        let mut output = Vec::new();
        let input = Cursor::new(lines.as_bytes().to_vec());
        serve(input, &mut output, settings, Learned::default()).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_session_as_nboard_has_it() {
        let script = format!("nboard 2\nset game {GAME}\nset depth 3\nping 1\ngo\n");
        let told = told(&script);
        assert_eq!(
            told[..4],
            ["set myname Tengen", "set myname Tengen", "pong 1", "status Thinking"]
        );
        let best: Vec<&String> = told.iter().filter(|line| line.starts_with("=== ")).collect();
        assert_eq!((best.len(), best[0].split('/').count()), (1, 3), "{told:?}");
        assert_eq!(told.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn a_move_comes_from_the_book_and_a_hint_does_not() {
        let output = told("set depth 2\ngo\n");
        assert_eq!(output[1], "status Thinking");
        assert!(output[2].starts_with("book ") && output[2].ends_with(" 0 0"), "{}", output[2]);
        assert!(output[3].starts_with("=== ") && output[3].split('/').count() == 3);
        let hinted = told("set depth 2\nhint 1\n");
        assert!(!hinted.iter().any(|line| line.starts_with("book")), "{hinted:?}");
    }

    #[test]
    fn the_end_of_the_input_ends_a_hint_that_is_told() {
        let told = told("set depth 40\nset contempt 3\nhint 3\n");
        assert_eq!(told[1], "status Analyzing");
        assert_eq!(told.last().map(String::as_str), Some("status"));
        let searched = told.iter().filter(|line| line.starts_with("search ")).count();
        assert!(searched > 0 && searched % 3 == 0, "{told:?}");
    }

    #[test]
    fn a_ping_ends_a_hint_without_a_result() {
        let told = told("set depth 40\nhint 1\nping 7\n");
        assert_eq!(told[told.len() - 2..], ["status", "pong 7"]);
    }

    #[test]
    fn a_ping_ends_the_choice_of_a_move_with_that_move() {
        let script = format!("set depth 60\nset game {GAME}\ngo\nping 7\nset depth 1\nping 8\n");
        let told = told(&script);
        let end = &told[told.len() - 5..];
        assert!(end[0].starts_with("=== "), "{told:?}");
        assert_eq!(end[1..], ["status", "pong 7", "set myname Tengen", "pong 8"]);
    }

    #[test]
    fn a_command_with_a_fault_ends_a_search_untold() {
        let told = told("set depth 40\nhint 1\nmove z9\nset contempt 3\n");
        assert_eq!(
            told[told.len() - 2..],
            ["status", "status move: invalid value 'z9' (expected a move)"]
        );
    }

    #[test]
    fn every_position_of_a_game_is_valued_from_the_last_to_the_first() {
        let output = told(&format!("set depth 2\nset game {GAME}\nmove C5//2\nanalyze\n"));
        let values = output.iter().filter_map(|line| line.strip_prefix("analysis "));
        let plies: Vec<&str> = values.filter_map(|rest| rest.split(' ').next()).collect();
        assert_eq!(plies, ["4", "3", "2", "1", "0"]);
        assert_eq!(output.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn faults_are_told_in_the_status_and_change_nothing() {
        let told = told("set depth x\nmove a1\nfoo\nset depth 1\ngo\n");
        assert_eq!(told[0], "status set depth: invalid value 'x' (expected a number)");
        assert_eq!(told[1], "status a1 turns no disc");
        assert!(told.iter().any(|line| line.starts_with("=== ")));
    }

    #[test]
    fn a_game_that_cannot_be_read_leaves_none_behind() {
        let ask = "move F6\ngo\nhint 1\nanalyze\n";
        for (from, to, fault) in [
            ("B[D3]", "B[A1]", "a1 turns no disc"),
            ("BO[8", "BO[10", "invalid board size '10' (expected 8)"),
            ("GM[Othello]", "GM[Go]", "expected GM[Othello]"),
        ] {
            let bad = GAME.replace(from, to);
            let output = told(&format!("set depth 1\nset game {GAME}\nset game {bad}\n{ask}"));
            assert_eq!(output.len(), 6, "{output:?}");
            assert!(output[1].starts_with("status ") && output[1].contains(fault), "{output:?}");
            let refusal = output[1].replacen("status ", "status no game: ", 1);
            assert!(output[2..].iter().all(|line| *line == refusal), "{output:?}");
            let output = told(&format!("set depth 1\nset game {bad}\nset game {GAME}\ngo\n"));
            assert!(output.iter().any(|line| line.starts_with("=== ")), "{output:?}");
        }
    }

    #[test]
    fn times_results_and_comments_do_not_stand_in_the_way_of_a_game() {
        let odd = GAME
            .replace("RE[?]", "RE[+10.00:x]C[opening plies: 99]")
            .replace("B[F5]", "B[F5/0/1:02]");
        let output = told(&format!("set depth 2\nset game {odd}\nanalyze\n"));
        assert_eq!(output.iter().filter(|line| line.starts_with("analysis ")).count(), 4);
        // White has no disc left, but the stated result disagrees.
        let over = "(;GM[Othello]RE[+10.00]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)";
        let output = told(&format!("set game {over}\ngo\nset depth 1\nanalyze\n"));
        assert_eq!((&output[0][..], &output[2][..]), ("=== PA", "analysis 9 -64.00"));
    }

    #[test]
    fn who_must_pass_is_told_so() {
        let blocked = "(;GM[Othello]TY[8]BO[8 O*--------------------------------------------------------------\
            *];)";
        assert_eq!(told(&format!("set game {blocked}\ngo\n")), ["=== PA"]);
        // White has no move after c1, but the game does not state the pass.
        let game = "(;GM[Othello]TY[8]BO[8 *O------ -------- -------- -------- -------- -------- \
            -------- *O------ *]B[c1];)";
        assert_eq!(told(&format!("set game {game}\ngo\n")), ["=== PA"]);
        let stated = game.replace("B[c1];", "B[c1];W[PA];");
        let answer = told(&format!("set depth 1\nset game {stated}\ngo\n"));
        assert!(answer.iter().any(|line| line.starts_with("=== C8")), "{answer:?}");
        // The pass may also be omitted.
        assert_eq!(told(&format!("set game {game}\nmove C8\ngo\n")), ["=== PA"]);
        let told = told(&format!("set game {game}\nmove A1\ngo\n"));
        assert_eq!(told, ["status a1 is occupied by black", "=== PA"], "the pass is still to come");
    }
}
