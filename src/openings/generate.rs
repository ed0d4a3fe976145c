//! Balanced openings: drawn at random, searched, kept if neither side stands better than wanted.
//!
//! Bounded by nodes, never by time: a seed yields the same openings on every machine. No two of
//! them lead to positions that are images of each other.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use fastrand::Rng;

use super::draw::draw;
use super::image::key;
use super::judge::Judge;
use crate::coord::Move;
use crate::game::Position;
use crate::game::Variant;
use crate::gomoku::rules::game::UnsupportedSize;

/// Nodes of each search unless told otherwise.
const USUAL_NODES: u64 = 30_000;
/// Openings drawn in vain, one after the other, before the generator gives up.
const PATIENCE: usize = 1000;
/// The part of the nodes that a first search has. A score far outside the band ends the attempt; this
/// saves half of the time or more and loses next to nothing.
const GLANCE: u64 = 10;

/// What kind of openings is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The game they are for.
    pub variant: Variant,
    /// How long they are, forced passes counted; at least 1.
    pub plies: RangeInclusive<usize>,
    /// Lowest and highest score for the side to move, in hundredths of a point (two are odds of e to 1)
    /// or of a disc.
    pub band_hundredths: (i32, i32),
    /// Nodes of each search.
    pub nodes: u64,
    /// Different seeds yield different openings.
    pub seed: u64,
}

impl Recipe {
    /// What openings are like if nothing else is asked for.
    pub fn usual(variant: Variant) -> Recipe {
        let (plies, most) = match variant {
            Variant::Gomoku { .. } => (4..=8, 40),
            Variant::Othello => (8..=8, 200),
        };
        let nodes = USUAL_NODES;
        Recipe { variant, plies, band_hundredths: (-most, most), nodes, seed: 1 }
    }
}

/// A generated opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The moves from the start position.
    pub moves: Vec<Move>,
    /// The score for the side to move after them, in hundredths of a point (two are odds of e to 1)
    /// or of a disc.
    pub score_hundredths: i32,
}

/// Why there are no openings, or no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The board cannot be played on.
    Size(UnsupportedSize),
    /// Openings cannot be that long; with the most plies one may have.
    Plies(RangeInclusive<usize>, usize),
    /// The lowest score is above the highest.
    Band(i32, i32),
    /// So many were drawn in vain, one after the other, when so many had been found.
    GaveUp {
        /// Drawn since the last that was found.
        drawn: usize,
        /// Found before.
        found: usize,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Size(size) => size.fmt(f),
            GenerateError::Plies(plies, most) => {
                let (first, last) = (plies.start(), plies.end());
                write!(f, "no openings of {first} to {last} plies: from 1 to {most} are possible")
            }
            GenerateError::Band(low, high) => {
                write!(f, "no score is from {} to {}", points(*low), points(*high))
            }
            GenerateError::GaveUp { drawn, found } => {
                write!(f, "none of the last {drawn} openings drawn was new and balanced, ")?;
                write!(f, "{found} were found: a wider band or more plies may help")
            }
        }
    }
}

impl std::error::Error for GenerateError {}

/// Yields openings without end, or a [`GenerateError::GaveUp`] and then nothing more.
pub struct Generator {
    recipe: Recipe,
    start: Position,
    judge: Judge,
    random: Rng,
    /// Keys of all positions drawn, kept or not: none is searched twice.
    seen: HashSet<Vec<u8>>,
    found: usize,
    gave_up: bool,
}

impl Generator {
    /// A generator of openings by `recipe`.
    ///
    /// # Errors
    /// No opening can be like that.
    pub fn new(recipe: Recipe) -> Result<Generator, GenerateError> {
        let start = recipe.variant.start().map_err(GenerateError::Size)?;
        let empty = start.size().points().filter(|&point| start.stone(point).is_none()).count();
        let (first, last) = (*recipe.plies.start(), *recipe.plies.end());
        if first < 1 || first > last || last >= empty {
            return Err(GenerateError::Plies(recipe.plies, empty - 1));
        }
        let (low, high) = recipe.band_hundredths;
        if low > high {
            return Err(GenerateError::Band(low, high));
        }
        Ok(Generator {
            start,
            judge: Judge::new(recipe.variant),
            random: Rng::with_seed(recipe.seed),
            seen: HashSet::new(),
            found: 0,
            gave_up: false,
            recipe,
        })
    }

    /// One attempt; `None` if it fails.
    fn attempt(&mut self) -> Option<Generated> {
        let (first, last) = (*self.recipe.plies.start() as u64, *self.recipe.plies.end() as u64);
        let plies = self.random.u64(first..=last) as usize;
        let position = draw(&self.start, plies, &mut self.random)?;
        if !self.seen.insert(key(&position, self.recipe.variant)) {
            return None;
        }
        let (low, high) = self.recipe.band_hundredths;
        let margin = glance_margin_hundredths(self.recipe.variant);
        let glance = self.judge.score(&position, self.recipe.nodes / GLANCE)?;
        if !(low.saturating_sub(margin)..=high.saturating_add(margin)).contains(&glance) {
            return None;
        }
        let score_hundredths = self.judge.score(&position, self.recipe.nodes)?;
        (low..=high).contains(&score_hundredths).then(|| Generated {
            moves: position.history().iter().map(|ply| ply.mv).collect(),
            score_hundredths,
        })
    }
}

/// How far outside the band a first search may find an opening that belongs into it: of those kept without it,
/// 80 of freestyle and 100 of Othello, none lay farther.
const fn glance_margin_hundredths(variant: Variant) -> i32 {
    match variant {
        Variant::Gomoku { .. } => 50,
        Variant::Othello => 200,
    }
}

impl Iterator for Generator {
    type Item = Result<Generated, GenerateError>;

    fn next(&mut self) -> Option<Result<Generated, GenerateError>> {
        if self.gave_up {
            return None;
        }
        for _ in 0..PATIENCE {
            if let Some(generated) = self.attempt() {
                self.found += 1;
                return Some(Ok(generated));
            }
        }
        self.gave_up = true;
        Some(Err(GenerateError::GaveUp { drawn: PATIENCE, found: self.found }))
    }
}

impl Generated {
    /// A line for a [`Book`](super::book::Book): the moves without passes, which follow from the
    /// rules, a tab and the score: `h8i9g7`, `+0.12`.
    pub fn text(&self) -> String {
        let mut text: String =
            self.moves.iter().filter_map(|mv| mv.point()).map(|point| point.to_string()).collect();
        text.push('\t');
        text + &points(self.score_hundredths)
    }
}

/// Hundredths as points with a sign.
fn points(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Size;
    use crate::gomoku::rules::rule::Rule;
    use crate::openings::book::Book;

    fn gomoku(rule: Rule, width: u8, height: u8) -> Variant {
        Variant::Gomoku { rule, size: Size::new(width, height).unwrap() }
    }

    fn recipe(variant: Variant) -> Recipe {
        Recipe { variant, plies: 4..=8, band_hundredths: (-100, 100), nodes: 300, seed: 1 }
    }

    fn generate(recipe: &Recipe, count: usize) -> Vec<Generated> {
        let generator = Generator::new(recipe.clone()).unwrap();
        generator.take(count).map(Result::unwrap).collect()
    }

    fn refused(change: impl FnOnce(&mut Recipe)) -> String {
        let mut recipe = recipe(gomoku(Rule::Freestyle, 15, 15));
        change(&mut recipe);
        Generator::new(recipe).err().unwrap().to_string()
    }

    #[test]
    fn every_variant_has_openings_and_books_read_them_back() {
        let mut variants: Vec<Variant> =
            Rule::ALL.into_iter().map(|rule| gomoku(rule, 15, 15)).collect();
        variants.extend([
            gomoku(Rule::Freestyle, 20, 20),
            gomoku(Rule::Standard, 22, 5),
            gomoku(Rule::Renju, 6, 6),
            Variant::Othello,
        ]);
        for variant in variants {
            let recipe = recipe(variant);
            let found = generate(&recipe, 5);
            let text: String = found.iter().map(|found| found.text() + "\n").collect();
            let book = Book::read(&text, variant).unwrap_or_else(|error| panic!("{error}: {text}"));
            let moves: Vec<Vec<Move>> = found.iter().map(|found| found.moves.clone()).collect();
            assert_eq!(book.openings, moves);
            for found in &found {
                assert!(recipe.plies.contains(&found.moves.len()), "{text}");
                assert!((-100..=100).contains(&found.score_hundredths), "{text}");
            }
        }
    }

    #[test]
    fn a_seed_is_a_list_and_more_openings_only_continue_it() {
        for variant in [gomoku(Rule::Renju, 15, 15), Variant::Othello] {
            let recipe = recipe(variant);
            let found = generate(&recipe, 6);
            assert_eq!(found[..3], generate(&recipe, 3));
            assert_ne!(found, generate(&Recipe { seed: 2, ..recipe }, 6));
        }
    }

    #[test]
    fn no_two_are_images_of_each_other() {
        // With every score allowed all positions after four plies are found; there are 60 that are
        // no images of each other.
        let recipe = Recipe {
            plies: 4..=4,
            band_hundredths: (-6400, 6400),
            nodes: 10,
            ..recipe(Variant::Othello)
        };
        let mut found: Vec<_> = Generator::new(recipe).unwrap().take(100).collect();
        let end = found.pop().unwrap();
        assert_eq!(end, Err(GenerateError::GaveUp { drawn: PATIENCE, found: 60 }));
        assert!(found.iter().all(Result::is_ok));
    }

    #[test]
    fn the_band_holds_and_may_lie_to_one_side() {
        for (variant, band) in
            [(gomoku(Rule::Freestyle, 15, 15), (100, 300)), (Variant::Othello, (300, 900))]
        {
            let recipe = Recipe { band_hundredths: band, ..recipe(variant) };
            for found in generate(&recipe, 5) {
                assert!((band.0..=band.1).contains(&found.score_hundredths));
            }
        }
    }

    #[test]
    fn a_band_that_nothing_fits_ends_the_search() {
        let nothing = Recipe {
            plies: 1..=1,
            band_hundredths: (-6000, -5900),
            ..recipe(gomoku(Rule::Freestyle, 15, 15))
        };
        let mut generator = Generator::new(nothing).unwrap();
        let error = generator.next().unwrap().unwrap_err();
        assert_eq!(error, GenerateError::GaveUp { drawn: PATIENCE, found: 0 });
        assert!(error.to_string().contains("none of the last 1000"));
        assert!(generator.next().is_none());
    }

    #[test]
    fn three_stones_for_swap2_are_found() {
        let recipe = Recipe { plies: 3..=3, ..recipe(gomoku(Rule::Renju, 15, 15)) };
        assert!(generate(&recipe, 3).iter().all(|found| found.moves.len() == 3));
    }

    #[test]
    fn impossible_recipes_are_refused_with_the_reason() {
        assert!(refused(|r| r.plies = 0..=3).contains("from 1 to 224 are possible"));
        assert!(refused(|r| r.plies = 225..=225).contains("of 225 to 225 plies"));
        assert!(refused(|r| r.plies = RangeInclusive::new(5, 4)).contains("of 5 to 4 plies"));
        assert!(refused(|r| r.band_hundredths = (10, -10)).contains("from +0.10 to -0.10"));
        assert!(
            refused(|r| r.variant = gomoku(Rule::Caro, 4, 9)).contains("unsupported board size")
        );
        let plies = Recipe { plies: 1..=60, ..recipe(Variant::Othello) };
        assert!(Generator::new(plies).err().unwrap().to_string().contains("from 1 to 59"));
    }
}
