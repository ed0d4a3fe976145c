//! A position as two sets of discs, seen from the side to move.
//!
//! A pure value without history or colours: playing a move returns the next position, in which the
//! roles are swapped. The two sets never overlap.

use super::moves::flips;
use super::moves::legal_moves;
use super::square::bit;

/// Discs of the side to move and of the other side, as sets of squares (a1 is bit 0, h8 bit 63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub player: u64,
    pub opponent: u64,
}

impl Board {
    /// The start position, Black to move: Black e4 d5, White d4 e5.
    pub const START: Board =
        Board { player: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    #[inline]
    pub const fn empties(self) -> u64 {
        !(self.player | self.opponent)
    }

    #[inline]
    pub const fn empty_count(self) -> u32 {
        self.empties().count_ones()
    }

    /// The squares on which the side to move may play.
    #[inline]
    pub fn legal_moves(self) -> u64 {
        legal_moves(self.player, self.opponent)
    }

    /// The discs that a disc on the empty square `square` would flip; none if the move is illegal.
    #[inline]
    pub fn flips(self, square: u8) -> u64 {
        flips(self.player, self.opponent, square)
    }

    /// The position after a disc on `square` flips `flipped`, seen from the other side.
    #[inline]
    pub const fn after(self, square: u8, flipped: u64) -> Board {
        Board { player: self.opponent ^ flipped, opponent: self.player ^ flipped ^ bit(square) }
    }

    /// The position after a legal move on `square`, seen from the other side.
    #[inline]
    pub fn play(self, square: u8) -> Board {
        self.after(square, self.flips(square))
    }

    /// The same discs with the other side to move.
    #[inline]
    pub const fn pass(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self.legal_moves() == 0 && self.pass().legal_moves() == 0
    }

    /// Disc difference for the side to move, the empty squares counted for the winner: an even
    /// number from -64 to 64. Meaningful when the game is over.
    #[inline]
    pub const fn final_score(self) -> i32 {
        let (own, other) = (self.player.count_ones() as i32, self.opponent.count_ones() as i32);
        if own > other {
            64 - 2 * other
        } else if own < other {
            2 * own - 64
        } else {
            0
        }
    }

    /// The eight images of the position under the symmetries of the square, itself first.
    pub fn images(self) -> [Board; 8] {
        let mut images = [self; 8];
        for i in 1..8 {
            images[i] = match i {
                4 => self.map(transpose),
                2 | 6 => images[i - 2].map(u64::swap_bytes),
                _ => images[i - 1].map(mirror_files),
            };
        }
        images
    }

    /// The canonical image: the smallest of the eight.
    pub fn canonical(self) -> Board {
        self.images().into_iter().min().unwrap_or(self)
    }

    fn map(self, image: impl Fn(u64) -> u64) -> Board {
        Board { player: image(self.player), opponent: image(self.opponent) }
    }
}

/// `set` with files a and h, b and g... exchanged.
fn mirror_files(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// `set` with files and ranks exchanged: the squares off the diagonal change places within blocks of
/// two, four and eight.
fn transpose(set: u64) -> u64 {
    let exchange = |set: u64, shift: u32, mask: u64| {
        let changed = (set ^ set >> shift) & mask;
        set ^ changed ^ changed << shift
    };
    let set = exchange(set, 7, 0x00aa_00aa_00aa_00aa);
    let set = exchange(set, 14, 0x0000_cccc_0000_cccc);
    exchange(set, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_turns_one_disc() {
        let d3 = 19;
        assert_eq!(Board::START.legal_moves(), bit(19) | bit(26) | bit(37) | bit(44));
        assert_eq!(Board::START.flips(d3), bit(27));
        let next = Board::START.play(d3);
        assert_eq!((next.player.count_ones(), next.opponent.count_ones()), (1, 4));
        assert_eq!(next.pass().pass(), next);
    }

    #[test]
    fn empties_go_to_the_winner() {
        assert_eq!(Board { player: 1, opponent: 0 }.final_score(), 64);
        assert_eq!(Board { player: 0, opponent: 6 }.final_score(), -64);
        assert_eq!(Board { player: 1, opponent: 2 }.final_score(), 0);
        assert_eq!(Board { player: 0xffff_ffff_ffff, opponent: 3 << 48 }.final_score(), 60);
    }

    #[test]
    fn the_eight_images_differ_and_move_alike() {
        let board = Board::START.play(19).play(18);
        let mut images = board.images().to_vec();
        assert!(
            images.iter().all(|b| b.legal_moves().count_ones() == board.legal_moves().count_ones())
        );
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn files_and_ranks_are_exchanged_square_by_square() {
        for square in 0..64u8 {
            assert_eq!(transpose(bit(square)), bit((square & 7) << 3 | square >> 3));
        }
    }

    #[test]
    fn all_images_of_a_position_are_one() {
        let board = Board::START.play(19).play(18).play(17);
        assert!(board.images().iter().all(|image| image.canonical() == board.canonical()));
        assert_ne!(board.canonical(), board.pass().canonical());
    }
}
