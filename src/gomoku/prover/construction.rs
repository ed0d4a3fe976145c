//! Builds the tree of a proof from a win that the searches have found.
//!
//! At every position of the attacker the searches name a winning move, the cheapest search first. At every
//! position of the defender all legal replies are answered: where the attacker threatens five, only replies that
//! stop it need a branch; elsewhere the tree of the attacker's threat answers every reply against which it holds,
//! by the check of the proof itself, and each other reply gets its own tree, which may answer more of them. So the
//! tree never depends on the replies that a search omits as harmless.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{Bounds, Proof, Prover};
use crate::coord::Move;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::threat::Threat;
use crate::gomoku::proof::answers;
use crate::gomoku::proof::check;
use crate::gomoku::proof::position::Position;
use crate::gomoku::proof::tree::{self, Branch, Node, NodeId, Replies, Tree};
use crate::gomoku::rules::grid::Square;
use crate::search::clock::Instant;
use crate::search::control::{Control, Meter};
use crate::search::limits::{Budget, Limits};

/// Most moves of the attacker on one line: it bounds the recursion, far beyond any win found.
const MOST_MOVES: usize = 125;
/// Nodes of a search by fours at a position.
const VCF_NODES: u32 = 500;
/// Nodes of a search by threats at a position. Most wins need far fewer, and the engine's search finds the others
/// sooner.
const VCT_NODES: u64 = 2_000;
/// Nodes of a threat search for the attacker's threat.
const THREAT_NODES: u64 = 1_000;
/// Nodes of the engine's search at a position.
const SEARCH_NODES: u64 = 20_000;
/// Nodes of all searches together at a position.
const PROVER_NODES: u64 = 1_000_000;
/// Steps of a check whether the answer to another reply works. A larger tree would be slow to check again.
const ANSWER_STEPS: u64 = 1_000;
/// Most steps of all checks of answers together.
const MOST_STEPS: u64 = 200_000_000;
/// Most bytes of the tree and of the stored positions.
const MEMORY: usize = 1 << 30;
/// Most bytes of a stored position: its share of a map that has just grown and of the smaller map before.
const POSITION_BYTES: usize = 64;

impl Prover {
    /// Builds the tree of `proof`, which was found for the position on `board`. `None` if it cannot be completed within
    /// `bounds`, or within 1 GiB of memory.
    pub fn construct(
        &mut self,
        board: &mut Board,
        proof: &Proof,
        bounds: Bounds,
    ) -> Option<tree::Proof> {
        let control = Control::new(Instant::now(), bounds.time.map(Budget::exactly));
        let (rule, attacker, grid) = (board.rule(), board.side(), board.grid().clone());
        let line = squares(&proof.moves);
        let (tree, root) = Construction::new(self, board, &control, bounds).build(&line)?;
        Some(tree::Proof { rule, attacker, grid, stone_lines: [0; 2], tree, root })
    }
}

/// How much to search at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Effort {
    /// Only threats: the position need not be won.
    Threats,
    /// Every search: the position should be won.
    Full,
}

/// A tree under construction.
pub(super) struct Construction<'a, 'b> {
    prover: &'a mut Prover,
    /// The position for the searches.
    board: &'a mut Board,
    /// The same position for the checks.
    position: Position,
    tree: Tree,
    /// The trees of won positions, by hash.
    won: HashMap<u64, NodeId>,
    /// Positions for which no tree was found.
    failed: HashSet<(u64, Effort)>,
    control: &'b Control,
    meter: Meter<'b>,
    bounds: Bounds,
    /// Steps left for the checks of answers.
    steps: u64,
    /// Bytes left for the tree and the stored positions.
    memory: usize,
    /// Moves of the attacker from the root.
    depth: usize,
}

impl<'a, 'b> Construction<'a, 'b> {
    /// A construction for the side to move on `board`. It ends when `control` stops it or the nodes of `bounds` are
    /// used up.
    pub fn new(
        prover: &'a mut Prover,
        board: &'a mut Board,
        control: &'b Control,
        bounds: Bounds,
    ) -> Construction<'a, 'b> {
        let position = Position::new(board.rule(), board.side(), board.grid().clone());
        Construction {
            prover,
            board,
            position,
            tree: Tree::default(),
            won: HashMap::new(),
            failed: HashSet::new(),
            control,
            meter: Meter::new(control, &Limits { nodes: bounds.nodes, ..Limits::default() }),
            bounds,
            steps: MOST_STEPS,
            memory: MEMORY,
            depth: 0,
        }
    }

    /// The tree and root of the win that begins with `line`. `None` if it cannot be completed within the bounds and the
    /// memory.
    pub fn build(mut self, line: &[Square]) -> Option<(Tree, NodeId)> {
        let root = self.attack(line, Effort::Full)?;
        (self.memory > 0).then_some((self.tree, root))
    }

    /// Whether the construction must end.
    fn is_over(&self) -> bool {
        self.meter.stopped() || self.control.must_stop() || self.steps == 0 || self.memory == 0
    }

    /// The tree for the attacker, who is to move; `line`, if not empty, suggests the moves.
    fn attack(&mut self, line: &[Square], effort: Effort) -> Option<NodeId> {
        let hash = self.board.hash();
        if let Some(&known) = self.won.get(&hash) {
            return Some(known);
        }
        if self.is_over() || self.depth >= MOST_MOVES || self.failed.contains(&(hash, effort)) {
            return None;
        }
        let five = self.board.points(self.board.side(), Threat::Five).first();
        let found = match five {
            Some(square) => Some(self.add(square, Vec::new(), Vec::new())),
            None => self.search(line, effort),
        };
        self.take_memory(POSITION_BYTES);
        if let Some(id) = found {
            self.won.insert(hash, id);
        } else {
            self.failed.insert((hash, effort));
        }
        found
    }

    fn add(&mut self, square: Square, fives: Vec<Square>, branches: Vec<Branch>) -> NodeId {
        let node = Node { line: 0, square, fives, branches };
        self.take_memory(bytes(&node));
        self.tree.add(node)
    }

    fn take_memory(&mut self, bytes: usize) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Tries the moves that the searches suggest, until a tree is complete.
    fn search(&mut self, line: &[Square], effort: Effort) -> Option<NodeId> {
        let mut tried = Vec::new();
        let sources: &[fn(&mut Self, Effort) -> Vec<Square>] =
            &[Self::by_fours, Self::by_threats, Self::by_search, Self::by_all];
        let mut next = line.to_vec();
        let mut sources = sources.iter();
        loop {
            if let Some(&square) = next.first().filter(|square| !tried.contains(*square)) {
                tried.push(square);
                if let Some(id) = self.play(&next, effort) {
                    return Some(id);
                }
            }
            next = sources.next()?(self, effort);
        }
    }

    /// The line of a win by fours, empty without one.
    fn by_fours(&mut self, _: Effort) -> Vec<Square> {
        if !self.board.has_four(self.board.side()) {
            return Vec::new();
        }
        let vcf = &mut self.prover.vcf;
        match vcf.solve_shortest(self.board, &mut self.meter, VCF_NODES) {
            Some(_) => vcf.line().to_vec(),
            None => Vec::new(),
        }
    }

    /// The first move of a win by threats.
    fn by_threats(&mut self, effort: Effort) -> Vec<Square> {
        let nodes = match effort {
            Effort::Threats => THREAT_NODES,
            Effort::Full => VCT_NODES,
        };
        let found = self.prover.vct.winning_move(self.board, &mut self.meter, nodes);
        found.into_iter().collect()
    }

    /// The line of a win that the engine's search finds soon.
    fn by_search(&mut self, effort: Effort) -> Vec<Square> {
        if effort == Effort::Threats || self.is_over() {
            return Vec::new();
        }
        let bounds = self.bounds_left(SEARCH_NODES);
        let (moves, nodes) = self.prover.search(self.board, bounds);
        self.meter.count_many(nodes);
        squares(&moves)
    }

    /// The line of a win by any search.
    fn by_all(&mut self, effort: Effort) -> Vec<Square> {
        if effort == Effort::Threats || self.is_over() {
            return Vec::new();
        }
        let bounds = self.bounds_left(PROVER_NODES);
        let found = self.prover.prove(self.board, bounds);
        self.meter.count_many(found.nodes);
        squares(&found.proof.map_or_else(Vec::new, |proof| proof.moves))
    }

    /// Bounds of at most `nodes` within what is left of the bounds of the construction.
    fn bounds_left(&self, nodes: u64) -> Bounds {
        let left = |most: u64| most.saturating_sub(self.meter.nodes());
        let nodes = self.bounds.nodes.map_or(nodes, |most| left(most).min(nodes));
        let time = self.bounds.time.map(|most| most.saturating_sub(self.control.elapsed()));
        Bounds { time, nodes: Some(nodes) }
    }

    /// The node of the first move of `line`, if every reply can be answered.
    fn play(&mut self, line: &[Square], effort: Effort) -> Option<NodeId> {
        let &square = line.first()?;
        let attacker = self.position.attacker();
        if !self.position.is_legal(attacker, square) {
            return None;
        }
        self.board.play(square);
        self.position.place(attacker, square);
        self.depth += 1;
        let answers = self.answers(square, &line[1..], effort);
        self.depth -= 1;
        self.position.take_back();
        self.board.undo();
        let (fives, branches) = answers?;
        Some(self.add(square, fives, branches))
    }

    /// The fives that the stone on `square` threatens, and branches for the other replies.
    fn answers(
        &mut self,
        square: Square,
        line: &[Square],
        effort: Effort,
    ) -> Option<(Vec<Square>, Vec<Branch>)> {
        if self.position.is_full() || self.position.danger().is_some() {
            return None;
        }
        let fives = self.position.fives_with(square);
        let defender = !self.position.attacker();
        let replies: Vec<Square> = self
            .position
            .empty_squares()
            .filter(|&reply| self.position.is_legal(defender, reply))
            .collect();
        if replies.is_empty() {
            let is_answered = !fives.is_empty();
            let branches = if is_answered { Vec::new() } else { self.after_pass(effort)? };
            return Some((fives, branches));
        }
        let branches = if fives.is_empty() {
            self.free(replies, line, effort)?
        } else {
            self.blocks(&fives, replies, line, effort)?
        };
        Some((fives, branches))
    }

    /// The branch for a pass, where Black has no legal point in renju.
    fn after_pass(&mut self, effort: Effort) -> Option<Vec<Branch>> {
        self.board.pass();
        let found = self.attack(&[], effort);
        self.board.pass();
        Some(vec![Branch { replies: Replies::Pass, node: found? }])
    }

    /// Branches for the `replies` that stop all `fives`.
    fn blocks(
        &mut self,
        fives: &[Square],
        replies: Vec<Square>,
        line: &[Square],
        effort: Effort,
    ) -> Option<Vec<Branch>> {
        let mut branches = Vec::new();
        for reply in replies {
            if !answers::stops(&mut self.position, fives, reply) {
                continue;
            }
            let node = self.after(reply, line, effort)?;
            branches.push(Branch { replies: Replies::These(vec![reply]), node });
        }
        Some(branches)
    }

    /// Branches for all `replies` where the attacker threatens no five.
    fn free(
        &mut self,
        mut replies: Vec<Square>,
        line: &[Square],
        effort: Effort,
    ) -> Option<Vec<Branch>> {
        self.board.pass();
        let threat = self.attack(&[], Effort::Threats);
        self.board.pass();
        if let Some(threat) = threat {
            let lost = check::lost_replies(
                &self.tree,
                threat,
                &mut self.position,
                &replies,
                &mut self.steps,
            );
            replies.retain(|reply| !lost.contains(reply));
        }
        replies.sort_by_cached_key(|&reply| Reverse(self.board.order_score(reply)));
        let mut groups: Vec<(Vec<Square>, NodeId)> = Vec::new();
        for reply in replies {
            if self.is_over() {
                return None;
            }
            let known = (0..groups.len()).rev().find(|&i| self.holds_after(groups[i].1, reply));
            match known {
                Some(group) => groups[group].0.push(reply),
                None => groups.push((vec![reply], self.after(reply, line, effort)?)),
            }
        }
        Some(branches(groups, threat))
    }

    /// The tree after a reply; `line` suggests the continuation, beginning with a reply.
    fn after(&mut self, reply: Square, line: &[Square], effort: Effort) -> Option<NodeId> {
        let rest = if line.first() == Some(&reply) { &line[1..] } else { &[] };
        self.board.play(reply);
        self.position.place(!self.position.attacker(), reply);
        let found = self.attack(rest, effort);
        self.position.take_back();
        self.board.undo();
        found
    }

    /// Whether the tree of `id` also wins after `reply`, as far as a short check shows.
    fn holds_after(&mut self, id: NodeId, reply: Square) -> bool {
        let most = self.steps.min(ANSWER_STEPS);
        let mut left = most;
        self.position.place(!self.position.attacker(), reply);
        let holds = check::holds(&self.tree, id, &mut self.position, &mut left);
        self.position.take_back();
        self.steps -= most - left;
        holds
    }
}

/// Most bytes that `node` takes in a tree, whose list of nodes may just have grown.
fn bytes(node: &Node) -> usize {
    let squares = |branch: &Branch| match &branch.replies {
        Replies::These(replies) => replies.capacity(),
        Replies::Others | Replies::Pass => 0,
    };
    let squares = node.fives.capacity() + node.branches.iter().map(squares).sum::<usize>();
    3 * size_of::<Node>()
        + squares * size_of::<Square>()
        + node.branches.capacity() * size_of::<Branch>()
}

/// The points of `moves` up to a pass.
fn squares(moves: &[Move]) -> Vec<Square> {
    moves.iter().map_while(|mv| mv.point()).map(Square::of).collect()
}

/// The branches of `groups`, and a branch to `threat` for all other replies. Without a threat, the largest group
/// becomes the branch for all other replies.
fn branches(mut groups: Vec<(Vec<Square>, NodeId)>, threat: Option<NodeId>) -> Vec<Branch> {
    let others = threat.or_else(|| {
        let largest = (0..groups.len()).max_by_key(|&group| groups[group].0.len())?;
        Some(groups.remove(largest).1)
    });
    let listed =
        groups.into_iter().map(|(replies, node)| Branch { replies: Replies::These(replies), node });
    let others = others.map(|node| Branch { replies: Replies::Others, node });
    listed.chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Size, parse_points};
    use crate::gomoku::eval::weights::WeightSet;
    use crate::gomoku::rules::game::Game;
    use crate::gomoku::rules::rule::Rule;

    /// Whether the tree for an open three closes within `memory`.
    fn closes(memory: usize) -> bool {
        let mut game = Game::new(Rule::Freestyle, Size::new(15, 15).unwrap()).unwrap();
        for point in parse_points("h8a1i8c1j8e1").unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        let mut prover = Prover::new(1 << 20, WeightSet::embedded());
        let mut board = prover.board(&game);
        let control = Control::new(Instant::now(), None);
        let bounds = Bounds { time: None, nodes: Some(100_000) };
        let mut construction = Construction::new(&mut prover, &mut board, &control, bounds);
        construction.memory = memory;
        construction.build(&[]).is_some()
    }

    #[test]
    fn a_tree_closes_only_within_its_memory() {
        assert_eq!([MEMORY, 10_000, 100, 0].map(closes), [true, true, false, false]);
    }
}
