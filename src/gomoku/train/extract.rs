//! Turns games into samples for the two models: selects the positions and computes their inputs.

use std::sync::Arc;

use super::layout::Layout;
use super::policy::{Candidate, PolicySamples};
use super::record::{Aside, GameRecord, GameResult, Thought};
use super::value::{Position, ValueModel, ValueSamples, cross_entropy, sigmoid};
use crate::color::Color;
use crate::coord::Point;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::offset;
use crate::gomoku::eval::order_scores::LastMoves;
use crate::gomoku::eval::square_set::SquareSet;
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::EVAL_SCALE;
use crate::gomoku::rules::grid::{Grid, Square};
use crate::gomoku::threats::tactics::{self, Situation};
use crate::search::report::Score;

/// The last plies before a full board give no samples: both sides only fill it.
const FILLING_PLIES: usize = 50;

#[derive(Clone)]
pub struct Samples<'a> {
    pub value: ValueSamples<'a>,
    pub policy: PolicySamples,
}

impl<'a> Samples<'a> {
    /// No samples, for `model`.
    pub fn new(model: &'a ValueModel) -> Samples<'a> {
        Samples { value: ValueSamples::new(model), policy: PolicySamples::default() }
    }

    /// Adds the samples of `other`, which are of the same model.
    pub fn append(&mut self, other: &Samples) {
        self.value.append(&other.value);
        self.policy.append(&other.policy);
    }
}

/// How the target value of a position combines game result and search score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// Weight of the game result, from 0 to 1; the search score has the rest of the weight.
    pub result_part: f32,
    /// Score at which the odds of a win are e to 1 in these games.
    pub score_unit: f32,
}

impl Blend {
    fn target(&self, score: i32, result: Option<f32>) -> f32 {
        let expected = sigmoid(score as f32 / self.score_unit);
        match result {
            Some(result) => self.result_part * result + (1.0 - self.result_part) * expected,
            None => expected,
        }
    }
}

/// The [`Blend::score_unit`] that fits the results of `games` best: [`EVAL_SCALE`] times a power of the
/// fourth root of two.
pub fn score_unit(games: &[&GameRecord]) -> f32 {
    const QUARTERS: std::ops::RangeInclusive<i32> = -8..=12;
    let units: Vec<f32> =
        QUARTERS.map(|quarter| EVAL_SCALE * (quarter as f32 / 4.0).exp2()).collect();
    let mut losses = vec![0.0f64; units.len()];
    for game in games {
        for (index, thought) in game.thoughts.iter().enumerate() {
            let Some(Score::Points(score)) = thought.score else { continue };
            let mover = Color::ALL[(game.opening + index) % 2];
            let result = game.result.share_of(mover);
            for (loss, unit) in losses.iter_mut().zip(&units) {
                *loss += cross_entropy(score as f32 / unit, result);
            }
        }
    }
    let best = losses.iter().zip(&units).min_by(|a, b| a.0.total_cmp(b.0));
    // Without any score, keep the unit of the weights.
    best.filter(|(loss, _)| **loss > 0.0).map_or(EVAL_SCALE, |(_, unit)| *unit)
}

/// Extracts samples from games of one rule.
pub struct Extractor {
    layout: Layout,
    tables: Arc<Tables>,
    blend: Blend,
}

impl Extractor {
    pub fn new(layout: Layout, tables: Arc<Tables>, blend: Blend) -> Extractor {
        Extractor { layout, tables, blend }
    }

    /// Adds the samples of `record`, which must have passed [`GameRecord::check`]; those of the policy only if
    /// `with_policy`.
    pub fn extract(&self, record: &GameRecord, with_policy: bool, samples: &mut Samples) {
        samples.value.begin(record.size, record.moves.iter().copied().map(Square::of));
        let mut board = Board::new(self.tables.clone(), &Grid::new(record.size), Color::Black);
        let usable = usable_plies(record);
        let mut asides = record.asides.iter().peekable();
        for ply in 0..=record.moves.len() {
            let back = |plies| Some(Square::of(record.moves[ply.checked_sub(plies)?]));
            let last = LastMoves { enemy: back(1), own: back(2) };
            let thought = ply.checked_sub(record.opening).and_then(|i| record.thoughts.get(i));
            let next = record.moves.get(ply).copied();
            if let Some(thought) = thought
                && (1..usable).contains(&ply)
            {
                let result = Some(record.result.share_of(board.side()));
                let position = self.position(&board, ply, None);
                self.value_sample(&board, position, thought, result, samples);
                if with_policy {
                    self.policy_sample(&board, last, thought, next, samples);
                }
            }
            while let Some(aside) = asides.next_if(|aside| aside.ply == ply) {
                self.answer(&mut board, last, aside, with_policy, samples);
            }
            if let Some(point) = next {
                board.play(Square::of(point));
            }
        }
    }

    /// Adds the samples of an aside of the position on `board`.
    fn answer(
        &self,
        board: &mut Board,
        last: LastMoves,
        aside: &Aside,
        with_policy: bool,
        samples: &mut Samples,
    ) {
        let square = Square::of(aside.mv);
        let last = LastMoves { enemy: Some(square), own: last.enemy };
        board.play(square);
        let thought = Thought { score: Some(aside.score), is_best: true };
        let position = self.position(board, aside.ply, Some(square));
        self.value_sample(board, position, &thought, None, samples);
        if with_policy {
            self.policy_sample(board, last, &thought, Some(aside.answer), samples);
        }
        board.undo();
    }

    /// The position on `board`: that of the game after `plies`, and then `aside`.
    fn position(&self, board: &Board, plies: usize, aside: Option<Square>) -> Position {
        let network = self.layout.network(board.side());
        let fouls = board.foul_classes().collect();
        Position { plies, aside, profile: board.profile().index(), fouls, network }
    }

    /// Adds a position unless the threats on the board decide it.
    fn value_sample(
        &self,
        board: &Board,
        position: Position,
        thought: &Thought,
        result: Option<f32>,
        samples: &mut Samples,
    ) {
        let target = match thought.score {
            Some(Score::Points(score)) => Some(self.blend.target(score, result)),
            // Most positions in a deep search are decided. Without them the evaluation does not learn
            // to recognize a winning attack.
            Some(Score::Win(_)) => Some(1.0),
            Some(Score::Loss(_)) => Some(0.0),
            _ => None,
        };
        if let Some(target) = target
            && moves(board).is_some()
        {
            samples.value.push(position, target, result);
        }
    }

    /// Adds the choice of the move to `next`, if it is worth learning.
    fn policy_sample(
        &self,
        board: &Board,
        last: LastMoves,
        thought: &Thought,
        next: Option<Point>,
        samples: &mut Samples,
    ) {
        let (Some(moves), Some(point), true, Some(score)) =
            (moves(board), next, thought.is_best, thought.score)
        else {
            return;
        };
        let square = Square::of(point);
        let makes_four = board.threat(board.side(), square).is_four();
        // The VCF search finds wins by fours without any ordering, and in a lost position all moves
        // lose.
        let is_lesson = match score {
            Score::Win(_) => !makes_four,
            Score::Loss(_) => false,
            _ => true,
        };
        if is_lesson {
            self.choice(board, last, moves, square, &mut samples.policy);
        }
    }

    fn choice(
        &self,
        board: &Board,
        last: LastMoves,
        moves: SquareSet,
        chosen: Square,
        policy: &mut PolicySamples,
    ) {
        if !moves.contains(chosen) {
            return;
        }
        let candidate = |square| self.candidate(board, last, square);
        let mut others = moves;
        others.remove(chosen);
        let others = others.iter().filter(|&square| tactics::is_legal(board, square));
        policy.push(candidate(chosen), others.map(candidate));
    }

    /// The parameters that [`OrderScores`](crate::gomoku::eval::order_scores::OrderScores) sums for a move.
    fn candidate(&self, board: &Board, last: LastMoves, square: Square) -> Candidate {
        let (me, enemy, layout) = (board.side(), !board.side(), &self.layout);
        let codes = board.codes(square);
        let place = |is_own, last| layout.place(me, is_own, offset::class_from(square, last));
        let params = [
            layout.attack(me, codes[me.index()]),
            layout.defend(enemy, codes[enemy.index()]),
            place(false, last.enemy),
            place(true, last.own),
        ];
        params.map(|param| param as u16)
    }
}

/// The moves to consider on `board`; `None` if the threats on it decide the game.
fn moves(board: &Board) -> Option<SquareSet> {
    match tactics::assess(board) {
        Situation::Free => Some(board.candidates()),
        Situation::MustDefend(moves) => Some(moves),
        _ => None,
    }
}

/// Number of plies from the start whose positions can give samples.
pub(super) fn usable_plies(record: &GameRecord) -> usize {
    let all = record.moves.len() + 1;
    if record.result != GameResult::Drawn || record.moves.len() < record.size.area() {
        return all;
    }
    all - 1 - FILLING_PLIES.min(all - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::eval::offset::OFFSET_CLASSES;
    use crate::gomoku::eval::order_scores::OrderScores;
    use crate::gomoku::eval::weights::{WeightKey, WeightSet, Weights};
    use crate::gomoku::rules::rule::Rule;
    use crate::gomoku::train::selfplay::{Recipe, SelfPlay};
    use crate::train::descent::Task;

    /// Games on a board large enough for quiet positions.
    fn games(rule: Rule, count: u64) -> Vec<GameRecord> {
        let recipe = Recipe::new(rule, &[Size::new(12, 12).unwrap()], 80, 5).unwrap();
        let mut players = SelfPlay::new(recipe, Arc::new(WeightSet::seed()));
        (0..count).map(|index| players.play(index)).collect()
    }

    /// The embedded weights, but with random places and fouls.
    fn weights() -> WeightSet {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = (*WeightSet::embedded()).clone();
        for key in WeightKey::ALL {
            let mut places = [[0; OFFSET_CLASSES]; 2];
            let all = places.as_flattened_mut().iter_mut();
            all.for_each(|number| *number = random.i16(-99..99));
            let places = Box::new(places);
            let fouls = std::array::from_fn(|_| random.i16(-99..99));
            set.put(key, Weights { places, fouls, ..set.get(key).clone() });
        }
        set
    }

    /// The evaluation of the search, with a tolerance for rounding.
    fn evaluation(board: &mut Board) -> std::ops::RangeInclusive<f32> {
        let predicted = board.static_eval() as f32;
        let tolerance = 8.0 + predicted.abs() / 50.0;
        predicted - tolerance..=predicted + tolerance
    }

    fn extractor(rule: Rule) -> (Extractor, Layout, Arc<Tables>) {
        let tables = Arc::new(Tables::with_weights(rule, &weights()));
        let layout = Layout::new(rule);
        let blend = Blend { result_part: 0.7, score_unit: 200.0 };
        (Extractor::new(layout.clone(), tables.clone(), blend), layout, tables)
    }

    #[test]
    fn the_models_agree_with_the_search() {
        for rule in Rule::ALL {
            let (extractor, layout, tables) = extractor(rule);
            let model = layout.model();
            let values = layout.value_params(&model, &weights());
            let orders = layout.order_params(&weights());
            let mut seen = 0;
            for mut record in games(rule, 4) {
                let mut samples = Samples::new(&model);
                let mut board = Board::new(tables.clone(), &Grid::new(record.size), Color::Black);
                let (mut value, mut policy) = (0, 0);
                record.asides.clear();
                extractor.extract(&record, true, &mut samples);
                for (ply, &point) in record.moves.iter().enumerate() {
                    let moves = match tactics::assess(&board) {
                        Situation::Free => Some(board.candidates()),
                        Situation::MustDefend(moves) => Some(moves),
                        _ => None,
                    };
                    let moves = moves.filter(|_| ply >= record.opening).unwrap_or(SquareSet::EMPTY);
                    let is_sample = !moves.is_empty();
                    let thought = is_sample.then(|| record.thoughts[ply - record.opening]);
                    if let Some(Thought { score: Some(score), is_best }) = thought {
                        let predicted = samples.value.evaluate(&values, value) * EVAL_SCALE;
                        let expected = evaluation(&mut board);
                        assert!(expected.contains(&predicted), "{rule}: {predicted} {expected:?}");
                        value += 1;
                        // The search also tries the centre, which is not a candidate of the model.
                        let is_lesson = is_best && matches!(score, Score::Points(_));
                        if is_lesson && moves.contains(Square::of(point)) {
                            let [enemy, own] =
                                [1, 2].map(|back| Some(Square::of(record.moves[ply - back])));
                            let scores = OrderScores::new(&board, LastMoves { enemy, own });
                            let predicted = scores.of(Square::of(point)) as f32;
                            assert_eq!(samples.policy.chosen_score(&orders, policy), predicted);
                            policy += 1;
                        } else if is_best && matches!(score, Score::Win(_)) {
                            break;
                        }
                    }
                    board.play(Square::of(point));
                }
                assert!(samples.value.len() >= value && samples.policy.len() >= policy);
                seen += policy;
            }
            assert!(seen > 20, "{rule}: {seen}");
        }
    }

    #[test]
    fn an_empty_part_of_the_board_has_no_value() {
        for rule in Rule::ALL {
            let (extractor, layout, _) = extractor(rule);
            let model = layout.model();
            let params = layout.value_params(&model, &weights());
            let evaluate = |side: u8| {
                let mut samples = Samples::new(&model);
                let mut game = one_stone(rule, Size::new(side, side).unwrap());
                game.moves[0] = Point::new(4, 5).unwrap();
                extractor.extract(&game, true, &mut samples);
                samples.value.evaluate(&params, 0)
            };
            assert_ne!(evaluate(22), 0.0);
            // The points around the stone are in the same regions of both boards.
            assert_eq!(evaluate(21), evaluate(22), "{rule}");
        }
    }

    /// A game of one stone, far from the borders of a large board.
    fn one_stone(rule: Rule, size: Size) -> GameRecord {
        let thought = Thought { score: Some(Score::Points(0)), is_best: true };
        GameRecord {
            rule,
            size,
            opening: 1,
            result: GameResult::Drawn,
            moves: vec![Point::new(10, 10).unwrap()],
            thoughts: vec![thought],
            asides: Vec::new(),
        }
    }

    #[test]
    fn filling_moves_and_unsearched_moves_give_no_samples() {
        let size = Size::new(8, 8).unwrap();
        let moves: Vec<Point> = size.points().collect();
        let thought = Thought { score: None, is_best: true };
        let mut record = GameRecord {
            rule: Rule::Freestyle,
            size,
            opening: 0,
            result: GameResult::Drawn,
            thoughts: vec![thought; moves.len()],
            moves,
            asides: Vec::new(),
        };
        assert_eq!(usable_plies(&record), 14);
        record.moves.pop();
        assert_eq!(usable_plies(&record), 64);
        let (extractor, layout, _) = extractor(Rule::Freestyle);
        let model = layout.model();
        let mut samples = Samples::new(&model);
        extractor.extract(&record, true, &mut samples);
        assert!(samples.value.is_empty() && samples.policy.is_empty());
    }

    #[test]
    fn an_aside_is_a_position_of_its_own_and_leaves_the_game_as_it_was() {
        let rule = Rule::Standard;
        let (extractor, layout, tables) = extractor(rule);
        let model = layout.model();
        let values = layout.value_params(&model, &weights());
        let size = Size::new(22, 22).unwrap();
        let [mv, answer] = [Point::new(11, 11).unwrap(), Point::new(11, 12).unwrap()];
        let aside = Aside { ply: 1, mv, answer, score: Score::Points(70) };
        let thought = Thought { score: Some(Score::Points(0)), is_best: true };
        let mut record = one_stone(rule, size);
        record.moves.push(answer);
        record.thoughts.push(thought);
        let mut plain = Samples::new(&model);
        extractor.extract(&record, true, &mut plain);
        record.asides.push(aside);
        let mut samples = Samples::new(&model);
        extractor.extract(&record, true, &mut samples);
        assert_eq!((plain.value.len(), samples.value.len()), (2, 3));
        assert_eq!((plain.policy.len(), samples.policy.len()), (1, 2));
        for (before, after) in [(0, 0), (1, 2)] {
            let value = plain.value.evaluate(&values, before);
            assert_eq!(samples.value.evaluate(&values, after), value);
        }
        let mut board = Board::new(tables, &Grid::new(size), Color::Black);
        [record.moves[0], mv].iter().for_each(|&point| board.play(Square::of(point)));
        let predicted = samples.value.evaluate(&values, 1) * EVAL_SCALE;
        assert!(evaluation(&mut board).contains(&predicted), "{predicted}");
        let [enemy, own] = [mv, record.moves[0]].map(|point| Some(Square::of(point)));
        let predicted = OrderScores::new(&board, LastMoves { enemy, own }).of(Square::of(answer));
        let orders = layout.order_params(&weights());
        assert_eq!(samples.policy.chosen_score(&orders, 1), predicted as f32);
    }

    #[test]
    fn targets_lie_between_result_and_score() {
        let expected = 1.0 / (1.0 + (-1.0f32).exp());
        for (result_part, result, wanted) in [
            (0.0, Some(0.0), expected),
            (0.7, Some(0.0), 0.3 * expected),
            (1.0, Some(1.0), 1.0),
            (1.0, None, expected),
        ] {
            let target = Blend { result_part, score_unit: 400.0 }.target(400, result);
            assert!((target - wanted).abs() < 1e-6);
        }
    }

    #[test]
    fn the_score_unit_fits_the_results() {
        let size = Size::new(15, 15).unwrap();
        let thought = |points| Thought { score: Some(Score::Points(points)), is_best: true };
        // One game in four is lost: the odds are three to one, not e to one.
        let games: Vec<GameRecord> = [Color::White, Color::White, Color::White, Color::Black]
            .map(|winner| GameRecord {
                result: GameResult::Won(winner),
                thoughts: vec![thought(400), thought(-400)],
                ..one_stone(Rule::Caro, size)
            })
            .to_vec();
        let games: Vec<&GameRecord> = games.iter().collect();
        let unit = score_unit(&games);
        assert!((330.0..=480.0).contains(&unit), "{unit}");
        assert_eq!(score_unit(&[]), EVAL_SCALE);
    }
}
