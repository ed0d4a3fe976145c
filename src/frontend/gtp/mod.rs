//! The Go Text Protocol, for managers of Othello: lines in, answers out.

pub mod command;
mod session;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::Instant;

use crossbeam_channel::{never, select};

use crate::engine::{Learned, Searcher};
use crate::frontend::desk::Settings;
use crate::frontend::lines::{self, Lines};
use command::{NumberedCommand, parse};
use session::{Answer, Session, Step};

/// Serves until `quit`, the end of `input`, or until `output` is closed. At the end of the input a search
/// limited by time ends early and is still answered.
///
/// # Errors
/// The searcher or the reader thread cannot be started.
pub fn serve(
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
    settings: Settings,
    learned: Learned,
) -> io::Result<()> {
    let searcher = Searcher::start(settings.searcher(learned))?;
    let mut inbox = Inbox { lines: lines::start(input)?, waiting: VecDeque::new() };
    let mut session = Session::new(settings);
    while let Some((line, at)) = inbox.next() {
        let Some(NumberedCommand { id, command }) = parse(&line) else { continue };
        log::debug!("<- {line}");
        let step = match command {
            Ok(command) => session.carry_out(command, at),
            Err(error) => Step::Answered(Err(error)),
        };
        session.take_orders().into_iter().for_each(|order| searcher.order(order));
        let (answer, is_last) = match step {
            Step::Answered(answer) => (answer, false),
            Step::Over(answer) => (answer, true),
            Step::Thinking => (inbox.await_answer(&mut session, &searcher), false),
        };
        if let Err(error) = send(id, &answer, output) {
            log::info!("output closed: {error}");
            break;
        }
        if is_last {
            break;
        }
    }
    Ok(())
}

/// The lines that have arrived.
struct Inbox {
    lines: Lines,
    /// Lines that arrived during a search.
    waiting: VecDeque<(String, Instant)>,
}

impl Inbox {
    fn next(&mut self) -> Option<(String, Instant)> {
        self.waiting.pop_front().or_else(|| self.lines.recv().ok())
    }

    /// Waits for the searcher's answer. Lines that arrive meanwhile must wait.
    fn await_answer(&mut self, session: &mut Session, searcher: &Searcher) -> Answer {
        let closed = never();
        let mut lines = self.lines.clone();
        loop {
            select! {
                recv(searcher.events()) -> event => match event {
                    Err(_) => return Err("the searcher is gone".to_owned()),
                    Ok(event) => {
                        if let Some(answer) = session.hear(event) {
                            return answer;
                        }
                    }
                },
                recv(lines) -> line => match line {
                    Ok(line) => self.waiting.push_back(line),
                    Err(_) => {
                        session.end_of_input();
                        lines = closed.clone();
                    }
                },
            }
        }
    }
}

/// Writes an answer with the number of its command.
fn send(id: Option<u32>, answer: &Answer, output: &mut dyn Write) -> io::Result<()> {
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let space = if text.is_empty() { "" } else { " " };
    let text = format!("{mark}{id}{space}{text}\n\n");
    log::debug!("-> {}", text.trim_end());
    output.write_all(text.as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    use crate::color::Color;
    use crate::coord::Move;
    use crate::game::Variant;
    use crate::othello::rules::game::Game;

    /// The answers to `lines`, one per command.
    fn answers(lines: &str) -> Vec<String> {
        let mut settings = Settings::new(Variant::Othello, false);
        let setting = |key, value| crate::frontend::setting::read(key, value).unwrap();
        settings.set(setting("hash_size", "1024"));
        settings.set(setting("max_node", "300"));
        let mut output = Vec::new();
        let input = Cursor::new(lines.as_bytes().to_vec());
        serve(input, &mut output, settings, Learned::default()).unwrap();
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
            answers("list_games\nset_game Othello\nset_game Go\n"),
            ["= Othello", "=", "? unknown game 'Go' (expected Othello)"]
        );
        let listed = &answers("list_commands")[0];
        assert!(listed.starts_with("= protocol_version\n") && listed.ends_with("final_result"));
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
        assert_eq!(told[8], "= d3 c4 f5 e6");
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
        // A file that cannot be read leaves the game unchanged.
        for (text, fault) in [
            ("(;GM[2];B[f5];W[a1])", "a1 turns no disc"),
            ("(;GM[2];B[f\n\n5])", "invalid move 'f  5' (expected one such as d3)"),
            ("(;GM[1];B[cd])", "invalid game '1' (expected GM[2], Othello)"),
            ("(;GM[Othello]B[f5]B[d6];)", "but white is to move"),
            ("", "no game"),
            (&"f5\n".repeat(6_000_000), "it is larger than 16 MiB"),
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
        let refused = answers("info rule 4\ninfo game gomoku");
        assert_eq!(refused, ["? only Othello is played"; 2]);
    }

    #[test]
    fn bytes_that_are_no_text_cost_one_error() {
        let mut output = Vec::new();
        let settings = Settings::new(Variant::Othello, false);
        let noise = Cursor::new(b"\xff\xfe\x00 b\nname\n".to_vec());
        serve(noise, &mut output, settings, Learned::default()).unwrap();
        assert_eq!(output, b"? unknown command\n\n= Tengen\n\n");
    }
}
