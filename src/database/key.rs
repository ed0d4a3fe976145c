//! The names of positions in the database, shared by symmetric images.
//!
//! A key lists the stones themselves, so that different positions never share one. Its bytes are the
//! number of the rule as in `INFO rule`, width, height, the number of stones and that of the black ones
//! (two bytes each, high byte first), the side to move, then the black and the white stones in ascending
//! order. A point is `y * width + x`, in one byte if the board has at most 256 points, otherwise in two,
//! high byte first. The key is that of the symmetric image with the smallest bytes.

use crate::color::Color;
use crate::coord::{MIN_SIDE, Point, Size};
use crate::game::Variant;
use crate::gomoku::rules::game::{Game, Stone};
use crate::gomoku::rules::order::ordered;
use crate::gomoku::rules::rule::Rule;
use crate::symmetry::Symmetry;

/// Bytes before the stones.
const HEADER: usize = 8;

/// Most points of a board whose points take one byte.
const NARROW: usize = 256;

/// The name of a position and its symmetric images under one rule on one board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Box<[u8]>);

/// Stones of a position, each list in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stones {
    black: Vec<u16>,
    white: Vec<u16>,
}

/// A position as stored in the database: its key, and the symmetries that map the position to it.
#[derive(Clone, Debug)]
pub struct Canonical {
    pub key: Key,
    size: Size,
    /// Never empty. More than one if the position is symmetric itself.
    symmetries: Vec<Symmetry>,
}

/// The stones of a position under each symmetry of its board. The keys of the positions after its moves follow from
/// them without sorting the stones again.
pub struct Images {
    rule: Rule,
    size: Size,
    /// The side to move.
    side: Color,
    /// Never empty.
    all: Vec<(Symmetry, Stones)>,
}

impl Images {
    /// The position of `game`; `None` if it has blocked points.
    pub fn of(game: &Game) -> Option<Images> {
        let size = game.size();
        let mut stones = [Vec::new(), Vec::new()];
        for point in size.points() {
            if let Some(color) = game.stone(point) {
                stones[color.index()].push(point);
            } else if game.is_blocked(point) {
                return None;
            }
        }
        Some(Images::of_stones(game.rule(), size, &stones, game.side_to_move()))
    }

    fn of_stones(rule: Rule, size: Size, stones: &[Vec<Point>; 2], side: Color) -> Images {
        let image = |&symmetry: &Symmetry| {
            let [black, white] = stones.each_ref().map(|points| {
                let mut images: Vec<u16> =
                    points.iter().map(|&point| index(symmetry.apply(point, size), size)).collect();
                images.sort_unstable();
                images
            });
            (symmetry, Stones { black, white })
        };
        let all = Symmetry::all(Variant::Gomoku { rule, size }).iter().map(image).collect();
        Images { rule, size, side, all }
    }

    /// The position as stored in the database.
    pub fn canonical(&self) -> Canonical {
        let smallest = self.all.iter().map(|(_, stones)| stones).min();
        let smallest = smallest.expect("there is the identity");
        let same = self.all.iter().filter(|(_, stones)| stones == smallest);
        let symmetries = same.map(|&(symmetry, _)| symmetry).collect();
        let key = Key::of(self.rule, self.size, self.side, smallest);
        Canonical { key, size: self.size, symmetries }
    }

    /// The key of the position after the side to move has played on `point`, which is empty.
    pub fn key_after(&self, point: Point) -> Key {
        let images = self.all.iter().map(|(symmetry, Stones { black, white })| {
            let new = index(symmetry.apply(point, self.size), self.size);
            match self.side {
                Color::Black => (with(black, Some(new)), with(white, None)),
                Color::White => (with(black, None), with(white, Some(new))),
            }
        });
        let smallest = images.min_by(|one, other| {
            // All have the same number of black stones.
            let [one, other] =
                [one, other].map(|(black, white)| black.clone().chain(white.clone()));
            one.cmp(other)
        });
        let (black, white) = smallest.expect("there is the identity");
        let stones = Stones { black: black.collect(), white: white.collect() };
        Key::of(self.rule, self.size, !self.side, &stones)
    }
}

/// `sorted` with `new` in its place.
fn with(sorted: &[u16], new: Option<u16>) -> impl Iterator<Item = u16> + Clone {
    let place = new.map_or(0, |new| sorted.partition_point(|&stone| stone < new));
    let (before, after) = sorted.split_at(place);
    before.iter().copied().chain(new).chain(after.iter().copied())
}

impl Canonical {
    /// The position of `game`; `None` if it has blocked points.
    pub fn of(game: &Game) -> Option<Canonical> {
        Images::of(game).map(|images| images.canonical())
    }

    /// The position with `stones` of Black and White on a board of `size`, all different.
    pub fn of_stones(rule: Rule, size: Size, stones: &[Vec<Point>; 2], side: Color) -> Canonical {
        Images::of_stones(rule, size, stones, side).canonical()
    }

    /// The point of the key's board that represents `point` and all points equivalent to it.
    pub fn to_key(&self, point: Point) -> Point {
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply(point, self.size));
        images.min_by_key(|image| (image.y(), image.x())).expect("there is a symmetry")
    }
}

impl Key {
    fn of(rule: Rule, size: Size, side: Color, stones: &Stones) -> Key {
        let count = |stones: usize| (stones as u16).to_be_bytes();
        let mut bytes = vec![rule.gomocup_number(), size.width(), size.height()];
        bytes.extend(count(stones.black.len() + stones.white.len()));
        bytes.extend(count(stones.black.len()));
        bytes.push(side.index() as u8);
        for &point in stones.black.iter().chain(&stones.white) {
            if size.area() > NARROW {
                bytes.extend(point.to_be_bytes());
            } else {
                bytes.push(point as u8);
            }
        }
        Key(bytes.into())
    }

    /// The key with these bytes; `None` if they are not a position. [`Key::is_canonical`] is not checked.
    pub fn from_bytes(bytes: &[u8]) -> Option<Key> {
        let key = Key(bytes.into());
        let [number, width, height, ..] = *bytes else { return None };
        Rule::ALL.into_iter().find(|rule| rule.gomocup_number() == number)?;
        let size = Size::new(width, height).filter(|size| size.shorter_side() >= MIN_SIDE)?;
        key.checked_stones(size)?;
        Some(key)
    }

    /// Whether it is the smallest of its images, like a key of [`Canonical`].
    pub fn is_canonical(&self) -> bool {
        let stones = self.stones();
        Canonical::of_stones(self.rule(), self.size(), &stones, self.side()).key == *self
    }

    /// The stones of a key that may be damaged; `None` if they are impossible.
    fn checked_stones(&self, size: Size) -> Option<[Vec<Point>; 2]> {
        let bytes = &self.0;
        let header: [u8; HEADER] = bytes.get(..HEADER)?.try_into().ok()?;
        let [.., all_high, all_low, black_high, black_low, side] = header;
        let all = usize::from(u16::from_be_bytes([all_high, all_low]));
        let black = usize::from(u16::from_be_bytes([black_high, black_low]));
        let width = if size.area() > NARROW { 2 } else { 1 };
        if bytes.len() != HEADER + all * width || black > all || side > 1 {
            return None;
        }
        let mut taken = vec![false; size.area()];
        let mut points = Vec::with_capacity(all);
        for coded in bytes[HEADER..].chunks_exact(width) {
            let index = coded.iter().fold(0, |high, &low| high * 256 + usize::from(low));
            if std::mem::replace(taken.get_mut(index)?, true) {
                return None;
            }
            points.push(point(index, size));
        }
        let white = points.split_off(black);
        Some([points, white])
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn rule(&self) -> Rule {
        let rule = Rule::ALL.into_iter().find(|rule| rule.gomocup_number() == self.0[0]);
        rule.expect("a key has a rule")
    }

    pub fn size(&self) -> Size {
        Size::new(self.0[1], self.0[2]).expect("a key has a board")
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        if self.0[HEADER - 1] == 0 { Color::Black } else { Color::White }
    }

    /// Number of stones.
    pub fn plies(&self) -> usize {
        usize::from(u16::from_be_bytes([self.0[3], self.0[4]]))
    }

    /// The black and the white stones.
    pub fn stones(&self) -> [Vec<Point>; 2] {
        self.checked_stones(self.size()).expect("the stones of a key were checked")
    }

    /// The position as a game, the stones of both sides in turn.
    pub fn game(&self) -> Game {
        Key::game_of(self.rule(), self.size(), &self.stones(), self.side())
    }

    /// The stones as legal moves from the empty board; `None` if no order of them is found.
    pub fn moves(&self) -> Option<Vec<Point>> {
        let game = ordered(self.rule(), self.size(), self.stones(), self.side());
        let game = game.expect("a key has a board")?;
        Some(game.history().iter().filter_map(|ply| ply.mv.point()).collect())
    }

    /// A game with these stones, which are on different points of the board, and `side` to move.
    pub(super) fn game_of(rule: Rule, size: Size, all: &[Vec<Point>; 2], side: Color) -> Game {
        let [black, white] = all;
        let mut stones = Vec::with_capacity(black.len() + white.len());
        for turn in 0..black.len().max(white.len()) {
            let of =
                |points: &[Point], color| points.get(turn).map(|&point| (point, Stone::Of(color)));
            stones.extend(of(black, Color::Black));
            stones.extend(of(white, Color::White));
        }
        let game = Game::set_up(rule, size, &stones);
        let mut game = game.expect("the stones of a key lie on different points of a board");
        game.give_turn_to(side);
        game
    }

    /// The prefix of all keys of `rule` and `size`.
    pub fn prefix(rule: Rule, size: Size) -> [u8; 3] {
        [rule.gomocup_number(), size.width(), size.height()]
    }
}

fn index(point: Point, size: Size) -> u16 {
    u16::from(point.y()) * u16::from(size.width()) + u16::from(point.x())
}

/// The point of an [`index`] below the area of the board.
fn point(index: usize, size: Size) -> Point {
    let width = usize::from(size.width());
    Point::new((index % width) as u8, (index / width) as u8).expect("the index is on the board")
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::coord::{Move, parse_points};
    use crate::formats::game::tests::random_game;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The position after `moves` such as `h8h9`, under `rule` on 15x15.
    pub fn game(rule: Rule, moves: &str) -> Game {
        let mut game = Game::new(rule, Size::new(15, 15).unwrap()).unwrap();
        for point in parse_points(moves).unwrap() {
            game.play(Move::Place(point)).unwrap();
        }
        game
    }

    fn key(rule: Rule, moves: &str) -> Key {
        Canonical::of(&game(rule, moves)).unwrap().key
    }

    #[test]
    fn order_and_symmetry_do_not_matter_but_rule_board_and_colours_do() {
        let first = key(Rule::Freestyle, "h8h9i10");
        assert_eq!(first, key(Rule::Freestyle, "i10h9h8"));
        assert_eq!(first, key(Rule::Freestyle, "h8i8j7"));
        assert_ne!(first, key(Rule::Freestyle, "h8i10h9"));
        assert_ne!(first, key(Rule::Renju, "h8h9i10"));
        let other = Game::new(Rule::Freestyle, Size::new(16, 15).unwrap()).unwrap();
        assert_ne!(key(Rule::Freestyle, ""), Canonical::of(&other).unwrap().key);
        let mut passed = game(Rule::Freestyle, "h8");
        passed.give_turn_to(Color::Black);
        assert_ne!(key(Rule::Freestyle, "h8"), Canonical::of(&passed).unwrap().key);
    }

    #[test]
    fn a_blocked_point_has_no_place_in_a_key() {
        let blocked = [(Point::new(3, 3).unwrap(), Stone::Blocked)];
        let game = Game::set_up(Rule::Freestyle, Size::new(15, 15).unwrap(), &blocked).unwrap();
        assert!(Canonical::of(&game).is_none());
    }

    #[test]
    fn points_of_a_symmetric_position_share_one_of_the_key() {
        let canonical = Canonical::of(&game(Rule::Freestyle, "h8h9")).unwrap();
        let of = |text| canonical.to_key(Point::from_text(text).unwrap());
        assert_eq!(of("g10"), of("i10"));
        assert_ne!(of("g10"), of("g6"));
        let empty = Canonical::of(&game(Rule::Freestyle, "")).unwrap();
        let corners = ["a1", "a15", "o1", "o15"].map(|text| Point::from_text(text).unwrap());
        assert!(corners.iter().all(|&point| empty.to_key(point) == corners[0]));
    }

    #[test]
    fn damaged_keys_are_refused() {
        let sound = key(Rule::Freestyle, "h8h9i10");
        assert_eq!(Key::from_bytes(sound.as_bytes()), Some(sound.clone()));
        for damage in [
            |bytes: &mut Vec<u8>| bytes.clear(),
            |bytes: &mut Vec<u8>| bytes.truncate(7),
            |bytes: &mut Vec<u8>| bytes.push(0),
            |bytes: &mut Vec<u8>| bytes[0] = 2,
            |bytes: &mut Vec<u8>| bytes[1] = 4,
            |bytes: &mut Vec<u8>| bytes[6] = 9,
            |bytes: &mut Vec<u8>| bytes[7] = 2,
            |bytes: &mut Vec<u8>| bytes[8] = 225,
            |bytes: &mut Vec<u8>| bytes[9] = bytes[8],
        ] {
            let mut bytes = sound.as_bytes().to_vec();
            damage(&mut bytes);
            assert_eq!(Key::from_bytes(&bytes), None, "{bytes:?}");
        }
        let mut bytes = sound.as_bytes().to_vec();
        bytes[8..10].reverse();
        assert!(sound.is_canonical() && !Key::from_bytes(&bytes).unwrap().is_canonical());
    }

    proptest! {
        #[test]
        fn images_share_a_key_and_a_key_gives_its_position_back(
            seed: u64, plies in 0..60usize, wide: bool, which in 0..8usize,
        ) {
            let size = if wide { Size::new(20, 17).unwrap() } else { Size::new(15, 15).unwrap() };
            let variant = Variant::Gomoku { rule: Rule::Caro, size };
            let record = random_game(variant, seed, plies, None);
            let all = Symmetry::all(variant);
            let symmetry = all[which % all.len()];
            let mut game = Game::new(Rule::Caro, size).unwrap();
            let mut image = game.clone();
            for (point, _) in record.placed() {
                game.play(Move::Place(point)).unwrap();
                image.play(Move::Place(symmetry.apply(point, size))).unwrap();
            }
            let [one, other] = [&game, &image].map(|game| Canonical::of(game).unwrap());
            prop_assert_eq!(&one.key, &other.key);
            prop_assert_eq!(Canonical::of(&one.key.game()).unwrap().key, one.key.clone());
            prop_assert_eq!(Key::from_bytes(one.key.as_bytes()), Some(one.key.clone()));
            let images = Images::of(&game).unwrap();
            for point in size.points().filter(|&point| game.legal(Move::Place(point)).is_ok()) {
                let mut after = game.clone();
                after.play(Move::Place(point)).unwrap();
                prop_assert_eq!(images.key_after(point), Canonical::of(&after).unwrap().key);
            }
            for point in size.points() {
                let mapped = symmetry.apply(point, size);
                prop_assert_eq!(one.to_key(point), other.to_key(mapped));
            }
        }

        #[test]
        fn damaged_keys_are_refused_or_positions(
            seed: u64,
            plies in 0..30usize,
            wide: bool,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        ) {
            let size = if wide { Size::new(20, 17).unwrap() } else { Size::new(15, 15).unwrap() };
            let record = random_game(Variant::Gomoku { rule: Rule::Renju, size }, seed, plies, None);
            let mut game = Game::new(Rule::Renju, size).unwrap();
            record.placed().for_each(|(point, _)| game.play(Move::Place(point)).unwrap());
            let mut bytes = Canonical::of(&game).unwrap().key.as_bytes().to_vec();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(key) = Key::from_bytes(&bytes) {
                let [black, white] = key.stones();
                let all: BTreeSet<Point> = black.iter().chain(&white).copied().collect();
                prop_assert_eq!(all.len(), key.plies());
                prop_assert!(all.iter().all(|&point| key.size().contains(point)));
                let game = key.game();
                prop_assert_eq!((game.rule(), game.side_to_move()), (key.rule(), key.side()));
                let canonical = Canonical::of(&game).unwrap().key;
                prop_assert!(canonical.is_canonical() && canonical.plies() == key.plies());
            }
        }
    }
}
