//! The course of play: whose turn it is, and who is to move then.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::client::Client;
use super::request;
use super::screen::Screen;
use super::{Options, Player, text};
use crate::color::Color;
use crate::coord::Move;
use crate::formats::date::DateTime;
use crate::formats::game::Verdict;
use crate::frontend::gomocup::protocol::{Command, Message, Target};
use crate::game::Variant;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The game goes on.
    GoOn,
    /// Another game begins.
    Again,
    /// The person leaves.
    Leave,
}

/// What the engine does when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It moves.
    Moves,
    /// It waits, because moves were taken back to look at a position.
    Waits,
}

/// A board with the people and the engine around it.
pub struct Table<'a> {
    pub(super) screen: Screen<'a>,
    pub(super) client: Client,
    pub(super) players: [Player; 2],
    pub(super) pace: Pace,
    /// The side that gave up, if one did.
    pub(super) resigned: Option<Color>,
    pub(super) variant: Variant,
    pub(super) folder: Option<PathBuf>,
    pub(super) began: DateTime,
    /// How long every ply of the session's history took.
    pub(super) times: Vec<Duration>,
    /// Since when the side to move has been at it.
    pub(super) turn_began: Instant,
    /// Whether the board was drawn since it changed.
    pub(super) drawn: bool,
}

impl<'a> Table<'a> {
    /// A table with a fresh board.
    pub fn new(options: Options, mut screen: Screen<'a>) -> io::Result<Table<'a>> {
        let Options { variant, terminal, seed, .. } = options;
        let mut client = Client::start(variant, terminal, options.learned.clone(), seed)?;
        for setting in options.level.settings().iter().chain(&options.settings) {
            client.set(setting.clone())?;
        }
        screen.say(&text::welcome(&options))?;
        screen.say("Type a move such as d3, or help.")?;
        Ok(Table {
            screen,
            client,
            players: options.players,
            pace: Pace::Moves,
            resigned: None,
            variant: options.variant,
            folder: options.record,
            began: DateTime::now(),
            times: Vec::new(),
            turn_began: Instant::now(),
            drawn: false,
        })
    }

    /// Plays games until the person leaves.
    pub fn run(mut self) -> io::Result<()> {
        loop {
            match self.turn()? {
                Flow::GoOn => {}
                Flow::Again => self.clear()?,
                Flow::Leave => return Ok(()),
            }
        }
    }

    /// The end of the game, if it has come.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let board = self.client.outcome().cloned().map(Verdict::Board);
        board.or(self.resigned.map(Verdict::Resigned))
    }

    /// Whose turn it is.
    pub(super) fn side_to_move(&self) -> Color {
        self.client.position().side_to_move()
    }

    /// Who moves for `color`.
    pub(super) fn player(&self, color: Color) -> Player {
        self.players[color.index()]
    }

    fn turn(&mut self) -> io::Result<Flow> {
        if let Some(verdict) = self.verdict() {
            return self.finish(verdict);
        }
        if self.client.position().must_pass() {
            return self.pass();
        }
        match (self.player(self.side_to_move()), self.pace) {
            (Player::Engine, Pace::Moves) => self.let_engine_move()?,
            _ => return self.let_person_move(),
        }
        Ok(Flow::GoOn)
    }

    /// A fresh board for the same players.
    fn clear(&mut self) -> io::Result<()> {
        self.client.restart()?;
        self.pace = Pace::Moves;
        self.resigned = None;
        self.began = DateTime::now();
        self.times.clear();
        self.turn_began = Instant::now();
        self.drawn = false;
        Ok(())
    }

    /// The only thing the side to move can do, whoever plays it.
    fn pass(&mut self) -> io::Result<Flow> {
        self.screen.say(&text::forced_pass(self.client.position()))?;
        self.turn_began = Instant::now();
        self.play(Target::PASS)?;
        Ok(Flow::GoOn)
    }

    fn let_person_move(&mut self) -> io::Result<Flow> {
        if !self.drawn {
            self.draw()?;
        }
        let side = self.side_to_move();
        let prompt = match self.player(side) {
            Player::Human => text::side(side).to_owned(),
            Player::Engine => format!("{}, the engine waits", text::side(side)),
        };
        let Some(line) = self.screen.ask(&prompt)? else {
            return Ok(Flow::Leave);
        };
        if line.is_empty() {
            return Ok(Flow::GoOn);
        }
        match request::parse(&line) {
            Ok(request) => self.obey(request),
            Err(sentence) => {
                self.screen.say(&sentence)?;
                Ok(Flow::GoOn)
            }
        }
    }

    /// The engine moves for the side to move.
    pub(super) fn let_engine_move(&mut self) -> io::Result<()> {
        let side = self.side_to_move();
        self.turn_began = Instant::now();
        let mut summary = String::new();
        let screen = &mut self.screen;
        let mv = self.client.engine_move(&mut |message| {
            match message {
                Message::Progress(progress) => summary = text::search_summary(progress),
                Message::Booked(line) => summary = text::book_summary(line),
                _ => {}
            }
            screen.show_progress(message)
        })?;
        self.screen.clear_progress()?;
        self.screen.say(&format!("{} plays {mv}{summary}", text::title(side)))?;
        self.note_move();
        if self.players == [Player::Engine; 2] {
            self.draw()?;
        }
        Ok(())
    }

    /// Plays `target` for the side to move, or says why that cannot be.
    pub(super) fn play(&mut self, target: Target) -> io::Result<()> {
        match self.client.ask(Command::Play(target))? {
            Ok(_) => self.note_move(),
            Err(problem) => self.screen.say(&text::refusal(&problem))?,
        }
        Ok(())
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        self.drawn = true;
        self.screen.draw(self.client.position())
    }

    /// Notes that the session has one ply more.
    fn note_move(&mut self) {
        self.times.push(match self.client.position().history().last().map(|ply| ply.mv) {
            Some(Move::Pass) => Duration::ZERO,
            _ => self.turn_began.elapsed(),
        });
        self.turn_began = Instant::now();
        self.pace = Pace::Moves;
        self.drawn = false;
    }
}
