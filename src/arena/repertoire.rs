//! The openings of one match: read or generated once, stored in its journal, assigned by round.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::journal::{moves_text, read_moves};
use super::plan::PlanError;
use super::tournament::{Opening, OpeningOrder, OpeningSource, Tournament};
use crate::coord::Move;
use crate::formats::bounded::read_file_at_most;
use crate::formats::format::RecordFormat;
use crate::formats::records::{self, Hints};
use crate::formats::{GameRecord, RecordError};
use crate::game::Variant;
use crate::openings::book::OpeningBook;
use crate::openings::generate::{GenerateError, Generator, OpeningRecipe};
use crate::openings::image;

/// Interval at which an interruption or a new opening is noticed.
const SLICE: Duration = Duration::from_millis(20);

/// The text that marks the opening in games of formats that are also used for files of openings.
const OPENING_PLIES: &[u8] = b"opening plies";

/// The lines of a file of openings. In a file of games, the opening moves of each game, or all its moves if none are
/// marked.
///
/// # Errors
/// A game that cannot be read, begins from a set-up position, or has an illegal move.
fn opening_lines(bytes: &[u8], variant: Variant) -> Result<String, RecordError> {
    let games = records::read_bytes(bytes, Hints::of(variant));
    let has_marks = || bytes.windows(OPENING_PLIES.len()).any(|text| text == OPENING_PLIES);
    if matches!(games.format(), RecordFormat::Pos | RecordFormat::Transcript) && !has_marks() {
        return Ok(String::from_utf8_lossy(bytes).into_owned());
    }
    let mut lines = String::new();
    for game in games {
        let game = game?;
        if !game.is_standard() {
            let message = "the game begins from a set-up position".to_owned();
            return Err(RecordError { place: game.place, message });
        }
        if let Some(fault) = game.fault.filter(|_| !game.has_all_moves) {
            return Err(fault);
        }
        let GameRecord { moves, details, .. } = game.record;
        let plies = if details.opening_plies > 0 { details.opening_plies } else { moves.len() };
        lines += &moves_text(moves.into_iter().take(plies).map(|timed| timed.mv));
        lines.push('\n');
    }
    Ok(lines)
}

/// The openings known so far.
#[derive(Debug)]
struct Known {
    /// Empty in swap2. At the end of the match, all are known.
    openings: Vec<Vec<Move>>,
    /// Whether no more follow, even if more are planned.
    is_closed: bool,
}

/// The openings of a tournament. Generated ones are added while games are played. If not all are found, those found are
/// used in turn.
#[derive(Debug)]
pub struct Repertoire {
    variant: Variant,
    known: RwLock<Known>,
    /// Number of openings unless too few are found; 0 in swap2.
    planned: usize,
    /// Number of symmetric images played of each opening.
    images: usize,
    selection: Selection,
}

impl Repertoire {
    /// The openings of `tournament` that are known before any are generated.
    ///
    /// # Errors
    /// The file cannot be read, an opening in it is illegal, or the first one to play is none of them.
    pub fn gather(tournament: &Tournament) -> Result<Repertoire, PlanError> {
        let variant = tournament.conditions.variant;
        let openings = match &tournament.openings {
            OpeningSource::Swap2 | OpeningSource::Generated { .. } => Vec::new(),
            OpeningSource::File(path) => {
                let about = |error: &dyn std::fmt::Display| {
                    PlanError(format!("{}: {error}", path.display()))
                };
                let bytes = read_file_at_most(records::reader::LARGEST, path);
                let bytes = bytes.map_err(|error| about(&error))?;
                let text = opening_lines(&bytes, variant).map_err(|error| about(&error))?;
                OpeningBook::read(&text, variant).map_err(|error| about(&error))?.openings
            }
        };
        let repertoire = Repertoire::new(tournament, openings);
        // In swap2 nothing is planned.
        if repertoire.planned > 0 && tournament.start >= repertoire.planned {
            let expected = format!("expected a number from 1 to {}", repertoire.planned);
            let number = tournament.start + 1;
            return Err(PlanError(format!("--start: invalid value '{number}' ({expected})")));
        }
        Ok(repertoire)
    }

    /// The generator of the openings that are not known yet, with `threads` threads; `None` if all are known. The
    /// number of openings grows if a match is extended.
    ///
    /// # Errors
    /// No openings can be generated as described.
    pub fn generator(
        &self,
        tournament: &Tournament,
        threads: usize,
    ) -> Result<Option<Generator>, PlanError> {
        let OpeningSource::Generated { plies, band, nodes, .. } = &tournament.openings else {
            return Ok(None);
        };
        let known = self.known();
        if known.is_closed || known.openings.len() >= self.planned {
            return Ok(None);
        }
        let default = OpeningRecipe::default_for(self.variant);
        let band = band.map(|points| (points * 100.0).round() as i32);
        let recipe = OpeningRecipe {
            plies: plies.clone().unwrap_or(default.plies),
            band_hundredths: band.map_or(default.band_hundredths, |most| (-most, most)),
            nodes: nodes.unwrap_or(default.nodes),
            seed: tournament.seed,
            variant: self.variant,
        };
        let generator = Generator::after(recipe, &known.openings, threads);
        generator.map(Some).map_err(|error| failed(&error))
    }

    /// Adds the openings that `generator` finds within `wait`, up to the planned number. Returns them as text, and the
    /// error of a generator that ended after them.
    pub fn take_from(
        &self,
        generator: &mut Generator,
        wait: Duration,
    ) -> (Vec<String>, Option<GenerateError>) {
        let mut added = Vec::new();
        let until = Instant::now() + wait;
        while self.len() < self.planned {
            let left = until.saturating_duration_since(Instant::now());
            let moves = match generator.next_within(left) {
                None => break,
                Some(Err(error)) => return (added, Some(error)),
                Some(Ok(generated)) => generated.moves,
            };
            added.push(moves_text(moves.iter().copied()));
            self.change().openings.push(moves);
        }
        (added, None)
    }

    /// From now on, uses the openings known so far in turn: no more follow.
    pub fn close(&self) {
        self.change().is_closed = true;
    }

    /// Adds all openings that are not known yet; false if `interrupt` is set first.
    ///
    /// # Errors
    /// So many openings cannot be generated as described.
    pub fn complete(
        &self,
        tournament: &Tournament,
        threads: usize,
        interrupt: &AtomicBool,
    ) -> Result<bool, PlanError> {
        let Some(mut generator) = self.generator(tournament, threads)? else {
            return Ok(true);
        };
        while self.len() < self.planned && !interrupt.load(Relaxed) {
            if let (_, Some(error)) = self.take_from(&mut generator, SLICE) {
                return Err(failed(&error));
            }
        }
        Ok(self.len() >= self.planned)
    }

    /// The repertoire that was written as `texts`.
    ///
    /// # Errors
    /// They are not from [`texts`](Self::texts), or not openings of this game.
    pub fn from_texts(tournament: &Tournament, texts: &[String]) -> Result<Repertoire, PlanError> {
        let openings: Result<Vec<Vec<Move>>, String> =
            texts.iter().map(|text| read_moves(text)).collect();
        let openings = openings?;
        let start = tournament.conditions.variant.start();
        for (number, opening) in (1..).zip(&openings) {
            let mut position = start.clone().map_err(|size| PlanError(size.to_string()))?;
            let played = opening.iter().try_for_each(|&mv| position.play(mv));
            // Book openings after which no five is possible are played, too.
            if played.is_err() || position.outcome(false).is_some() {
                return Err(PlanError(format!("opening {number} of the journal is illegal")));
            }
        }
        Ok(Repertoire::new(tournament, openings))
    }

    fn new(tournament: &Tournament, openings: Vec<Vec<Move>>) -> Repertoire {
        let variant = tournament.conditions.variant;
        let images = if tournament.images { image::count(variant) } else { 1 };
        let (planned, is_generated) = match tournament.openings {
            OpeningSource::Generated { count, .. } => (count.max(openings.len()), true),
            OpeningSource::File(_) | OpeningSource::Swap2 => (openings.len(), false),
        };
        let (order, seed) = (tournament.order, tournament.seed);
        let selection = Selection::new(planned, images, order, seed, tournament.start);
        let selection = if is_generated { selection.of_generated_book() } else { selection };
        let known = RwLock::new(Known { openings, is_closed: false });
        Repertoire { variant, known, planned, images, selection }
    }

    // A list that only grows is consistent even if a thread panicked.
    fn known(&self) -> RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) -> RwLockWriteGuard<'_, Known> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The openings known so far as text, one each.
    pub fn texts(&self) -> Vec<String> {
        self.known().openings.iter().map(|moves| moves_text(moves.iter().copied())).collect()
    }

    /// Number of openings known so far, images counted once; 0 in swap2.
    pub fn len(&self) -> usize {
        self.known().openings.len()
    }

    /// Final number of openings, as far as is known.
    pub fn planned(&self) -> usize {
        let known = self.known();
        if known.is_closed { known.openings.len() } else { self.planned }
    }

    /// The first of `rounds` rounds whose opening was played before, images included; `None` if there is none, and in
    /// swap2.
    pub fn first_repetition(&self, rounds: usize) -> Option<usize> {
        let all = self.planned * self.images;
        let mut played = HashSet::new();
        // Openings that are not known yet count as different.
        let mut known = (0..all.min(rounds)).map_while(|round| self.opening(round));
        let repeated = known.position(|opening| !played.insert(opening)).or(Some(all));
        repeated.filter(|first| (1..rounds).contains(first))
    }

    /// The opening of both games of every encounter of a round; `None` if it is not known yet.
    pub fn opening(&self, round: usize) -> Option<Opening> {
        if self.planned == 0 {
            return Some(Opening::Swap2);
        }
        let (opening, image) = self.selection.pick(round);
        let Known { openings, is_closed } = &*self.known();
        // Rounds whose opening was found keep it, so that it does not matter what was known when they were played.
        let in_turn = opening.checked_rem(openings.len()).filter(|_| *is_closed);
        let moves = openings.get(in_turn.unwrap_or(opening))?;
        Some(Opening::Moves(image::image(moves, self.variant, image)))
    }

    /// The same, as soon as it is known; `None` if `stop` is set first.
    pub fn wait_for(&self, round: usize, stop: &AtomicBool) -> Option<Opening> {
        loop {
            match self.opening(round) {
                Some(opening) => return Some(opening),
                None if stop.load(Relaxed) => return None,
                None => thread::sleep(SLICE),
            }
        }
    }
}

/// The error of a match whose openings cannot be generated.
pub fn failed(error: &GenerateError) -> PlanError {
    PlanError(format!("--generate: {error}"))
}

/// The opening of each pair of games.
///
/// In one round every opening occurs once, all in the same image; the next round has the next image, so
/// nothing repeats before everything has been played. A pure function of its parameters: an interrupted
/// match resumes with the same openings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Selection {
    book_len: usize,
    images: usize,
    /// Index of the first opening in its round, below `book_len`.
    start: usize,
    /// The order in each round; empty for the order of the book.
    shuffled: Vec<Vec<usize>>,
}

impl Selection {
    /// A selection from `book_len` openings in `images` images each; 0 counts as 1 for both. Every round
    /// begins with opening number `start` of the order, from 0, modulo `book_len`. `seed` determines the
    /// random order, the same on every machine.
    pub fn new(
        book_len: usize,
        images: usize,
        order: OpeningOrder,
        seed: u64,
        start: usize,
    ) -> Selection {
        let (book_len, images) = (book_len.max(1), images.max(1));
        let mut random = Rng::with_seed(seed);
        let rounds = if order == OpeningOrder::Random { images } else { 0 };
        let shuffled = (0..rounds).map(|_| permutation(book_len, &mut random)).collect();
        Selection { book_len, images, start: start % book_len, shuffled }
    }

    /// The same for a book that is generated in random order: its first round follows the book. Otherwise the first
    /// game could wait for the last opening, and the number of openings could not grow with the match.
    fn of_generated_book(mut self) -> Selection {
        if let Some(first) = self.shuffled.first_mut() {
            first.sort_unstable();
        }
        self
    }

    /// The place in the book and the image of the opening of the `k`-th pair of an encounter, counted from 0.
    pub fn pick(&self, k: usize) -> (usize, usize) {
        let image = k / self.book_len % self.images;
        let place = (k % self.book_len + self.start) % self.book_len;
        let opening = self.shuffled.get(image).map_or(place, |order| order[place]);
        (opening, image)
    }
}

/// The numbers below `count`, shuffled with 64-bit random numbers, independent of the width of `usize`.
fn permutation(count: usize, random: &mut Rng) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, random.u64(0..=last as u64) as usize);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::arena::plan::MatchPlan;
    use crate::gomoku::rules::rule::Rule;

    fn tournament(text: &str) -> Tournament {
        let engines = "[[engine]]\ncmd = 'a'\n[[engine]]\ncmd = 'b'\n[each]\nnodes = 9\n";
        MatchPlan::from_toml(&format!("{text}\n{engines}")).unwrap().resolve().unwrap()
    }

    #[test]
    fn openings_are_taken_from_games_of_any_format() {
        let renju = Variant::gomoku(Rule::Renju);
        let lines = |text: &str| opening_lines(text.as_bytes(), renju);
        let marked = "(;GM[4]SZ[15];B[hh]C[opening move];W[ii]C[opening move 3ms];B[gg])";
        assert_eq!(lines(&marked.repeat(2)).unwrap(), "h8 i9\nh8 i9\n");
        assert_eq!(lines("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n").unwrap(), "h8 i9\n");
        assert_eq!(lines("0,0, 1,1\nh8i9\t0.2\n").unwrap(), "0,0, 1,1\nh8i9\t0.2\n");
        let pos = "h8i9g7 rule=renju opening plies=2\nh8i9g7 rule=renju\n";
        assert_eq!(
            lines(&pos.replace(' ', "\t").replace("g\tp", "g p")).unwrap(),
            "h8 i9\nh8 i9 g7\n"
        );
        let error = lines("(;GM[4]SZ[15];B[hh];W[hh])").unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 23: move 2: h8 is occupied by black");
        let error = lines("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15]AB[hh];W[ii])").unwrap_err();
        assert!(error.to_string().ends_with(": the game begins from a set-up position"), "{error}");
    }

    #[test]
    fn an_interrupt_ends_the_generating_of_openings() {
        let endless = tournament("[generate]\ncount = 1000000\nnodes = 50\nband = 60");
        let gathered = Repertoire::gather(&endless).unwrap();
        assert!(!gathered.complete(&endless, 2, &AtomicBool::new(true)).unwrap());
        assert_eq!(gathered.wait_for(0, &AtomicBool::new(true)), None);
        let few = tournament("[generate]\ncount = 2\nnodes = 50\nband = 60");
        let gathered = Repertoire::gather(&few).unwrap();
        assert!(gathered.complete(&few, 2, &AtomicBool::new(false)).unwrap());
        assert_eq!(gathered.len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_openings_that_is_too_large_is_refused_with_the_size() {
        let path = std::env::temp_dir().join(format!("tengen-openings-{}", std::process::id()));
        // It has holes only, which take no place on the disk.
        std::fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
        let path = path.to_str().unwrap();
        let error = Repertoire::gather(&tournament(&format!("openings = '{path}'"))).unwrap_err();
        assert_eq!(error.to_string(), format!("{path}: larger than 512 MiB"));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_match_begins_with_one_of_its_openings() {
        let gather = |start| {
            Repertoire::gather(&tournament(&format!("start = {start}\n[generate]\ncount = 3")))
        };
        assert!(gather(3).is_ok());
        let error = gather(4).unwrap_err().to_string();
        assert_eq!(error, "--start: invalid value '4' (expected a number from 1 to 3)");
    }

    #[test]
    fn the_first_round_with_an_opening_of_an_earlier_one_is_known() {
        let (file, images) = ("openings = 'f'", "openings = 'f'\nimages = true");
        for (options, book, rounds, first) in [
            (file, &["h8 i9", "h8 h9"][..], 2, None),
            (file, &["h8 i9", "h8 h9"], 3, Some(2)),
            (file, &["h8 i9", "h8 h9", "h8 i9"], 3, Some(2)),
            (images, &["h8 i8 g7"], 8, None),
            (images, &["h8 i8 g7"], 9, Some(8)),
            (images, &["h8"], 2, Some(1)),
            ("swap2 = true", &[], 9, None),
            ("[generate]\ncount = 2", &["h8 i9"], 2, None),
            ("[generate]\ncount = 2", &["h8 i9"], 3, Some(2)),
        ] {
            let moves = book.iter().map(|text| read_moves(text).unwrap()).collect();
            let repertoire = Repertoire::new(&tournament(options), moves);
            assert_eq!(repertoire.first_repetition(rounds), first, "{options} {book:?}");
        }
    }

    #[test]
    fn openings_are_played_as_soon_as_they_are_known() {
        let few = tournament("[generate]\ncount = 3\nnodes = 50\nband = 60");
        let gathered = Repertoire::gather(&few).unwrap();
        assert_eq!(gathered.opening(0), None);
        let mut generator = gathered.generator(&few, 1).unwrap().unwrap();
        let mut texts = Vec::new();
        while texts.is_empty() {
            texts = gathered.take_from(&mut generator, SLICE).0;
        }
        assert!(matches!(gathered.opening(0), Some(Opening::Moves(_))));
        // A journal with only some of them leads to the same openings.
        let resumed = Repertoire::from_texts(&few, &texts).unwrap();
        assert!(resumed.complete(&few, 2, &AtomicBool::new(false)).unwrap());
        assert!(gathered.complete(&few, 1, &AtomicBool::new(false)).unwrap());
        assert_eq!(resumed.texts(), gathered.texts());
    }

    #[test]
    fn openings_that_were_found_are_used_in_turn_if_there_are_too_few() {
        let lines = ["h8", "h8 i9", "h8 h9"];
        for options in ["", "images = true", "order = 'random'", "start = 4"] {
            let few = tournament(&format!("{options}\ngames = 40\n[generate]\ncount = 8"));
            let found = Repertoire::from_texts(&few, &lines.map(str::to_owned)).unwrap();
            let played: Vec<_> = (0..20).map(|round| found.opening(round)).collect();
            assert!(played.iter().any(Option::is_none), "{options}");
            found.close();
            for (round, before) in played.into_iter().enumerate() {
                let opening = found.opening(round);
                assert!(opening.is_some() && (before.is_none() || before == opening), "{options}");
            }
            assert_eq!((found.planned(), found.generator(&few, 1).unwrap().is_none()), (3, true));
        }
        let few = tournament("games = 40\n[generate]\ncount = 8");
        let found = Repertoire::from_texts(&few, &lines.map(str::to_owned)).unwrap();
        found.close();
        assert_eq!(found.opening(4), found.opening(1));
        assert_eq!(found.first_repetition(20), Some(3));
    }

    #[test]
    fn what_a_book_may_have_can_be_resumed() {
        let tournament = tournament("size = '5'\n[generate]\ncount = 1");
        let variant = tournament.conditions.variant;
        let dead = "c1d2b5e4b4b1a2a3e3a1d4c5";
        let book = OpeningBook::read(dead, variant).unwrap();
        let mut position = variant.start().unwrap();
        book.openings[0].iter().for_each(|&mv| position.play(mv).unwrap());
        assert!(position.outcome(true).is_some() && position.outcome(false).is_none());
        let played = Repertoire::new(&tournament, book.openings);
        let resumed = Repertoire::from_texts(&tournament, &played.texts());
        assert_eq!(resumed.unwrap().texts(), played.texts());
    }

    fn openings(selection: &Selection, pairs: std::ops::Range<usize>) -> Vec<usize> {
        pairs.map(|k| selection.pick(k).0).collect()
    }

    #[test]
    fn the_sequence_is_the_books() {
        let selection = Selection::new(3, 2, OpeningOrder::Sequential, 9, 4);
        let picks: Vec<_> = (0..7).map(|k| selection.pick(k)).collect();
        assert_eq!(picks, [(1, 0), (2, 0), (0, 0), (1, 1), (2, 1), (0, 1), (1, 0)]);
    }

    #[test]
    fn a_random_order_is_the_same_everywhere_and_new_in_every_round() {
        let selection = Selection::new(8, 2, OpeningOrder::Random, 1, 0);
        let drawn = [4, 7, 2, 0, 6, 1, 3, 5, 2, 1, 3, 7, 5, 0, 4, 6];
        assert_eq!(openings(&selection, 0..16), drawn);
        let other = Selection::new(8, 2, OpeningOrder::Random, 2, 0);
        assert_ne!(openings(&selection, 0..8), openings(&other, 0..8));
        assert_ne!(openings(&selection, 0..8), openings(&selection, 8..16));
        let later = Selection::new(8, 2, OpeningOrder::Random, 1, 3);
        assert_eq!(openings(&later, 0..5), openings(&selection, 3..8));
    }

    #[test]
    fn a_generated_book_is_shuffled_from_its_second_round_on() {
        let selection = |order| Selection::new(8, 2, order, 1, 0).of_generated_book();
        let drawn = [0, 1, 2, 3, 4, 5, 6, 7, 2, 1, 3, 7, 5, 0, 4, 6];
        assert_eq!(openings(&selection(OpeningOrder::Random), 0..16), drawn);
        let sequential = OpeningOrder::Sequential;
        assert_eq!(selection(sequential), Selection::new(8, 2, sequential, 1, 0));
    }

    #[test]
    fn no_game_in_random_order_waits_for_a_late_opening() {
        let long = tournament("order = 'random'\ngames = 400");
        let known = |count: usize| {
            let texts = ["h8", "h8 i9", "h8 h9"].map(str::to_owned);
            Repertoire::from_texts(&long, &texts[..count]).unwrap()
        };
        let (one, three) = (known(1), known(3));
        assert_eq!((one.planned(), one.opening(1)), (200, None));
        assert!(one.opening(0).is_some() && one.opening(0) == three.opening(0));
        assert!((1..3).all(|round| three.opening(round).is_some()));
        let short = tournament("order = 'random'\ngames = 8");
        assert_eq!(Repertoire::gather(&short).unwrap().planned(), 4);
    }

    #[test]
    fn every_opening_has_every_place() {
        let firsts: std::collections::BTreeSet<usize> = (0..200)
            .map(|seed| Selection::new(6, 1, OpeningOrder::Random, seed, 0).pick(0).0)
            .collect();
        assert_eq!(firsts.len(), 6);
    }

    #[test]
    fn nothing_to_choose_from_is_one_opening() {
        for order in [OpeningOrder::Sequential, OpeningOrder::Random] {
            assert_eq!(Selection::new(0, 0, order, 0, 7).pick(usize::MAX), (0, 0));
        }
    }

    proptest! {
        #[test]
        fn nothing_repeats_before_everything_was_played(
            book_len in 1..30usize, images in 1..9usize, random: bool, seed: u64, start in 0..60usize,
        ) {
            let order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
            let selection = Selection::new(book_len, images, order, seed, start);
            let all = book_len * images;
            let mut seen = std::collections::BTreeSet::new();
            for k in 0..all {
                let pick = selection.pick(k);
                prop_assert!(pick.0 < book_len && pick.1 < images);
                prop_assert!(seen.insert(pick));
                prop_assert_eq!(pick.1, k / book_len);
                prop_assert_eq!(selection.pick(k + all), pick);
            }
        }
    }
}
