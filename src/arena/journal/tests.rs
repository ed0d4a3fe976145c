//! Tests of the journal: nothing is lost, nothing counts twice, whatever happens to the file.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::arena::ending::{Ending, Reason};
use crate::color::Color;
use crate::formats::date::DateTime;
use crate::formats::game::tests::random_game;
use crate::game::Variant;

/// A folder of its own that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn header() -> Header {
    Header::new(
        Plan { games: Some(8), ..Plan::default() },
        vec!["h8 i9".to_owned(), "f5 pass".to_owned()],
    )
}

fn game(number: usize, seed: u64) -> PlayedGame {
    let record = random_game(Variant::Othello, seed, 60, None);
    let reason = Reason::ALL[seed as usize % Reason::ALL.len()];
    PlayedGame {
        number,
        players: [number % 2, 1 - number % 2],
        opening_plies: record.moves.len() / 2,
        moves: record.moves,
        ending: Ending {
            winner: [None, Some(Color::Black), Some(Color::White)][seed as usize % 3],
            reason,
            detail: "h8 \"said\"\tline".to_owned(),
        },
        margin: seed.is_multiple_of(2).then_some(seed as i32 % 65 - 32),
        began: DateTime::from_unix(seed % 4_000_000_000),
    }
}

#[test]
fn a_journal_goes_on_where_it_stopped() {
    let folder = Scratch::new("goes-on");
    let mut journal = Journal::create(&folder.0, &header()).unwrap();
    for number in [4, 1, 0] {
        journal.add(&game(number, number as u64)).unwrap();
    }
    assert!(matches!(Journal::create(&folder.0, &header()), Err(JournalError::Io { .. })));
    assert!(matches!(Journal::resume(&folder.0), Err(JournalError::InUse(_))));
    drop(journal);
    let (mut journal, contents) = Journal::resume(&folder.0).unwrap().unwrap();
    assert_eq!(contents.header, header());
    assert_eq!(contents.games, [4, 1, 0].map(|number| game(number, number as u64)));
    assert!(journal.has(4) && !journal.has(2));
    journal.add_all(&[game(2, 9), game(3, 10)]).unwrap();
    assert_eq!(read(&folder.0).unwrap().games.len(), 5);
}

#[test]
fn wherever_the_power_fails_whole_games_stay_and_the_rest_goes() {
    let folder = Scratch::new("power");
    let mut journal = Journal::create(&folder.0, &header()).unwrap();
    journal.add(&game(0, 1)).unwrap();
    journal.add(&game(1, 2)).unwrap();
    drop(journal);
    let whole = fs::read(folder.0.join(FILE)).unwrap();
    let ends: Vec<usize> =
        (0..whole.len()).filter(|&at| whole[at] == b'\n').map(|at| at + 1).collect();
    for length in (0..whole.len()).step_by(7).chain(ends.iter().copied()) {
        fs::write(folder.0.join(FILE), &whole[..length]).unwrap();
        let resumed = Journal::resume(&folder.0).unwrap();
        if length < ends[0] {
            assert!(resumed.is_none() && !folder.0.join(FILE).exists(), "{length}");
            continue;
        }
        let (mut journal, contents) = resumed.unwrap();
        let kept = ends[1..].iter().filter(|&&end| end <= length).count();
        assert_eq!(contents.games.len(), kept, "{length}");
        journal.add(&game(7, 3)).unwrap();
        drop(journal);
        assert_eq!(read(&folder.0).unwrap().games.len(), kept + 1, "{length}");
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let folder = Scratch::new("damage");
    drop(Journal::create(&folder.0, &header()).unwrap());
    let path = folder.0.join(FILE);
    let first = fs::read_to_string(&path).unwrap();
    let line = entry::write(&game(3, 4));
    for (text, message) in [
        (format!("{first}{line}\n{line}\n"), "line 3: game 3 is there twice"),
        (format!("{first}nonsense\n{line}\n"), "line 2: expected"),
        (first.replace("\"tengen_match\":1", "\"tengen_match\":9"), "line 1: version 9"),
        (format!("{first}{}\n", line.replace("\"us\":[", "\"us\":[7,")), "do not fit together"),
    ] {
        fs::write(&path, text).unwrap();
        let error = read(&folder.0).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert!(matches!(Journal::resume(&folder.0), Err(JournalError::Corrupt { .. })));
    }
}

#[test]
fn another_tournament_is_refused() {
    let other = Plan { size: Some("20".to_owned()), ..header().plan };
    let error = header().must_be_of(&other, "folder".as_ref()).unwrap_err().to_string();
    assert!(error.contains("differs in size"), "{error}");
    let longer = Plan { games: Some(80), ..header().plan };
    assert!(header().must_be_of(&longer, "folder".as_ref()).is_ok());
}

proptest! {
    #[test]
    fn a_game_reads_as_it_was_written(number in 0usize..100_000, seed: u64) {
        let played = game(number, seed);
        prop_assert_eq!(entry::read(entry::write(&played).as_bytes()), Ok(played));
    }

    #[test]
    fn no_line_is_too_strange(line in "[ -~]{0,60}") {
        let _ = entry::read(line.as_bytes());
    }
}
