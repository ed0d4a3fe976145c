//! The mock's side of the Gomocup protocol.

use std::process::exit;
use std::thread;

use tengen::coord::{Move, Point, Size};
use tengen::game::Position;
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;

use crate::fault::{Fault, Speech};
use crate::{Mock, hang, leave, next_line, say};

/// The words of the answers.
struct Gomocup;

impl Speech for Gomocup {
    fn moved(&self, mv: Move) -> String {
        match mv {
            Move::Place(point) => format!("{},{}", point.x(), point.y()),
            Move::Pass => "-1,-1".to_owned(),
        }
    }

    fn words(&self, text: &str) -> String {
        text.to_owned()
    }

    fn error(&self, text: &str) -> String {
        format!("ERROR {text}")
    }

    fn faraway(&self) -> String {
        "99,-5".to_owned()
    }

    fn chatter(&self) -> &str {
        "MESSAGE depth 3 score +0.12"
    }

    fn endless(&self) -> &str {
        "DEBUG still thinking"
    }
}

/// The game as described so far.
struct Table {
    rule: u32,
    size: Option<Size>,
    position: Option<Position>,
}

impl Table {
    fn fresh(&self) -> Option<Position> {
        let size = self.size?;
        let rule = match self.rule {
            1 => Rule::Standard,
            4 => Rule::Renju,
            8 => Rule::Caro,
            9 => Rule::CaroExact,
            16 => return Variant::Othello.start().ok(),
            _ => Rule::Freestyle,
        };
        Variant::Gomoku { rule, size }.start().ok()
    }

    /// The position, from the first request after the description on.
    fn position(&mut self) -> &mut Position {
        if self.position.is_none() {
            self.position = self.fresh();
        }
        self.position.as_mut().expect("START comes first")
    }
}

/// Serves until the end.
pub fn run(mock: &mut Mock) {
    let mut table = Table { rule: 0, size: None, position: None };
    loop {
        let line = next_line(&mock.options);
        let mut words = line.split([' ', ',']);
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        let numbers: Vec<i32> = words.clone().filter_map(|word| word.parse().ok()).collect();
        match word.as_str() {
            "" => {}
            "ABOUT" => about(mock),
            "START" | "RECTSTART" => start(mock, &mut table, &numbers),
            "INFO" => {
                if let (Some("rule"), [rule]) = (words.next(), &numbers[..]) {
                    table.rule = *rule as u32;
                }
            }
            "BEGIN" => move_on(mock, table.position()),
            "TURN" => {
                table.position().play(read_move(&numbers)).expect("the manager obeys the rules");
                move_on(mock, table.position());
            }
            "BOARD" => {
                table.position = table.fresh();
                for line in block(mock) {
                    place(table.position(), &line);
                }
                move_on(mock, table.position());
            }
            "SWAP2BOARD" => {
                table.position = table.fresh();
                for line in block(mock) {
                    table.position().play(read_move(&line)).expect("the manager obeys the rules");
                }
                swap2(mock, table.position());
            }
            "END" => leave(&mock.options),
            _ => say(&format!("UNKNOWN {word}")),
        }
    }
}

fn about(mock: &Mock) {
    if let Some(time) = mock.options.about {
        thread::sleep(time);
        say("name=\"Mock\", version=\"1.0\"");
    }
}

fn start(mock: &Mock, table: &mut Table, numbers: &[i32]) {
    match mock.options.fault {
        Some(Fault::StartError) => return say("ERROR unsupported size"),
        Some(Fault::StartSilence) => return,
        Some(Fault::StartCrash) => {
            eprintln!("out of cheese");
            exit(5);
        }
        _ => {}
    }
    let side = |index: usize| numbers.get(index).and_then(|&side| u8::try_from(side).ok());
    let width = side(0).expect("START has a size");
    table.size = Size::new(width, side(1).unwrap_or(width));
    table.position = None;
    say("OK");
    if mock.options.fault == Some(Fault::Deaf) {
        hang();
    }
}

/// The numbers on the lines up to `DONE`.
fn block(mock: &Mock) -> Vec<Vec<i32>> {
    let mut lines = Vec::new();
    loop {
        let line = next_line(&mock.options);
        if line.eq_ignore_ascii_case("DONE") {
            return lines;
        }
        lines.push(line.split(',').map(|number| number.parse().expect("numbers")).collect());
    }
}

fn read_move(numbers: &[i32]) -> Move {
    match numbers[..2] {
        [-1, -1] => Move::Pass,
        [x, y] => Move::Place(Point::new(x as u8, y as u8).expect("a point of a board")),
        _ => unreachable!("two were taken"),
    }
}

/// Plays a line of a `BOARD`; where a side has two stones in a row, the other has passed.
fn place(position: &mut Position, line: &[i32]) {
    let mv = read_move(line);
    if position.play(mv).is_err() {
        position.play(Move::Pass).expect("the manager obeys the rules");
        position.play(mv).expect("the manager obeys the rules");
    }
}

fn move_on(mock: &mut Mock, position: &mut Position) {
    // A pass has no line of its own.
    if matches!(position, Position::Gomoku(_)) && position.must_pass() {
        position.play(Move::Pass).expect("it is due");
    }
    let mv = mock.choose(position);
    report(mock);
    mock.answer(position, &Gomocup.moved(mv), &Gomocup);
    position.play(mv).expect("it is legal");
}

fn report(mock: &Mock) {
    if let Some(score) = &mock.options.score {
        say(&format!("MESSAGE depth 3-4 score {score} nodes 40 time 2 ms pv a1"));
    }
}

fn swap2(mock: &mut Mock, position: &mut Position) {
    let stones = match position.history().len() {
        0 => 3,
        3 => match mock.options.choice.as_deref() {
            Some("swap") => 0,
            Some("stay") => 1,
            Some("put") => 2,
            _ => mock.random.usize(0..3),
        },
        _ => mock.random.usize(0..2),
    };
    let mut extended = position.clone();
    let mut points = Vec::new();
    for _ in 0..stones {
        let mv = mock.choose(&extended);
        extended.play(mv).expect("it is legal");
        points.push(Gomocup.moved(mv));
    }
    let honest = if stones == 0 { "SWAP".to_owned() } else { points.join(" ") };
    report(mock);
    mock.answer(position, &honest, &Gomocup);
    *position = extended;
}
