//! The Soosorv opening of renju, which Yixin-Board conducts step by step.
//!
//! One player places three stones; the other may swap, plays the fourth and sets the number of fifth moves to
//! propose; the first may swap again; Black proposes, White chooses the fifth move. So the value of a position
//! with n fifth moves to propose is that of the n-th best.

use std::time::Instant;

use super::avoided::images;
use super::thinking::{Desk, Purpose, SoosorvTask as Task, think};
use crate::coord::{Move, Point};
use crate::frontend::desk::Target;
use crate::frontend::gomocup::protocol::{Message, Opening, OpeningStep, Problem, Reply, Soosorv};
use crate::game::Position;
use crate::gomoku::rules::game::Game;
use crate::search::report::{Line, Progress, Score};

/// Three stones that the other player is to balance: the centre, a point next to it and one within two rows and
/// columns. Offsets from the centre. The rules have 26; these are open on all sides.
const OPENINGS: [[(i32, i32); 3]; 4] = [
    [(0, 0), (0, -1), (1, 2)],
    [(0, 0), (0, -1), (2, 1)],
    [(0, 0), (1, -1), (-2, 1)],
    [(0, 0), (1, -1), (2, 2)],
];

/// Step 1: plays opening `index` on the empty board of `game`; returns its moves.
pub fn propose(game: &mut Game, index: usize) -> Vec<Move> {
    let center = game.size().center();
    let target = |&(dx, dy): &(i32, i32)| Target {
        x: i32::from(center.x()) + dx,
        y: i32::from(center.y()) + dy,
    };
    let opening = OPENINGS[index % OPENINGS.len()].iter().map(target);
    let moves = opening.filter_map(|target| target.on(game.size()).ok());
    let moves: Vec<Move> = moves.collect();
    moves.iter().for_each(|&mv| game.play(mv).expect("the board is empty and no foul is near"));
    moves
}

/// The stones that a step starts from, the proposed fifth moves, and the task.
///
/// # Errors
/// A wrong number of stones.
pub fn task(step: &Soosorv) -> Result<(&[Target], &[Target], Task), Problem> {
    let (moves, expected, task) = match step {
        Soosorv::Propose => (&[][..], 0, Task::SwapAfterThree),
        Soosorv::SwapAfterThree(moves) => (&moves[..], 3, Task::SwapAfterThree),
        Soosorv::PlayFourth(moves) => (&moves[..], 3, Task::Fourth),
        Soosorv::SwapAfterFour(count, moves) => (&moves[..], 4, Task::SwapAfterFour(*count)),
        Soosorv::ProposeFifths(count, moves) => (&moves[..], 4, Task::Fifths(*count)),
        Soosorv::ChooseFifth(moves) if moves.len() > 4 => {
            let (before, fifths) = moves.split_at(4);
            let count = fifths.len().min(u8::MAX.into()) as u8;
            return Ok((before, fifths, Task::ChooseFifth(count)));
        }
        Soosorv::ChooseFifth(moves) => (&moves[..], 5, Task::ChooseFifth(1)),
    };
    if moves.len() != expected {
        return Err(Problem::BadSoosorv { expected, found: moves.len() });
    }
    Ok((moves, &[], task))
}

/// The points that a search for `task` in `game` must not choose, if `fifths` were proposed.
pub fn avoided(game: &Game, task: Task, fifths: &[Target]) -> Vec<Point> {
    match task {
        Task::SwapAfterThree | Task::Fourth => Vec::new(),
        Task::CountFifths(_) | Task::SwapAfterFour(_) | Task::Fifths(_) => images(game, &[]),
        Task::ChooseFifth(_) => {
            let is_other = |point: &Point| !fifths.contains(&Target::from(Move::Place(*point)));
            game.size().points().filter(is_other).collect()
        }
    }
}

/// Handles the result of a search for `task`.
pub fn conclude(desk: &mut Desk, task: Task, result: Progress) -> Vec<Reply> {
    let lines = desk.with_line(result).lines;
    let worst = lines.last().map_or(Score::Points(0), |line| line.score);
    let swap = |number| OpeningStep::Swap {
        opening: Opening::Soosorv,
        number,
        is_taken: worst.is_negative(),
    };
    let steps = match task {
        Task::SwapAfterThree => vec![swap(1)],
        Task::SwapAfterFour(_) => vec![swap(2)],
        Task::Fourth => {
            let mv = desk.play_chosen(lines[0].moves.first().copied());
            return count_fifths(desk, mv);
        }
        Task::CountFifths(mv) => vec![OpeningStep::Fourth { mv, count: evening(&lines) }],
        Task::Fifths(_) => {
            let mv = |line: &Line| line.moves.first().copied();
            let number = 5;
            let fifth = |mv| OpeningStep::Move { opening: Opening::Soosorv, number, mv };
            let fifths = lines.iter().filter_map(mv).map(fifth);
            [OpeningStep::Fifths]
                .into_iter()
                .chain(fifths)
                .chain([OpeningStep::FifthsDone])
                .collect()
        }
        Task::ChooseFifth(_) => {
            let last = lines.last().and_then(|line| line.moves.first().copied());
            vec![OpeningStep::ChosenFifth(desk.play_chosen(last))]
        }
    };
    steps.into_iter().map(|step| Reply::Message(Message::Opening(step))).collect()
}

/// Continues with a search for the number of fifth moves after the fourth move `mv`.
fn count_fifths(desk: &mut Desk, mv: Move) -> Vec<Reply> {
    let task = Task::CountFifths(mv);
    if let Position::Gomoku(game) = &desk.position {
        let images = avoided(game, task, &[]);
        desk.avoid(images);
    }
    think(desk, Purpose::Soosorv(task), Instant::now())
}

/// The number of fifth moves for which the worst of `lines`, best first, is nearest to even.
fn evening(lines: &[Line]) -> usize {
    let value = |line: &Line| match line.score {
        Score::Points(value) => value.unsigned_abs(),
        _ => u32::MAX,
    };
    let nearest = lines.iter().enumerate().min_by_key(|(_, line)| value(line));
    nearest.map_or(1, |(index, _)| index + 1)
}
