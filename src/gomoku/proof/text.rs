//! Proofs as text, as protocol.md describes it: a header with the position, then a line for each node.
//!
//! A node that several branches lead to is written once, with a label. The text of a proof is unique: other
//! spellings of the same numbers and points are refused.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;

use super::tree::{Branch, Node, NodeId, Proof, Replies, Tree};
use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::rules::grid::{Cell, Grid, Square};
use crate::gomoku::rules::rule::Rule;
use crate::proof::{
    self, END, Lines, ParseError, Problem, TITLE, VERSION, Value, exactly, invalid, natural,
    points_of, written,
};

/// Writes `proof`.
pub fn write(proof: &Proof) -> String {
    let attacker = proof.attacker;
    let cells = [Cell::Black, Cell::White, Cell::Wall];
    let [black, white, blocked] = cells.map(|cell| points(proof.squares(cell)));
    let (rule, size) = (proof.rule, proof.size());
    let mut body = Body {
        tree: &proof.tree,
        references: proof.tree.references(proof.root),
        labels: HashMap::new(),
        lines: 0,
        text: String::new(),
    };
    body.write(proof.root);
    let Body { lines, text, .. } = body;
    format!(
        "{TITLE} {VERSION}\ngame gomoku\nrule {rule}\nsize {size}\nblack {black}\nwhite {white}\n\
         blocked {blocked}\nattacker {attacker}\nnodes {lines}\n{text}{END}\n"
    )
}

/// The points of squares without separators, or `-`.
fn points(squares: impl Iterator<Item = Square>) -> String {
    written(squares.filter_map(Square::point))
}

/// The lines of the nodes under construction.
struct Body<'a> {
    tree: &'a Tree,
    references: Vec<u32>,
    labels: HashMap<NodeId, usize>,
    lines: usize,
    text: String,
}

impl Body<'_> {
    /// Writes the tree below `root`, depth first.
    fn write(&mut self, root: NodeId) {
        let mut open = vec![(0, "-".to_owned(), root)];
        while let Some((depth, replies, id)) = open.pop() {
            self.lines += 1;
            let mut line = format!("{depth} {replies} ");
            if let Some(label) = self.labels.get(&id) {
                let _ = write!(line, "={label}");
            } else {
                let node = self.tree.get(id);
                line += &points(std::iter::once(node.square));
                if !node.fives.is_empty() {
                    line += "/";
                    line += &points(node.fives.iter().copied());
                }
                if self.references[id.0 as usize] > 1 {
                    let label = self.labels.len() + 1;
                    self.labels.insert(id, label);
                    let _ = write!(line, " :{label}");
                }
                let branch = |branch: &Branch| (depth + 1, branch.replies.to_string(), branch.node);
                open.extend(node.branches.iter().rev().map(branch));
            }
            self.text += &line;
            self.text += "\n";
        }
    }
}

impl fmt::Display for Replies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replies::These(replies) => f.write_str(&points(replies.iter().copied())),
            Replies::Others => f.write_str("*"),
            Replies::Pass => f.write_str("pass"),
        }
    }
}

/// Reads a proof. Lines that begin with `#`, except the first, are comments.
///
/// # Errors
/// The first invalid line.
pub fn parse(text: &str) -> Result<Proof, ParseError> {
    let mut lines = Lines::new(text)?;
    exactly::<Gomoku>(lines.value("game")?)?;
    let rule = exactly::<Rule>(lines.value("rule")?)?;
    let size = exactly::<Size>(lines.value("size")?)?;
    let mut grid = Grid::new(size);
    let black = lines.value("black")?;
    place(&mut grid, Cell::Black, black)?;
    let white = lines.value("white")?;
    place(&mut grid, Cell::White, white)?;
    place(&mut grid, Cell::Wall, lines.value("blocked")?)?;
    let attacker = match lines.value("attacker")? {
        (_, _, "black") => Color::Black,
        (_, _, "white") => Color::White,
        other => return Err(invalid(other)),
    };
    let nodes = lines.value("nodes")?;
    let (count_line, _, _) = nodes;
    let count = proof::count(nodes)?;
    let mut builder = Builder::new(size);
    loop {
        let (number, line) = lines.line()?;
        if line == END {
            break;
        }
        let problem = |problem| ParseError { line: number, problem };
        builder.add(number, line).map_err(problem)?;
    }
    lines.nothing_more()?;
    if builder.lines != count || count == 0 {
        return Err(ParseError { line: count_line, problem: Problem::Count(count) });
    }
    let stone_lines = [black.0, white.0];
    Ok(Proof { rule, attacker, grid, stone_lines, tree: builder.tree, root: NodeId(0) })
}

/// The game type of the proof format.
struct Gomoku;

impl FromStr for Gomoku {
    type Err = ();

    fn from_str(text: &str) -> Result<Gomoku, ()> {
        if text == "gomoku" { Ok(Gomoku) } else { Err(()) }
    }
}

impl fmt::Display for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("gomoku")
    }
}

/// Sets the points of a value to `cell`.
fn place(grid: &mut Grid, cell: Cell, value: Value) -> Result<(), ParseError> {
    for point in proof::points(value)? {
        let square = Square::of(point);
        if grid.get(square) != Cell::Empty {
            return Err(ParseError { line: value.0, problem: Problem::Stone(point) });
        }
        grid.set(square, cell);
    }
    Ok(())
}

/// A tree under construction.
struct Builder {
    size: Size,
    tree: Tree,
    labels: HashMap<usize, NodeId>,
    /// The node at each depth that the next line may continue; `None` after a reference.
    path: Vec<Option<NodeId>>,
    lines: usize,
}

impl Builder {
    fn new(size: Size) -> Builder {
        let (tree, labels) = (Tree::default(), HashMap::new());
        Builder { size, tree, labels, path: Vec::new(), lines: 0 }
    }

    /// Adds the node of a line.
    fn add(&mut self, number: usize, line: &str) -> Result<(), Problem> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or(Problem::NoNode);
        let (depth, replies, answer) = (word()?, word()?, word()?);
        let label = words.next();
        if words.next().is_some() {
            return Err(Problem::NoNode);
        }
        let depth = natural(depth).ok_or(Problem::NoNode)?;
        let parent = match depth.checked_sub(1) {
            None if self.lines == 0 => None,
            None => return Err(Problem::Depth(0)),
            Some(above) => {
                let parent = self.path.get(above).copied().flatten();
                Some(parent.ok_or(Problem::Depth(depth))?)
            }
        };
        let replies = match parent {
            None if replies == "-" => None,
            None => return Err(Problem::NoNode),
            Some(parent) => Some(self.replies(parent, replies)?),
        };
        let (id, is_new) = match (answer.strip_prefix('='), label) {
            (Some(known), None) => (self.known(known)?, false),
            (Some(_), Some(_)) => return Err(Problem::NoNode),
            (None, label) => (self.node(number, answer, label)?, true),
        };
        if let (Some(parent), Some(replies)) = (parent, replies) {
            self.tree.add_branch(parent, Branch { replies, node: id });
        }
        self.path.truncate(depth);
        self.path.push(is_new.then_some(id));
        self.lines += 1;
        Ok(())
    }

    /// The replies of a new branch of `parent`.
    fn replies(&self, parent: NodeId, text: &str) -> Result<Replies, Problem> {
        let replies = match text {
            "*" => Replies::Others,
            "pass" => Replies::Pass,
            points => Replies::These(self.squares(points)?),
        };
        let earlier = &self.tree.get(parent).branches;
        match &replies {
            Replies::These(new) => {
                let is_taken = |square: &Square| {
                    earlier.iter().any(|branch| match &branch.replies {
                        Replies::These(old) => old.contains(square),
                        Replies::Others | Replies::Pass => false,
                    })
                };
                let mut seen = new.iter().enumerate();
                let twice = seen.find(|&(i, square)| is_taken(square) || new[..i].contains(square));
                if let Some((_, square)) = twice {
                    return Err(Problem::Twice(points(std::iter::once(*square))));
                }
            }
            single if earlier.iter().any(|branch| branch.replies == *single) => {
                return Err(Problem::Twice(text.to_owned()));
            }
            _ => {}
        }
        Ok(replies)
    }

    /// The node with a label.
    fn known(&self, label: &str) -> Result<NodeId, Problem> {
        let number = natural(label).ok_or(Problem::NoNode)?;
        self.labels.get(&number).copied().ok_or_else(|| Problem::Label(label.to_owned()))
    }

    /// A new node: its move with its fives, and its label.
    fn node(&mut self, line: usize, answer: &str, label: Option<&str>) -> Result<NodeId, Problem> {
        let (square, fives) = match answer.split_once('/') {
            Some((square, fives)) => (square, self.squares(fives)?),
            None => (answer, Vec::new()),
        };
        let [square] = self.squares(square)?[..] else {
            return Err(Problem::NoNode);
        };
        let id = self.tree.add(Node { line, square, fives, branches: Vec::new() });
        if let Some(text) = label {
            let number = text.strip_prefix(':').and_then(natural).ok_or(Problem::NoNode)?;
            if self.labels.insert(number, id).is_some() {
                return Err(Problem::Label(number.to_string()));
            }
        }
        Ok(id)
    }

    /// Points of the board.
    fn squares(&self, text: &str) -> Result<Vec<Square>, Problem> {
        let points = points_of(text).ok_or(Problem::NoNode)?;
        match points.iter().find(|point| !self.size.contains(**point)) {
            Some(&point) => Err(Problem::Stone(point)),
            None => Ok(points.into_iter().map(Square::of).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: &str = "\
tengen-proof 2
game gomoku
rule caro-exact
size 9x7
black c3d3e3
white a1b6c7
blocked i7
attacker black
nodes 8
0 - f3/b3g3 :1
1 b3 g3
1 g3 b3/a3 :2
2 a3 d4 :3
3 * e5
2 pass =3
1 a7b7 =2
1 * =1
end
";

    fn error(text: &str) -> (usize, String) {
        let error = parse(text).unwrap_err();
        (error.line, error.problem.to_string())
    }

    #[test]
    fn what_is_written_is_read() {
        let proof = parse(PROOF).unwrap();
        assert_eq!((proof.rule, proof.size()), (Rule::CaroExact, Size::new(9, 7).unwrap()));
        assert_eq!((proof.lines(), proof.tree.len()), (8, 5));
        let root = proof.tree.get(proof.root);
        assert_eq!((root.line, root.branches.len(), root.fives.len()), (10, 4, 2));
        assert_eq!(write(&proof), PROOF);
        let commented = PROOF.replace("rule", "# a comment\nrule");
        assert_eq!(parse(&commented).unwrap().tree.get(proof.root).line, 11);
        assert_eq!(write(&parse(&PROOF.replace('\n', "\r\n")).unwrap()), PROOF);
    }

    #[test]
    fn every_fault_names_its_line() {
        let changed = |from: &str, to: &str| {
            assert!(PROOF.contains(from), "{from}");
            error(&PROOF.replacen(from, to, 1))
        };
        for (from, to, line, message) in [
            ("tengen-proof 2", "tengen-prove 1", 1, "not a proof (expected tengen-proof 2)"),
            ("tengen-proof 2", "tengen-proof 1", 1, "unknown version '1' (expected 2)"),
            ("game gomoku", "game othello", 2, "invalid game 'othello'"),
            ("rule caro-exact", "rule caro-", 3, "invalid rule 'caro-'"),
            ("size 9x7", "size 9", 4, "invalid size '9'"),
            ("size 9x7", "size 9x4", 4, "invalid size '9x4'"),
            ("black", "blacks", 5, "expected a line that begins with black"),
            ("c3d3e3", "c3d3c3", 5, "c3 is off the board or taken"),
            ("c3d3e3", "c03", 5, "invalid black 'c03'"),
            ("a1b6c7", "a1b6c8", 6, "c8 is off the board or taken"),
            ("blocked i7", "blocked ", 7, "invalid blocked ''"),
            ("attacker black", "attacker Black", 8, "invalid attacker 'Black'"),
            ("nodes 8", "nodes 7", 9, "the header says 7 nodes"),
            ("nodes 8", "nodes 1", 9, "the header says 1 node"),
            ("nodes 8", "nodes 08", 9, "invalid nodes '08'"),
            ("0 - f3", "0 * f3", 10, "not a node (expected depth, replies, move)"),
            ("0 - f3", "1 - f3", 10, "no node leads to depth 1"),
            ("1 b3 g3", "1 - g3", 11, "not a node (expected depth, replies, move)"),
            ("1 b3 g3", "1 b3 g8", 11, "g8 is off the board or taken"),
            ("1 b3 g3", "1  b3 g3", 11, "not a node (expected depth, replies, move)"),
            ("1 b3 g3", "1 b3 g3h3", 11, "not a node (expected depth, replies, move)"),
            ("1 b3 g3", "1 b3 g3/", 11, "not a node (expected depth, replies, move)"),
            ("1 b3 g3", "1 b3", 11, "not a node (expected depth, replies, move)"),
            ("1 b3 g3", "2 b3 g3", 11, "no node leads to depth 2"),
            ("1 g3 b3", "0 g3 b3", 12, "no node leads to depth 0"),
            ("1 g3 b3", "1 b3 b3", 12, "b3 is answered twice"),
            ("b3/a3 :2", "b3/a3 :1", 12, "label 1 is defined twice or not at all"),
            ("2 a3 d4", "2 a3g4a3 d4", 13, "a3 is answered twice"),
            ("2 pass =3", "2 pass =4", 15, "label 4 is defined twice or not at all"),
            ("2 pass =3", "2 pass =3 :5", 15, "not a node (expected depth, replies, move)"),
            ("1 a7b7 =2", "3 a7b7 =2", 16, "no node leads to depth 3"),
            ("1 a7b7 =2", "1 * =2", 17, "* is answered twice"),
            ("1 a7b7 =2", "", 16, "not a node (expected depth, replies, move)"),
            ("end\n", "", 17, "the proof is cut off"),
            ("end\n", "end\n\n", 19, "text after the end of the proof"),
        ] {
            assert_eq!(changed(from, to), (line, message.to_owned()), "{from} -> {to}");
        }
        assert_eq!(error("").0, 1);
    }

    #[test]
    fn a_proof_that_is_cut_off_anywhere_is_refused() {
        for end in 0..PROOF.len() - 1 {
            assert!(parse(&PROOF[..end]).is_err(), "{}", &PROOF[..end]);
        }
        // Only the last line break may be missing.
        assert!(parse(&PROOF[..PROOF.len() - 1]).is_ok());
    }
}
