//! The mock's side of the NBoard protocol.

use std::process::exit;

use tengen::coord::Move;
use tengen::formats::ggf;
use tengen::game::{Position, Variant};

use crate::fault::{Fault, Speech};
use crate::{Mock, hang, leave, next_line, say};

/// The words of the answers.
struct NBoard {
    shout: bool,
}

impl Speech for NBoard {
    fn moved(&self, mv: Move) -> String {
        let text = mv.point().map_or("PA".to_owned(), |point| point.to_string());
        if self.shout {
            format!("=== {} 1.50 0.2", text.to_uppercase())
        } else {
            format!("=== {text}/1.5/0.2")
        }
    }

    fn words(&self, text: &str) -> String {
        format!("=== {text}")
    }

    fn error(&self, text: &str) -> String {
        self.words(text)
    }

    fn faraway(&self) -> String {
        self.words("z99")
    }

    fn chatter(&self) -> &str {
        "search F5 1.50 0 12"
    }

    fn endless(&self) -> &str {
        "nodestats 100 0.1"
    }
}

/// Serves until the end.
pub fn run(mock: &mut Mock) {
    let speech = NBoard { shout: mock.options.shout };
    let mut position = Variant::Othello.start().expect("the board exists");
    loop {
        let line = next_line(&mock.options);
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ping" => say(&format!("pong {rest}")),
            "set" => match rest.split_once(' ') {
                Some(("depth", depth)) => {
                    set_depth(mock);
                    say(&format!("set myname Mock{depth}"));
                }
                Some(("game", text)) => position = set_up(text),
                _ => {}
            },
            "go" => {
                say("status Thinking");
                let mv = mock.choose(&position);
                mock.answer(&position, &speech.moved(mv), &speech);
                say("status");
            }
            "quit" => leave(&mock.options),
            _ => {}
        }
    }
}

fn set_depth(mock: &Mock) {
    match mock.options.fault {
        Some(Fault::StartSilence | Fault::Deaf) => hang(),
        Some(Fault::StartCrash) => {
            eprintln!("out of cheese");
            exit(5);
        }
        _ => {}
    }
}

/// The position after the last move of a game.
fn set_up(text: &str) -> Position {
    let mut game = ggf::read(text, ggf::Care::Position).expect("the manager sends games");
    game.drop_unstated_pass();
    let mut position = Position::Othello(game.start);
    for timed in game.record.moves {
        position.play(timed.mv).expect("the manager obeys the rules");
    }
    position
}
