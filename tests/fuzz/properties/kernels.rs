//! Vector code against its portable twins. It is only compiled for a processor that has the instructions, so build
//! with `RUSTFLAGS=-Ctarget-cpu=native`.

use std::sync::LazyLock;

use tengen::dense::{self, Weights};
use tengen::othello::eval::features::Features;
use tengen::othello::eval::input::EvalInput;
use tengen::othello::eval::network::{self, Network};
use tengen::othello::rules::board::Board;
use tengen::othello::rules::moves;

use super::Source;

/// Pairs of inputs of a layer.
const PAIRS: usize = 20;
/// Largest magnitude for which no sum of a layer overflows.
const MOST: i16 = 7000;

/// Networks for Othello with ordinary numbers, with rows at their limits, and with everything at its limits.
static NETWORKS: LazyLock<[Network; 3]> = LazyLock::new(|| {
    [60, 300, i16::MAX].map(|most| {
        let mut random = fastrand::Rng::with_seed(1);
        let numbers: Vec<i16> = (0..network::length()).map(|_| random.i16(-most..=most)).collect();
        Network::new(&numbers)
    })
});

/// Values, moves and flips of any position of Othello, and layers with one vector of outputs and with several.
pub fn vectors_compute_what_portable_code_does(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    while !source.is_empty() {
        let mut bits = || u64::from_le_bytes(std::array::from_fn(|_| source.byte()));
        let (filled, own) = (bits(), bits());
        othello(Board { player: filled & own, opponent: filled & !own });
        layer::<16>(&mut source);
        layer::<96>(&mut source);
    }
}

fn othello(board: Board) {
    let Board { player, opponent } = board;
    assert_eq!(
        moves::legal_moves(player, opponent),
        moves::legal_moves_scalar(player, opponent),
        "{board:?}"
    );
    for square in (0..64).filter(|square| (player | opponent) >> square & 1 == 0) {
        assert_eq!(
            moves::flips(player, opponent, square),
            moves::flips_scalar(player, opponent, square),
            "{board:?} {square}"
        );
    }
    let features = Features::of(board);
    let input = EvalInput::of(board, &features);
    for network in NETWORKS.iter() {
        assert_eq!(network.value(input), network.value_scalar(input), "{board:?}");
    }
}

fn layer<const OUTPUTS: usize>(source: &mut Source) {
    let mut number = || i16::from_le_bytes([source.byte(), source.byte()]).clamp(-MOST, MOST);
    let inputs: [[i16; 2]; PAIRS] = std::array::from_fn(|_| [number(), number()]);
    // Few bytes give many weights.
    let some: [i16; 7] = std::array::from_fn(|_| number());
    let weights: Weights<PAIRS, OUTPUTS> = std::array::from_fn(|pair| {
        std::array::from_fn(|at| [some[(pair + at) % 7], some[(pair + 2 * at + 1) % 7]])
    });
    let mut sums: [i32; OUTPUTS] = std::array::from_fn(|_| number().into());
    let mut expected = sums;
    dense::multiply_add(&mut sums, &inputs, &weights);
    dense::multiply_add_scalar(&mut expected, &inputs, &weights);
    assert_eq!(sums, expected, "{inputs:?} {weights:?}");
}
