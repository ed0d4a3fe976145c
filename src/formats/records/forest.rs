//! Joins games and trees of moves into one library.

use std::collections::HashSet;

use super::stored::StoredGame;
use crate::coord::Point;
use crate::formats::renlib::{Library, Node};

/// The root of a forest.
const ROOT: usize = 0;

/// A library under construction.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    branches: Vec<Branch>,
}

/// A node with its children, in the order in which they were added.
#[derive(Clone, Debug, Default)]
struct Branch {
    node: Node,
    children: Vec<usize>,
    /// The comments that were added to the node, and their lines: to search thousands of games' comments in the text
    /// above would take long.
    comments: HashSet<String>,
    lines: HashSet<String>,
}

impl Branch {
    /// Appends a comment unless its lines are there, one after the other: many games may share it.
    fn add_comment(&mut self, comment: &str) {
        if comment.is_empty() || !self.comments.insert(comment.to_owned()) {
            return;
        }
        let mut has_new_line = false;
        for line in comment.split('\n') {
            has_new_line |= self.lines.insert(line.to_owned());
        }
        let text = &mut self.node.comment;
        let is_there = || format!("\n{text}\n").contains(&format!("\n{comment}\n"));
        if has_new_line || !is_there() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(comment);
        }
    }
}

impl Forest {
    pub fn new() -> Forest {
        Forest { branches: vec![Branch::default()] }
    }

    /// Adds the tree of a game, or its moves if it has none.
    pub fn add(&mut self, game: &StoredGame) {
        match &game.tree {
            Some(tree) => self.add_tree(tree),
            None => {
                let moves = game.record.moves.iter();
                moves.fold(ROOT, |at, timed| self.child(at, timed.mv.point(), false));
            }
        }
    }

    /// Adds the nodes of `tree`; texts are appended to existing ones.
    fn add_tree(&mut self, tree: &Library) {
        let mut path = Vec::new();
        for node in &tree.nodes {
            path.truncate(node.depth);
            let at =
                path.last().map_or(ROOT, |&above| self.child(above, node.point, node.is_label));
            path.push(at);
            let branch = &mut self.branches[at];
            branch.add_comment(&node.comment);
            branch.node.is_marked |= node.is_marked;
            if branch.node.label.is_empty() {
                branch.node.label.clone_from(&node.label);
            }
        }
    }

    /// The child of the branch `above` with that move or label, which is added if it is new. A move takes over a label
    /// at its point.
    fn child(&mut self, above: usize, point: Option<Point>, is_label: bool) -> usize {
        let mut children = self.branches[above].children.iter().copied();
        if let Some(known) = children.find(|&child| self.branches[child].node.point == point) {
            self.branches[known].node.is_label &= is_label;
            return known;
        }
        let child = self.branches.len();
        let node = Node { point, is_label, ..Node::default() };
        self.branches.push(Branch { node, ..Branch::default() });
        self.branches[above].children.push(child);
        child
    }

    /// The nodes in the order of a library.
    pub fn into_library(mut self) -> Library {
        let mut nodes = Vec::with_capacity(self.branches.len());
        let mut waiting = vec![(ROOT, 0)];
        while let Some((at, depth)) = waiting.pop() {
            let Branch { node, children, .. } = std::mem::take(&mut self.branches[at]);
            nodes.push(Node { depth, ..node });
            waiting.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
        Library { nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::renlib::tests::library;

    #[test]
    fn common_beginnings_are_joined_and_texts_kept() {
        let mut forest = Forest::new();
        forest.add_tree(&library(&["0 -", "1 h8 A|one", "2 i9", "2 h9"]));
        forest.add_tree(&library(&["0 - |all", "1 g7", "2 ?a1 D", "1 h8 B|two", "2 h9 C", "3 a1"]));
        forest.add_tree(&library(&["0 -", "1 ?h8 E", "1 g7", "2 a1"]));
        let expected = ["0 - |all", "1 h8 A|one\ntwo", "2 i9", "2 h9 C", "3 a1", "1 g7", "2 a1 D"];
        assert_eq!(forest.into_library(), library(&expected));
    }

    /// Comparing each with all the text above would take minutes.
    #[test]
    fn many_different_comments_are_joined() {
        let mut forest = Forest::new();
        for game in 0..50_000 {
            let comment = format!("Ann against Bob\ngame {game}");
            let root = Node { comment, ..Node::default() };
            forest.add_tree(&Library { nodes: vec![root] });
        }
        assert_eq!(forest.into_library().nodes[0].comment.lines().count(), 100_000);
    }

    #[test]
    fn lines_one_after_another_are_a_comment_that_is_there() {
        let mut forest = Forest::new();
        for comment in ["one\ntwo", "three", "two\nthree", "one\nthree"] {
            forest.add_tree(&library(&["0 -", &format!("1 h8 |{comment}")]));
        }
        assert_eq!(forest.into_library(), library(&["0 -", "1 h8 |one\ntwo\nthree\none\nthree"]));
    }

    #[test]
    fn only_whole_lines_are_the_same_comment() {
        let mut forest = Forest::new();
        for comment in ["not good", "good", "", "not good", "good"] {
            forest.add_tree(&library(&["0 -", &format!("1 h8 |{comment}")]));
        }
        assert_eq!(forest.into_library(), library(&["0 -", "1 h8 |not good\ngood"]));
    }
}
