//! The mock's side of GTP.

use std::process::exit;

use tengen::color::Color;
use tengen::coord::{Move, Point};
use tengen::game::Position;
use tengen::game::Variant;

use crate::fault::{Fault, Speech};
use crate::{Mock, hang, leave, next_line, say};

/// The words of the answers.
struct Gtp {
    shout: bool,
}

impl Speech for Gtp {
    fn moved(&self, mv: Move) -> String {
        self.words(&mv.to_string())
    }

    fn words(&self, text: &str) -> String {
        if self.shout { format!("=7 {}\n", text.to_uppercase()) } else { format!("= {text}\n") }
    }

    fn error(&self, text: &str) -> String {
        format!("? {text}\n")
    }

    fn faraway(&self) -> String {
        self.words("z99")
    }

    fn chatter(&self) -> &str {
        ""
    }

    fn endless(&self) -> &str {
        "= never complete"
    }
}

/// Serves until the end.
pub fn run(mock: &mut Mock) {
    let speech = Gtp { shout: mock.options.shout };
    let mut position = Variant::Othello.start().expect("the board exists");
    loop {
        let line = next_line(&mock.options);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let refuse = mock.options.refuse.as_deref();
        if refuse.is_some_and(|start| line.starts_with(start)) {
            say(&speech.error("not understood"));
            continue;
        }
        match words[..] {
            [] => {}
            ["name"] => say(&speech.words("Mock")),
            ["boardsize", "8"] => say("=\n"),
            ["time_settings", _, _, _] | ["time_left", _, _, _] => say(&speech.words("")),
            ["clear_board"] => {
                clear(mock, &speech);
                position = Variant::Othello.start().expect("the board exists");
            }
            ["play", color, at] => match color_of(color).zip(move_of(at)) {
                Some((color, mv))
                    if pass_for(&mut position, color) && position.play(mv).is_ok() =>
                {
                    say(&speech.words(""));
                }
                _ => say(&speech.error("illegal move")),
            },
            ["genmove", color] => {
                let color = color_of(color).expect("b or w");
                if !pass_for(&mut position, color) {
                    say(&speech.error("wrong colour"));
                    continue;
                }
                let mv = mock.choose(&position);
                mock.answer(&position, &speech.moved(mv), &speech);
                position.play(mv).expect("it is legal");
            }
            ["quit"] => {
                say(&speech.words(""));
                leave(&mock.options);
            }
            _ => say(&speech.error("unknown command")),
        }
    }
}

fn clear(mock: &Mock, speech: &Gtp) {
    match mock.options.fault {
        Some(Fault::StartError) => say(&speech.error("out of boards")),
        Some(Fault::StartSilence) => {}
        Some(Fault::StartCrash) => {
            eprintln!("out of cheese");
            exit(5);
        }
        _ => say(&speech.words("")),
    }
    if mock.options.fault == Some(Fault::Deaf) {
        hang();
    }
}

/// Makes `color` the side to move, by a forced pass of the other if needed; `false` if that is illegal.
fn pass_for(position: &mut Position, color: Color) -> bool {
    position.side_to_move() == color || position.play(Move::Pass).is_ok()
}

fn color_of(text: &str) -> Option<Color> {
    match text {
        "b" => Some(Color::Black),
        "w" => Some(Color::White),
        _ => None,
    }
}

fn move_of(text: &str) -> Option<Move> {
    match text {
        "pass" => Some(Move::Pass),
        point => Point::from_text(point).map(Move::Place),
    }
}
