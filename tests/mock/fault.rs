//! The ways to misbehave when a move is requested.

use std::process::exit;
use std::thread;

use tengen::coord::{Move, Point};
use tengen::game::Position;

use crate::{Mock, hang, say};

/// The faults; `--help` describes them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Crash,
    Abort,
    Hang,
    Deaf,
    Late,
    Occupied,
    Offboard,
    Faraway,
    NoFlip,
    Forbidden,
    FalsePass,
    Garbage,
    Error,
    LongLine,
    Babble,
    Flood,
    Doubled,
    Resign,
    StartError,
    StartSilence,
    StartCrash,
    EndHang,
    EndCrash,
    ExitBeforeStart,
}

const NAMES: [(&str, Fault); 24] = [
    ("crash", Fault::Crash),
    ("abort", Fault::Abort),
    ("hang", Fault::Hang),
    ("deaf", Fault::Deaf),
    ("late", Fault::Late),
    ("occupied", Fault::Occupied),
    ("offboard", Fault::Offboard),
    ("faraway", Fault::Faraway),
    ("noflip", Fault::NoFlip),
    ("forbidden", Fault::Forbidden),
    ("falsepass", Fault::FalsePass),
    ("garbage", Fault::Garbage),
    ("error", Fault::Error),
    ("long-line", Fault::LongLine),
    ("babble", Fault::Babble),
    ("flood", Fault::Flood),
    ("doubled", Fault::Doubled),
    ("resign", Fault::Resign),
    ("start-error", Fault::StartError),
    ("start-silence", Fault::StartSilence),
    ("start-crash", Fault::StartCrash),
    ("end-hang", Fault::EndHang),
    ("end-crash", Fault::EndCrash),
    ("exit-before-start", Fault::ExitBeforeStart),
];

impl Fault {
    pub fn from_name(name: &str) -> Option<Fault> {
        NAMES.into_iter().find(|&(known, _)| known == name).map(|(_, fault)| fault)
    }
}

/// The words of a protocol.
pub trait Speech {
    /// A move.
    fn moved(&self, mv: Move) -> String;
    /// A meaningless answer.
    fn words(&self, text: &str) -> String;
    /// An error.
    fn error(&self, text: &str) -> String;
    /// A point outside of every board.
    fn faraway(&self) -> String;
    /// A line that managers skip.
    fn chatter(&self) -> &str;
    /// A line before the answer, or the start of an incomplete one.
    fn endless(&self) -> &str;
}

impl Mock {
    /// Answers `honest`, or misbehaves in `position` if the fault is due.
    pub fn answer(&mut self, position: &Position, honest: &str, speech: &dyn Speech) {
        thread::sleep(self.options.think);
        let Some(fault) = self.fault_at(position.history().len()) else {
            return say(honest);
        };
        let text = match fault {
            Fault::Crash => exit(1),
            Fault::Abort => panic!("the mock was told to panic"),
            Fault::Hang => hang(),
            Fault::Late => {
                thread::sleep(self.options.late_by);
                honest.to_owned()
            }
            Fault::Flood => loop {
                say(speech.endless());
            },
            Fault::Babble => {
                (0..20_000).for_each(|_| say(speech.chatter()));
                honest.to_owned()
            }
            Fault::Doubled => format!("{honest}\n{honest}"),
            Fault::Garbage => speech.words("I like 7,7 best"),
            Fault::Error => speech.error("no idea"),
            Fault::LongLine => speech.words(&"7".repeat(1_000_000)),
            Fault::Resign => speech.words("resign"),
            Fault::Faraway => speech.faraway(),
            Fault::FalsePass => speech.moved(Move::Pass),
            _ => match wrong_point(fault, position) {
                Some(point) => speech.moved(Move::Place(point)),
                None => honest.to_owned(),
            },
        };
        say(&text);
    }
}

/// A point of that kind that must not be played, if there is one.
fn wrong_point(fault: Fault, position: &Position) -> Option<Point> {
    let size = position.size();
    let mut points = size.points();
    match fault {
        Fault::Occupied => points.find(|&point| position.stone(point).is_some()),
        Fault::Offboard => Point::new(size.width(), 0),
        Fault::NoFlip => points.find(|&point| {
            position.stone(point).is_none() && position.legal(Move::Place(point)).is_err()
        }),
        Fault::Forbidden => match position {
            Position::Gomoku(game) => game.forbidden().first().map(|&(point, _)| point),
            Position::Othello(_) => None,
        },
        _ => None,
    }
}
