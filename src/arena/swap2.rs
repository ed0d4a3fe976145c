//! A swap2 opening: three steps, each of them a timed turn, in which the players agree on colours.
//!
//! The first seat places three stones. The second takes Black, or goes on as White, or adds two
//! stones and leaves the choice to the first.

use super::ending::Reason;
use super::player::{Choice, Player};
use super::referee::{Table, WithSeat, fault};
use crate::coord::{Move, Point};

/// Conducts the opening. Afterwards the colours are settled, and the next turn is an ordinary one.
///
/// # Errors
/// What is wrong with a program, or that the game is abandoned.
pub(super) fn open(table: &mut Table) -> Result<(), WithSeat> {
    let (choice, _) = table.ask(0, <dyn Player>::swap2)?;
    match choice {
        Choice::Stones(stones) if stones.len() == 3 => add(table, 0, &stones)?,
        other => return Err(no_choice(0, "three stones", &other)),
    }
    let (choice, time) = table.ask(1, <dyn Player>::swap2)?;
    match choice {
        Choice::Swap => {
            table.black = 1;
            return Ok(());
        }
        Choice::Stones(stones) => match stones[..] {
            [point] => return table.place(1, Move::Place(point), time),
            [_, _] => add(table, 1, &stones)?,
            _ => return Err(no_choice(1, "SWAP or one or two stones", &Choice::Stones(stones))),
        },
    }
    let (choice, time) = table.ask(0, <dyn Player>::swap2)?;
    match choice {
        Choice::Swap => Ok(()),
        Choice::Stones(stones) => match stones[..] {
            [point] => {
                table.black = 1;
                table.place(0, Move::Place(point), time)
            }
            _ => Err(no_choice(0, "SWAP or one stone", &Choice::Stones(stones))),
        },
    }
}

fn add(table: &mut Table, seat: usize, stones: &[Point]) -> Result<(), WithSeat> {
    stones.iter().try_for_each(|&point| table.open_with(seat, Move::Place(point)))
}

fn no_choice(seat: usize, expected: &str, choice: &Choice) -> WithSeat {
    let found = match choice {
        Choice::Swap => "SWAP".to_owned(),
        Choice::Stones(stones) => format!("stones: {}", stones.len()),
    };
    fault(seat, Reason::Garbage, format!("SWAP2BOARD: expected {expected}, found {found}"))
}
