//! Trees of Gomoku in SGF: variations, comments and labels, as libraries have them.
//!
//! A label or a mark of a move is in the node before it, as the property `LB` or `MA` of its point: programs show it
//! there.

use rustc_hash::FxHashMap;

use super::renlib::{Library, Node};
use super::tree::{GameTree, Property};
use crate::color::Color;
use crate::coord::Point;

/// The point of two letters such as `hh`, from the upper left corner.
pub(super) fn point(text: &str) -> Option<Point> {
    match text.as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Point::new(x - b'a', y - b'a'),
        _ => None,
    }
}

/// The two letters of a point.
pub(super) fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|i| char::from(b'a' + i)).iter().collect()
}

/// A value of SGF with special characters escaped.
pub(super) fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A label or a mark of the move at a point, in the node that the move follows.
struct Remark {
    node: usize,
    point: Point,
    /// `None` is a mark.
    label: Option<String>,
    /// Whether there is a stone on the point of the label.
    is_taken: bool,
}

/// The tree of a game; `None` if it sets up stones, its sides do not alternate, or a move has no point. Comments of the
/// main line for which `is_own` is true are omitted. A malformed label or mark, and a list of points, become lines of
/// the comment.
pub(super) fn read(game: &GameTree<'_>, is_own: impl Fn(&str) -> bool) -> Option<Library> {
    let mut moves = Moves::new();
    let mut remarks = Vec::new();
    // For each node of the game on the path to the current one, its node in the library.
    let mut path: Vec<usize> = Vec::new();
    for (number, (depth, properties)) in game.nodes().enumerate() {
        // The record has the times of the main line, but not those of variations.
        let is_main = number < game.main_line.len();
        path.truncate(depth);
        moves.go_to(path.last().copied().unwrap_or(0));
        for property in properties {
            if property.sets_up() {
                return None;
            }
            if let Some(color) = property.mover() {
                moves.add(color, property)?;
            }
        }
        let node = moves.at;
        path.push(node);
        for property in properties {
            let (name, text) = (property.name.as_str(), property.value.trim());
            match name {
                _ if text.is_empty() => {}
                "C" if !(is_main && is_own(text)) => add_comment(&mut moves.nodes[node], text),
                "LB" | "MA" => match label(name, text) {
                    Some((point, label)) => {
                        let is_taken = moves.is_taken(point);
                        remarks.push(Remark { node, point, label, is_taken });
                    }
                    None => add_comment(&mut moves.nodes[node], &format!("{name}: {text}")),
                },
                _ => {}
            }
        }
    }
    let labels: Vec<(usize, Node)> =
        remarks.into_iter().filter_map(|remark| moves.attach(remark)).collect();
    Some(with_labels(moves.nodes, labels))
}

/// The moves of a tree while it is read. No step looks at the whole path, which illegal moves can make very long.
struct Moves {
    nodes: Vec<Node>,
    /// The current node.
    at: usize,
    /// The points taken in the current node, each once, with the depth of the first move there; in the order of depths.
    taken: Vec<(usize, Point)>,
    /// For a node and a point, the first move there after the node.
    first: FxHashMap<(usize, Point), usize>,
}

impl Moves {
    fn new() -> Moves {
        let first = FxHashMap::default();
        Moves { nodes: vec![Node::default()], at: 0, taken: Vec::new(), first }
    }

    /// Goes back to `node`, which is the current one or above it.
    fn go_to(&mut self, node: usize) {
        let depth = self.nodes[node].depth;
        let kept = self.taken.partition_point(|&(taken, _)| taken <= depth);
        self.taken.truncate(kept);
        self.at = node;
    }

    /// Adds the move of `property` after the current node and goes to it.
    fn add(&mut self, color: Color, property: &Property) -> Option<()> {
        let (depth, number) = (self.nodes[self.at].depth + 1, self.nodes.len());
        if color != Color::ALL[(depth + 1) % 2] {
            return None;
        }
        let text = property.value.trim();
        let point = if text.is_empty() { None } else { Some(point(text)?) };
        if let Some(point) = point {
            self.first.entry((self.at, point)).or_insert(number);
            if !self.is_taken(point) {
                self.taken.push((depth, point));
            }
        }
        self.nodes.push(Node { depth, point, ..Node::default() });
        self.at = number;
        Some(())
    }

    /// Whether there is a stone on `point` in the current node.
    fn is_taken(&self, point: Point) -> bool {
        self.taken.iter().any(|&(_, taken)| taken == point)
    }

    /// Attaches a remark to its move. If there is no such move, a label on an empty point becomes a node, which is
    /// returned with the number of the node before it, and other remarks become lines of the comment.
    fn attach(&mut self, remark: Remark) -> Option<(usize, Node)> {
        let Remark { node, point, label, is_taken } = remark;
        let child = self.first.get(&(node, point)).copied();
        match (child.map(|child| &mut self.nodes[child]), label) {
            (Some(child), Some(label)) => child.label = label,
            (Some(child), None) => child.is_marked = true,
            (None, Some(label)) if !is_taken => {
                let (depth, point) = (self.nodes[node].depth + 1, Some(point));
                let below = Node { depth, point, is_label: true, label, ..Node::default() };
                return Some((node, below));
            }
            (None, label) => {
                let text = label.as_deref().unwrap_or("marked");
                add_comment(&mut self.nodes[node], &format!("{point}: {text}"));
            }
        }
        None
    }
}

/// The point and the label of a value of `LB`, or the point of a value of `MA`.
fn label(name: &str, text: &str) -> Option<(Point, Option<String>)> {
    match text.split_once(':') {
        Some((place, label)) if name == "LB" => Some((point(place)?, Some(label.to_owned()))),
        _ if name == "LB" => None,
        _ => Some((point(text)?, None)),
    }
}

/// Adds lines to the comment of `node`.
pub(super) fn add_comment(node: &mut Node, text: &str) {
    let between = if node.comment.is_empty() { "" } else { "\n" };
    node.comment += &format!("{between}{text}");
}

/// The tree of `moves` with each of `labels` after the node of that number.
fn with_labels(moves: Vec<Node>, mut labels: Vec<(usize, Node)>) -> Library {
    labels.sort_by_key(|&(node, _)| node);
    let mut labels = labels.into_iter().peekable();
    let mut nodes = Vec::with_capacity(moves.len());
    for (at, node) in moves.into_iter().enumerate() {
        nodes.push(node);
        while let Some((_, label)) = labels.next_if(|&(node, _)| node == at) {
            nodes.push(label);
        }
    }
    Library { nodes }
}

/// The tree as SGF, from the texts of its root to its last node. `own` gives the comments of main-line moves, by their
/// number from 0, that have no other comment.
pub(super) fn write(tree: &Library, own: impl Fn(usize) -> String) -> String {
    let nodes = &tree.nodes;
    let mut main_line = main_line(tree).skip(1).peekable();
    let mut text = String::new();
    // The depths of the open variations.
    let mut open: Vec<usize> = Vec::new();
    let forks = forks(nodes);
    for (at, node) in nodes.iter().enumerate().filter(|(_, node)| !node.is_label) {
        while open.last().is_some_and(|&depth| depth >= node.depth) {
            text.push(')');
            open.pop();
        }
        if forks[at] {
            text += "\n(";
            open.push(node.depth);
        }
        if node.depth > 0 {
            let color = ["W", "B"][node.depth % 2];
            text += &format!(";{color}[{}]", node.point.map_or(String::new(), letters));
        }
        let is_main = main_line.next_if_eq(&at).is_some();
        let own = if is_main { own(node.depth - 1) } else { String::new() };
        let comment = if node.comment.is_empty() { &own } else { &node.comment };
        write_comment(comment, &mut text);
        write_labels(tree, at, &mut text);
    }
    text + &")".repeat(open.len())
}

/// The nodes of the main line from the root on: always the first child with a move.
pub(super) fn main_line(tree: &Library) -> impl Iterator<Item = usize> {
    let next = |&at: &usize| tree.children(at).find(|&child| !tree.nodes[child].is_label);
    std::iter::successors(Some(0), next)
}

fn write_comment(comment: &str, text: &mut String) {
    if !comment.is_empty() {
        *text += &format!("C[{}]", escape(comment));
    }
}

/// The labels and marks of the moves after a node.
fn write_labels(tree: &Library, at: usize, text: &mut String) {
    let (mut labels, mut marks) = (String::new(), String::new());
    for child in tree.children(at).map(|child| &tree.nodes[child]) {
        let Some(point) = child.point.map(letters) else { continue };
        if !child.label.is_empty() {
            labels += &format!("[{point}:{}]", escape(&child.label));
        }
        if child.is_marked {
            marks += &format!("[{point}]");
        }
    }
    for (name, values) in [("LB", labels), ("MA", marks)] {
        if !values.is_empty() {
            *text += &format!("{name}{values}");
        }
    }
}

/// Whether each move has a sibling, so that it begins a variation.
fn forks(nodes: &[Node]) -> Vec<bool> {
    let mut forks = vec![false; nodes.len()];
    // The last node of each depth below the same parents.
    let mut last: Vec<usize> = Vec::new();
    for (at, node) in nodes.iter().enumerate().filter(|(_, node)| !node.is_label) {
        if let Some(&sibling) = last.get(node.depth) {
            (forks[sibling], forks[at]) = (true, true);
        }
        last.truncate(node.depth);
        last.push(at);
    }
    forks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::renlib::tests::library;
    use crate::formats::tree::{self, Escapes};
    use proptest::prelude::*;

    fn read_text(text: &str) -> Option<Library> {
        read(&tree::read_first(text, Escapes::Backslash).unwrap().unwrap(), |text| text == "1ms")
    }

    #[test]
    fn variations_keep_their_texts() {
        let tree = library(&["0 - |all", "1 h8", "2 i9 A|one\n]", "3 a1", "2 h9 B", "1 g7"]);
        let text = write(&tree, |_| String::new());
        assert_eq!(
            text,
            "C[all]\n(;B[hh]LB[ii:A][hi:B]\n(;W[ii]C[one\n\\]];B[aa])\n(;W[hi]))\n(;B[gg])"
        );
        assert_eq!(read_text(&format!("(;{text})")), Some(tree));
        let remarks = "(;GM[4]C[1ms]LB[hh:x]MA[ii];AP[x];B[hh]C[1ms];W[ii])";
        assert_eq!(read_text(remarks), Some(library(&["0 - |i9: marked", "1 h8 x", "2 i9"])));
        let own = |ply: usize| ["1ms", "2ms", "1ms", ""].map(str::to_owned)[ply].clone();
        let timed = write(&library(&["0 -", "1 h8", "2 i9 |x", "3 a1", "4 c1", "2 h9"]), own);
        assert_eq!(timed, ";B[hh]C[1ms]\n(;W[ii]C[x];B[aa]C[1ms];W[ca])\n(;W[hi])");
        for text in ["(;AB[hh])", "(;W[hh])", "(;B[hh];B[ii])", "(;B[?])"] {
            assert_eq!(read_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_branch_without_moves_leaves_later_variations_in_their_places() {
        let text = "(;B[hh](;C[n](;C[m]))(;W[ii];B[aa](;W[cc])(;W[dd]))(;W[gg]))";
        let nodes = ["0 -", "1 h8 |n\nm", "2 i9", "3 a1", "4 c3", "4 d4", "2 g7"];
        assert_eq!(read_text(text), Some(library(&nodes)));
    }

    #[test]
    fn a_strange_mark_costs_no_variation() {
        let nodes = ["0 -", "1 h8 |MA: aa:ba\nLB: ii\nMA: ?", "2 i9", "2 g7"];
        let text = "(;B[hh]MA[aa:ba]LB[]LB[ii]MA[]MA[?](;W[ii])(;W[gg]))";
        assert_eq!(read_text(text), Some(library(&nodes)));
    }

    #[test]
    fn labels_on_empty_points_stay_there() {
        let text = "(;LB[hh:x][aa:y];B[hh]LB[hh:1][ii:2][gg:3];W[gg]LB[ii:4])";
        let tree = library(&["0 -", "1 ?a1 y", "1 h8 x|h8: 1", "2 ?i9 2", "2 g7 3", "3 ?i9 4"]);
        assert_eq!(read_text(text).as_ref(), Some(&tree));
        let text = write(&tree, |_| String::new());
        assert_eq!(text, "LB[aa:y][hh:x];B[hh]C[h8: 1]LB[ii:2][gg:3];W[gg]LB[ii:4]");
        assert_eq!(read_text(&format!("(;{text})")), Some(tree));
    }

    #[test]
    fn both_stones_of_a_node_take_their_points() {
        let nodes = ["0 -", "1 h8", "2 i9 |h8: x", "3 ?a1 y"];
        assert_eq!(read_text("(;B[hh]W[ii]LB[hh:x][aa:y])"), Some(library(&nodes)));
    }

    #[test]
    fn remarks_are_attached_in_one_pass() {
        // If every remark searched the nodes above and below it, this would take minutes.
        let passes = ";W[]MA[aa];B[]LB[aa:x]".repeat(100_000);
        let tree = read_text(&format!("(;B[hh](;W[ii])({passes}))")).unwrap();
        let last = &tree.nodes[tree.nodes.len() - 2..];
        assert_eq!(tree.nodes.len(), 3 + 300_000);
        assert_eq!(last, library(&["200001 -", "200002 ?a1 x"]).nodes);
    }

    proptest! {
        #[test]
        fn every_tree_survives_its_text(
            steps in proptest::collection::vec(
                (0..3usize, 0..225u8, "[a-z\\]\\\\]{0,3}", "[a-z]{0,2}(\n[a-z]{1,3}){0,2}", any::<bool>()),
                0..40,
            ),
        ) {
            let mut nodes = vec![Node::default()];
            for (up, point, label, comment, is_marked) in steps {
                let last = nodes.last().unwrap().depth;
                let depth = last.saturating_sub(up).max(if up == 0 { last + 1 } else { 1 });
                let point = Point::new(point % 15, point / 15);
                // Siblings must differ.
                let is_known = nodes.iter().rev().take_while(|node| node.depth >= depth)
                    .any(|node| node.depth == depth && node.point == point);
                if is_known {
                    continue;
                }
                let comment = comment.trim().to_owned();
                nodes.push(Node { depth, point, is_label: false, is_marked, label, comment });
            }
            let tree = Library { nodes };
            prop_assert_eq!(read_text(&format!("(;{})", write(&tree, |_| String::new()))), Some(tree));
        }
    }
}
