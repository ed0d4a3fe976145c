//! Reads games one by one.

use std::io::{self, BufReader, Chain, Cursor, Read};

use super::database::{Companions, DatabaseGames};
use super::detect;
use super::library::LibraryGames;
use super::loss::Loss;
use super::split::{Form, LineGames, Part, TreeGames};
use super::stored::StoredGame;
use crate::coord::Size;
use crate::formats::bounded::read_at_most;
use crate::formats::encoding::{BYTE_ORDER_MARK, Encoding};
use crate::formats::error::{Place, RecordError, TextError};
use crate::formats::format::RecordFormat;
use crate::formats::game::{Details, GameRecord, Verdict};
use crate::formats::ggf::{self, Care};
use crate::formats::tree::{self, Escapes, GameTree};
use crate::formats::{obf, pos, psq, sgf, sgf_othello, transcript};
use crate::game::{Position, Variant};
use crate::gomoku::rules::rule::Rule;

/// Bytes at the beginning that identify the format.
const HEAD: u64 = 1 << 16;

/// Largest library of RenLib or text in another encoding than UTF-8 and Latin-1, in MiB.
pub const LARGEST: u64 = 512;

/// Known facts about a file before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The game of lines of moves that are possible in either game, and the rule and board of a game of Gomoku that
    /// does not state them. Without it, the moves decide on the game, and Gomoku is freestyle on 15x15.
    pub variant: Option<Variant>,
    /// The format. Without it, the content decides.
    pub format: Option<RecordFormat>,
    /// The encoding of texts, unless a byte order mark states it. [`Encoding::Auto`] includes the one stated in SGF.
    pub encoding: Encoding,
    /// Whether a game of Gomoku in SGF may have passes that are not forced, as programs for Go write them. Only
    /// [`Position::play_as_in_go`] plays its moves then.
    pub allows_passes: bool,
}

impl Hints {
    /// The hints for a file of games of `variant`.
    pub fn of(variant: Variant) -> Hints {
        Hints { variant: Some(variant), ..Hints::default() }
    }

    fn rule_and_size(&self) -> (Rule, Size) {
        match self.variant.unwrap_or(Variant::gomoku(Rule::Freestyle)) {
            Variant::Gomoku { rule, size } => (rule, size),
            Variant::Othello => (Rule::Freestyle, Variant::gomoku(Rule::Freestyle).size()),
        }
    }
}

/// The beginning of an input and the rest.
type Input<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// Reads the games of a file one by one, with little memory except for a library and for texts in some encodings. An
/// error in one game does not affect the others.
pub struct Reader<R> {
    games: Games<R>,
    format: RecordFormat,
    hints: Hints,
}

/// The source of the games' texts.
enum Games<R> {
    Lines(LineGames<Input<R>>),
    Trees(TreeGames<Input<R>>),
    Library(Box<LibraryGames>),
    Database(DatabaseGames<Input<R>>),
}

impl<R: Read> Reader<R> {
    /// Reads the beginning of `input`, which may have a byte order mark, to find out the format.
    ///
    /// # Errors
    /// Reading fails.
    pub fn new(mut input: R, hints: Hints) -> io::Result<Reader<R>> {
        let mut head = Vec::new();
        (&mut input).take(HEAD).read_to_end(&mut head)?;
        let is_marked = head.starts_with(BYTE_ORDER_MARK.as_bytes());
        let is_text = detect::detect_binary(&head).is_none();
        if let Some(encoding) = hints.encoding.of_text(&head).filter(|_| is_text) {
            head.extend(read_at_most(LARGEST, &mut input)?);
            // Some programs write UTF-8 regardless of the encoding that they state.
            if hints.encoding != Encoding::Auto || str::from_utf8(&head).is_err() {
                head = encoding.decode(&head).0.into_owned().into_bytes();
            }
        } else if hints.encoding == Encoding::Latin1 && is_text && !is_marked {
            head.extend(read_at_most(LARGEST, &mut input)?);
            head = Encoding::Latin1.decode(&head).into_bytes();
        }
        if head.starts_with(BYTE_ORDER_MARK.as_bytes()) {
            head.drain(..BYTE_ORDER_MARK.len());
        }
        let start = &head[..head.len().min(HEAD as usize)];
        let format = hints.format.unwrap_or_else(|| detect::detect(start, hints.variant));
        let input = BufReader::new(Cursor::new(head).chain(input));
        let lines = |input, form| Games::Lines(LineGames::new(input, form));
        let games = match format {
            RecordFormat::Psq => lines(input, Form::Psq),
            RecordFormat::Transcript => lines(input, Form::Transcript),
            RecordFormat::Pos | RecordFormat::Moves | RecordFormat::Obf => lines(input, Form::Line),
            RecordFormat::Sgf => Games::Trees(TreeGames::new(input, Escapes::Backslash)),
            RecordFormat::Ggf => Games::Trees(TreeGames::new(input, Escapes::None)),
            RecordFormat::Wthor => Games::Database(DatabaseGames::new(input)),
            RecordFormat::Lib => {
                let bytes = read_at_most(LARGEST, input)?;
                let rule = hints.rule_and_size().0;
                Games::Library(Box::new(LibraryGames::new(&bytes, rule, hints.encoding)))
            }
        };
        Ok(Reader { games, format, hints })
    }

    /// The format of the file.
    pub fn format(&self) -> RecordFormat {
        self.format
    }

    /// Reads a library as one game with its tree, instead of one game per leaf.
    pub fn keep_trees(&mut self) {
        if let Games::Library(games) = &mut self.games {
            games.keep_tree();
        }
    }

    /// Sets the names of the players and tournaments of WTHOR, which otherwise have numbers only. Why it is `unclear`
    /// which ones they have becomes a fault of the first game.
    pub fn set_names(&mut self, names: Companions, unclear: Option<String>) {
        if let Games::Database(games) = &mut self.games {
            games.set_names(names, unclear);
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<StoredGame, RecordError>;

    fn next(&mut self) -> Option<Result<StoredGame, RecordError>> {
        loop {
            let part = match &mut self.games {
                Games::Lines(games) => games.next()?,
                Games::Trees(games) => games.next()?,
                Games::Library(games) => return games.next(),
                Games::Database(games) => return games.next(),
            };
            let game = match &part {
                Ok(part) => read_part(part, self.format, &self.hints).transpose(),
                Err(error) => Some(Err(error.clone())),
            };
            if game.is_some() {
                return game;
            }
        }
    }
}

/// The first game, without an implied last pass.
///
/// # Errors
/// There is no game, or one of its moves is illegal.
pub fn first<R: Read>(mut games: Reader<R>) -> Result<StoredGame, String> {
    let mut game = games.next().ok_or("no game")?.map_err(|error| error.to_string())?;
    game.drop_unstated_pass();
    match game.fault {
        Some(fault) if !game.has_all_moves => Err(fault.to_string()),
        _ => Ok(StoredGame { fault: None, ..game }),
    }
}

/// A reader of a file in memory.
pub fn read_bytes(bytes: &[u8], hints: Hints) -> Reader<&[u8]> {
    Reader::new(bytes, hints).expect("bytes in memory can be read")
}

/// Reads all games of `text`; none if it is blank.
pub fn read_all(text: &str, hints: Hints) -> Vec<Result<StoredGame, RecordError>> {
    read_bytes(text.as_bytes(), hints).collect()
}

/// The game of `part`; `None` if it is only a comment.
fn read_part(
    part: &Part,
    format: RecordFormat,
    hints: &Hints,
) -> Result<Option<StoredGame>, RecordError> {
    let in_whole = |error: RecordError| RecordError { place: part.place(error.place), ..error };
    let mut game = match read_game(&part.text, format, hints) {
        Ok(Some(game)) => game,
        Ok(None) => return Ok(None),
        Err(error) => return Err(in_whole(error)),
    };
    game.fault = game.fault.map(in_whole);
    game.place = part.place(game.place);
    Ok(Some(game))
}

fn read_game(
    text: &str,
    format: RecordFormat,
    hints: &Hints,
) -> Result<Option<StoredGame>, RecordError> {
    let (rule, size) = hints.rule_and_size();
    let game = match format {
        RecordFormat::Psq => psq::read_game(text, rule)?,
        RecordFormat::Pos => pos::read_game(text, rule, size)?,
        RecordFormat::Transcript => transcript::read_game(text),
        RecordFormat::Moves => read_moves(text, hints)?,
        RecordFormat::Obf => return read_problem(text),
        RecordFormat::Sgf => {
            let game = tree::read_first(text, Escapes::Backslash)?;
            return Ok(game.map(|game| read_sgf(&game, hints)).transpose()?);
        }
        RecordFormat::Ggf => {
            let game = tree::read_first(text, Escapes::None)?;
            let game = game.map(|game| ggf::read_game(&game, Care::Record)).transpose()?;
            return Ok(game.map(StoredGame::from));
        }
        RecordFormat::Lib | RecordFormat::Wthor => unreachable!("the games are no texts"),
    };
    Ok(Some(game))
}

/// The game of a tree of SGF. Go programs call both games Go, or omit the kind of game.
fn read_sgf(game: &GameTree<'_>, hints: &Hints) -> Result<StoredGame, TextError> {
    let value = |name| game.find(name).map(|property| property.value.trim());
    let is_othello = match (value("GM"), hints.variant) {
        (Some("2"), _) => true,
        (Some("4"), _) => false,
        (_, Some(variant)) => variant.is_othello(),
        (_, None) => value("SZ") == Some("8"),
    };
    if is_othello {
        sgf_othello::read_game(game).map(StoredGame::from)
    } else {
        let (rule, size) = hints.rule_and_size();
        sgf::read_game(game, rule, size, hints.allows_passes)
    }
}

/// The game of a line of moves.
fn read_moves(line: &str, hints: &Hints) -> Result<StoredGame, RecordError> {
    let (rule, size) = hints.rule_and_size();
    match hints.variant {
        Some(Variant::Othello) => Ok(transcript::read_game(line)),
        _ => Ok(pos::read_game(line, rule, size)?),
    }
}

/// The position of a line of OBF as a game without moves.
fn read_problem(line: &str) -> Result<Option<StoredGame>, RecordError> {
    let problem = obf::parse_line(line).map_err(|error| RecordError {
        place: Place::Column(1, error.column),
        message: error.message,
    })?;
    Ok(problem.map(|problem| {
        let start = Position::Othello(problem.game);
        let event = (!problem.name.is_empty()).then_some(problem.name);
        let record = GameRecord {
            variant: Variant::Othello,
            players: ["?", "?"].map(str::to_owned),
            date: None,
            moves: Vec::new(),
            verdict: Verdict::of_board(&start),
            details: Details { event, ..Details::default() },
        };
        let omitted = if problem.scores.is_empty() { Vec::new() } else { vec![Loss::Scores] };
        StoredGame { omitted, ..StoredGame::new(start, record) }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::date::DateTime;
    use crate::formats::game::tests::random_game;
    use crate::formats::records::Writer;
    use crate::formats::renlib;
    use proptest::prelude::*;
    use std::cell::Cell;
    use std::rc::Rc;

    /// Each game as a summary: game, players, plies and fault, or why it cannot be read.
    fn outline(text: &str, hints: Hints) -> Vec<String> {
        let outline = |game: Result<StoredGame, RecordError>| match game {
            Ok(StoredGame { record, fault, place, .. }) => {
                let fault = fault.map_or(String::new(), |fault| format!("; {fault}"));
                let [player, _] = &record.players;
                format!("{place}: {} {player} {}{fault}", record.variant, record.moves.len())
            }
            Err(error) => error.to_string(),
        };
        read_all(text, hints).into_iter().map(outline).collect()
    }

    fn guess(text: &str) -> Vec<String> {
        outline(text, Hints::default())
    }

    #[test]
    fn the_content_tells_the_format_and_the_game() {
        for (text, game) in [
            ("Piskvorky 20x20, 0:0, 0\n8,8,0\n-1\n0,renju\n", "line 1: renju ? 1"),
            ("(;FF[4]GM[4]SZ[15]PB[a];B[hh])", "line 1: freestyle a 1"),
            ("(;SZ[15];B[hh])", "line 1: freestyle ? 1"),
            ("x\n (;GM[2]PB[a];B[f5])", "line 2: othello a 1"),
            ("(;SZ[8];B[fd])", "line 1: othello ? 1"),
            ("1 (;GM[Othello]PB[a]B[f5];)", "line 1: othello a 1"),
            ("h8i9g7\trule=caro", "line 1: caro ? 3"),
            ("# openings\n\nh8, i9, g7\t+0.12", "line 3: freestyle ? 3"),
            ("f5d6c3d3", "line 1: othello ? 4"),
            ("f5d6\nblack: Ann", "line 1: othello Ann 2"),
            ("\u{feff}f5 d6 C3 d3\r\n", "line 1: othello ? 4"),
            (
                "---------------------------OX------XO--------------------------- X; F5:+1 % n",
                "line 1: othello ? 0",
            ),
            // Names that look like the beginning of a game in parentheses.
            (
                "Piskvorky 15x15, 0:0, 0\n8,8,0\nAnn (;\nBob\n-1\n0,renju\n",
                "line 1: renju Ann (; 1",
            ),
            ("h8i9g7\trule=caro\tblack=Ann (;", "line 1: caro Ann (; 3"),
            ("f5d6\nblack: Ann (;", "line 1: othello Ann (; 2"),
            (
                "---------------------------OX------XO--------------------------- X; F5:+1 % (;",
                "line 1: othello ? 0",
            ),
        ] {
            assert_eq!(guess(text), [game], "{text}");
        }
        for text in ["", " \n\n", "# x\n"] {
            assert!(guess(text).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn hints_decide_what_a_game_leaves_open() {
        let caro = Variant::Gomoku { rule: Rule::Caro, size: Size::new(9, 9).unwrap() };
        assert_eq!(outline("f5d6c3d3", Hints::of(caro)), ["line 1: caro ? 4"]);
        assert_eq!(outline("f5d6", Hints::of(Variant::Othello)), ["line 1: othello ? 2"]);
        assert_eq!(outline("(;SZ[15];B[hh])", Hints::of(caro)), ["line 1: caro ? 1"]);
        let pos = Hints { format: Some(RecordFormat::Pos), ..Hints::default() };
        assert_eq!(outline("f5d6c3d3", pos), ["line 1: freestyle ? 4"]);
        let fault = "line 1, column 3: move 2: j10 is not on the 9x9 board";
        assert_eq!(outline("a1j10a2", Hints::of(caro)), [format!("line 1: caro ? 1; {fault}")]);
    }

    #[test]
    fn passes_of_gomoku_are_refused_unless_they_are_forced() {
        for (text, fault) in [
            ("(;GM[1]SZ[19];B[pd];W[])", "line 1, column 23: move 2: white may not pass"),
            ("(;SZ[19];B[pd];W[tt])", "line 1, column 18: move 2: t20 is not on the 19x19 board"),
        ] {
            assert_eq!(guess(text), [format!("line 1: freestyle ? 1; {fault}")]);
        }
    }

    #[test]
    fn transcripts_stand_one_after_another_with_their_entries() {
        let text = "# two games\n\nf5d6c3\nF5 F6\nblack: Ann\n\nresult: unfinished\nf5\n";
        let othello = Hints::of(Variant::Othello);
        assert_eq!(
            outline(text, othello),
            ["line 3: othello ? 3", "line 4: othello Ann 2", "line 8: othello ? 1"]
        );
    }

    #[test]
    fn a_game_without_moves_has_a_result_of_its_own() {
        let text = "\nresult: unfinished\nblack: Ann\n\nresult: unfinished\nblack: Bob\nf5d6\n\
                    result: unfinished\n\nresult: white\n\nresult: unfinished\n";
        assert_eq!(
            guess(text),
            [
                "line 1: othello Ann 0",
                "line 4: othello Bob 0",
                "line 7: othello ? 2",
                "line 9: othello ? 0; \
                 line 10: the result is 'white', but the board gives 'unfinished'",
                "line 11: othello ? 0"
            ]
        );
    }

    #[test]
    fn what_never_ends_is_given_up() {
        for (format, start) in
            [(RecordFormat::Moves, ""), (RecordFormat::Transcript, ""), (RecordFormat::Sgf, "(;")]
        {
            let hints = Hints { format: Some(format), ..Hints::default() };
            let input = start.as_bytes().chain(io::repeat(b'a'));
            let mut games = Reader::new(input, hints).unwrap();
            let fault = games.next().unwrap().unwrap_err().to_string();
            assert!(fault.ends_with("the game is longer than 64 MiB"), "{fault}");
            assert!(games.next().is_none());
        }
    }

    /// Fails at its end, again and again.
    struct Failing(Cursor<Vec<u8>>);

    impl Read for Failing {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.0.read(out)? {
                0 => Err(io::Error::other("no more")),
                count => Ok(count),
            }
        }
    }

    #[test]
    fn an_input_that_fails_is_given_up() {
        for game in ["h8i9\n", "f5d6c3d3\n", "(;GM[4]SZ[15];B[hh])", "(;GM[Othello]B[f5];)\n"] {
            let bytes = game.repeat(2 * HEAD as usize / game.len()).into_bytes();
            let games = Reader::new(Failing(Cursor::new(bytes)), Hints::default()).unwrap();
            assert_eq!(games.filter(Result::is_err).take(2).count(), 1, "{game}");
        }
    }

    #[test]
    fn a_database_without_a_header_says_so() {
        let hints = Hints { format: Some(RecordFormat::Wthor), ..Hints::default() };
        for bytes in [&b""[..], b"f5d6", b"f5d6c3d3c4f4f6f3"] {
            let mut games = read_bytes(bytes, hints);
            let error = games.next().unwrap().unwrap_err().to_string();
            assert_eq!(error, "game 1: no WTHOR header");
            assert!(games.next().is_none());
        }
    }

    #[test]
    fn a_database_of_games_of_the_next_century_is_read() {
        let mut game = first(read_bytes(b"f5d6c3", Hints::of(Variant::Othello))).unwrap();
        game.record.date = DateTime::from_text("2100-01-01 00:00:00");
        assert!(game.record.date.is_some());
        let mut written = Vec::new();
        let mut writer = Writer::new(&mut written, RecordFormat::Wthor).unwrap();
        writer.write(&game).unwrap();
        let header = writer.finish().unwrap().files.unwrap().header;
        written[..header.len()].copy_from_slice(&header);
        let games = read_bytes(&written, Hints::default());
        assert_eq!(games.filter(Result::is_ok).count(), 1);
    }

    #[test]
    fn a_game_is_read_as_far_as_its_first_fault() {
        let othello = Hints::of(Variant::Othello);
        let text = "f5d6\nf5f5\nblack: Ann\nf5\n# x\n\nresult: black 40-24\nwhat\nf5\n";
        assert_eq!(
            outline(text, othello),
            [
                "line 1: othello ? 2",
                "line 2: othello Ann 1; line 2: move 2: f5 is occupied by black",
                "line 4: othello ? 1; \
                 line 7: the result is 'black 40-24', but the board gives 'unfinished'",
                "line 8: othello ? 0; \
                 line 8: move 1: invalid move 'what' (expected one such as f5)",
                "line 9: othello ? 1",
            ]
        );
        let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n8,8,0\nA\nB\n-1\n1,renju\n";
        assert_eq!(
            guess(&psq.repeat(2)),
            [
                "line 1: renju A 2; line 4: h8 is occupied by black",
                "line 9: renju A 2; line 12: h8 is occupied by black"
            ]
        );
        let complete = |text: &str| read_all(text, othello)[0].as_ref().unwrap().has_all_moves;
        assert!(!complete(psq) && !complete("f5f5") && complete("f5\nresult: black 40-24"));
        assert_eq!(
            guess("(;GM[4]SZ[15]RE[W+];B[hh];B[hi];W[aa])"),
            ["line 1: freestyle ? 1; line 1, column 29: move 2: h9 by black, but white is to move"]
        );
    }

    #[test]
    fn a_wrong_game_in_ggf_leaves_the_others_as_they_are() {
        let good = "(;GM[Othello]PB[a]B[f5]W[d6];)";
        let text = format!(
            "for people\n1 {good}\n(;GM[Othello]B[f5]B[d6];){good}\n(;GM[Othello]B[f5\n{good}\n\
             (;GM[Othello]\nB[f5]W[f5];)\n{good}"
        );
        assert_eq!(
            guess(&text),
            [
                "line 2: othello a 2",
                "line 3: othello ? 1; \
                 line 3, column 21: move 2: d6 by black, but white is to move",
                "line 3: othello a 2",
                "line 4, column 16: unexpected end of the text (expected ']' after the value of B)",
                "line 5: othello a 2",
                "line 6: othello ? 1; line 7, column 8: move 2: f5 is occupied by black",
                "line 8: othello a 2",
            ]
        );
    }

    #[test]
    fn variations_in_ggf_may_have_lines_of_their_own() {
        let game = "(;GM[Othello]PB[a]B[f5]W[d6]\n(;B[c3]\n(;W[d3])(;W[f6]))\n(;C[x]B[e6]);)";
        assert_eq!(
            guess(&format!("{game}\n{game}")),
            ["line 1: othello a 4", "line 5: othello a 4"]
        );
    }

    #[test]
    fn sgf_of_several_programs_is_read() {
        let text = "(;GM[2]AP[Quarry:0.2.0]SZ[8]PB[q]\n;B[fe]\n;W[fd])\n(\n;SZ[8];B[fd](;W[fe];B[ef])\n\
                    (;W[a1]))\n(;GM[2];B[fe]\n;W[fe])(;GM[4]SZ[15]C[\\]);];B[hh])";
        let fault = "line 8, column 4: move 2: f5 is occupied by black";
        assert_eq!(
            guess(text),
            [
                "line 1: othello q 2".to_owned(),
                "line 4: othello ? 3".to_owned(),
                format!("line 7: othello ? 1; {fault}"),
                "line 8: freestyle ? 1".to_owned(),
            ]
        );
        assert_eq!(
            guess("(;GM[1]SZ[];B[aa])(;GM[3])"),
            [
                "line 1, column 11: invalid size '' (expected one such as SZ[15] or SZ[20:15])",
                "line 1, column 24: invalid game '3' (expected GM[4], Gomoku)"
            ]
        );
        assert_eq!(guess("(;GM[4]SZ[15];B[hh]").len(), 1);
    }

    #[test]
    fn names_of_any_kind_survive() {
        let names = |bytes: &[u8]| {
            let games = Reader::new(bytes, Hints::default()).unwrap();
            games.map(|game| game.unwrap().record.players[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(b"(;GM[4]SZ[15]PB[J\xf6rg])(;GM[4]SZ[15]PB[A])"), ["Jörg", "A"]);
        assert_eq!(names(b"Piskvorky 15x15, 0:0, 0\n8,8,0\nJ\xf6rg\nB\n-1\n"), ["Jörg"]);
        let mut game = random_game(Variant::gomoku(Rule::Renju), 1, 9, None);
        game.players[0] = "Piskvorky pro".to_owned();
        let text = RecordFormat::Psq.write(&game).unwrap();
        assert_eq!(names(text.as_bytes()), ["player Piskvorky pro"]);
    }

    #[test]
    fn every_leaf_of_a_library_is_a_game() {
        let nodes = ["0 -", "1 h8", "2 i9", "3 ?a1 B", "2 ?g8 A", "2 h9 A|note", "3 h8", "3 h10"];
        let bytes = renlib::write(&renlib::tests::library(&nodes)).unwrap();
        let games = Reader::new(&bytes[..], Hints::of(Variant::gomoku(Rule::Renju))).unwrap();
        let games: Vec<StoredGame> = games.map(Result::unwrap).collect();
        let plies: Vec<usize> = games.iter().map(|game| game.record.moves.len()).collect();
        assert_eq!(plies, [2, 2, 3]);
        let comments = &[Loss::Comments, Loss::Labels][..];
        let omitted: Vec<&[Loss]> = games.iter().map(|game| &game.omitted[..]).collect();
        assert_eq!(omitted, [&[Loss::Labels], comments, comments]);
        assert_eq!(
            games[1].fault.as_ref().unwrap().to_string(),
            "game 2: move 3: h8 is occupied by black"
        );
        let cut = Reader::new(&bytes[..bytes.len() - 1], Hints::default()).unwrap();
        let errors: Vec<_> = cut.map(|game| game.unwrap_err().to_string()).collect();
        assert_eq!(errors.len(), 1);
        assert!(errors[0].starts_with("byte "), "{errors:?}");
    }

    #[test]
    fn a_tree_is_kept_without_its_illegal_moves() {
        let keep = |nodes: &[&str]| {
            let bytes = renlib::write(&renlib::tests::library(nodes)).unwrap();
            let mut games = read_bytes(&bytes, Hints::default());
            games.keep_trees();
            let games = games.map(Result::unwrap);
            games.map(|game| (game.fault, game.record.moves.len(), game.tree)).collect::<Vec<_>>()
        };
        let tree = |nodes: &[&str]| Some(renlib::tests::library(nodes));
        let fault = |message: &str| {
            Some(RecordError { place: Place::Game(1), message: message.to_owned() })
        };
        let nodes = ["0 -", "1 h8", "2 i9", "3 a1", "2 g7", "3 h8", "4 b1", "3 ?h8 A", "2 h9"];
        let legal = ["0 -", "1 h8", "2 i9", "3 a1", "2 g7", "3 ?h8 A", "2 h9"];
        let occupied = fault("move 3: h8 is occupied by black");
        assert_eq!(keep(&nodes), [(occupied, 3, tree(&legal))]);
        let first = ["0 -", "1 h8", "2 h8", "3 a1", "2 i9", "3 a1", "4 b1"];
        let legal = ["0 -", "1 h8", "2 i9", "3 a1", "4 b1"];
        let occupied = fault("move 2: h8 is occupied by black");
        assert_eq!(keep(&first), [(occupied, 4, tree(&legal))]);
        assert_eq!(keep(&legal), [(None, 4, tree(&legal))]);
    }

    #[test]
    fn texts_are_read_in_their_encoding() {
        let first = |bytes: &[u8], encoding| {
            let hints = Hints { encoding, ..Hints::default() };
            let game = read_bytes(bytes, hints).next().unwrap().unwrap();
            (game.record.players[0].clone(), game.record.moves.len())
        };
        for (label, name) in
            [("GBK", "黑棋"), ("Big5", "許功蓋"), ("Shift_JIS", "表ソ"), ("UTF-16", "ö")]
        {
            let text = format!("(;GM[4]CA[{label}]SZ[15]PB[{name}];B[hh];W[ii])");
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = match name {
                // The encoding of the file is not the one that it states.
                "ö" => text.chars().map(|c| c as u8).collect(),
                _ => encoding.encode(&text).0.into_owned(),
            };
            assert_eq!(first(&bytes, Encoding::Auto), (name.to_owned(), 2));
            // Some programs write UTF-8 regardless of the encoding that they state.
            assert_eq!(first(text.as_bytes(), Encoding::Auto), (name.to_owned(), 2));
        }
        let psq = b"Piskvorky 15x15, 0:0, 0\n8,8,0\n\xba\xda\xc6\xe5\nB\n-1\n";
        assert_eq!(first(psq, Encoding::Gbk), ("黑棋".to_owned(), 1));
        let wide = "\u{feff}f5d6c3d3\r\nblack: 黑\r\n".encode_utf16();
        let wide: Vec<u8> = wide.flat_map(u16::to_le_bytes).collect();
        for encoding in [Encoding::Auto, Encoding::Gbk] {
            assert_eq!(first(&wide, encoding), ("黑".to_owned(), 4));
        }
        let latin = "(;GM[4]SZ[15]PB[é];B[hh])".as_bytes();
        assert_eq!(first(latin, Encoding::Latin1), ("Ã©".to_owned(), 1));
        let marked = "\u{feff}f5d6c3d3\nblack: 黑\n".as_bytes();
        assert_eq!(first(marked, Encoding::Gbk), ("黑".to_owned(), 4));
        let bytes = renlib::write(&renlib::tests::library(&["0 -", "1 h8 |abcd"])).unwrap();
        let at = bytes.windows(4).position(|bytes| bytes == b"abcd").unwrap();
        let bytes = [&bytes[..at], b"\xba\xda\xca\xa4", &bytes[at + 4..]].concat();
        let mut games = read_bytes(&bytes, Hints { encoding: Encoding::Gbk, ..Hints::default() });
        games.keep_trees();
        let tree = games.next().unwrap().unwrap().tree;
        assert_eq!(tree, Some(renlib::tests::library(&["0 -", "1 h8 |黑胜"])));
    }

    #[test]
    fn what_follows_a_tab_is_no_entry() {
        let text = "f5d6c3d3\tat 3:05\nf5f6e6f4\tat 4:10\nblack: Ann\n";
        assert_eq!(guess(text), ["line 1: othello ? 4", "line 2: othello Ann 4"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (format, variant) in [
            (RecordFormat::Psq, Variant::gomoku(Rule::Standard)),
            (RecordFormat::Sgf, Variant::gomoku(Rule::Renju)),
            (RecordFormat::Pos, Variant::gomoku(Rule::Caro)),
            (RecordFormat::Ggf, Variant::Othello),
            (RecordFormat::Transcript, Variant::Othello),
        ] {
            let games: Vec<GameRecord> =
                (0..5).map(|seed| random_game(variant, seed, 15 * seed as usize, None)).collect();
            let text: String = games.iter().map(|game| format.write(game).unwrap()).collect();
            let read = read_all(&text, Hints::default()).into_iter();
            let read: Vec<Vec<_>> = read.map(|game| game.unwrap().record.moves).collect();
            let moves = |moves: &[crate::formats::game::TimedMove]| -> Vec<String> {
                moves.iter().map(|timed| timed.mv.to_string()).collect()
            };
            let written = games.iter().map(|game| moves(&game.moves));
            assert!(written.eq(read.iter().map(|game| moves(game))), "{format:?}");
        }
    }

    /// Repeats a text without end and counts the bytes that were read.
    struct Endless {
        text: Vec<u8>,
        given: Rc<Cell<usize>>,
    }

    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let at = self.given.get() % self.text.len();
            let count = out.len().min(self.text.len() - at);
            out[..count].copy_from_slice(&self.text[at..at + count]);
            self.given.set(self.given.get() + count);
            Ok(count)
        }
    }

    #[test]
    fn a_game_is_given_before_the_rest_is_read() {
        const GAMES: usize = 10_000;
        let obf = "---------------------------OX------XO--------------------------- X;\n";
        let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\nA\nB\n-1\n0,renju\n";
        for text in
            [psq, "(;GM[4]SZ[15];B[hh])", "h8i9\n", "(;GM[Othello]B[f5];)\n", "f5d6c3d3\n", obf]
        {
            let given = Rc::new(Cell::new(0));
            let input = Endless { text: text.into(), given: Rc::clone(&given) };
            let games = Reader::new(input, Hints::default()).unwrap();
            assert_eq!(games.take(GAMES).filter(Result::is_ok).count(), GAMES);
            let ahead = given.get() - GAMES * text.len();
            assert!(ahead < 2 * HEAD as usize, "{text}: {ahead}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(
            text in "(Piskvorky |\\(;GM\\[(2|4|Othello)\\])?([(;)\\[\\]:#é \n\t,=\\\\]|B|f5|GM|[a-h][1-8]|--|pa|SZ|15|rule){0,40}"
        ) {
            let _ = read_all(&text, Hints::default());
        }

        #[test]
        fn damaged_games_are_refused_or_legal(
            seed: u64,
            plies in 4..40usize,
            is_othello: bool,
            format in 0..RecordFormat::ALL.len(),
            changes in proptest::collection::vec(
                (any::<prop::sample::Index>(), any::<u8>(), 0..3u8),
                0..4,
            ),
        ) {
            let gomoku = Variant::gomoku(Rule::Renju);
            let variant = if is_othello { Variant::Othello } else { gomoku };
            let format = RecordFormat::ALL[format].for_variant(variant);
            let game = random_game(variant, seed, plies, None);
            let mut bytes = Vec::new();
            let mut writer = Writer::new(&mut bytes, format).unwrap();
            writer.write(&StoredGame::new(variant.start().unwrap(), game)).unwrap();
            let finish = writer.finish().unwrap();
            prop_assume!(finish.tally.written == 1);
            if let Some(files) = finish.files {
                bytes[..files.header.len()].copy_from_slice(&files.header);
            }
            for (at, byte, change) in &changes {
                let at = at.index(bytes.len());
                match change {
                    0 => bytes[at] = *byte,
                    1 => bytes.insert(at, *byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            let hints = Hints { format: Some(format), ..Hints::of(variant) };
            let games: Vec<_> = Reader::new(&bytes[..], hints).unwrap().take(1000).collect();
            prop_assert!(games.len() < 1000);
            if changes.is_empty() {
                let [Ok(game)] = &games[..] else { panic!("{games:?}") };
                prop_assert_eq!(&game.fault, &None);
            }
            for game in games.into_iter().flatten() {
                let end = game.end();
                prop_assert!(game.has_all_moves || game.fault.is_some());
                prop_assert_eq!(end.variant(), game.record.variant);
            }
        }
    }
}
