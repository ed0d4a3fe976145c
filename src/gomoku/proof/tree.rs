//! The tree of a proof.

use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::rules::grid::{Cell, Grid, Square};
use crate::gomoku::rules::rule::Rule;

/// The index of a node in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(super) u32);

/// A proof that the attacker, who is to move, wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub rule: Rule,
    pub attacker: Color,
    /// The position, with blocked points as walls.
    pub grid: Grid,
    /// Line numbers of the black and of the white stones in the text, from 1; 0 if the proof was not read.
    pub stone_lines: [usize; 2],
    pub tree: Tree,
    pub root: NodeId,
}

impl Proof {
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// Number of lines of its text that nodes take: one for each branch, and one for the root.
    pub fn lines(&self) -> usize {
        self.tree.references(self.root).iter().map(|&count| count as usize).sum()
    }

    /// The points with `cell`, row by row from the top.
    pub fn squares(&self, cell: Cell) -> impl Iterator<Item = Square> + '_ {
        self.grid.squares().filter(move |&square| self.grid.get(square) == cell)
    }
}

/// The nodes of a proof. A node may be a part of several others: positions that transpose share it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The attacker's move in a position, and the continuations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Line number in the text, from 1; 0 if the node was not read.
    pub line: usize,
    /// The attacker's move.
    pub square: Square,
    /// Where the attacker threatens to win at once. Replies without a branch are answered there.
    pub fives: Vec<Square>,
    /// The answers to replies. No reply is in two of them, and at most one answers all others.
    pub branches: Vec<Branch>,
}

/// How the attacker continues after some replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub replies: Replies,
    pub node: NodeId,
}

/// The replies of the defender that a branch answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replies {
    These(Vec<Square>),
    /// Every other legal reply that no five answers.
    Others,
    /// A pass, where every empty point is forbidden.
    Pass,
}

impl Tree {
    /// Adds a node whose branches lead to nodes of this tree.
    ///
    /// # Panics
    /// There are 2^32 nodes already.
    pub fn add(&mut self, node: Node) -> NodeId {
        let index = u32::try_from(self.nodes.len()).expect("memory ends before the numbers do");
        self.nodes.push(node);
        NodeId(index)
    }

    /// Adds a branch to the node `id` of this tree, after its others.
    pub(super) fn add_branch(&mut self, id: NodeId, branch: Branch) {
        self.nodes[id.0 as usize].branches.push(branch);
    }

    /// The node `id` of this tree.
    pub fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The number of nodes, including those outside the proof.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many branches below `root` lead to each node, by node index; one more for the root.
    pub(super) fn references(&self, root: NodeId) -> Vec<u32> {
        let mut counts = vec![0; self.nodes.len()];
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let count = &mut counts[id.0 as usize];
            *count += 1;
            if *count == 1 {
                open.extend(self.get(id).branches.iter().map(|branch| branch.node));
            }
        }
        counts
    }
}
