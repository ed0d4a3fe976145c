//! Pattern shapes: sets of squares whose discs are evaluated together.
//!
//! A shape has up to eight instances on the board, its symmetric images, which share one table or the rows of
//! the network. The pattern on an instance is a number in base three, with the first square as the lowest
//! digit: 0 for an empty square, 1 for an own disc, 2 for the opponent's. Symmetries that map an instance
//! onto itself permute its digits; patterns that differ only by such a permutation share one parameter or
//! row.
//!
//! The build script compiles this file too, so it imports nothing.

/// Maximum number of squares of a shape.
const MOST_SQUARES: usize = 10;

/// One instance of each shape, near a1. Large ones describe corners and edges, where games are decided; lines and
/// diagonals describe the possible flips.
const SHAPES: [&[u8]; SHAPE_COUNT] = [
    // An edge with both X-squares.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // Two by five at a corner.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The triangle of a corner.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // A corner with half of both edges and of the diagonal.
    &[0, 1, 2, 3, 8, 16, 24, 9, 18, 27],
    // The second row with the corners of the first.
    &[0, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    // The middle of an edge, two deep, with the corners.
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // Three by three at a corner.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // The diagonals of five and of four squares.
    &[3, 12, 21, 30, 39, 4, 13, 22, 31],
    // The third and the fourth row, the diagonals of eight, seven and six squares.
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
];

pub const SHAPE_COUNT: usize = 13;

/// Number of instances of all shapes.
pub const INSTANCES: usize = 54;

/// Number of patterns of all shapes.
pub const PATTERNS: usize = offset(SHAPE_COUNT);

/// A shape in its place on the board.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Number of the shape.
    pub shape: usize,
    squares: [u8; MOST_SQUARES],
    len: usize,
}

impl Instance {
    /// Its squares, the lowest digit first.
    pub const fn squares(&self) -> &[u8] {
        self.squares.split_at(self.len).0
    }
}

/// Every instance, shape by shape.
pub const ALL: [Instance; INSTANCES] = instances();

/// Where the patterns of every instance begin in a common table of all shapes.
pub static OFFSETS: [u32; INSTANCES] = offsets();

const fn offsets() -> [u32; INSTANCES] {
    let mut offsets = [0; INSTANCES];
    let mut at = 0;
    while at < offsets.len() {
        offsets[at] = offset(ALL[at].shape) as u32;
        at += 1;
    }
    offsets
}

/// The square that `symmetry`, 0 to 7, maps `square` to.
const fn image(square: u8, symmetry: u8) -> u8 {
    let (x, y) = (square & 7, square >> 3);
    let x = if symmetry & 1 != 0 { 7 - x } else { x };
    let y = if symmetry & 2 != 0 { 7 - y } else { y };
    if symmetry & 4 != 0 { x << 3 | y } else { y << 3 | x }
}

const fn image_of(squares: &[u8], symmetry: u8) -> [u8; MOST_SQUARES] {
    let mut images = [0; MOST_SQUARES];
    let mut at = 0;
    while at < squares.len() {
        images[at] = image(squares[at], symmetry);
        at += 1;
    }
    images
}

const fn set_of(squares: &[u8], len: usize) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < len {
        set |= 1 << squares[at];
        at += 1;
    }
    set
}

const fn instances() -> [Instance; INSTANCES] {
    let mut all = [Instance { shape: 0, squares: [0; MOST_SQUARES], len: 0 }; INSTANCES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPE_COUNT {
        let (first, len) = (count, SHAPES[shape].len());
        let mut symmetry = 0;
        while symmetry < 8 {
            let squares = image_of(SHAPES[shape], symmetry);
            let mut at = first;
            while at < count && set_of(&all[at].squares, len) != set_of(&squares, len) {
                at += 1;
            }
            if at == count {
                all[count] = Instance { shape, squares, len };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == INSTANCES);
    all
}

/// Number of patterns of a shape.
pub const fn pattern_count(shape: usize) -> usize {
    3usize.pow(SHAPES[shape].len() as u32)
}

/// Where the patterns of `shape` begin in a common table of all shapes.
pub const fn offset(shape: usize) -> usize {
    let (mut offset, mut before) = (0, 0);
    while before < shape {
        offset += pattern_count(before);
        before += 1;
    }
    offset
}

/// The squares of the first instance of `shape`, in the order of a pattern's digits.
pub const fn squares(shape: usize) -> &'static [u8] {
    SHAPES[shape]
}

/// For every pattern of all shapes, the first one in the common table that equals it up to a symmetry of its
/// shape.
pub fn first_alike() -> Vec<u32> {
    let mut firsts = Vec::with_capacity(PATTERNS);
    for shape in 0..SHAPE_COUNT {
        let permutations = permutations(shape);
        let alike = |pattern: usize| {
            let images = permutations.iter().map(|powers| permuted(pattern, powers));
            images.fold(pattern, usize::min)
        };
        firsts.extend((0..pattern_count(shape)).map(|p| (offset(shape) + alike(p)) as u32));
    }
    firsts
}

/// The symmetries of a shape except the identity: for every digit, the power of three it moves to.
fn permutations(shape: usize) -> Vec<Vec<usize>> {
    let squares = SHAPES[shape];
    let own = set_of(squares, squares.len());
    let mut found: Vec<Vec<usize>> = Vec::new();
    for symmetry in 1..8 {
        let images = image_of(squares, symmetry);
        if set_of(&images, squares.len()) != own {
            continue;
        }
        let place = |square: &u8| images.iter().position(|image| image == square);
        let powers = squares.iter().map(|square| 3usize.pow(place(square).unwrap_or(0) as u32));
        let powers: Vec<usize> = powers.collect();
        if !found.contains(&powers) {
            found.push(powers);
        }
    }
    found
}

fn permuted(mut pattern: usize, powers: &[usize]) -> usize {
    let mut image = 0;
    for power in powers {
        image += pattern % 3 * power;
        pattern /= 3;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::rules::board::Board;
    use crate::othello::rules::square::bit;

    /// The pattern of `board` on `squares`.
    fn pattern(board: Board, squares: &[u8]) -> usize {
        squares.iter().rev().fold(0, |pattern, &square| {
            let own = usize::from(board.player & bit(square) != 0);
            let other = usize::from(board.opponent & bit(square) != 0);
            3 * pattern + own + 2 * other
        })
    }

    #[test]
    fn every_square_is_seen_and_instances_differ() {
        let sets: Vec<(usize, u64)> =
            ALL.iter().map(|one| (one.shape, set_of(one.squares(), one.squares().len()))).collect();
        for (index, set) in sets.iter().enumerate() {
            assert!(!sets[..index].contains(set));
            assert_eq!(set.1.count_ones() as usize, SHAPES[set.0].len());
        }
        for square in 0..64 {
            assert!(sets.iter().filter(|set| set.1 & bit(square) != 0).count() >= 4);
        }
    }

    #[test]
    fn what_is_alike_is_alike_in_every_image_of_the_board() {
        let firsts = first_alike();
        assert_eq!(firsts.len(), PATTERNS);
        assert!(firsts.iter().all(|&first| firsts[first as usize] == first));
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let (a, b) = (random.u64(..), random.u64(..));
            let seen = |board: Board| {
                let number =
                    |one: &Instance| firsts[offset(one.shape) + pattern(board, one.squares())];
                let mut seen: Vec<u32> = ALL.iter().map(number).collect();
                seen.sort_unstable();
                seen
            };
            let images = Board { player: a & b, opponent: a & !b }.images();
            assert!(images.iter().all(|&image| seen(image) == seen(images[0])));
        }
    }
}
