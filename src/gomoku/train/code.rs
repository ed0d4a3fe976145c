//! The compact code of a game of self-play.
//!
//! A move is its rank among the empty points by distance from the previous move. A score is its difference from
//! the score expected after the previous one. Both are usually small and take few bits: a ply takes about two
//! bytes.

use std::io;
use std::sync::LazyLock;

use bitstream_io::{BitRead, BitWrite};

use super::record::{Aside, GameRecord, GameResult, Thought};
use crate::color::Color;
use crate::coord::{MAX_SIDE, MIN_SIDE, Point, Size};
use crate::gomoku::rules::rule::Rule;
use crate::search::report::Score;
use crate::train::bits::{
    Decoder, Encoder, invalid, read_golomb, read_signed, write_golomb, write_signed,
};

/// Orders of the exponential Golomb codes, fitted to games of 1,000 nodes a move.
const MOVE_ORDER: u32 = 3;
const SCORE_ORDER: u32 = 6;
const RARE_ORDER: u32 = 5;
const COUNT_ORDER: u32 = 5;

/// Results by their numbers in the code.
const RESULTS: [GameResult; 3] =
    [GameResult::Drawn, GameResult::Won(Color::Black), GameResult::Won(Color::White)];

/// Differences of two points of the largest board, columns and rows, nearest first.
static OFFSETS: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let most = i32::from(MAX_SIDE) - 1;
    let mut offsets: Vec<_> =
        (-most..=most).flat_map(|y| (-most..=most).map(move |x| (x, y))).collect();
    offsets.sort_by_key(|(x, y)| x * x + y * y);
    offsets
});

/// The state that determines the codes of the next move and score.
#[derive(Clone, Copy)]
struct Context {
    size: Size,
    /// Occupied points, by row and column.
    taken: [u32; MAX_SIDE as usize],
    last: Point,
    /// The last score, for the side that moved then; 0 before the first.
    score: Score,
    /// Whether that side is to move again.
    is_same_side: bool,
}

impl Context {
    fn new(size: Size) -> Result<Context, io::Error> {
        let last = Point::new(size.width() / 2, size.height() / 2);
        let last = last.ok_or_else(|| invalid("invalid size"))?;
        let taken = [0; MAX_SIDE as usize];
        Ok(Context { size, taken, last, score: Score::Points(0), is_same_side: true })
    }

    /// The expected score of the side to move: the last one, seen from its side.
    fn expected(&self) -> Score {
        match self.score {
            score if self.is_same_side => score,
            Score::Win(plies) => Score::Loss(plies.saturating_sub(1)),
            Score::Loss(plies) => Score::Win(plies.saturating_sub(1)),
            Score::Points(n) | Score::Discs(n) | Score::Exact(n) => Score::Points(n.wrapping_neg()),
        }
    }

    /// The expected score in hundredths of a point; 0 if a win or loss is expected.
    fn expected_points(&self) -> i32 {
        if let Score::Points(n) = self.expected() { n } else { 0 }
    }

    /// The empty points, those nearest to the last move first.
    fn empty(&self) -> impl Iterator<Item = Point> {
        let Context { size, taken, last, .. } = *self;
        OFFSETS.iter().filter_map(move |&(x, y)| {
            let x = u8::try_from(i32::from(last.x()) + x).ok()?;
            let y = u8::try_from(i32::from(last.y()) + y).ok()?;
            let point = Point::new(x, y).filter(|&point| size.contains(point))?;
            (taken[usize::from(y)] & 1 << x == 0).then_some(point)
        })
    }

    fn place(&mut self, point: Point) {
        self.taken[usize::from(point.y())] |= 1 << point.x();
        self.last = point;
    }

    fn write_move(&mut self, point: Point, bits: &mut Encoder) -> io::Result<()> {
        let rank = self.empty().position(|empty| empty == point);
        let rank = rank.ok_or_else(|| invalid("an illegal move"))?;
        self.place(point);
        write_golomb(bits, MOVE_ORDER, rank as u32)
    }

    fn read_move(&mut self, bits: &mut Decoder<'_>) -> io::Result<Point> {
        let rank = read_golomb(bits, MOVE_ORDER)?;
        let point = self.empty().nth(rank as usize);
        self.place(point.ok_or_else(|| invalid("an illegal move"))?);
        Ok(self.last)
    }

    /// Adds a thought: 0 for a score in points, 10 for none, 110 for the expected one, 111 for rare cases.
    fn write_thought(&mut self, thought: Thought, bits: &mut Encoder) -> io::Result<()> {
        let Thought { score, is_best } = thought;
        match score {
            Some(Score::Points(n)) if is_best => {
                bits.write_unary::<0>(0)?;
                write_signed(bits, SCORE_ORDER, n.wrapping_sub(self.expected_points()))?;
            }
            None if is_best => bits.write_unary::<0>(1)?,
            Some(score) if is_best && score == self.expected() => bits.write_unary::<0>(2)?,
            _ => {
                bits.write_var(3, 7_u8)?;
                bits.write_bit(is_best)?;
                write_any(score, bits)?;
            }
        }
        self.take(score);
        Ok(())
    }

    fn read_thought(&mut self, bits: &mut Decoder<'_>) -> io::Result<Thought> {
        let mut ones = 0;
        while ones < 3 && bits.read_bit()? {
            ones += 1;
        }
        let (score, is_best) = match ones {
            0 => {
                let difference = read_signed(bits, SCORE_ORDER)?;
                (Some(Score::Points(self.expected_points().wrapping_add(difference))), true)
            }
            1 => (None, true),
            2 => (Some(self.expected()), true),
            _ => {
                let is_best = bits.read_bit()?;
                (read_any(bits)?, is_best)
            }
        };
        self.take(score);
        Ok(Thought { score, is_best })
    }

    fn write_aside(mut self, aside: &Aside, bits: &mut Encoder) -> io::Result<()> {
        self.write_move(aside.mv, bits)?;
        self.write_move(aside.answer, bits)?;
        self.write_thought(Thought { score: Some(aside.score), is_best: true }, bits)
    }

    fn read_aside(mut self, ply: usize, bits: &mut Decoder<'_>) -> io::Result<Aside> {
        let (mv, answer) = (self.read_move(bits)?, self.read_move(bits)?);
        let score = self.read_thought(bits)?.score;
        let score = score.ok_or_else(|| invalid("an aside has no score"))?;
        Ok(Aside { ply, mv, answer, score })
    }

    fn take(&mut self, score: Option<Score>) {
        match score {
            Some(score) => (self.score, self.is_same_side) = (score, false),
            None => self.is_same_side = !self.is_same_side,
        }
    }
}

/// Writes any score: two bits for its kind, then its number.
fn write_any(score: Option<Score>, bits: &mut Encoder) -> io::Result<()> {
    let plies = |n: u32| i32::try_from(n).map_err(|_| invalid("a number is too large"));
    let (kind, number) = match score {
        None => return bits.write_var(2, 0_u8),
        Some(Score::Win(n)) => (1_u8, plies(n)?),
        Some(Score::Loss(n)) => (2, plies(n)?),
        Some(Score::Points(n) | Score::Discs(n) | Score::Exact(n)) => (3, n),
    };
    bits.write_var(2, kind)?;
    write_signed(bits, RARE_ORDER, number)
}

fn read_any(bits: &mut Decoder<'_>) -> io::Result<Option<Score>> {
    let kind = bits.read_var::<u8>(2)?;
    if kind == 0 {
        return Ok(None);
    }
    let number = read_signed(bits, RARE_ORDER)?;
    let plies = u32::try_from(number).map_err(|_| invalid("a negative number of plies"));
    Ok(Some(match kind {
        1 => Score::Win(plies?),
        2 => Score::Loss(plies?),
        _ => Score::Points(number),
    }))
}

impl GameRecord {
    /// Writes the code: the type of the game, then for each ply the thought, the asides and the move.
    ///
    /// # Errors
    /// A number is too large, or the asides are out of order.
    pub(super) fn write(&self, bits: &mut Encoder) -> io::Result<()> {
        let rule = Rule::ALL.iter().position(|&rule| rule == self.rule).unwrap_or_default();
        bits.write_var(3, rule as u8)?;
        bits.write_var(5, self.size.width())?;
        bits.write_var(5, self.size.height())?;
        bits.write_var(2, RESULTS.iter().position(|&it| it == self.result).unwrap_or(0) as u8)?;
        for count in [self.moves.len(), self.opening, self.thoughts.len()] {
            write_golomb(bits, COUNT_ORDER, count as u32)?;
        }
        let mut context = Context::new(self.size)?;
        let mut asides = self.asides.iter().peekable();
        for ply in 0..=self.moves.len() {
            if let Some(index) = ply.checked_sub(self.opening)
                && let Some(&thought) = self.thoughts.get(index)
            {
                context.write_thought(thought, bits)?;
            }
            while let Some(aside) = asides.next_if(|aside| aside.ply == ply) {
                bits.write_bit(true)?;
                context.write_aside(aside, bits)?;
            }
            bits.write_bit(false)?;
            if let Some(&point) = self.moves.get(ply) {
                context.write_move(point, bits)?;
            }
        }
        asides.next().map_or(Ok(()), |_| Err(invalid("the asides are out of order")))
    }

    /// Reads the code that [`GameRecord::write`] wrote.
    ///
    /// # Errors
    /// The bits are not a valid code.
    pub(super) fn read(bits: &mut Decoder<'_>) -> io::Result<GameRecord> {
        let rule = Rule::ALL.get(bits.read_var::<u8>(3)? as usize);
        let rule = *rule.ok_or_else(|| invalid("unknown rule"))?;
        let (width, height) = (bits.read_var(5)?, bits.read_var(5)?);
        // The text form has no smaller boards, either.
        let size = Size::new(width, height).filter(|size| size.shorter_side() >= MIN_SIDE);
        let size = size.ok_or_else(|| invalid("invalid size"))?;
        let result = RESULTS.get(bits.read_var::<u8>(2)? as usize);
        let result = *result.ok_or_else(|| invalid("invalid result"))?;
        let mut counts = [0; 3];
        for count in &mut counts {
            *count = read_golomb(bits, COUNT_ORDER)? as usize;
        }
        let [plies, opening, thought_count] = counts;
        let searched = plies.checked_sub(opening);
        if searched.is_none_or(|count| !(count..=count + 1).contains(&thought_count)) {
            return Err(invalid("the numbers of moves and scores do not match"));
        }
        let mut game = GameRecord {
            rule,
            size,
            opening,
            result,
            moves: Vec::new(),
            thoughts: Vec::new(),
            asides: Vec::new(),
        };
        let mut context = Context::new(size)?;
        for ply in 0..=plies {
            if ply >= opening && game.thoughts.len() < thought_count {
                game.thoughts.push(context.read_thought(bits)?);
            }
            while bits.read_bit()? {
                game.asides.push(context.read_aside(ply, bits)?);
            }
            if ply < plies {
                game.moves.push(context.read_move(bits)?);
            }
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bits_are_a_game_or_an_error(code in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = GameRecord::read(&mut Decoder::new(&code));
        }
    }

    #[test]
    fn a_known_game_has_its_code() {
        let line = "freestyle\t15x15\t3\t1\th8i9g7h9\t-12,30?\t3:h7:j9:-41,4:i8:g9:w5";
        let game: GameRecord = line.parse().unwrap();
        let mut bits = Encoder::new(Vec::new());
        game.write(&mut bits).unwrap();
        bits.byte_align().unwrap();
        let code = bits.into_writer();
        assert_eq!(GameRecord::read(&mut Decoder::new(&code)).unwrap(), game);
        for length in 0..code.len() {
            assert!(GameRecord::read(&mut Decoder::new(&code[..length])).is_err(), "{length}");
        }
    }

    #[test]
    fn numbers_of_any_size_survive_or_have_no_code() {
        let round_trip = |thoughts: &str| -> io::Result<()> {
            let line = format!("freestyle\t15x15\t0\t1\th8i9g7\t{thoughts}");
            let game: GameRecord = line.parse().unwrap();
            let mut bits = Encoder::new(Vec::new());
            game.write(&mut bits)?;
            bits.byte_align()?;
            let code = bits.into_writer();
            assert_eq!(GameRecord::read(&mut Decoder::new(&code))?, game);
            Ok(())
        };
        for thoughts in ["1500000000,1500000000,0", "w1000000000,l2,-1500000000"] {
            round_trip(thoughts).unwrap();
        }
        for thoughts in ["w4000000000,0,0", "0,l3000000000,0", "1500000000,-2147483648,0"] {
            let error = round_trip(thoughts).unwrap_err();
            assert_eq!(error.to_string(), "a number is too large");
        }
    }

    #[test]
    fn asides_out_of_order_have_no_code() {
        let line = "freestyle\t15x15\t0\t1\th8i9\t1,2\t1:h7:j9:3,0:i8:g9:4";
        let game: GameRecord = line.parse().unwrap();
        let error = game.write(&mut Encoder::new(Vec::new())).unwrap_err();
        assert_eq!(error.to_string(), "the asides are out of order");
    }

    #[test]
    fn empty_points_come_by_their_distance_from_the_last_move() {
        let size = Size::new(7, 6).unwrap();
        let mut context = Context::new(size).unwrap();
        let (last, next) = (Point::from_text("b2").unwrap(), Point::from_text("a2").unwrap());
        for point in [next, last] {
            context.place(point);
        }
        let empty: Vec<Point> = context.empty().collect();
        assert_eq!(empty.len(), 7 * 6 - 2);
        assert!(!empty.contains(&last) && !empty.contains(&next));
        let squared = |point: Point| {
            let [x, y] = [point.x().abs_diff(last.x()), point.y().abs_diff(last.y())];
            u32::from(x).pow(2) + u32::from(y).pow(2)
        };
        assert!(empty.windows(2).all(|pair| squared(pair[0]) <= squared(pair[1])));
    }

    #[test]
    fn a_game_on_a_board_that_is_too_small_is_refused() {
        let mut game: GameRecord = "freestyle\t5x5\t0\t1\ta1\t1".parse().unwrap();
        for (side, is_read) in [(MIN_SIDE, true), (MIN_SIDE - 1, false)] {
            game.size = Size::new(side, side).unwrap();
            let mut bits = Encoder::new(Vec::new());
            game.write(&mut bits).unwrap();
            bits.byte_align().unwrap();
            let code = bits.into_writer();
            assert_eq!(GameRecord::read(&mut Decoder::new(&code)).is_ok(), is_read, "{side}");
        }
    }

    #[test]
    fn an_illegal_move_has_no_code() {
        let game: GameRecord = "freestyle\t15x15\t0\t1\th8h8\t1,2".parse().unwrap();
        let error = game.write(&mut Encoder::new(Vec::new())).unwrap_err();
        assert_eq!(error.to_string(), "an illegal move");
    }
}
