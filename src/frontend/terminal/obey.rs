//! What each request of a person does.

use std::io;
use std::time::Instant;

use super::request::{HELP, Request};
use super::table::{Flow, Pace, Table};
use super::{Level, Player, text};
use crate::color::Color;
use crate::coord::{Move, Ply};
use crate::formats::game::Verdict;
use crate::frontend::gomocup::protocol::{Command, Reply, Target};

impl Table<'_> {
    /// Carries out a request while the game goes on.
    pub(super) fn obey(&mut self, request: Request) -> io::Result<Flow> {
        match request {
            Request::Move(target) => self.play(target)?,
            Request::Go => self.let_engine_move()?,
            Request::Hint => self.hint()?,
            Request::Why(target) => self.why(target)?,
            Request::Swap => self.swap()?,
            Request::Resign => self.resigned = Some(self.who_resigns()),
            Request::New => {
                self.screen.say("A new game.")?;
                return Ok(Flow::Again);
            }
            Request::Quit => return Ok(Flow::Leave),
            Request::Answer(_) => self.screen.say("Nothing was asked; try help.")?,
            Request::Undo(moves) => self.undo(moves)?,
            Request::Level(level) => self.set_level(level)?,
            Request::Moves => self.screen.say(&text::moves(self.client.position().history()))?,
            Request::Result => {
                let verdict = self.verdict().unwrap_or(Verdict::Unfinished);
                self.screen.say(&text::verdict(&verdict))?;
            }
            Request::Board => self.draw()?,
            Request::Style(style) => {
                self.screen.style = style;
                self.draw()?;
            }
            Request::Help => self.screen.say(HELP)?,
        }
        Ok(Flow::GoOn)
    }

    fn hint(&mut self) -> io::Result<()> {
        let screen = &mut self.screen;
        let answer = self
            .client
            .ask_and_hear(Command::NBest(1), &mut |message| screen.show_progress(message))?;
        self.screen.clear_progress()?;
        let text = match answer.as_deref() {
            Ok([Reply::Ranked(ranked), ..]) => text::hint(ranked),
            Ok(_) => "No hint: there is nothing to play.".to_owned(),
            Err(problem) => text::refusal(problem),
        };
        self.screen.say(&text)
    }

    fn why(&mut self, target: Target) -> io::Result<()> {
        let text = match self.client.ask(Command::Why(target))?.as_deref() {
            Ok([Reply::Why(explanation), ..]) => text::explanation(target, explanation),
            Ok(_) => "There is no explanation.".to_owned(),
            Err(problem) => text::refusal(problem),
        };
        self.screen.say(&text)
    }

    fn set_level(&mut self, level: Level) -> io::Result<()> {
        for setting in level.settings() {
            self.client.set(setting)?;
        }
        self.screen.say(&format!("The engine plays at {level}."))
    }

    /// The engine takes over the side to move.
    fn swap(&mut self) -> io::Result<()> {
        let side = self.side_to_move();
        self.players[side.index()] = Player::Engine;
        self.players[(!side).index()] = Player::Human;
        self.pace = Pace::Moves;
        self.screen.say(&format!("The engine plays {side} now, you play {}.", !side))
    }

    /// The only person at the board, otherwise the side to move.
    fn who_resigns(&self) -> Color {
        let side = self.side_to_move();
        match (self.player(side), self.player(!side)) {
            (Player::Engine, Player::Human) => !side,
            _ => side,
        }
    }

    /// Takes back so many moves, or those since a person's last, that one included.
    pub(super) fn undo(&mut self, moves: Option<u32>) -> io::Result<()> {
        let history = self.client.position().history();
        let plies = match moves {
            Some(moves) => plies_back(history, moves, |_| true),
            None => plies_back(history, 1, |color| {
                self.player(color) == Player::Human || self.players == [Player::Engine; 2]
            }),
        };
        let Some(plies) = plies else {
            let sentence = match moves {
                Some(_) if history.is_empty() => "There is no move to take back.".to_owned(),
                Some(_) => format!("Only {} can be taken back.", stones(history)),
                None => "There is no move of yours to take back.".to_owned(),
            };
            return self.screen.say(&sentence);
        };
        let taken: Vec<String> =
            history.iter().rev().take(plies).map(|ply| ply.mv.to_string()).collect();
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        if let Err(problem) = self.client.ask(Command::Undo(plies))? {
            return self.screen.say(&text::refusal(&problem));
        }
        self.resigned = None;
        self.times.truncate(self.client.position().history().len());
        self.turn_began = Instant::now();
        self.drawn = false;
        self.pace = Pace::Waits;
        self.screen.say(&format!("Taken back: {}.", taken.join(" ")))?;
        if self.player(self.side_to_move()) == Player::Engine {
            self.screen.say("The engine waits: type a move for it, or go.")?;
        }
        Ok(())
    }
}

/// How many moves were played, passes not counted.
fn stones(history: &[Ply]) -> String {
    match history.iter().filter(|ply| ply.mv != Move::Pass).count() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}

/// How many plies end with the last `moves` stones of the sides that count. Passes between and
/// after them go with them; `None` if there are not so many.
fn plies_back(history: &[Ply], moves: u32, counts: impl Fn(Color) -> bool) -> Option<usize> {
    let mut left = moves;
    for (plies, ply) in (1..).zip(history.iter().rev()) {
        if ply.mv != Move::Pass && counts(ply.color) {
            left -= 1;
        }
        if left == 0 {
            return Some(plies);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Point;

    #[test]
    fn passes_go_with_the_moves_before_them() {
        let stone = Move::Place(Point::new(0, 0).unwrap());
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let history: Vec<Ply> = colors
            .zip([stone, stone, stone, Move::Pass, stone, Move::Pass])
            .map(|(color, mv)| Ply { color, mv })
            .collect();
        let white = |color| color == Color::White;
        assert_eq!(plies_back(&history, 1, |_| true), Some(2));
        assert_eq!(plies_back(&history, 2, |_| true), Some(4));
        assert_eq!(plies_back(&history, 1, white), Some(5));
        assert_eq!(plies_back(&history, 4, |_| true), Some(6));
        assert_eq!(plies_back(&history, 5, |_| true), None);
        assert_eq!(plies_back(&history, 2, white), None);
        assert_eq!(plies_back(&[], 1, |_| true), None);
    }
}
