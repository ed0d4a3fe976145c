//! The evaluation network: one row of numbers for every pattern, and for each stage of the game a small
//! head that turns their sum into a value.
//!
//! The clipped sum of the rows goes through one hidden layer. The sum also counts directly, so that the
//! hidden layer need not represent what a table can. All numbers are integers, so values are the same on
//! every machine. They are limited so that sums of channels fit in 16 bits and all others in 32.

use std::borrow::Cow;

use super::input::{EvalInput, MOVES, STAGES, TYING};
pub use super::rows::CHANNELS;
use super::rows::Row;
use super::shape::{INSTANCES, OFFSETS};
use crate::dense;

/// Neurons of the hidden layer.
pub const HIDDEN: usize = 16;
/// An activation of one, the maximum.
pub const ONE: i16 = 128;
/// A weight of one of the hidden layer.
pub const HIDDEN_ONE: i16 = 256;
/// A weight of the output that is worth 1/100 disc at an activation of one.
pub const OUTPUT_ONE: i16 = 8;
/// Largest absolute value of a number of the other rows, and largest sum of the absolute direct weights of a head.
const ROW_LIMIT: i16 = 1024;
const DIRECT_LIMIT: i32 = 200_000;
/// Numbers of empty squares.
pub const EMPTIES: usize = 61;
/// Where the rows for empty squares begin, after those for own moves and for the opponent's.
pub const EMPTIES_ROW: usize = 2 * MOVES;
/// Rows other than those of patterns.
pub const OTHER_ROWS: usize = EMPTIES_ROW + EMPTIES;

/// No sum of rows exceeds 16 bits, and no output exceeds 32.
const _: () = {
    let sum = 3 * ROW_LIMIT as i64 - INSTANCES as i64 * i8::MIN as i64;
    assert!(sum <= i16::MAX as i64);
    let direct = sum * DIRECT_LIMIT as i64;
    assert!(direct - HIDDEN as i64 * ONE as i64 * i16::MIN as i64 <= i32::MAX as i64);
};

/// A sum of rows.
pub(super) type Sum = [i16; CHANNELS];

/// The layers that turn the sum into a value, for one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// From the clipped sum to the hidden layer.
    pub(super) hidden: dense::Weights<{ CHANNELS / 2 }, HIDDEN>,
    /// Added to the hidden layer, in units of [`ONE`] times [`HIDDEN_ONE`].
    pub(super) hidden_bias: [i32; HIDDEN],
    /// From the hidden layer to the value.
    pub(super) output: [i32; HIDDEN],
    /// From the sum to the value.
    pub(super) direct: [i16; CHANNELS],
    /// Added to the value, in 1/100 disc.
    bias: i16,
}

/// The numbers of a head, part by part.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, T> {
    /// From the clipped sum to the hidden layer: for every channel, its weight for each neuron.
    pub hidden: &'a [T],
    /// Added to the hidden layer.
    pub hidden_bias: &'a [T],
    /// From the hidden layer to the value.
    pub output: &'a [T],
    /// From the sum to the value.
    pub direct: &'a [T],
    /// Added to the value.
    pub bias: &'a [T],
}

impl<'a, T> Parts<'a, T> {
    /// The parts of [`HEAD_LENGTH`] numbers.
    pub fn of(numbers: &'a [T]) -> Parts<'a, T> {
        let (hidden, rest) = numbers.split_at(CHANNELS * HIDDEN);
        let (hidden_bias, rest) = rest.split_at(HIDDEN);
        let (output, rest) = rest.split_at(HIDDEN);
        let (direct, bias) = rest.split_at(CHANNELS);
        Parts { hidden, hidden_bias, output, direct, bias }
    }
}

/// Numbers of a head.
pub const HEAD_LENGTH: usize = CHANNELS * HIDDEN + 2 * HIDDEN + CHANNELS + 1;

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By pattern, shape after shape.
    patterns: Cow<'static, [Row]>,
    /// In the order of [`Network::other_rows`].
    others: Box<[Sum; OTHER_ROWS]>,
    heads: Box<[Head; STAGES]>,
}

/// Numbers of a network in the order of [`Network::numbers`].
pub fn length() -> usize {
    CHANNELS * (TYING.count + OTHER_ROWS) + STAGES * HEAD_LENGTH
}

impl Network {
    /// The network of these numbers: the rows of patterns, one for each group that shares it, then the
    /// other rows, then the heads. Numbers beyond a limit are clamped.
    ///
    /// # Panics
    /// If their number differs from [`length`].
    pub fn new(numbers: &[i16]) -> Network {
        assert_eq!(numbers.len(), length());
        let (tied, others) = numbers.split_at(CHANNELS * TYING.count);
        Network::with_rows(Cow::Owned(TYING.rows(tied)), others)
    }

    /// The network with these rows of patterns, and the other numbers in the order of [`Network::new`].
    pub(super) fn with_rows(patterns: Cow<'static, [Row]>, numbers: &[i16]) -> Network {
        let (others, heads) = numbers.split_at(CHANNELS * OTHER_ROWS);
        let limited = |number: i16| number.clamp(-ROW_LIMIT, ROW_LIMIT);
        let sum = |at: usize| std::array::from_fn(|i| limited(others[CHANNELS * at + i]));
        let others = Box::new(std::array::from_fn(sum));
        let head = |stage: usize| Head::new(&heads[stage * HEAD_LENGTH..][..HEAD_LENGTH]);
        Network { patterns, others, heads: Box::new(std::array::from_fn(head)) }
    }

    /// The numbers, as [`Network::new`] takes them.
    pub fn numbers(&self) -> Vec<i16> {
        let mut numbers = vec![0; CHANNELS * TYING.count];
        for (&at, row) in TYING.parameter_of.iter().zip(&*self.patterns) {
            let first = CHANNELS * at as usize;
            for (number, &small) in numbers[first..first + CHANNELS].iter_mut().zip(&row.0) {
                *number = small.into();
            }
        }
        numbers.extend(self.others.as_flattened());
        self.heads.iter().for_each(|head| head.write(&mut numbers));
        numbers
    }

    /// The value of a position in 1/100 disc for the side to move, unlimited.
    #[inline]
    pub fn value(&self, input: EvalInput) -> i32 {
        let (first, rows, head) = self.parts(&input);
        head.value(&sum_rows(first, &self.patterns, &rows))
    }

    /// [`Network::value`] by portable code.
    pub fn value_scalar(&self, input: EvalInput) -> i32 {
        let (first, rows, head) = self.parts(&input);
        head.value_scalar(&sum_rows_scalar(first, &self.patterns, &rows))
    }

    /// The parts of a position's value: the sum of the other rows, the indices of its patterns' rows, and the head.
    #[inline(always)]
    fn parts(&self, input: &EvalInput) -> (Sum, [u32; INSTANCES], &Head) {
        let [own, other, empties] = Network::other_rows(input).map(|at| &self.others[at]);
        let first: Sum = std::array::from_fn(|i| own[i] + other[i] + empties[i]);
        let rows = std::array::from_fn(|i| OFFSETS[i] + u32::from(input.patterns[i]));
        (first, rows, &self.heads[input.stage().0])
    }

    /// The indices of the rows other than those of patterns, counted among themselves.
    #[inline]
    pub fn other_rows(input: &EvalInput) -> [usize; 3] {
        [
            (input.own_moves as usize).min(MOVES - 1),
            MOVES + (input.other_moves as usize).min(MOVES - 1),
            EMPTIES_ROW + (input.empties as usize).min(EMPTIES - 1),
        ]
    }
}

impl Head {
    fn new(numbers: &[i16]) -> Head {
        let Parts { hidden, hidden_bias, output, direct, bias } = Parts::of(numbers);
        let weight = |pair: usize, k: usize| [0, 1].map(|i| hidden[(2 * pair + i) * HIDDEN + k]);
        let hidden_bias = |k: usize| i32::from(hidden_bias[k]) * i32::from(HIDDEN_ONE);
        let mut room = DIRECT_LIMIT;
        let mut limited = |weight: i16| {
            let weight = i32::from(weight).clamp(-room, room);
            room -= weight.abs();
            weight as i16
        };
        Head {
            hidden: std::array::from_fn(|pair| std::array::from_fn(|k| weight(pair, k))),
            hidden_bias: std::array::from_fn(hidden_bias),
            output: std::array::from_fn(|k| output[k].into()),
            direct: std::array::from_fn(|i| limited(direct[i])),
            bias: bias[0],
        }
    }

    /// The value in 1/100 disc for this sum of rows.
    #[inline]
    fn value(&self, sum: &Sum) -> i32 {
        let mut layer = self.hidden_bias;
        dense::multiply_add(&mut layer, &clipped(sum), &self.hidden);
        self.value_of(sum, &layer)
    }

    /// [`Head::value`] by portable code.
    fn value_scalar(&self, sum: &Sum) -> i32 {
        let mut layer = self.hidden_bias;
        dense::multiply_add_scalar(&mut layer, &clipped(sum), &self.hidden);
        self.value_of(sum, &layer)
    }

    /// The value for this sum of rows and its hidden layer.
    #[inline]
    fn value_of(&self, sum: &Sum, layer: &[i32; HIDDEN]) -> i32 {
        let activation = |neuron: i32| (neuron.max(0) / i32::from(HIDDEN_ONE)).min(ONE.into());
        let of_layer = |(&neuron, &weight)| activation(neuron) * weight;
        let of_sum = |(&number, &weight)| i32::from(number) * i32::from(weight);
        let output = layer.iter().zip(&self.output).map(of_layer).sum::<i32>()
            + sum.iter().zip(&self.direct).map(of_sum).sum::<i32>();
        output / (i32::from(ONE) * i32::from(OUTPUT_ONE)) + i32::from(self.bias)
    }

    fn write(&self, numbers: &mut Vec<i16>) {
        let weight = |i: usize| (0..HIDDEN).map(move |k| self.hidden[i / 2][k][i % 2]);
        numbers.extend((0..CHANNELS).flat_map(weight));
        numbers.extend(self.hidden_bias.map(|bias| (bias / i32::from(HIDDEN_ONE)) as i16));
        numbers.extend(self.output.map(|weight| weight as i16));
        numbers.extend(self.direct);
        numbers.push(self.bias);
    }
}

/// The inputs of the hidden layer.
#[inline]
fn clipped(sum: &Sum) -> [[i16; 2]; CHANNELS / 2] {
    bytemuck::cast(sum.map(|number| number.clamp(0, ONE)))
}

/// The sum of `first` and these rows of `table`.
#[inline]
fn sum_rows(first: Sum, table: &[Row], rows: &[u32; INSTANCES]) -> Sum {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return avx2::sum_rows(first, table, rows);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    sum_rows_scalar(first, table, rows)
}

/// [`sum_rows`] in portable code.
#[inline]
fn sum_rows_scalar(first: Sum, table: &[Row], rows: &[u32; INSTANCES]) -> Sum {
    let mut sum = first;
    rows.iter().for_each(|&row| add(&mut sum, &table[row as usize]));
    sum
}

/// Adds a row to a sum. The compiler turns it into vector code only outside the loop over all rows.
#[inline(never)]
fn add(sum: &mut Sum, Row(row): &Row) {
    for (sum, &part) in sum.iter_mut().zip(row) {
        *sum += i16::from(part);
    }
}

/// The vector kernel, for x86-64 with AVX2 or AVX-512. The `unsafe` block calls a function whose processor features
/// the build guarantees.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use core::arch::x86_64::*;

    use super::{CHANNELS, INSTANCES, Row, Sum};

    const _: () = assert!(CHANNELS == 32 && INSTANCES.is_multiple_of(3));

    /// The vector version of `sum_rows_scalar` in `network`.
    #[inline]
    pub(super) fn sum_rows(first: Sum, table: &[Row], rows: &[u32; INSTANCES]) -> Sum {
        // SAFETY: this module is compiled only for targets that have AVX2, and the other function only for those
        // that have AVX-512BW.
        unsafe {
            #[cfg(target_feature = "avx512bw")]
            return sum_rows_avx512(first, table, rows);
            #[cfg(not(target_feature = "avx512bw"))]
            sum_rows_avx2(first, table, rows)
        }
    }

    /// A vector has sixteen channels.
    #[cfg(any(test, not(target_feature = "avx512bw")))]
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum_rows_avx2(first: Sum, table: &[Row], rows: &[u32; INSTANCES]) -> Sum {
        let [mut low, mut high]: [__m256i; 2] = bytemuck::cast(first);
        for &row in rows {
            let [row_low, row_high]: [__m128i; 2] = bytemuck::cast(table[row as usize].0);
            low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(row_low));
            high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(row_high));
        }
        bytemuck::cast([low, high])
    }

    /// A vector has all channels. The rows are summed in three parts, so that additions need not wait for each other.
    #[cfg(target_feature = "avx512bw")]
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn sum_rows_avx512(first: Sum, table: &[Row], rows: &[u32; INSTANCES]) -> Sum {
        let zero = _mm512_setzero_si512();
        let mut sums: [__m512i; 3] = [bytemuck::cast(first), zero, zero];
        for &triple in rows.as_chunks::<3>().0 {
            for (sum, row) in sums.iter_mut().zip(triple) {
                let row: __m256i = bytemuck::cast(table[row as usize].0);
                *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(row));
            }
        }
        let [a, b, c] = sums;
        bytemuck::cast(_mm512_add_epi16(_mm512_add_epi16(a, b), c))
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::othello::eval::network::sum_rows_scalar;

        #[test]
        fn the_avx2_version_agrees_where_avx512_is_used() {
            let mut random = fastrand::Rng::with_seed(5);
            // Miri would take minutes for all rounds.
            let rounds = if cfg!(miri) { 10 } else { 1000 };
            for _ in 0..rounds {
                let first = std::array::from_fn(|_| random.i16(-1000..=1000));
                let row = |_| Row(std::array::from_fn(|_| random.i8(..)));
                let table: Vec<Row> = (0..INSTANCES).map(row).collect();
                let rows = std::array::from_fn(|_| random.u32(..INSTANCES as u32));
                // SAFETY: this module is compiled only for targets that have AVX2.
                let sum = unsafe { sum_rows_avx2(first, &table, &rows) };
                assert_eq!(sum, sum_rows_scalar(first, &table, &rows));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::features::Features;
    use crate::othello::rules::board::Board;

    /// A random network with numbers up to this magnitude.
    fn random_network(seed: u64, most: i16) -> Network {
        let mut random = fastrand::Rng::with_seed(seed);
        let numbers: Vec<i16> = (0..length()).map(|_| random.i16(-most..=most)).collect();
        Network::new(&numbers)
    }

    fn random_boards(seed: u64) -> impl Iterator<Item = Board> {
        let mut random = fastrand::Rng::with_seed(seed);
        std::iter::repeat_with(move || {
            let (a, b, c) = (random.u64(..), random.u64(..), random.u64(..));
            let filled = a | b & c;
            Board { player: filled & c, opponent: filled & !c }
        })
    }

    fn value(network: &Network, board: Board) -> i32 {
        network.value(EvalInput::of(board, &Features::of(board)))
    }

    #[test]
    fn a_position_is_worth_the_same_in_every_image() {
        let network = random_network(1, 100);
        let mut values = std::collections::BTreeSet::new();
        for board in random_boards(2).take(300) {
            let value_here = value(&network, board);
            values.insert(value_here);
            assert!(board.images().iter().all(|&image| value(&network, image) == value_here));
        }
        assert!(values.len() > 200);
    }

    #[test]
    fn vectors_and_portable_code_agree_to_the_limits() {
        let mut random = fastrand::Rng::with_seed(3);
        // The first ten have every kind of number; Miri would take minutes for all rounds.
        let rounds = if cfg!(miri) { 10 } else { 2000 };
        for round in 0..rounds {
            let (small, large) = if round % 2 == 0 { (4, 300) } else { (127, i16::MAX) };
            let numbers: Vec<i16> = (0..HEAD_LENGTH).map(|_| random.i16(-large..=large)).collect();
            let head = Head::new(&numbers);
            let first = std::array::from_fn(|_| random.i16(-3 * ROW_LIMIT..=3 * ROW_LIMIT));
            // Also rows in which every number has its largest magnitude.
            let mut number = || if round % 8 == 1 { 127 } else { random.i8(-small..=small) };
            let table: Vec<Row> =
                (0..INSTANCES).map(|_| Row(std::array::from_fn(|_| number()))).collect();
            agree(first, &table, &head);
        }
        for (weight, number) in [(i16::MAX, i8::MAX), (i16::MAX, i8::MIN), (i16::MIN, i8::MIN)] {
            let head = Head::new(&[weight; HEAD_LENGTH]);
            let first = [3 * ROW_LIMIT * i16::from(number.signum()); CHANNELS];
            let found = agree(first, &[Row([number; CHANNELS]); INSTANCES], &head);
            assert_eq!(found > 0, (weight > 0) == (number > 0));
        }
    }

    /// The value for the sum of `first` and all of `table`, by the vector code and by the portable code.
    fn agree(first: Sum, table: &[Row], head: &Head) -> i32 {
        let rows = std::array::from_fn(|i| i as u32);
        let sum = sum_rows(first, table, &rows);
        assert_eq!(sum, sum_rows_scalar(first, table, &rows));
        let value = head.value(&sum);
        assert_eq!(value, head.value_scalar(&sum));
        value
    }

    #[test]
    fn the_hidden_layer_is_clipped_and_the_sum_is_not() {
        let mut numbers = vec![0; HEAD_LENGTH];
        // The first channel raises the last neuron, which is worth two discs; the second counts directly.
        numbers[HIDDEN - 1] = HIDDEN_ONE;
        numbers[CHANNELS * HIDDEN + 2 * HIDDEN - 1] = 200 * OUTPUT_ONE;
        numbers[CHANNELS * HIDDEN + 2 * HIDDEN + 1] = OUTPUT_ONE;
        let head = Head::new(&numbers);
        let value = |first: i16, second: i16| {
            let mut sum = [0; CHANNELS];
            (sum[0], sum[1]) = (first, second);
            head.value(&sum)
        };
        assert_eq!([-ONE, 0, ONE / 2, ONE, 9 * ONE].map(|at| value(at, 0)), [0, 0, 100, 200, 200]);
        assert_eq!([-50 * ONE, 3 * ONE].map(|at| value(0, at)), [-50, 3]);
    }

    #[test]
    fn direct_weights_are_limited_together() {
        let mut numbers = [0; HEAD_LENGTH];
        let direct = HEAD_LENGTH - 1 - CHANNELS;
        (numbers[direct], numbers[direct + 9]) = (i16::MAX, i16::MIN);
        let found = Head::new(&numbers).direct;
        assert_eq!((found[0], found[9]), (i16::MAX, i16::MIN));
        let found = Head::new(&[i16::MIN; HEAD_LENGTH]).direct;
        assert_eq!(found.iter().map(|&weight| -i32::from(weight)).sum::<i32>(), DIRECT_LIMIT);
        assert_eq!((found[5], found[7]), (i16::MIN, 0));
    }

    #[test]
    fn the_numbers_of_a_network_make_it_again() {
        let network = random_network(4, 120);
        assert!(Network::new(&network.numbers()) == network);
        assert_eq!(network.numbers().len(), length());
    }
}
