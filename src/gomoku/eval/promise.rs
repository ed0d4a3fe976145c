//! How promising the moves of a position look before anything is searched: the model that the ordering
//! weights are fitted to.

use super::board::Board;
use super::place;
use super::tables::OrderTables;
use crate::gomoku::rules::grid::Square;

/// The last moves before a position, those that are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// The opponent's.
    pub enemy: Option<Square>,
    /// The own one before that.
    pub own: Option<Square>,
}

/// Ordering scores of the moves of one position.
pub struct Promises<'a> {
    board: &'a Board,
    tables: OrderTables<'a>,
    /// Each last move with the scores of the places around it.
    lasts: [Option<(Square, &'a place::ByDifference<i16>)>; 2],
}

impl<'a> Promises<'a> {
    /// Of the side to move on `board`, after `last` moves.
    pub fn new(board: &'a Board, last: LastMoves) -> Promises<'a> {
        let tables = board.order_tables();
        let [to_enemy, to_own] = tables.places;
        let lasts = [(last.enemy, to_enemy), (last.own, to_own)]
            .map(|(last, worths)| last.map(|last| (last, worths)));
        Promises { board, tables, lasts }
    }

    /// Ordering score of a move to the empty point `square`.
    #[inline]
    pub fn of(&self, square: Square) -> i32 {
        let (me, enemy) = (self.board.side(), !self.board.side());
        let codes = self.board.codes(square);
        let [own, other] = [me, enemy].map(|color| usize::from(codes[color.index()]));
        let mut score = i32::from(self.tables.attack[own]) + i32::from(self.tables.defend[other]);
        for (last, worths) in self.lasts.iter().flatten() {
            score += i32::from(worths[place::difference(square, *last)]);
        }
        score
    }
}

impl Board {
    /// Ordering score of a move to the empty point `square`, the last moves left out.
    pub(in crate::gomoku) fn order_score(&self, square: Square) -> i32 {
        Promises::new(self, LastMoves::default()).of(square)
    }
}
