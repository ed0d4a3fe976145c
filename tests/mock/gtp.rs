//! The mock's side of GTP.

use std::process::exit;

use tengen::color::Color;
use tengen::coord::{Move, Point, Size};
use tengen::game::{Position, Variant};
use tengen::gomoku::rules::rule::Rule;

use crate::fault::{Fault, Speech};
use crate::{Mock, hang, leave, next_line, say};

/// The words of the answers.
struct Gtp {
    shout: bool,
    variant: Variant,
}

impl Speech for Gtp {
    fn moved(&self, mv: Move) -> String {
        self.words(&mv.point().map_or("pass".to_owned(), |point| vertex_of(point, self.variant)))
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
    let mut speech = Gtp { shout: mock.options.shout, variant: Variant::Othello };
    let mut position = start(speech.variant);
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
            ["boardsize", side] => {
                speech.variant = game_of(Rule::Freestyle, side, side);
                say("=\n");
            }
            ["rectangular_boardsize", width, height] => {
                speech.variant = game_of(Rule::Freestyle, width, height);
                say("=\n");
            }
            ["set_game", rule] => {
                let size = speech.variant.size();
                speech.variant = Variant::Gomoku { rule: rule.parse().expect("a rule"), size };
                position = start(speech.variant);
                say(&speech.words(""));
            }
            ["time_settings", _, _, _] | ["time_left", _, _, _] => say(&speech.words("")),
            ["clear_board"] => {
                clear(mock, &speech);
                position = start(speech.variant);
            }
            ["play", color, at] => match color_of(color).zip(move_of(at, speech.variant)) {
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

/// The letters of the columns, without I.
const LETTERS: &str = "abcdefghjklmnopqrstuvwxyz";

/// Row 1 is the highest in Othello, the lowest in Gomoku.
fn row(y: u8, variant: Variant) -> u8 {
    if variant.is_othello() { y } else { variant.size().height() - 1 - y }
}

fn vertex_of(point: Point, variant: Variant) -> String {
    let letter = char::from(LETTERS.as_bytes()[usize::from(point.x())]);
    format!("{letter}{}", row(point.y(), variant) + 1)
}

fn move_of(text: &str, variant: Variant) -> Option<Move> {
    if text == "pass" {
        return Some(Move::Pass);
    }
    let x = LETTERS.find(text.chars().next()?)?;
    let number: u8 = text[1..].parse().ok()?;
    Point::new(x as u8, row(number - 1, variant)).map(Move::Place)
}

/// Gomoku, but Othello on a board of 8 rows.
fn game_of(rule: Rule, width: &str, height: &str) -> Variant {
    let side = |text: &str| text.parse().expect("a number");
    match Size::new(side(width), side(height)).expect("a board") {
        size if size == Variant::Othello.size() => Variant::Othello,
        size => Variant::Gomoku { rule, size },
    }
}

fn start(variant: Variant) -> Position {
    variant.start().expect("the board exists")
}
