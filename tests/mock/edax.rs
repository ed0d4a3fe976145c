//! The mock's side of the console of Edax.

use std::process::exit;

use tengen::coord::{Move, Point};
use tengen::game::{Position, Variant};

use crate::fault::{Fault, Speech};
use crate::{Mock, hang, leave, next_line, say};

const START: &str = "setboard ---------------------------O*------*O--------------------------- *";

/// The words of the answers.
struct Edax;

impl Speech for Edax {
    fn moved(&self, mv: Move) -> String {
        let text = mv.point().map_or("PA".to_owned(), |point| point.to_string().to_uppercase());
        self.words(&text)
    }

    fn words(&self, text: &str) -> String {
        format!("Edax plays {text}")
    }

    fn error(&self, text: &str) -> String {
        self.words(text)
    }

    fn faraway(&self) -> String {
        self.words("z99")
    }

    fn chatter(&self) -> &str {
        "    4   +00        0:00.000          1007            c5 F6"
    }

    fn endless(&self) -> &str {
        "[start thinking (id.1)]"
    }
}

/// Serves until the end.
pub fn run(mock: &mut Mock) {
    let mut position = Variant::Othello.start().expect("the board exists");
    loop {
        let line = next_line(&mock.options);
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if word == "mode" {
            start(mock);
        }
        // The end of the prompt.
        say(">");
        match word {
            "setboard" => {
                assert_eq!(line, START);
                position = Variant::Othello.start().expect("the board exists");
            }
            "play" => play(&mut position, rest),
            "go" => {
                let mv = mock.choose(&position);
                mock.answer(&position, &Edax.moved(mv), &Edax);
                position.play(mv).expect("it is legal");
            }
            "quit" => leave(&mock.options),
            "mode" => {}
            "level" | "move-time" | "game-time" => {
                assert!(rest.parse::<f64>().is_ok_and(|limit| limit > 0.0), "{line}");
            }
            _ => say("WARNING: Unknown command/Illegal move"),
        }
    }
}

fn start(mock: &Mock) {
    match mock.options.fault {
        Some(Fault::StartSilence | Fault::Deaf) => hang(),
        Some(Fault::StartCrash) => {
            eprintln!("out of cheese");
            exit(5);
        }
        _ => {}
    }
}

/// Plays moves without separators, and then, as Edax does, a forced pass.
fn play(position: &mut Position, moves: &str) {
    for start in (0..moves.len()).step_by(2) {
        let mv = match &moves[start..start + 2] {
            "pa" => Move::Pass,
            point => Move::Place(Point::from_text(point).expect("the manager knows points")),
        };
        position.play(mv).expect("the manager obeys the rules");
    }
    let _ = position.play(Move::Pass);
}
