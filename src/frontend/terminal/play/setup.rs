//! Setting up a position.

use std::collections::BTreeMap;
use std::io;

use super::{Flow, Sitting, text};
use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::spoken;
use crate::frontend::desk::Refusal;
use crate::frontend::terminal::request::{self, SetUpRequest};
use crate::game::{Position, Variant};
use crate::gomoku::rules::game::Game as Gomoku;
use crate::othello::rules::game::Game as Othello;

/// The stones during set-up.
struct Arrangement {
    variant: Variant,
    stones: BTreeMap<Point, Color>,
    side: Color,
}

impl Arrangement {
    fn of(position: &Position) -> Arrangement {
        let points = position.size().points();
        let stones = points.filter_map(|point| Some((point, position.stone(point)?))).collect();
        Arrangement { variant: position.variant(), stones, side: position.side_to_move() }
    }

    /// The position, in which a game begins: its history is empty, since nobody knows the order of the stones.
    fn position(&self) -> Option<Position> {
        match self.variant {
            Variant::Gomoku { rule, size } => {
                let game = Gomoku::from_stones(rule, size, self.stones.clone(), self.side);
                game.ok().map(Position::Gomoku)
            }
            Variant::Othello => {
                let mut squares = [None; 64];
                for (point, &color) in &self.stones {
                    squares[usize::from(point.y()) * 8 + usize::from(point.x())] = Some(color);
                }
                Some(Position::Othello(Othello::set_up(&squares, self.side)))
            }
        }
    }
}

impl Sitting<'_> {
    /// Lets the user place and remove stones; the game continues from there.
    pub(super) fn set_up(&mut self) -> io::Result<Flow> {
        let mut arrangement = Arrangement::of(self.partner.position());
        self.say("play-setup-help")?;
        loop {
            if let Some(position) = arrangement.position() {
                self.show(&position)?;
            }
            let Some(line) = self.screen.ask(&self.words.say("play-setup"))? else {
                return Ok(Flow::Leave);
            };
            if line.is_empty() {
                continue;
            }
            match request::parse_setup(&line) {
                Ok(SetUpRequest::Done) => break,
                Ok(SetUpRequest::Cancel) => {
                    self.drawn = false;
                    return Ok(Flow::GoOn);
                }
                Ok(SetUpRequest::Clear) => arrangement.stones.clear(),
                Ok(SetUpRequest::Turn(side)) => {
                    arrangement.side = side;
                    let side = spoken::title(self.words, side);
                    self.say_of("play-setup-turn", "side", side)?;
                }
                Ok(SetUpRequest::Put(stone, targets)) => {
                    let size = self.partner.position().size();
                    let moves: Result<Vec<Move>, Refusal> =
                        targets.iter().map(|target| target.on(size)).collect();
                    match moves {
                        Ok(moves) => {
                            for point in moves.into_iter().filter_map(Move::point) {
                                match stone {
                                    Some(color) => arrangement.stones.insert(point, color),
                                    None => arrangement.stones.remove(&point),
                                };
                            }
                        }
                        Err(refusal) => {
                            self.screen.say(&text::refusal(self.words, &refusal))?;
                        }
                    }
                }
                Ok(SetUpRequest::Help) => self.say("play-setup-help")?,
                Err(misread) => self.screen.say(&text::misread(self.words, &misread))?,
            }
        }
        self.begin_at(arrangement.position())?;
        Ok(Flow::GoOn)
    }

    /// Begins a game at `position`, after saving an unfinished one.
    fn begin_at(&mut self, position: Option<Position>) -> io::Result<()> {
        let Some(position) = position else { return Ok(()) };
        self.save_unfinished()?;
        self.partner.begin(position)?;
        self.clear();
        Ok(())
    }
}
