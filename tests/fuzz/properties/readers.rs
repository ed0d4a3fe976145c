//! The readers of all files: whatever the bytes, they return; and what they accept survives writing and reading.

use std::path::PathBuf;
use std::{env, fs, process};

use tengen::arena::journal;
use tengen::database::{Key, Record, quote, unquote, yixin};
use tengen::formats::encoding::Encoding;
use tengen::formats::format::RecordFormat;
use tengen::formats::records::{Hints, StoredGame, Writer, first, read_bytes};
use tengen::formats::renlib;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::proof::{check, text};
use tengen::othello::book::Book;
use tengen::othello::book::exchange::{self, Import, Program};
use tengen::othello::eval::weights::Weights;
use tengen::othello::proof as score_proof;
use tengen::proof::Lines;
use tengen::train::checkpoint::State;

/// Text formats with one game after the other.
const FORMATS: [RecordFormat; 6] = [
    RecordFormat::Psq,
    RecordFormat::Sgf,
    RecordFormat::Pos,
    RecordFormat::Ggf,
    RecordFormat::Transcript,
    RecordFormat::Moves,
];

/// Most moves of the attacker in the check of a proof.
const STEPS: u64 = 20_000;

/// Games without a fault are the same after they were written in any format that holds all they have.
pub fn games_survive_every_format(bytes: &[u8]) {
    let games = read_bytes(bytes, Hints::default());
    for game in games.flatten().filter(|game| game.fault.is_none()).take(4) {
        for format in FORMATS {
            survives(&game, format);
        }
    }
    let _ = renlib::read(bytes, Encoding::default());
}

fn survives(game: &StoredGame, format: RecordFormat) {
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, format).expect("memory does not fail");
    writer.write(game).expect("memory does not fail");
    let tally = writer.finish().expect("memory does not fail").tally;
    if tally.written == 0 || !tally.losses.is_empty() {
        return;
    }
    let hints = Hints { format: Some(format), ..Hints::of(game.record.variant) };
    let text = String::from_utf8_lossy(&written);
    let again =
        first(read_bytes(&written, hints)).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again.fault, None, "{format:?}: {text}");
    assert_eq!(again.start, game.start, "{format:?}: {text}");
    let moves = |game: &StoredGame| game.record.moves.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(game), "{format:?}: {text}");
}

/// Keys, records, quoted texts and foreign databases.
pub fn database_lines_survive(bytes: &[u8]) {
    if let Some(key) = Key::from_bytes(bytes) {
        assert_eq!(Key::from_bytes(key.as_bytes()), Some(key));
    }
    if let Some(record) = Record::from_bytes(bytes) {
        assert_eq!(Record::from_bytes(&record.to_bytes()), Some(record));
    }
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(unquote(&quote(&text)).as_deref(), Some(&*text));
    let _ = unquote(&text);
    let _ = yixin::read(bytes, Encoding::default());
}

/// A proof that is read is the same after it was written, and is accepted or refused.
pub fn proofs_are_judged(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    proofs_of_scores_are_judged(&text);
    let Ok(proof) = text::parse(&text) else { return };
    let written = text::write(&proof);
    let again = text::parse(&written).unwrap_or_else(|error| panic!("{error:?}: {written}"));
    assert_eq!(text::write(&again), written);
    let verdicts = [&proof, &again].map(|proof| check::check(proof, STEPS).is_ok());
    assert_eq!(verdicts[0], verdicts[1], "{written}");
}

/// The same in Othello, where a proof is read while it is checked.
fn proofs_of_scores_are_judged(text: &str) {
    let Ok(checked) = score_proof::check::check(text, STEPS) else { return };
    let written = written_again(text);
    assert_eq!(score_proof::check::check(&written, STEPS), Ok(checked), "{written}");
}

/// An accepted proof of a score as it is written, without comments.
fn written_again(text: &str) -> String {
    use score_proof::text::{AT_LEAST, AT_MOST, Nodes, read_claim, read_count, read_node, write};
    const ACCEPTED: &str = "the proof was accepted";
    let mut lines = Lines::new(text).expect(ACCEPTED);
    let claim = read_claim(&mut lines).expect(ACCEPTED);
    let [at_least, at_most] = [AT_LEAST, AT_MOST].map(|key| {
        let count = read_count(lines.value(key).expect(ACCEPTED)).expect(ACCEPTED);
        let mut nodes = Nodes::default();
        for _ in 0..count {
            let (_, line) = lines.line().expect(ACCEPTED);
            nodes.add(read_node(line).expect(ACCEPTED));
        }
        nodes
    });
    write(&claim, &at_least, &at_most)
}

/// Weights, books, those of other programs, and checkpoints.
pub fn files_of_numbers_are_checked(bytes: &[u8]) {
    if let Ok(set) = WeightSet::from_bytes(bytes) {
        assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
    }
    let _ = Weights::from_bytes(bytes);
    if let Ok(book) = Book::from_bytes(bytes) {
        assert!(Book::from_bytes(&book.to_bytes()).is_ok());
    }
    if let Ok(Import { book, .. }) = exchange::read(bytes, 400) {
        assert!(Book::from_bytes(&book.to_bytes()).is_ok());
        for program in [Program::Edax, Program::Egaroucid] {
            assert!(exchange::read(&exchange::write(&book, program), 400).is_ok());
        }
    }
    if let Some((identity, state)) = State::from_bytes(bytes) {
        assert_eq!(state.to_bytes(identity), bytes);
    }
}

/// The journal of a match.
pub fn journals_are_checked(bytes: &[u8]) {
    let folder = Folder::new();
    fs::write(folder.path.join("journal.jsonl"), bytes).expect("the folder is writable");
    let _ = journal::read(&folder.path);
    let _ = journal::read_if_begun(&folder.path);
}

/// A folder that lives as long as this.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Folder {
        let path = env::temp_dir().join(format!("tengen-journal-{}", process::id()));
        fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder { path }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
