//! A game played a second time, without the rules of the engine, to judge what a protocol says about it.

use tengen::gomoku::rules::rule::Rule;

use super::oracle::{Oracle, Spot};

pub const BLACK: u8 = b'X';
pub const WHITE: u8 = b'O';
const EMPTY: u8 = b'.';

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// A move; `None` is a pass.
pub type Step = Option<Spot>;

pub fn other(side: u8) -> u8 {
    if side == BLACK { WHITE } else { BLACK }
}

/// A small number without a sign and without leading zeros.
pub fn number(text: &str) -> Option<i32> {
    let is_plain = text.len() < 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<i32>().ok().filter(|number| is_plain && number.to_string() == text)
}

/// A game and its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Gomoku(Rule),
    Othello,
}

impl Kind {
    /// The kind of a value of `INFO rule` that means the same in every dialect and ends the game with a winning row.
    pub fn of_number(text: &str) -> Option<Kind> {
        Some(match text {
            "0" | "5" => Kind::Gomoku(Rule::Freestyle),
            "1" => Kind::Gomoku(Rule::Standard),
            "4" => Kind::Gomoku(Rule::Renju),
            "8" => Kind::Gomoku(Rule::Caro),
            "9" => Kind::Gomoku(Rule::CaroExact),
            "16" => Kind::Othello,
            _ => return None,
        })
    }

    pub fn fits(self, (width, height): (i32, i32)) -> bool {
        match self {
            Kind::Gomoku(_) => [width, height].iter().all(|side| (5..=22).contains(side)),
            Kind::Othello => (width, height) == (8, 8),
        }
    }
}

/// The board before a ply, and the ply.
#[derive(Clone)]
struct Ply {
    rows: Vec<Vec<u8>>,
    side: u8,
    step: Step,
}

/// A game in progress.
#[derive(Clone)]
pub struct Mirror {
    pub kind: Kind,
    /// The side to move.
    pub side: u8,
    board: Oracle,
    plies: Vec<Ply>,
}

impl Mirror {
    /// The start of a game on a board that fits it.
    pub fn new(kind: Kind, (width, height): (i32, i32)) -> Mirror {
        let rows = vec![vec![EMPTY; width as usize]; height as usize];
        let mut mirror = Mirror { kind, side: BLACK, board: Oracle { rows }, plies: Vec::new() };
        if kind == Kind::Othello {
            for (spot, side) in [((3, 3), WHITE), ((4, 3), BLACK), ((3, 4), BLACK), ((4, 4), WHITE)]
            {
                mirror.board.put(spot, side);
            }
        }
        mirror
    }

    pub fn othello() -> Mirror {
        Mirror::new(Kind::Othello, (8, 8))
    }

    /// A position of Othello: 64 squares row by row, `X`, `O` or anything else for an empty one, and the side to move.
    pub fn from_squares(squares: &[u8], side: u8) -> Mirror {
        let mut mirror = Mirror { side, ..Mirror::othello() };
        let is_disc = |square: u8| square == BLACK || square == WHITE;
        for (row, squares) in mirror.board.rows.iter_mut().zip(squares.chunks(8)) {
            let cells = squares.iter().map(|&square| if is_disc(square) { square } else { EMPTY });
            *row = cells.collect();
        }
        mirror
    }

    /// The game in progress under another rule; `None` if `kind` is another game.
    pub fn under(self, kind: Kind) -> Option<Mirror> {
        let is_same_game = (self.kind == Kind::Othello) == (kind == Kind::Othello);
        is_same_game.then_some(Mirror { kind, ..self })
    }

    pub fn size(&self) -> (i32, i32) {
        (self.rows()[0].len() as i32, self.rows().len() as i32)
    }

    /// The cells: `X` black, `O` white, `.` empty, `#` blocked.
    pub fn rows(&self) -> &[Vec<u8>] {
        &self.board.rows
    }

    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// The points of the board, row by row.
    fn spots(&self) -> Vec<Spot> {
        let (width, height) = self.size();
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
    }

    fn flips(&self, spot: Spot, side: u8) -> Vec<Spot> {
        let mut flips = Vec::new();
        for line in DIRECTIONS {
            let cells = (1..).map(|steps| Oracle::along(spot, line, steps));
            let row: Vec<Spot> =
                cells.take_while(|&cell| self.board.at(cell) == other(side)).collect();
            if self.board.at(Oracle::along(spot, line, row.len() as i32 + 1)) == side {
                flips.extend(row);
            }
        }
        flips
    }

    /// Whether an empty point turns a disc for `side`.
    fn can_turn(&self, side: u8) -> bool {
        let turns = |&spot: &Spot| self.is_empty(spot) && !self.flips(spot, side).is_empty();
        self.spots().iter().any(turns)
    }

    fn is_empty(&self, spot: Spot) -> bool {
        self.board.at(spot) == EMPTY
    }

    pub fn is_over(&self) -> bool {
        match self.kind {
            Kind::Othello => !self.can_turn(BLACK) && !self.can_turn(WHITE),
            Kind::Gomoku(rule) => {
                let spots = self.spots();
                let is_stone = |spot: Spot| [BLACK, WHITE].contains(&self.board.at(spot));
                let wins = |&spot: &Spot| is_stone(spot) && self.board.wins(spot, rule);
                !spots.iter().any(|&spot| self.is_empty(spot)) || spots.iter().any(wins)
            }
        }
    }

    fn can_place(&mut self, spot: Spot) -> bool {
        if !self.is_empty(spot) {
            return false;
        }
        match self.kind {
            Kind::Gomoku(Rule::Renju) if self.side == BLACK => self.board.foul(spot).is_none(),
            Kind::Gomoku(_) => true,
            Kind::Othello => !self.flips(spot, self.side).is_empty(),
        }
    }

    /// The points where the side to move may play, row by row.
    pub fn legal_spots(&mut self) -> Vec<Spot> {
        if self.is_over() {
            return Vec::new();
        }
        self.spots().into_iter().filter(|&spot| self.can_place(spot)).collect()
    }

    /// Whether the side to move can only pass.
    pub fn must_pass(&mut self) -> bool {
        !self.is_over() && !self.spots().into_iter().any(|spot| self.can_place(spot))
    }

    pub fn allows(&mut self, step: Step) -> bool {
        match step {
            None => self.must_pass(),
            Some(spot) => !self.is_over() && self.can_place(spot),
        }
    }

    /// Plays a move if it is legal; returns whether it is.
    pub fn play(&mut self, step: Step) -> bool {
        let is_legal = self.allows(step);
        if is_legal {
            self.record(step);
        }
        is_legal
    }

    fn record(&mut self, step: Step) {
        let (rows, side) = (self.board.rows.clone(), self.side);
        self.plies.push(Ply { rows, side, step });
        if let Some(spot) = step {
            if self.kind == Kind::Othello {
                self.flips(spot, side).into_iter().for_each(|flip| self.board.put(flip, side));
            }
            self.board.put(spot, side);
        }
        self.side = other(side);
    }

    /// Makes `side` the side to move, if need be by a pass that no rule allows.
    pub fn give_turn_to(&mut self, side: u8) {
        if self.side != side {
            self.record(None);
        }
    }

    /// Places a stone as a manager sets up a position; returns whether the point was empty.
    pub fn place(&mut self, spot: Spot, side: u8) -> bool {
        let is_empty = self.is_empty(spot);
        if is_empty {
            self.give_turn_to(side);
            self.record(Some(spot));
        }
        is_empty
    }

    /// Blocks a point before the first ply; returns whether it was empty.
    pub fn block(&mut self, spot: Spot) -> bool {
        let is_empty = self.is_empty(spot);
        if is_empty {
            self.board.put(spot, b'#');
        }
        is_empty
    }

    /// Takes back the last ply; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(Ply { rows, side, .. }) = self.plies.pop() else { return false };
        (self.board.rows, self.side) = (rows, side);
        true
    }

    /// Takes back `step` and the passes after it; returns whether only passes followed it.
    pub fn take_back(&mut self, step: Step) -> bool {
        let mut steps = self.plies.iter().rev().map(|ply| ply.step);
        let Some(passes) = steps.position(|made| made == step || made.is_some()) else {
            return false;
        };
        if self.plies[self.plies.len() - 1 - passes].step != step {
            return false;
        }
        (0..=passes).all(|_| self.undo())
    }

    /// The moves so far, as Gomocup's `MOVES` lists them.
    pub fn moves(&self) -> String {
        let moves: Vec<String> = self.plies.iter().map(|ply| text(ply.step)).collect();
        format!("MOVES {}", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") })
    }

    /// The forbidden points, as Gomocup's `FORBIDDEN` lists them.
    pub fn forbidden(&mut self) -> String {
        let mut fouls = Vec::new();
        if self.kind == Kind::Gomoku(Rule::Renju) && self.side == BLACK && !self.is_over() {
            let mut spots = self.spots();
            spots.sort_unstable();
            spots.retain(|&spot| self.is_empty(spot));
            for spot in spots {
                let foul = self.board.foul(spot);
                fouls.extend(foul.map(|foul| format!("{}:{foul}", text(Some(spot)))));
            }
        }
        format!("FORBIDDEN {}", if fouls.is_empty() { "-".to_owned() } else { fouls.join(" ") })
    }
}

/// A letter for the column and a number for the row, both counted from the top left, or `pass`.
fn text(step: Step) -> String {
    step.map_or("pass".to_owned(), |(x, y)| format!("{}{}", char::from(b'a' + x as u8), y + 1))
}
