//! The opening swap2: one player places three stones; the other takes a side, or adds two stones and hands the
//! choice back.

use std::io;

use super::{Flow, Sitting, show_progress, text};
use crate::coord::Move;
use crate::formats::spoken;
use crate::frontend::balanced;
use crate::frontend::desk::Target;
use crate::frontend::terminal::options::Player;
use crate::frontend::terminal::request::{self, TypedRequest};
use crate::game::Position;
use crate::search::report::Progress;

/// A player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Black,
    White,
    /// Two more stones; then the other player chooses.
    TwoStones,
}

impl Sitting<'_> {
    /// The opening on an empty board: the player of Black begins.
    pub(super) fn swap2(&mut self) -> io::Result<Flow> {
        let [first, second] = self.options.players;
        self.say("play-swap2")?;
        let placed = self.place(first, 3)?;
        if placed != Flow::GoOn {
            return Ok(placed);
        }
        let mut chooser = second;
        let mut choice = self.choose(chooser, true)?;
        if choice == Ok(Choice::TwoStones) {
            let placed = self.place(second, 2)?;
            if placed != Flow::GoOn {
                return Ok(placed);
            }
            chooser = first;
            choice = self.choose(chooser, false)?;
        }
        let choice = match choice {
            Ok(choice) => choice,
            Err(flow) => return Ok(flow),
        };
        let other = if chooser == second { first } else { second };
        self.options.players = match choice {
            Choice::Black => [chooser, other],
            _ => [other, chooser],
        };
        // The choice of sides was made for these stones.
        self.set_plies = self.partner.position().history().len();
        let side = if choice == Choice::Black { "black" } else { "white" };
        let values =
            [("player", self.name_of(chooser).into()), ("side", self.words.say(side).into())];
        self.screen.say(&self.words.say_with("play-swap2-chosen", &values))?;
        Ok(Flow::GoOn)
    }

    fn name_of(&self, player: Player) -> String {
        self.words.say(match player {
            Player::Human => "play-swap2-you",
            Player::Engine => "play-swap2-engine",
        })
    }

    /// Lets `player` place the given number of stones, black and white in turn. Any result except [`Flow::GoOn`] ends
    /// the opening.
    fn place(&mut self, player: Player, count: usize) -> io::Result<Flow> {
        if player == Player::Engine {
            self.place_balanced()?;
            return Ok(Flow::GoOn);
        }
        let begin = self.partner.position().history().len();
        let end = begin + count;
        while self.partner.position().history().len() < end {
            if !self.drawn {
                self.draw()?;
            }
            let side = spoken::side(self.words, self.side_to_move());
            let prompt = self.words.say_with("play-swap2-place", &[("side", side.into())]);
            let Some(line) = self.screen.ask(&prompt)? else { return Ok(Flow::Leave) };
            match request::parse(&line) {
                _ if line.is_empty() => {}
                Ok(TypedRequest::Move(target)) => self.play(target)?,
                Ok(TypedRequest::Undo(_)) => self.take_back_stone(begin)?,
                Ok(TypedRequest::Board) => self.draw()?,
                Ok(TypedRequest::New) => return Ok(Flow::Again),
                Ok(TypedRequest::Quit) => return Ok(Flow::Leave),
                Ok(_) => self.say("play-swap2-help")?,
                Err(misread) => self.screen.say(&text::misread(self.words, &misread))?,
            }
        }
        Ok(Flow::GoOn)
    }

    /// Takes back the last stone of a player whose first stone came after `begin` others.
    fn take_back_stone(&mut self, begin: usize) -> io::Result<()> {
        let last = match self.partner.position().history() {
            history if history.len() > begin => history.last().map(|ply| ply.mv),
            _ => None,
        };
        let Some(last) = last else { return self.say("play-undo-nothing") };
        if let Err(refusal) = self.partner.undo(1) {
            return self.screen.say(&text::refusal(self.words, &refusal));
        }
        self.times.pop();
        self.change();
        self.drawn = false;
        self.say_of("play-undone", "moves", spoken::played(self.words, last))
    }

    /// Three stones of the engine.
    fn place_balanced(&mut self) -> io::Result<()> {
        let Position::Gomoku(game) = self.partner.position() else { return Ok(()) };
        let next = fastrand::Rng::with_seed(self.options.seed).usize(..);
        self.options.seed = self.options.seed.wrapping_add(1);
        let stones = balanced::place(&mut game.clone(), next);
        for &point in &stones {
            self.play(Target::from(Move::Place(point)))?;
        }
        self.say_of("play-swap2-placed", "moves", spoken::listed(&stones))
    }

    /// The choice of `player`, or the next step if the user ends the opening.
    fn choose(&mut self, player: Player, may_add: bool) -> io::Result<Result<Choice, Flow>> {
        if player == Player::Engine {
            let (words, screen) = (self.words, &mut self.screen);
            let Progress { lines, .. } =
                self.partner.hint(1, &mut |news| show_progress(words, screen, news))?;
            self.screen.clear_progress()?;
            let is_bad = lines.first().is_some_and(|line| line.score.is_negative());
            return Ok(Ok(if is_bad { Choice::Black } else { Choice::White }));
        }
        let prompt = if may_add { "play-swap2-choose" } else { "play-swap2-choose-side" };
        loop {
            if !self.drawn {
                self.draw()?;
            }
            let Some(line) = self.screen.ask(&self.words.say(prompt))? else {
                return Ok(Err(Flow::Leave));
            };
            match request::half_width(&line).to_lowercase().as_str() {
                "black" | "b" | "黑" | "黑方" => return Ok(Ok(Choice::Black)),
                "white" | "w" | "白" | "白方" => return Ok(Ok(Choice::White)),
                "two" | "2" | "加两子" if may_add => return Ok(Ok(Choice::TwoStones)),
                "" => {}
                other => match request::parse(other) {
                    Ok(TypedRequest::Quit) => return Ok(Err(Flow::Leave)),
                    Ok(TypedRequest::New) => return Ok(Err(Flow::Again)),
                    Ok(TypedRequest::Board) => self.draw()?,
                    Ok(TypedRequest::Help) => self.say("play-swap2")?,
                    _ => self.say("play-swap2-choice-help")?,
                },
            }
        }
    }
}
