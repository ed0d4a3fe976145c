//! Proofs of scores as text, as protocol.md describes it: a header with the position and the score, then a tree for
//! each of the two bounds, with a line for each node.

use std::fmt::{self, Write};

use super::play::Ply;
use crate::color::Color;
use crate::coord::Point;
use crate::othello::rules::board::Board;
use crate::othello::rules::square::{Squares, bit, from_point, to_point};
use crate::proof::{
    END, Lines, ParseError, Problem, TITLE, VERSION, Value, count, invalid, natural, points,
    points_of, written,
};

/// Begins the tree which proves that the side to move scores at least this much.
pub const AT_LEAST: &str = "at-least";
/// Begins the tree which proves that it scores at most this much.
pub const AT_MOST: &str = "at-most";

/// A position and the exact score that a proof shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position, seen from the side to move.
    pub board: Board,
    /// The side to move.
    pub side: Color,
    /// The score of that side, with the empty squares for the winner: even, -64..=64.
    pub score: i32,
}

/// What leads to a node: the start of the tree, if the proving side is to move at the root, or a ply of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Start,
    Played(Ply),
}

/// The continuation after a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The proving side plays this; others may refer to the node by the label.
    Play(Ply, Option<usize>),
    /// The position is the one of the node with this label.
    Same(usize),
}

/// A line of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub depth: usize,
    pub reply: Reply,
    pub answer: Answer,
}

/// Writes a ply. Proofs have millions of them, and formatting a point takes several times as long.
fn put_ply(ply: Ply, out: &mut impl Write) -> fmt::Result {
    let Some(square) = ply else { return out.write_str("pass") };
    out.write_char(char::from(b'a' + square % 8))?;
    out.write_char(char::from(b'1' + square / 8))
}

impl Reply {
    fn put(self, out: &mut impl Write) -> fmt::Result {
        match self {
            Reply::Start => out.write_char('-'),
            Reply::Played(ply) => put_ply(ply, out),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.put(f)
    }
}

impl Answer {
    fn put(self, out: &mut impl Write) -> fmt::Result {
        match self {
            Answer::Play(ply, None) => put_ply(ply, out),
            Answer::Play(ply, Some(label)) => {
                put_ply(ply, out)?;
                write!(out, " :{label}")
            }
            Answer::Same(label) => write!(out, "={label}"),
        }
    }
}

impl Node {
    /// Writes its line.
    fn put(self, out: &mut impl Write) -> fmt::Result {
        write!(out, "{} ", self.depth)?;
        self.reply.put(out)?;
        out.write_char(' ')?;
        self.answer.put(out)?;
        out.write_char('\n')
    }
}

/// The lines of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    text: String,
    count: usize,
}

impl Nodes {
    /// Adds a node; its descendants follow immediately.
    pub fn add(&mut self, node: Node) {
        // Writing to a string cannot fail.
        let _ = node.put(&mut self.text);
        self.count += 1;
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The length of their text in bytes.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }
}

/// The proof of `claim` by its two trees.
pub fn write(claim: &Claim, at_least: &Nodes, at_most: &Nodes) -> String {
    let Claim { board, side, score } = *claim;
    let discs = [board.player, board.opponent].map(|set| written(Squares(set).map(to_point)));
    let [own, other] = &discs;
    let (black, white) = if side == Color::Black { (own, other) } else { (other, own) };
    let header = format!(
        "{TITLE} {VERSION}\ngame othello\nblack {black}\nwhite {white}\nturn {side}\nscore {score:+}\n"
    );
    let [lower, upper] = [(AT_LEAST, at_least), (AT_MOST, at_most)]
        .map(|(key, nodes)| format!("{key} {}\n", nodes.count));
    [&header, &lower, &at_least.text, &upper, &at_most.text, END, "\n"].concat()
}

/// Reads the claim in the header.
///
/// # Errors
/// The first invalid line.
pub fn read_claim(lines: &mut Lines) -> Result<Claim, ParseError> {
    let game = lines.value("game")?;
    if game.2 != "othello" {
        return Err(invalid(game));
    }
    let black = discs(lines.value("black")?, 0)?;
    let white = discs(lines.value("white")?, black)?;
    let (side, player, opponent) = match lines.value("turn")? {
        (_, _, "black") => (Color::Black, black, white),
        (_, _, "white") => (Color::White, white, black),
        other => return Err(invalid(other)),
    };
    let score = score(lines.value("score")?)?;
    Ok(Claim { board: Board { player, opponent }, side, score })
}

/// The squares of a value, none of which is `taken`.
fn discs(value: Value, taken: u64) -> Result<u64, ParseError> {
    points(value)?.into_iter().try_fold(0, |set, point| {
        let square = from_point(point).map(bit).filter(|square| (set | taken) & square == 0);
        let problem = ParseError { line: value.0, problem: Problem::Stone(point) };
        Ok(set | square.ok_or(problem)?)
    })
}

fn score(value: Value) -> Result<i32, ParseError> {
    let score = value.2.parse().ok().filter(|score| {
        (-64..=64).contains(score) && score % 2 == 0 && format!("{score:+}") == value.2
    });
    score.ok_or_else(|| invalid(value))
}

/// The number of nodes that the first line of a tree states.
///
/// # Errors
/// It states none.
pub fn read_count(value: Value) -> Result<usize, ParseError> {
    count(value)
}

/// Reads the line of a node.
///
/// # Errors
/// It is not the line of a node.
pub fn read_node(line: &str) -> Result<Node, Problem> {
    let mut words = line.split(' ');
    let mut word = || words.next().ok_or(Problem::NoNode);
    let (depth, reply, answer) = (word()?, word()?, word()?);
    let label = words.next();
    if words.next().is_some() {
        return Err(Problem::NoNode);
    }
    let depth = natural(depth).ok_or(Problem::NoNode)?;
    let reply = if reply == "-" { Reply::Start } else { Reply::Played(ply(reply)?) };
    let number = |text: &str| natural(text).ok_or(Problem::NoNode);
    let answer = match (answer.strip_prefix('='), label) {
        (Some(known), None) => Answer::Same(number(known)?),
        (Some(_), Some(_)) => return Err(Problem::NoNode),
        (None, None) => Answer::Play(ply(answer)?, None),
        (None, Some(label)) => {
            let label = label.strip_prefix(':').ok_or(Problem::NoNode)?;
            Answer::Play(ply(answer)?, Some(number(label)?))
        }
    };
    Ok(Node { depth, reply, answer })
}

fn ply(text: &str) -> Result<Ply, Problem> {
    if text == "pass" {
        return Ok(None);
    }
    let square = |point: Point| from_point(point).ok_or(Problem::Stone(point));
    match points_of(text).as_deref() {
        Some(&[point]) => square(point).map(Some),
        _ => Err(Problem::NoNode),
    }
}
