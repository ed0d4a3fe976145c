//! The Go Text Protocol, for managers of Othello and hosts for Go: lines in, answers out.

mod analysis;
mod board;
pub mod command;
mod record;
mod session;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::Instant;

use crate::coord::Size;
use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::frontend::lines::{self, Lines};
use crate::sync::channel::{at, never, select};
use command::{INTERRUPT, NumberedCommand, parse};
use session::{Answer, Session, Step};

/// Serves until `quit`, the end of `input`, or until `output` is closed. At the end of the input a search
/// limited by time ends early and is still answered. Gomoku begins on a board of `size`.
///
/// # Errors
/// The searcher or the reader thread cannot be started, or `output` cannot be written; of the kind `BrokenPipe` if it
/// is closed.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    settings: Settings,
    size: Size,
    learned: Learned,
) -> io::Result<()> {
    let searcher = Searcher::start(settings.searcher(learned))?;
    let inbox = Inbox { lines: lines::start(input)?, waiting: VecDeque::new() };
    let mut host = Host { inbox, session: Session::new(settings, size), searcher, output };
    host.serve()
}

/// The lines that have arrived.
struct Inbox {
    lines: Lines,
    /// Lines that arrived during the execution of a command.
    waiting: VecDeque<(String, Instant)>,
}

impl Inbox {
    fn next(&mut self) -> Option<(String, Instant)> {
        self.waiting.pop_front().or_else(|| self.lines.recv().ok())
    }
}

/// A session between its host and its searcher.
struct Host<'a> {
    inbox: Inbox,
    session: Session,
    searcher: Searcher,
    output: &'a mut dyn Write,
}

impl Host<'_> {
    /// Answers every command.
    ///
    /// # Errors
    /// The output cannot be written.
    fn serve(&mut self) -> io::Result<()> {
        while let Some((line, at)) = self.inbox.next() {
            let Some(NumberedCommand { id, command }) = parse(&line) else { continue };
            log::debug!("<- {line}");
            let step = match command {
                Ok(command) => self.session.carry_out(command, at),
                Err(error) => Step::Answered(Err(error)),
            };
            let orders = self.session.take_orders();
            orders.into_iter().for_each(|order| self.searcher.order(order));
            match step {
                Step::Answered(answer) => self.send(&answered(id, &answer))?,
                Step::Over(answer) => return self.send(&answered(id, &answer)),
                Step::Waiting => {
                    let answer = self.await_answer()?;
                    self.send(&answered(id, &answer))?;
                }
                Step::Reporting => {
                    self.send(&format!("={}\n", number(id)))?;
                    let last = self.await_answer()?.unwrap_or_default();
                    self.send(&if last.is_empty() { "\n".to_owned() } else { last + "\n\n" })?;
                }
            }
        }
        Ok(())
    }

    /// Waits for the searcher's answer and sends the reports before it. Lines that arrive meanwhile must wait.
    fn await_answer(&mut self) -> io::Result<Answer> {
        let mut lines = self.inbox.lines.clone();
        if !self.inbox.waiting.is_empty() {
            self.session.end_analysis();
        }
        loop {
            if let Some(report) = self.session.take_report(Instant::now()) {
                self.send(&format!("{report}\n"))?;
            }
            if let Some(answer) = self.session.take_answer() {
                return Ok(answer);
            }
            let due = self.session.report_due().map_or_else(never, at);
            select! {
                recv(self.searcher.events()) -> event => match event {
                    Err(_) => return Ok(Err("the searcher is gone".to_owned())),
                    Ok(event) => self.session.hear(event),
                },
                recv(lines) -> line => match line {
                    Ok((line, _)) if line.trim() == INTERRUPT => {
                        self.session.stop();
                        self.session.end_analysis();
                    }
                    Ok(line) => {
                        self.inbox.waiting.push_back(line);
                        self.session.end_analysis();
                    }
                    Err(_) => {
                        self.session.end_of_input();
                        lines = never();
                    }
                },
                recv(due) -> _ => {},
            }
        }
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        log::debug!("-> {}", text.trim_end());
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

/// An answer with the number of its command.
fn answered(id: Option<u32>, answer: &Answer) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let space = if text.is_empty() { "" } else { " " };
    format!("{mark}{}{space}{text}\n\n", number(id))
}

fn number(id: Option<u32>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    use crate::color::Color;
    use crate::coord::Move;
    use crate::game::Variant;
    use crate::gomoku::rules::rule::Rule;
    use crate::othello::rules::game::Game;
    use crate::othello::rules::square::SIZE;

    /// The answers to `lines`, one per command.
    fn answers(lines: &str) -> Vec<String> {
        answers_in(Variant::Othello, lines)
    }

    /// The same in a game of `variant`.
    fn answers_in(variant: Variant, lines: &str) -> Vec<String> {
        let mut settings = Settings::new(variant, false);
        let setting = |key, value| crate::frontend::setting::read(key, value).unwrap();
        settings.set(setting("hash_size", "1024"));
        settings.set(setting("max_node", "300"));
        let mut output = Vec::new();
        let input = Cursor::new(lines.as_bytes().to_vec());
        serve(input, &mut output, settings, variant.size(), Learned::default()).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.is_empty() || text.ends_with("\n\n"));
        text.split("\n\n").filter(|answer| !answer.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn every_command_is_answered_once_with_its_number() {
        assert_eq!(
            answers(
                "name\r\n7 protocol_version\n\n# nothing\n8 dance\nknown_command play\n9 quit\nname\n"
            ),
            ["= Tengen", "=7 2", "?8 unknown command", "= true", "=9"]
        );
        assert_eq!(
            answers("list_games\nset_game Othello\nset_game Go\n")[..2],
            ["= Gomoku\nOthello", "="]
        );
        let listed = &answers("list_commands")[0];
        assert!(listed.starts_with("= protocol_version\n") && listed.ends_with("tengen-forbidden"));
    }

    #[test]
    fn a_game_is_played_and_taken_back() {
        let told = answers(
            "boardsize 8\nclear_board\nplay b f5\nplay w f5\nplay b d6\nplay w pass\nundo\nundo\n\
             gogui-rules_legal_moves\ngogui-rules_side_to_move\ngogui-rules_board\n",
        );
        assert_eq!(told[..3], ["=", "=", "="]);
        assert_eq!(told[3], "? illegal move");
        assert_eq!(told[4], "? not the turn of this side");
        assert_eq!(told[5..8], ["? illegal move", "=", "? cannot undo"]);
        assert_eq!(told[8], "= D3 C4 F5 E6");
        assert_eq!(told[9], "= black");
        let rows: Vec<&str> = told[10].lines().collect();
        assert_eq!((rows.len(), rows[4], rows[5]), (9, ". . . X O . . .", ". . . O X . . ."));
        assert_eq!(answers("boardsize 10"), ["? unacceptable size"]);
    }

    /// The moves of a random game with their sides, up to the first move after a pass, without the pass.
    fn game_with_an_untold_pass() -> Vec<(Color, Move)> {
        let mut random = fastrand::Rng::with_seed(1);
        loop {
            let (mut game, mut moves) = (Game::new(), Vec::new());
            while game.outcome().is_none() {
                let passes = game.must_pass();
                if passes {
                    game.play(Move::Pass).unwrap();
                }
                let point = random.choice(game.legal_moves()).unwrap();
                moves.push((game.side_to_move(), Move::Place(point)));
                game.play(Move::Place(point)).unwrap();
                if passes {
                    return moves;
                }
            }
        }
    }

    #[test]
    fn a_pass_that_was_not_told_is_taken_back_with_the_move_after_it() {
        let moves = game_with_an_untold_pass();
        let [.., (before, _), (after, _)] = moves[..] else { panic!("{moves:?}") };
        assert_eq!(before, after, "the same side moves twice");
        let letter = |side: Color| if side == Color::Black { "black" } else { "white" };
        let script: String =
            moves.iter().map(|&(s, mv)| format!("play {} {mv}\n", letter(s))).collect();
        let asked = answers(&format!(
            "{script}undo\ngogui-rules_side_to_move\ngogui-rules_legal_moves\nundo\n\
             gogui-rules_side_to_move\n{}reg_genmove {}\nundo\ngogui-rules_side_to_move\n",
            script.lines().nth_back(1).map(|line| format!("{line}\n")).unwrap(),
            letter(after),
        ));
        let told = &asked[moves.len()..];
        assert_eq!(told[1], format!("= {}", letter(before.opponent())));
        assert_eq!(told[2], "= pass");
        assert_eq!(told[4], format!("= {}", letter(before)));
        assert_eq!(told.last().unwrap(), &format!("= {}", letter(before)));
        assert!(told.iter().all(|answer| answer.starts_with('=')), "{told:?}");
    }

    #[test]
    fn a_question_leaves_the_game_as_it_is() {
        let moves = game_with_an_untold_pass();
        let [played @ .., (after, _)] = &moves[..] else { panic!("{moves:?}") };
        let letter = |side: Color| if side == Color::Black { "black" } else { "white" };
        let script: String =
            played.iter().map(|&(s, mv)| format!("play {} {mv}\n", letter(s))).collect();
        let told = answers(&format!(
            "{script}reg_genmove {}\ngogui-rules_side_to_move\nplay {} pass\n",
            letter(*after),
            letter(after.opponent()),
        ));
        let [question, side, pass] = &told[played.len()..] else { panic!("{told:?}") };
        assert!(question.starts_with("= ") && question != "= PASS", "{question}");
        assert_eq!((&side[2..], &pass[..]), (letter(after.opponent()), "="));
    }

    #[test]
    fn a_game_is_loaded_from_a_file_of_any_format() {
        let file = std::env::temp_dir().join(format!("tengen-loadsgf-{}", std::process::id()));
        let name = file.to_str().unwrap();
        let ask = "gogui-rules_side_to_move\ngogui-rules_legal_moves\n";
        let by_moves = answers(&format!("play b f5\nplay w d6\n{ask}play b c3\n{ask}"));
        for text in [
            "(;FF[4]GM[2]SZ[8]PB[a];B[f5];W[D6];B[c3])\n(;GM[2])",
            "(\n;GM[2];B[f5];W[D6];B[c3])(;GM[2];B[",
            "(;FF[4]AP[Quarry:0.2.0]GM[2]SZ[8]\n;B[fe];W[df];B[cc])",
            "(;FF[4]AP[GoGui:1.6.0]SZ[8]\n;B[fd];W[dc];B[cf])",
            "(;GM[Othello]PB[a]B[f5/1/2]W[D6]B[c3];)\n(;GM[Othello];)",
            "(;GM[Othello]RE[+3.00]B[f5//1:02]W[D6]B[c3];)(;GM[Othello]B[",
            "\u{feff}f5d6c3\nblack: a\nf5\nf5f5\n",
        ] {
            std::fs::write(&file, text).unwrap();
            let script = format!("play b d3\nloadsgf {name} 3\n{ask}loadsgf {name}\n{ask}");
            let told = answers(&script);
            assert_eq!((&told[1..4], &told[5..]), (&by_moves[1..4], &by_moves[5..]), "{text}");
            assert_eq!(answers(&format!("loadsgf {name} 1\nundo\n")), ["=", "? cannot undo"]);
        }
        // An unreadable file leaves the game unchanged.
        for (text, fault) in [
            ("(;GM[2];B[f5];W[a1])", "a1 turns no disc"),
            ("(;GM[2];B[f\n\n5])", "invalid move 'f  5' (expected one such as d3)"),
            ("(;GM[1];B[cd])", "invalid game '1' (expected GM[2], Othello)"),
            ("(;GM[Othello]B[f5]B[d6];)", "but white is to move"),
            ("", "no game"),
            (&"f5\n".repeat(6_000_000), "larger than 16 MiB"),
        ] {
            std::fs::write(&file, text).unwrap();
            let told = answers(&format!("play b f5\nloadsgf {name}\n{ask}"));
            assert!(told[1].starts_with("? cannot load file: "), "{told:?}");
            assert!(told[1].ends_with(fault) && told[2] == "= white", "{told:?}");
        }
        std::fs::remove_file(&file).unwrap();
        assert!(answers(&format!("loadsgf {name}\n"))[0].starts_with("? cannot load file: "));
    }

    #[test]
    fn passes_in_files_of_programs_for_go_are_played() {
        let file = std::env::temp_dir().join(format!("tengen-go-passes-{}", std::process::id()));
        let name = file.to_str().unwrap();
        let in_renju = |script: &str| answers_in(Variant::gomoku(Rule::Renju), script);
        let ask = "gogui-rules_side_to_move\ngogui-rules_board\n";
        let played = "boardsize 19\nplay b q16\nplay w pass\n";
        let loaded = in_renju(&format!("{played}{ask}play b d16\n{ask}undo\nundo\nundo\n{ask}"));
        for kind in ["GM[1]", "", "GM[4]"] {
            for pass in ["", "tt"] {
                let text = format!("(;{kind}FF[4]SZ[19];B[pd];W[{pass}];B[dd]C[a])");
                std::fs::write(&file, &text).unwrap();
                let told = in_renju(&format!(
                    "loadsgf {name} 3\n{ask}loadsgf {name}\n{ask}undo\nundo\nundo\n{ask}"
                ));
                assert_eq!(told[1..], loaded[3..], "{text}");
            }
        }
        let five = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
        for (text, faults) in [
            ("(;GM[1]SZ[20];B[tt];W[])", None),
            (&format!("(;GM[1]SZ[15]{five};W[];B[tt])"), None),
            ("(;GM[1]SZ[20];B[aa];W[tt];B[tt])", Some("move 3: t20 is occupied by white")),
            ("(;GM[1]SZ[19];B[aa];B[])", Some("pass by black, but white is to move")),
            (&format!("(;GM[1]SZ[15]{five};W[];B[oo])"), Some("but white is to move")),
        ] {
            std::fs::write(&file, text).unwrap();
            let told = in_renju(&format!("loadsgf {name}\n")).remove(0);
            let is_expected = faults.map_or(told == "=", |fault| told.ends_with(fault));
            assert!(is_expected, "{text}: {told}");
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_game_ends_before_a_pass_that_its_file_does_not_state() {
        let file = std::env::temp_dir().join(format!("tengen-unstated-{}", std::process::id()));
        // Black must pass after these moves.
        const UNSTATED: &str = "c4c3f5b4a4a5b2a3";
        let moves: Vec<&str> =
            UNSTATED.as_bytes().chunks(2).map(|point| str::from_utf8(point).unwrap()).collect();
        let sides = ["B", "W"].into_iter().cycle();
        let sgf: String =
            sides.clone().zip(&moves).map(|(side, at)| format!(";{side}[{at}]")).collect();
        let ggf: String = sides.zip(&moves).map(|(side, at)| format!("{side}[{at}]")).collect();
        for text in [
            UNSTATED.to_owned(),
            format!("{UNSTATED}\nblack: a\n"),
            format!("(;FF[4]GM[2]SZ[8]{sgf})"),
            format!("(;GM[Othello]{ggf};)"),
        ] {
            std::fs::write(&file, &text).unwrap();
            let ask = format!(
                "loadsgf {}\ngogui-rules_side_to_move\ngogui-rules_legal_moves\n",
                file.display()
            );
            assert_eq!(answers(&ask), ["=", "= black", "= pass"], "{text}");
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn passes_after_the_end_are_taken_back_one_by_one() {
        // The shortest game: White is left without a disc.
        let game = "f5d6c5f4e7f6g5e6e3".as_bytes().chunks(2).zip(Color::ALL.into_iter().cycle());
        let script: String = game
            .map(|(point, side)| {
                let side = if side == Color::Black { 'b' } else { 'w' };
                format!("play {side} {}\n", str::from_utf8(point).unwrap())
            })
            .collect();
        let told = answers(&format!(
            "{script}final_score\ngenmove w\nplay b pass\nreg_genmove w\nundo\nundo\nfinal_score\n\
             undo\nfinal_score\ngogui-rules_side_to_move\n"
        ));
        assert_eq!(
            told[9..],
            [
                "= B+64",
                "= PASS",
                "=",
                "= PASS",
                "=",
                "=",
                "= B+64",
                "=",
                "? the game is not over",
                "= black",
            ]
        );
    }

    #[test]
    fn thinking_answers_with_a_legal_move_and_plays_it_if_asked_to() {
        let told = answers(
            "reg_genmove b\ngogui-rules_side_to_move\ngenmove b\ngogui-rules_side_to_move\ngenmove b",
        );
        assert!(["= D3", "= C4", "= F5", "= E6"].contains(&told[0].as_str()), "{}", told[0]);
        assert_eq!(told[1], "= black");
        assert_eq!((&told[2], told[3].as_str()), (&told[0], "= white"));
        assert_eq!(told[4], "? not the turn of this side");
    }

    #[test]
    fn a_game_against_itself_ends_with_a_score() {
        let mut script = "time_settings 600 0 0\n".to_owned();
        for _ in 0..40 {
            script += "genmove b\ntime_left w 600 0\ngenmove w\n";
        }
        script += "final_score\ngogui-rules_final_result\nshowboard\n";
        let told = answers(&script);
        assert!(told.iter().all(|answer| answer.starts_with('=')), "{told:?}");
        let [score, result] = [&told[told.len() - 3], &told[told.len() - 2]];
        assert!(score.starts_with("= B+") || score.starts_with("= W+") || *score == "= 0");
        assert_eq!(score, result);
        assert!(told[told.len() - 4] == "= PASS");
    }

    #[test]
    fn a_search_without_end_is_ended_by_the_end_of_the_input() {
        let told = answers("info max_node 0\ninfo timeout_turn 100000000\ngenmove b");
        assert_eq!(told.len(), 3);
        assert!(told[2].starts_with("= "));
    }

    #[test]
    fn bytes_that_are_no_text_cost_one_error() {
        let mut output = Vec::new();
        let settings = Settings::new(Variant::Othello, false);
        let noise = Cursor::new(b"\xff\xfe\x00 b\nname\n".to_vec());
        serve(noise, &mut output, settings, SIZE, Learned::default()).unwrap();
        assert_eq!(output, b"? unknown command\n\n= Tengen\n\n");
    }

    #[test]
    fn gomoku_is_played_in_the_coordinates_of_go() {
        let renju = Variant::gomoku(Rule::Renju);
        let told = answers_in(
            renju,
            "boardsize 9\nplay b j9\nplay w a1\nplay b i5\nplay b k1\nplay w pass\nshowboard\n\
             gogui-rules_board\ngogui-rules_board_size\ngogui-rules_game_id\nfinal_score\n\
             boardsize 4\nrectangular_boardsize 20 10\ngogui-rules_board_size\n",
        );
        assert_eq!(told[..3], ["=", "=", "="]);
        assert_eq!(told[3..6], ["? wrong arguments for play", "? illegal move", "="]);
        let picture: Vec<&str> = told[6].lines().collect();
        assert_eq!(picture[1], "   A B C D E F G H J");
        assert_eq!(picture[2], " 9 . . . . . . . . X 9");
        assert_eq!(picture[10], " 1 O . . . . . . . . 1");
        assert_eq!(picture[12], "   renju, black to move");
        let rows: Vec<&str> = told[7].lines().collect();
        assert_eq!((rows[1], rows[9]), (". . . . . . . . X", "O . . . . . . . ."));
        assert_eq!(told[8..11], ["= 9", "= Gomoku", "? the game is not over"]);
        assert_eq!(told[11..], ["? unacceptable size", "=", "= 20 10"]);
    }

    /// The answers to `script` after a dead draw, at which Black would be to move.
    fn answers_after_a_dead_draw(script: &str) -> Vec<String> {
        let points = "a1b2c3d4e5a3b4c5d1e2a5c1e3a4c2d2";
        let moves = crate::coord::parse_points(points).unwrap();
        let sides = ["b", "w"].into_iter().cycle();
        let game: Vec<String> = sides.zip(moves).map(|(side, at)| format!("{side} {at}")).collect();
        let game = format!(
            "info dead_draw 1\nboardsize 5\ngogui-play_sequence {}\n{script}",
            game.join(" ")
        );
        answers_in(Variant::gomoku(Rule::Freestyle), &game).split_off(3)
    }

    #[test]
    fn a_question_after_a_dead_draw_leaves_the_turn_as_it_is() {
        let turn = "gogui-rules_side_to_move";
        let told = answers_after_a_dead_draw(&format!(
            "{turn}\nreg_genmove w\n{turn}\ngenmove w\n{turn}\n"
        ));
        assert_eq!(told, ["= black", "= PASS", "= black", "= PASS", "= black"]);
    }

    #[test]
    fn after_a_dead_draw_only_passes_are_played() {
        let told = answers_after_a_dead_draw(
            "gogui-rules_board\nplay b a2\nplay w a2\ngogui-play_sequence b pass w a2\n\
             gogui-rules_board\nplay w pass\nfinal_score\n",
        );
        assert_eq!(told[1..4], ["? illegal move"; 3]);
        assert_eq!(told[4], told[0], "the board is as it was");
        assert_eq!(told[5..], ["=", "= 0"]);
    }

    #[test]
    fn a_game_that_goes_on_after_a_five_is_loaded_as_such() {
        let file = std::env::temp_dir().join(format!("tengen-continuous-{}", std::process::id()));
        let five = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
        std::fs::write(&file, format!("(;FF[4]GM[4]SZ[15]RU[freestyle]{five})")).unwrap();
        for (rule, score) in [("0", "= B+1"), ("2", "? the game is not over")] {
            let ask = format!("info rule {rule}\nloadsgf {}\nfinal_score\n", file.display());
            let told = answers_in(Variant::gomoku(Rule::Freestyle), &ask);
            assert_eq!(told, ["=", "=", score]);
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn gomoku_ends_with_five_in_a_row() {
        let freestyle = Variant::gomoku(Rule::Freestyle);
        let four = "boardsize 15\nplay b h8\nplay w h9\nplay b j8\nplay w j9\nplay b k8\nplay w k9\n\
                    play b l8\nplay w l9\n";
        let told = answers_in(
            freestyle,
            &format!(
                "{four}genmove b\ngogui-rules_legal_moves\ngogui-rules_final_result\nfinal_score\n\
                 genmove w\nlz-analyze\nundo\nundo\nfinal_score\ngogui-rules_side_to_move\n"
            ),
        );
        let shown = answers_in(freestyle, &format!("{four}play b g8\nshowboard\n"));
        let last = shown[10].trim_end().lines().last();
        assert_eq!(last, Some("   freestyle, black five g8 h8 i8 j8 k8"));
        assert!(["= G8", "= M8"].contains(&told[9].as_str()), "{}", told[9]);
        assert_eq!(told[10..14], ["=", "= Black wins", "= B+1", "= PASS"]);
        assert_eq!(
            told[14..],
            ["? the game is over", "=", "=", "? the game is not over", "= black"]
        );
    }

    #[test]
    fn whoever_is_to_move_after_the_end_passes() {
        let five = "gogui-play_sequence b a1 w a2 b b1 w b2 b c1 w c2 b d1 w d2 b e1\n";
        let passes = "genmove w\nlz-genmove_analyze b\n3 kata-genmove_analyze w 10\n";
        let told = answers_in(
            Variant::gomoku(Rule::Freestyle),
            &format!("{five}{passes}undo\nundo\nundo\nfinal_score\nundo\nfinal_score\n"),
        );
        assert_eq!(told[1..4], ["= PASS", "=\nplay PASS", "=3\nplay PASS"]);
        assert_eq!(told[4..7], ["=", "=", "="]);
        assert_eq!(told[7..], ["= B+1", "=", "? the game is not over"]);
    }

    #[test]
    fn passes_after_the_end_are_forgotten_when_a_rule_reopens_the_game() {
        let told = answers_in(
            Variant::gomoku(Rule::Standard),
            "boardsize 6\n\
             gogui-play_sequence b a1 w a6 b b1 w b6 b c1 w c6 b d1 w d6 b f1 w f6 b e1\n\
             info rule 0\nplay w pass\ninfo rule 1\nplay w e6\nundo\nplay w e6\n",
        );
        assert_eq!(told, ["="; 8], "e6 was taken back");
    }

    #[test]
    fn in_gomoku_a_side_may_move_twice() {
        let told = answers_in(
            Variant::gomoku(Rule::Freestyle),
            "boardsize 15\nplay w h8\nplay w j8\ngogui-rules_side_to_move\nundo\n\
             gogui-rules_side_to_move\nplay w h8\nreg_genmove w\ngogui-rules_side_to_move\nundo\nundo\n",
        );
        assert_eq!(told[..4], ["=", "=", "=", "= black"]);
        assert_eq!(told[4..7], ["=", "= black", "? illegal move"]);
        assert_eq!(told[8..], ["= black", "=", "? cannot undo"]);
    }

    #[test]
    fn a_game_and_its_rule_are_chosen_at_any_time() {
        let told = answers(
            "set_game renju\ngogui-rules_board_size\nshowboard\ninfo rule 1\ninfo rule 7\nshowboard\n\
             set_game Othello\ngogui-rules_board_size\ninfo game gomoku\nshowboard\n",
        );
        assert_eq!(told[..2], ["=", "= 15"]);
        assert!(told[2].ends_with("renju, black to move"), "{}", told[2]);
        assert_eq!(told[3], "=");
        assert!(told[4].starts_with("? INFO rule: invalid value '7'"), "{}", told[4]);
        assert!(told[5].ends_with("standard, black to move"), "{}", told[5]);
        assert_eq!(told[6..9], ["=", "= 8", "="]);
        assert!(told[9].ends_with("standard, black to move"), "{}", told[9]);
    }

    #[test]
    fn a_sequence_is_played_as_a_whole_or_not_at_all() {
        let told = answers(
            "gogui-play_sequence b f5 w d6\ngogui-rules_side_to_move\n\
             gogui-play_sequence b c3 w a1\ngogui-rules_board\ngogui-play_sequence\n",
        );
        assert_eq!(told[..3], ["=", "= black", "? illegal move"]);
        assert!(
            told[3].ends_with(". . . . . . . .\n. . . . . . . .\n. . . . . . . ."),
            "{}",
            told[3]
        );
        assert_eq!(told[4], "=");
    }

    #[test]
    fn points_that_renju_forbids_are_listed() {
        let double_three =
            "boardsize 15\ngogui-play_sequence b h9 w a1 b h7 w c1 b g8 w e1 b j8 w g1\n";
        let ask = format!("{double_three}tengen-forbidden\nplay b h8\n");
        let told = answers_in(Variant::gomoku(Rule::Renju), &ask);
        assert_eq!(told[2..], ["= H8", "? illegal move"]);
        assert_eq!(answers_in(Variant::gomoku(Rule::Freestyle), &ask)[2..], ["=", "="]);
        assert_eq!(answers("tengen-forbidden"), ["="]);
    }

    #[test]
    fn what_gogui_shows_in_its_menus_is_answered() {
        let told =
            answers("gogui-analyze_commands\ntengen-best_moves\ncputime\ninfo\ngogui-interrupt\n");
        assert!(told[0].contains("pspairs/Best Moves/tengen-best_moves"), "{}", told[0]);
        let words: Vec<&str> = told[1].split(' ').collect();
        assert_eq!(words.len(), 1 + 2 * 4, "{}", told[1]);
        assert!(words[1] >= "A" && words[2].ends_with('%'), "{}", told[1]);
        assert!(told[2][2..].parse::<f64>().unwrap() > 0.0, "{}", told[2]);
        assert!(told[3].contains("\nmax_node 300\n"), "{}", told[3]);
        assert_eq!(told[4], "=");
    }

    #[test]
    fn an_analysis_is_reported_until_the_next_command() {
        for variant in [Variant::Othello, Variant::gomoku(Rule::Freestyle)] {
            let told = answers_in(variant, "7 lz-genmove_analyze b\ngogui-rules_side_to_move\n");
            let lines: Vec<&str> = told[0].lines().collect();
            let last = lines[lines.len() - 2].split(' ').nth(2).unwrap();
            assert_eq!(lines[0], "=7");
            assert!(lines[1].starts_with("info move "), "{told:?}");
            assert_eq!(lines[lines.len() - 1], format!("play {last}"));
            assert_eq!(told[1], "= white");
            let told = answers_in(variant, "kata-analyze w 1 maxmoves 2\nname\n");
            let last = if variant.is_othello() { "? not the turn of this side" } else { "=" };
            assert!(told[0].starts_with(last) && told[1] == "= Tengen", "{told:?}");
        }
    }
}
