//! Legal moves, and the potential ones that may become legal.
//!
//! Legal moves come from a parallel-prefix fill in all directions at once. The vector kernel in `avx`
//! agrees with the scalar twin here on every position.

use super::square::neighbourhood;

/// Every square but those of files a and h: what may be crossed without leaving the row.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares on which the owner of `player` may place a disc.
#[inline]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return super::avx::legal_moves(player, opponent);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    legal_moves_scalar(player, opponent)
}

/// [`legal_moves`] in portable code.
#[inline]
pub fn legal_moves_scalar(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let reach = along::<1>(player, inner)
        | along::<7>(player, inner)
        | along::<8>(player, opponent)
        | along::<9>(player, inner);
    reach & !(player | opponent)
}

/// The squares just behind unbroken runs of `crossed` that start next to `player`, in the two
/// directions of one line.
#[inline]
fn along<const STEP: u32>(player: u64, crossed: u64) -> u64 {
    let mut up = crossed & player << STEP;
    let mut down = crossed & player >> STEP;
    up |= crossed & up << STEP;
    down |= crossed & down >> STEP;
    let pair_up = crossed & crossed << STEP;
    let pair_down = pair_up >> STEP;
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up |= pair_up & up << (2 * STEP);
    down |= pair_down & down >> (2 * STEP);
    up << STEP | down >> STEP
}

/// The empty squares next to a disc of `opponent`: moves that may become legal.
#[inline]
pub fn potential_moves(player: u64, opponent: u64) -> u64 {
    neighbourhood(opponent) & !(player | opponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::flip::flips_scalar;
    use crate::othello::rules::square::Squares;

    #[test]
    fn every_version_agrees_on_random_positions() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1_000_000 {
            let (a, b) = (random.u64(..), random.u64(..));
            let (player, opponent) = (a & b, !b & (a | random.u64(..)));
            assert_eq!(legal_moves(player, opponent), legal_moves_scalar(player, opponent));
        }
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_turns_discs() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..20_000 {
            let (a, b) = (random.u64(..), random.u64(..));
            let board = Board { player: a & b, opponent: a & !b };
            let turning = Squares(board.empties())
                .filter(|&square| flips_scalar(board.player, board.opponent, square) != 0)
                .fold(0, |set, square| set | 1 << square);
            assert_eq!(board.legal_moves(), turning);
        }
    }

    #[test]
    fn a_potential_move_touches_an_enemy_disc() {
        assert_eq!(potential_moves(0, 1), 0x0302);
        let start = Board::START;
        assert_eq!(start.legal_moves() & !potential_moves(start.player, start.opponent), 0);
    }
}
