//! The readers of all files: whatever the bytes, they return; and what they accept survives writing and reading.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{env, fs, process};

use tengen::arena::journal;
use tengen::arena::plan::MatchPlan;
use tengen::arena::tuning::{self, TuningRecipe};
use tengen::coord::Move;
use tengen::database::{Key, Record, quote, read_line, unquote, write_line, yixin};
use tengen::formats::encoding::Encoding;
use tengen::formats::format::RecordFormat;
use tengen::formats::records::{Finish, Hints, StoredGame, Writer, first, read_bytes};
use tengen::formats::{obf, renlib};
use tengen::game::Variant;
use tengen::gomoku::eval::weights::WeightSet;
use tengen::gomoku::proof::{check, text};
use tengen::gomoku::rules::game::DEFAULT_SIZE;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::train::record::GameRecord as GomokuGame;
use tengen::openings::book::OpeningBook;
use tengen::othello::book::Book;
use tengen::othello::book::exchange::{self, Import, Program};
use tengen::othello::eval::weights::Weights;
use tengen::othello::proof as score_proof;
use tengen::othello::train::record::GameRecord as OthelloGame;
use tengen::proof::Lines;
use tengen::search::table::{Bucket, Table, TableFile};
use tengen::tools::packed::{pack, unpack};
use tengen::tools::prove::read::Reader;
use tengen::train::Record as SelfPlay;
use tengen::train::bits::Decoder;
use tengen::train::checkpoint::State;
use tengen::train::game_file::{GameReader, header, write_game};
use tengen::train::spsa::{Parameter, Schedule};

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

/// Most lines of a text that are read one by one.
const LINES: usize = 8;
const IN_MEMORY: &str = "memory does not fail";
const WRITABLE: &str = "the folder is writable";

/// Games of people and of self-play, openings, and positions with or without scores.
pub fn games_survive_every_format(bytes: &[u8]) {
    let games = read_bytes(bytes, Hints::default());
    for game in games.flatten().filter(|game| game.fault.is_none()).take(4) {
        for format in FORMATS {
            survives(&game, format);
        }
        survives_in_a_database(&game);
    }
    let _ = renlib::read(bytes, Encoding::default());
    self_play_survives::<GomokuGame>(bytes);
    self_play_survives::<OthelloGame>(bytes);
    let text = String::from_utf8_lossy(bytes);
    for variant in [Variant::Othello, Variant::gomoku(Rule::Renju)] {
        openings_survive(&text, variant);
    }
    let mut reader = Reader::new(Rule::Renju, DEFAULT_SIZE);
    for (number, line) in (1..).zip(text.lines()).take(LINES) {
        let _ = reader.read(number, line);
        problem_survives(line);
    }
}

/// A game without a fault is the same after it was written in any format that holds all it has.
fn survives(game: &StoredGame, format: RecordFormat) {
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, format).expect(IN_MEMORY);
    writer.write(game).expect(IN_MEMORY);
    let tally = writer.finish().expect(IN_MEMORY).tally;
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

/// The same in WTHOR, which states no passes and whose header is known last.
fn survives_in_a_database(game: &StoredGame) {
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, RecordFormat::Wthor).expect(IN_MEMORY);
    writer.write(game).expect(IN_MEMORY);
    let Finish { tally, files } = writer.finish().expect(IN_MEMORY);
    if tally.written == 0 || !tally.losses.is_empty() {
        return;
    }
    let header = files.expect("WTHOR has companions").header;
    written[..header.len()].copy_from_slice(&header);
    let again = read_bytes(&written, Hints::default()).next().expect("there is a game");
    let again = again.unwrap_or_else(|error| panic!("{error}: {written:?}"));
    assert_eq!(again.fault, None, "{written:?}");
    let moves = |game: &StoredGame| game.record.placed().map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(game), "{written:?}");
}

/// Games of self-play, as text, in a file, or as the code of one, are the same after they were written as text and in
/// a file.
fn self_play_survives<G: SelfPlay + PartialEq + Debug>(bytes: &[u8]) {
    let mut games: Vec<G> = G::decode(&mut Decoder::new(bytes)).into_iter().collect();
    if let Ok(mut reader) = GameReader::new::<G>(bytes) {
        while let Some(game) = reader.next_game::<G>().expect(IN_MEMORY) {
            games.extend(game);
        }
    }
    for game in games {
        let _ = game.check();
        let text = game.to_string();
        assert!(text.parse::<G>().is_ok_and(|again| again == game), "{text}");
        let mut file = header::<G>();
        // Large numbers and illegal moves have no code.
        if write_game(&game, &mut file).is_ok() {
            let mut reader = GameReader::new::<G>(&file[..]).expect(IN_MEMORY);
            assert_eq!(reader.next_game::<G>().expect(IN_MEMORY), Some(Ok(game)));
        }
    }
}

/// A book of openings is the same after it was written as moves.
fn openings_survive(text: &str, variant: Variant) {
    let Ok(book) = OpeningBook::read(text, variant) else { return };
    let line = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect::<String>() + "\n";
    let written: String = book.openings.iter().map(line).collect();
    assert_eq!(OpeningBook::read(&written, variant), Ok(book), "{written}");
}

/// A position of OBF is the same after it was written, and its name is then on one line.
fn problem_survives(line: &str) {
    let Ok(Some(problem)) = obf::parse_line(line) else { return };
    let write = |problem: &obf::Problem| obf::write(&problem.game, &problem.scores, &problem.name);
    let written = write(&problem);
    let again = obf::parse_line(&written);
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}")).expect("a position");
    assert_eq!((&again.game, &again.scores), (&problem.game, &problem.scores), "{written}");
    assert_eq!(write(&again), written);
}

/// Keys, records, lines of text, quoted texts and foreign databases.
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
    for line in text.lines().take(LINES) {
        let Ok(Some((key, record))) = read_line(line) else { continue };
        let written = write_line(0, &key, &record);
        assert_eq!(read_line(&written), Ok(Some((key, record))), "{written}");
    }
    let _ = yixin::read(bytes, Encoding::default());
}

/// A proof that is read, compressed or not, is the same after it was written, and is accepted or refused.
pub fn proofs_are_judged(bytes: &[u8]) {
    packed_text_comes_back(bytes);
    let text = unpack(bytes.to_vec());
    let text = text.unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned());
    proofs_of_scores_are_judged(&text);
    let Ok(proof) = text::parse(&text) else { return };
    let written = text::write(&proof);
    let again = text::parse(&written).unwrap_or_else(|error| panic!("{error:?}: {written}"));
    assert_eq!(text::write(&again), written);
    let verdicts = [&proof, &again].map(|proof| check::check(proof, STEPS).is_ok());
    assert_eq!(verdicts[0], verdicts[1], "{written}");
}

/// A text comes back from its compressed bytes, whatever zeros follow, but not from their beginning.
fn packed_text_comes_back(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut packed = pack(&text).expect(IN_MEMORY);
    // The first two bytes are those that tell it from a text.
    let cut = 2 + bytes.len() % (packed.len() - 2);
    assert!(unpack(packed[..cut].to_vec()).is_err(), "{cut} bytes of {packed:?}");
    packed.resize(packed.len() + bytes.len() % 3, 0);
    assert_eq!(unpack(packed).as_deref(), Ok(&*text));
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

/// Weights, books, those of other programs, checkpoints, and hash tables.
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
    tables_are_checked(bytes);
}

/// The purpose of the tables here.
const PURPOSE: &str = "a test";

/// The heading of a file with a table of one bucket; it names the version of the program.
static HEADING: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = Folder::new();
    let file = folder.path.join("table");
    let save = TableFile::Save(file.clone(), PURPOSE.to_owned());
    save.carry_out(&mut Table::with_bytes(0)).expect(WRITABLE);
    let mut bytes = fs::read(file).expect("the table was saved");
    bytes.truncate(bytes.len() - size_of::<Bucket>());
    bytes
});

/// A file whose heading is right holds exactly one table.
fn tables_are_checked(bytes: &[u8]) {
    let heading = &HEADING[..];
    let mut table = Table::with_bytes(0);
    for (content, fits) in [
        (bytes.to_vec(), bytes.len() == heading.len() + size_of::<Bucket>()),
        ([heading, bytes].concat(), bytes.len() == size_of::<Bucket>()),
    ] {
        let fits = fits && content.starts_with(heading);
        let read = table.read(&content[..], content.len() as u64, PURPOSE);
        assert_eq!(read.is_ok(), fits);
        if fits {
            let words = table.buckets().iter().flatten().map(|word| word.load(Relaxed));
            let loaded: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
            assert_eq!(loaded, content[heading.len()..]);
        }
    }
}

/// The journals of a match and of a tuning run, and the plan of a match.
pub fn journals_are_checked(bytes: &[u8]) {
    let folder = Folder::new();
    fs::write(folder.path.join("journal.jsonl"), bytes).expect(WRITABLE);
    let _ = journal::read(&folder.path);
    let _ = journal::read_if_begun(&folder.path);
    tuning_runs_are_resumed(bytes, &folder.path);
    plan_survives(&String::from_utf8_lossy(bytes));
}

/// The plan of a tuning run. Its engine is never started.
const PLAN: &str =
    "generate = { count = 1 }\neach = { nodes = 9 }\nengine = [{ cmd = 'a' }, { cmd = 'b' }]";

/// A run of no steps that is resumed leaves its complete lines.
fn tuning_runs_are_resumed(bytes: &[u8], folder: &Path) {
    // Without a complete line it would begin anew.
    let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') else { return };
    let journal = folder.join(tuning::FILE);
    fs::write(&journal, bytes).expect(WRITABLE);
    let plan = MatchPlan::from_toml(PLAN).expect("the plan is valid");
    let name = "depth".to_owned();
    let recipe = TuningRecipe {
        parameters: vec![Parameter { name, start: 3.0, min: 1.0, max: 8.0, step: 2.0 }],
        schedule: Schedule { steps: 0, rate: 0.5 },
        pairs_per_step: 1,
    };
    let interrupt = AtomicBool::new(true);
    if tuning::run(&plan, &recipe, folder, &interrupt, &mut |_| ()).is_ok() {
        assert_eq!(fs::read(&journal).expect("the journal stays"), bytes[..=end]);
    }
}

/// A plan is the same after it was written, and is resolved or refused.
fn plan_survives(text: &str) {
    let Ok(plan) = MatchPlan::from_toml(text) else { return };
    let written = plan.to_toml();
    let again = MatchPlan::from_toml(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    // As text, since what is not a number differs from itself.
    assert_eq!(again.to_toml(), written);
    let _ = plan.resolve();
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
