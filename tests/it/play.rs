//! Whole games at a scripted terminal, and the saved records.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tengen::color::Color;
use tengen::coord::{Point, Size};
use tengen::engine::Learned;
use tengen::formats::game::{Claim, Verdict};
use tengen::formats::records::{Hints, StoredGame, first, open};
use tengen::formats::svg::RowOne;
use tengen::formats::{psq, transcript};
use tengen::frontend::terminal::{
    self, BoardStyle, Display, Level, Lines, OutputKind, PlayOptions, Player,
};
use tengen::game::Variant;
use tengen::gomoku::rules::rule::Rule;
use tengen::language::{Language, Words};

use crate::scratch::Scratch;

const PEOPLE: [Player; 2] = [Player::Human; 2];

fn gomoku(rule: Rule, side: u8, players: [Player; 2]) -> PlayOptions {
    let size = Size::new(side, side).expect("a side in use");
    options(Variant::Gomoku { rule, size }, players)
}

fn options(variant: Variant, players: [Player; 2]) -> PlayOptions {
    PlayOptions {
        variant,
        game: None,
        swap2: false,
        players,
        level: Level::Depth(1),
        record: None,
        display: Display {
            kind: OutputKind::Plain,
            colors: None,
            size: || None,
            board: BoardStyle::Auto,
            row_one: RowOne::Top,
        },
        learned: Learned::default(),
        settings: Vec::new(),
        seed: 0,
        interrupt: Arc::default(),
    }
}

/// The output for a person who types `script`. Lines are separated by blanks, or by semicolons if a line
/// has several words.
fn session(options: PlayOptions, script: &str) -> String {
    session_in(Language::English, options, script)
}

/// The same in a language.
fn session_in(language: Language, options: PlayOptions, script: &str) -> String {
    let mut typed = String::new();
    for line in script.split(if script.contains(';') { ';' } else { ' ' }) {
        typed += line.trim();
        typed.push('\n');
    }
    let analyst = |game: StoredGame, page: Option<&Path>| {
        if page == Some(Path::new("stopped.html")) {
            return Ok(None);
        }
        if page == Some(Path::new("refused.html")) {
            return Err(io::Error::other("x.html: the format cannot store start positions"));
        }
        let (moves, has_page) = (game.record.moves.len(), page.is_some());
        Ok(Some(format!("{moves} moves analyzed, page {has_page}\n")))
    };
    let mut output = Vec::new();
    let words = Words::new(language);
    let mut input = Lines::new(Cursor::new(typed), Arc::default()).expect("a thread");
    terminal::run(&words, options, &analyst, &mut input, &mut output)
        .expect("memory does not fail");
    String::from_utf8(output).expect("the output is text")
}

/// Checks that the texts appear in the output in this order.
#[track_caller]
fn assert_in_order(output: &str, texts: &[&str]) {
    let mut rest = output;
    for text in texts {
        match rest.split_once(text) {
            Some((_, tail)) => rest = tail,
            None => panic!("no '{text}' in\n{rest}\nof\n{output}"),
        }
    }
}

/// The files in `folder`, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder was made");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[test]
fn two_people_play_gomoku_to_the_end_and_again() {
    let output = session(
        gomoku(Rule::Freestyle, 15, PEOPLE),
        "h8;8 9;9,8;i9;j8;j9;k8;h8;undo;k8;k9;l8;why h8;result;y;a1;quit",
    );
    assert_in_order(
        &output,
        &[
            "Gomoku, freestyle, 15x15. Black (x): you. White (o): you.",
            "freestyle, 0 plies, black to move\n\nBlack (x)> h8\n",
            " 8 .......X....... 8\n",
            "White (o)> 8 9\n",
            " 9 .......O....... 9\n",
            "Black (x)> 9,8\n",
            "White (o)> h8\nh8 is occupied by black.\nWhite (o)> undo\nTaken back: k8.\n",
            "Black (x)> k8\n",
            " 8 .......XXXXX... 8\n",
            "freestyle, 9 plies, last l8\n",
            "Black wins with h8 i8 j8 k8 l8.\nAnother game? [y/n/analyze]> why h8\n",
            "The game is over: y begins another, n leaves.",
            "> result\nBlack wins with h8 i8 j8 k8 l8.\nAnother game? [y/n/analyze]> y\n",
            "freestyle, 0 plies, black to move\n\nBlack (x)> a1\n",
            " 1 X.............. 1\n",
            "White (o)> quit\n",
        ],
    );
    assert!(!output.contains('\x1b'));
}

#[test]
fn a_finished_game_goes_on_after_undo() {
    let output = session(
        gomoku(Rule::Freestyle, 9, PEOPLE),
        "a1;a2;b1;b2;c1;c2;d1;d2;e1;level 99;save;undo;e9;e2;n",
    );
    assert_in_order(
        &output,
        &[
            "Black wins with a1 b1 c1 d1 e1.",
            "There is no level '99'",
            "'save' needs the name of a file",
            "> undo\nTaken back: e1.\n",
            "Black (x)> e9\n",
            "White wins with a2 b2 c2 d2 e2.\nAnother game? [y/n/analyze]> n\n",
        ],
    );
}

#[test]
fn mistakes_are_explained_and_change_nothing() {
    let output = session(
        gomoku(Rule::Standard, 9, PEOPLE),
        ";0 0;j1;a10;fly;undo;undo 3;resign now;level fast;pass;y;why e5;moves;e5;undo 4;moves",
    );
    assert_in_order(
        &output,
        &[
            "There is no '0 0': columns and rows are numbered from 1.\n",
            "j1 is not on the board: it has columns a to i and rows 1 to 9.\n",
            "a10 is not on the board",
            "'fly' is neither a move nor a command; try help.\n",
            "You have no move to take back.\n",
            "There is no move to take back.\n",
            "'resign' takes no argument (found 'now').\n",
            "There is no level 'fast': levels are 1 to 10",
            "Black may not pass.\n",
            "There is no question to answer",
            "e5 is not forbidden.\n",
            "No moves yet.\n",
            "Black (x)> e5\n",
            "Only 1 move can be taken back.\n",
            "1. e5\nWhite (o)> \n",
        ],
    );
    assert_eq!(output.matches(" 0 plies").count(), 1, "the board is drawn when it changes");
}

#[test]
fn renju_marks_and_explains_forbidden_points() {
    let output = session(
        gomoku(Rule::Renju, 15, PEOPLE),
        "f8;a1;g8;a3;h6;a5;h7;a7;h8;why h8;wide;a9;why h8;result;resign;n",
    );
    assert_in_order(
        &output,
        &[
            " 8 .....xx!....... 8\n",
            "> h8\nh8 is forbidden: it makes a double-three; 'why h8' explains it.\n",
            "> why h8\nh8 would make a double-three:\n  three f8 g8 h8 (straight four at e8 i8)\n",
            "> wide\n",
            " 8 . . . . . x x ! . . . . . . . 8\n",
            "> a9\n",
            " 8 . . . . . x x ! . . . . . . . 8\n",
            " 9(X). . .",
            "White (o)> why h8\nh8 would make a double-three:\n",
            "> result\nThe game is in progress.\n",
            "White (o)> resign\nWhite resigns; black wins.\n",
        ],
    );
}

#[test]
fn two_people_play_othello_to_the_end() {
    let scratch = Scratch::new("play-othello");
    let keep = scratch.path("games");
    let options = PlayOptions { record: Some(keep.clone()), ..options(Variant::Othello, PEOPLE) };
    let output = session(options, "e6 f4 a1 e3 f6 g5 d6 e7 f5 c5");
    assert_in_order(
        &output,
        &[
            "Othello. Black (x): you. White (o): you.",
            " 3 ...+.... 3\n 4 ..+ox... 4\n 5 ...xo+.. 5\n",
            "x 2, o 2, 0 plies, black to move",
            "> a1\na1 turns no disc.\n",
            "Black wins 13 to 0.\nSaved as ",
            "-othello.txt\nAnother game? [y/n/analyze]> \n",
        ],
    );
    let text = fs::read_to_string(&files(&keep)[0]).unwrap();
    assert!(text.starts_with("e6f4e3f6g5d6e7f5c5\nresult: black 13-0\nblack: Human\n"), "{text}");
    let record = transcript::read(&text).unwrap();
    assert_eq!(record.moves.len(), 9);
    assert!(record.date.is_some());
}

#[test]
fn the_engine_gives_hints_and_its_moves_can_be_undone() {
    let engine_is_white = [Player::Human, Player::Engine];
    let output = session(
        gomoku(Rule::Freestyle, 15, engine_is_white),
        "h8;undo;h9;hint;undo 1;go;level 20ms;swap;undo;moves;result;quit",
    );
    assert_in_order(
        &output,
        &[
            "White (o): the engine, depth 1.",
            "Black (x)> h8\nWhite plays ",
            "freestyle, 2 plies, last ",
            "> undo\nTaken back: ",
            " h8.\n",
            "freestyle, 0 plies, black to move\n\nBlack (x)> h9\nWhite plays ",
            "> hint\nHint: ",
            "(depth ",
            "> undo 1\nTaken back: ",
            "The engine waits: type a move for it, or go.\n",
            "White (o), the engine waits> go\nWhite plays ",
            "> level 20ms\nThe engine plays at 20 ms per move.\n",
            "> swap\nThe engine now plays black; you play white.\nBlack plays ",
            "White (o)> undo\nTaken back: ",
            "White (o)> moves\n1. h9\n",
            "White (o)> result\nThe game is in progress.\n",
        ],
    );
}

#[test]
fn resigning_is_for_the_person_whichever_side_is_to_move() {
    let scratch = Scratch::new("play-resigned");
    let keep = scratch.path("games");
    let engine_is_black = [Player::Engine, Player::Human];
    let options =
        PlayOptions { record: Some(keep.clone()), ..gomoku(Rule::Caro, 15, engine_is_black) };
    let output = session(options, "undo 1;resign;swap;y;resign");
    assert_in_order(
        &output,
        &[
            "Black plays ",
            "> undo 1\nTaken back: ",
            "Black (x), the engine waits> resign\nWhite resigns; black wins.\nSaved as ",
            "> swap\nIn the next game you play Black.\n",
            "> y\n",
            "Black (x)> resign\nBlack resigns; white wins.\nSaved as ",
        ],
    );
    let verdicts: Vec<Verdict> = files(&keep)
        .iter()
        .map(|file| psq::read(&fs::read_to_string(file).unwrap(), Rule::Freestyle).unwrap())
        .map(|record| {
            assert!(matches!(record.variant, Variant::Gomoku { rule: Rule::Caro, .. }));
            record.verdict
        })
        .collect();
    assert!(verdicts.contains(&Verdict::Resigned(Color::White)), "{verdicts:?}");
    assert!(verdicts.contains(&Verdict::Resigned(Color::Black)), "{verdicts:?}");
}

#[test]
fn sides_exchanged_for_the_next_game_leave_this_one_as_it_was_played() {
    let keep = Scratch::new("play-exchanged");
    let file = keep.path("game.psq");
    let script = format!("h8;resign;swap;save {};undo;moves;new;resign", file.display());
    let engine_is_white = [Player::Human, Player::Engine];
    let output = session(gomoku(Rule::Freestyle, 15, engine_is_white), &script);
    assert_in_order(
        &output,
        &[
            "> swap\nIn the next game you play White.\n",
            "Saved as ",
            "> undo\nTaken back: ",
            "Black (x)> moves\nNo moves yet.\n",
            "Black (x)> new\n",
            "Black plays ",
            "White (o)> resign\nWhite resigns; black wins.\n",
        ],
    );
    let record = psq::read(&fs::read_to_string(&file).unwrap(), Rule::Freestyle).unwrap();
    assert_eq!(record.players, ["Human", "Tengen"]);
}

/// A person who keeps trying every point in turn always finds a legal move, and so plays a whole game
/// against the engine.
#[test]
fn whole_games_against_the_engine_are_saved() {
    let scratch = Scratch::new("play-against-engine");
    let keep = scratch.path("games");
    let engine_is_black = [Player::Engine, Player::Human];
    for mut options in [
        options(Variant::Othello, engine_is_black),
        gomoku(Rule::Freestyle, 7, engine_is_black),
        gomoku(Rule::Renju, 7, engine_is_black),
    ] {
        options.record = Some(keep.clone());
        let size = options.variant.start().unwrap().size();
        let points: Vec<String> = size.points().map(|point| point.to_string()).collect();
        let script = vec![points.join(" "); size.area()].join(" ");
        let output = session(options, &script);
        assert_in_order(&output, &["Black plays ", "Saved as ", "Another game? [y/n/analyze]> "]);
    }
    let kept = files(&keep);
    assert_eq!(kept.len(), 3);
    for file in kept {
        let text = fs::read_to_string(&file).unwrap();
        let record = match file.extension().and_then(|e| e.to_str()) {
            Some("psq") => psq::read(&text, Rule::Freestyle).unwrap(),
            _ => transcript::read(&text).unwrap(),
        };
        assert!(matches!(record.verdict, Verdict::Board(_)), "{text}");
        assert_eq!(record.players, ["Tengen", "Human"]);
    }
}

#[test]
fn games_are_saved_in_any_format_and_loaded_again() {
    let keep = Scratch::new("play-saved");
    let file = |name: &str| keep.file(name);
    for name in ["game.psq", "game.sgf", "game.pos", "game.lib", "game.txt"] {
        let script = format!(
            "h8;i9;save {0};j9;save {0};undo 1;load {0};moves;save {1};undo 2;load {2};moves;\
             save nothing;load {3}",
            file(name),
            file("game.xyz"),
            file(name),
            file("missing.psq"),
        );
        let output = session(gomoku(Rule::Renju, 15, PEOPLE), &script);
        let saved = format!("Saved as {}\n", file(name));
        let loaded = format!("Loaded {}\n", file(name));
        assert_in_order(
            &output,
            &[
                &saved,
                &saved,
                &loaded,
                "> moves\n1. h8  2. i9  3. j9\n",
                "game.xyz: the file name must end in",
                &loaded,
                "> moves\n1. h8  2. i9  3. j9\n",
                "nothing: the file name must end in",
                "missing.psq: ",
            ],
        );
    }
    let output = session(gomoku(Rule::Renju, 15, PEOPLE), &format!("a1;save {}", file("game.psq")));
    assert_in_order(&output, &["game.psq already exists; choose another name.\n"]);
    let othello = options(Variant::Othello, PEOPLE);
    let output = session(othello, &format!("e6;save {0};new;load {0};moves", file("o.sgf")));
    assert_in_order(&output, &["Saved as ", "A new game.", "Loaded ", "> moves\n1. e6\n"]);
}

#[test]
fn a_game_that_was_only_loaded_is_saved_as_it_was() {
    let keep = Scratch::new("play-loaded");
    let file = |name: &str| keep.file(name);
    let text = "(;FF[4]GM[4]SZ[15]PB[Ann]PW[Ben]DT[2001-05-06]RE[B+R];B[hh];W[hg];B[ig];W[if])";
    fs::write(file("a.sgf"), text).unwrap();
    let script =
        format!("load {};save {};a1;save {};quit", file("a.sgf"), file("b.sgf"), file("c.sgf"));
    session(gomoku(Rule::Freestyle, 15, PEOPLE), &script);
    let read = |name: &str| fs::read_to_string(file(name)).unwrap();
    for part in ["PB[Ann]", "PW[Ben]", "DT[2001-05-06]", "RE[B+R"] {
        assert!(read("b.sgf").contains(part), "{part}: {}", read("b.sgf"));
    }
    assert!(read("c.sgf").contains("PB[Human]"));
}

#[test]
fn a_game_that_goes_on_is_saved_when_the_person_leaves() {
    let scratch = Scratch::new("play-unfinished");
    let keep = scratch.path("games");
    let options = PlayOptions { record: Some(keep.clone()), ..options(Variant::Othello, PEOPLE) };
    let output = session(options.clone(), "e6");
    assert_in_order(&output, &["White (o)> \nSaved as "]);
    session(options.clone(), "quit");
    let kept = files(&keep);
    assert_eq!(kept.len(), 1, "a board without moves is no game");
    session(options.clone(), "e6;undo;moves;quit");
    assert_eq!(files(&keep), kept, "nor is one whose moves were taken back");
    let game = first(open(&kept[0], Hints::of(Variant::Othello)).unwrap()).unwrap();
    let output = session(PlayOptions { game: Some(game), ..options }, "moves;quit");
    assert_in_order(&output, &["1 ply, last e6, white to move", "> moves\n1. e6\n"]);
    assert_eq!(files(&keep).len(), 1, "nothing was added to the game");
}

/// A screen whose person interrupts as soon as an analysis is announced.
struct Interrupting {
    shown: String,
    interrupt: Arc<AtomicBool>,
}

impl Write for Interrupting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.shown += str::from_utf8(bytes).expect("the output is text");
        if self.shown.ends_with("Ctrl-C stops it.\n") {
            self.interrupt.store(true, Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_interruption_right_after_the_announcement_stops_the_analysis() {
    let options = gomoku(Rule::Freestyle, 15, PEOPLE);
    let interrupt = Arc::clone(&options.interrupt);
    let analyst = |_: StoredGame, _: Option<&Path>| {
        Ok((!interrupt.load(Relaxed)).then(|| "analyzed".to_owned()))
    };
    let typed = Cursor::new("h8\nanalyze\nquit\n");
    let mut input = Lines::new(typed, Arc::default()).expect("a thread");
    let mut output = Interrupting { shown: String::new(), interrupt: Arc::clone(&interrupt) };
    let words = Words::new(Language::English);
    terminal::run(&words, options, &analyst, &mut input, &mut output)
        .expect("memory does not fail");
    assert_in_order(&output.shown, &["Ctrl-C stops it.\n", "The analysis was stopped.\n"]);
}

#[test]
fn the_game_is_analyzed_when_the_person_asks() {
    let script = "analyze;h8;analyze;analyze stopped.html;resign;analyze p.html;analyze P.HTM;n";
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), script);
    assert_in_order(
        &output,
        &[
            "> analyze\nNo moves yet.\n",
            "1 moves analyzed, page false\n",
            "The analysis was stopped.\n",
            "Another game? [y/n/analyze]> analyze p.html\n",
            "1 moves analyzed, page true\nSaved as p.html\n",
            "1 moves analyzed, page true\nSaved as P.HTM\n",
        ],
    );
}

#[test]
fn a_position_is_set_up_and_played_from() {
    let script = "h8;setup;clear;x a1 b1 c1 d1;o a2 b2 q99;o a2 b2;turn x;fly;done;moves;e1;n";
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), script);
    assert_in_order(
        &output,
        &[
            "set up> clear\n",
            " 1 xxx",
            "q99 is not on the board",
            " 2 oo",
            "'fly' is neither",
            "> done\n",
            "black to move\n",
            "> e1\n",
            "Black wins with a1 b1 c1 d1 e1.\n",
        ],
    );
    let output = session(options(Variant::Othello, PEOPLE), "setup;- d4;x d4;turn o;done;quit");
    assert_in_order(&output, &[" 4 ...x", "x 3, o 1, 0 plies, white to move"]);
    let output = session(options(Variant::Othello, PEOPLE), "e6;setup;clear;cancel;moves;quit");
    assert_in_order(&output, &["> cancel\n", "> moves\n1. e6\n"]);
}

#[test]
fn stones_that_were_set_up_stay() {
    let keep = Scratch::new("play-set-up");
    let file = |name: &str| keep.file(name);
    // Legal moves lead to the first position, not to the second. Neither has a known order of its stones.
    let script = format!(
        "setup;x h8;o i9;turn x;done;undo;j10;undo;undo;j11;moves;analyze;save {0};new;load {0};moves;quit",
        file("regular.sgf")
    );
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), &script);
    assert_in_order(
        &output,
        &[
            "> undo\nYou have no move to take back.\n",
            "> undo\nTaken back: j10.\n",
            "> undo\nYou have no move to take back.\n",
            "> moves\n1. j11\n",
            "1 moves analyzed, page false\n",
            "Saved as ",
            "> moves\n1. j11\n",
        ],
    );
    let script = format!(
        "setup;x c3 d4;turn o;done;a1;moves;analyze;save {0};undo;undo;new;load {0};b1;undo;undo;undo;quit",
        file("irregular.sgf")
    );
    let options =
        PlayOptions { record: Some(keep.0.clone()), ..gomoku(Rule::Freestyle, 15, PEOPLE) };
    let output = session(options, &script);
    assert_in_order(
        &output,
        &[
            "> moves\n1. a1\n",
            "1 moves analyzed, page false\n",
            "Saved as ",
            "> undo\nTaken back: a1.\n",
            "> undo\nYou have no move to take back.\n",
            "Loaded ",
            "> undo\nTaken back: b1.\n",
            "> undo\nTaken back: a1.\n",
            "> undo\nYou have no move to take back.\n",
        ],
    );
    let saved = first(open(&keep.path("irregular.sgf"), Hints::default()).unwrap()).unwrap();
    assert_eq!(saved.start.side_to_move(), Color::White);
    assert_eq!((saved.start.history().len(), saved.record.moves.len()), (0, 1));
    assert_eq!(files(&keep.0), [keep.path("irregular.sgf"), keep.path("regular.sgf")]);
    for stones in ["x c3 d4", "x h8;o i9"] {
        let output = session(
            gomoku(Rule::Freestyle, 15, PEOPLE),
            &format!("setup;{stones};turn x;done;save {};quit", file("start.psq")),
        );
        assert_in_order(&output, &["start.psq: the format cannot store start positions\n"]);
    }
}

#[test]
fn a_recorded_game_keeps_its_start_position() {
    let scratch = Scratch::new("play-recorded-start");
    let keep = scratch.path("games");
    let record = Some(keep.clone());
    let othello = PlayOptions { record: record.clone(), ..options(Variant::Othello, PEOPLE) };
    session(othello, "setup;clear;x a1 c1;o b1 d1;turn x;done;e1;quit");
    let game = first(open(&files(&keep)[0], Hints::of(Variant::Othello)).unwrap()).unwrap();
    assert_eq!(game.record.moves.len(), 1);
    assert_ne!(game.start, Variant::Othello.start().unwrap());
    let recorded = PlayOptions { record, ..gomoku(Rule::Freestyle, 15, PEOPLE) };
    // Moves in turn could lead to the second position.
    for stones in ["x c3 d4", "x c3 d4;o e5 f6"] {
        session(recorded.clone(), &format!("setup;{stones};turn x;done;a1;quit"));
    }
    let is_sgf = |path: &PathBuf| path.extension().unwrap() == "sgf";
    let found: Vec<PathBuf> = files(&keep).into_iter().filter(is_sgf).collect();
    assert_eq!(found.len(), 2);
    for path in found {
        let game = first(open(&path, Hints::default()).unwrap()).unwrap();
        let c3 = Point::from_text("c3").unwrap();
        assert_eq!((game.start.stone(c3), game.record.moves.len()), (Some(Color::Black), 1));
    }
}

#[test]
fn a_game_is_recorded_once_and_only_if_it_was_played_here() {
    let scratch = Scratch::new("play-recorded-once");
    let keep = scratch.path("games");
    let recorded =
        || PlayOptions { record: Some(keep.clone()), ..options(Variant::Othello, PEOPLE) };
    session(recorded(), "e6;resign;setup;cancel;n");
    assert_eq!(files(&keep).len(), 1);
    let game = first(open(&files(&keep)[0], Hints::of(Variant::Othello)).unwrap()).unwrap();
    session(PlayOptions { game: Some(game), ..recorded() }, "resign;n");
    assert_eq!(files(&keep).len(), 2, "a game that ends here is another one");
}

#[test]
fn a_game_that_is_resigned_before_the_first_move_is_recorded() {
    let scratch = Scratch::new("play-recorded-empty");
    for (variant, ending) in [(Variant::Othello, "ggf"), (Variant::gomoku(Rule::Renju), "psq")] {
        let keep = scratch.path(ending);
        let recorded = PlayOptions { record: Some(keep.clone()), ..options(variant, PEOPLE) };
        let output = session(recorded, "resign;n");
        assert_in_order(&output, &["Black resigns", "Saved as ", &format!(".{ending}\n")]);
        let game = first(open(&files(&keep)[0], Hints::of(variant)).unwrap()).unwrap();
        assert_eq!(game.record.moves.len(), 0);
        assert_eq!(game.record.verdict.claim(), Some(Claim::Win(Color::White)));
    }
}

#[test]
fn what_a_saved_file_lacks_is_told() {
    let keep = Scratch::new("play-losses");
    let play = |language, file: &str| {
        let script = format!("h8;t20;resign;save {};n", keep.file(file));
        session_in(language, gomoku(Rule::Renju, 20, PEOPLE), &script)
    };
    let output = play(Language::English, "g.txt");
    assert_in_order(
        &output,
        &[
            "g.txt\n",
            "g.txt omits: rule and board, names of the players, ",
            "result not decided on the board, way the game ended.\n",
        ],
    );
    assert!(!output.contains("date"), "{output}");
    let output = play(Language::Chinese, "h.txt");
    assert_in_order(&output, &["h.txt 未保留：规则和棋盘，棋手姓名，", "，终局方式。\n"]);
    for file in ["g.sgf", "g.psq"] {
        let output = play(Language::English, file);
        assert_in_order(&output, &["Saved as ", &format!("{file}\nAnother game?")]);
    }
}

#[test]
fn only_the_date_of_a_loaded_game_is_missed() {
    let keep = Scratch::new("play-dates");
    let file = |name: &str| keep.file(name);
    fs::write(file("a.sgf"), "(;FF[4]GM[4]SZ[15]DT[2001-02-03];B[hh])").unwrap();
    let script =
        format!("load {};save {};a1;save {};quit", file("a.sgf"), file("b.psq"), file("c.psq"));
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), &script);
    assert_in_order(&output, &["b.psq\n", "b.psq omits: date.\n", "c.psq\n"]);
    assert!(!output.contains("c.psq omits"), "{output}");
}

#[test]
fn files_of_others_are_not_replaced() {
    let keep = Scratch::new("play-foreign");
    let file = |name: &str| keep.file(name);
    session(gomoku(Rule::Freestyle, 15, PEOPLE), &format!("h8;save {};quit", file("g.psq")));
    fs::write(keep.path("page.html"), "mine").unwrap();
    let script = format!(
        "load {0};i9;save {0};analyze {0};analyze {1};analyze {2};analyze {3};save {4};save {4};quit",
        file("g.psq"),
        file("page.html"),
        file("missing/page.html"),
        file("new.html"),
        file("h.psq"),
    );
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), &script);
    assert_in_order(
        &output,
        &[
            "g.psq already exists; choose another name.\n",
            "g.psq: the name of a page must end in .html.\n",
            "page.html already exists; choose another name.\n",
            "missing/page.html: No such file",
            "2 moves analyzed, page true\nSaved as ",
            "h.psq\n",
            "h.psq\n",
        ],
    );
    assert_eq!(fs::read_to_string(keep.path("page.html")).unwrap(), "mine");
}

#[test]
fn swap2_opens_another_game_after_one() {
    let players = [Player::Engine, Player::Human];
    let script = "resign;swap2;white;result;quit";
    let output = session(gomoku(Rule::Freestyle, 15, players), script);
    assert_in_order(
        &output,
        &["analyze]> swap2\n", "Swap2: you play white.\n", "> result\nThe game is in progress.\n"],
    );
    let output = session(gomoku(Rule::Freestyle, 15, PEOPLE), "resign;swap2;h8;new;moves;quit");
    assert_in_order(&output, &["Swap2, white stone> new\n", "Black (x)> moves\nNo moves yet.\n"]);
}

#[test]
fn swap2_can_be_corrected_and_left() {
    let people = gomoku(Rule::Freestyle, 15, PEOPLE);
    let script = "swap2;undo;h8;i9;undo;j9;board;k8;help;new;a1;moves;quit";
    let output = session(people.clone(), script);
    assert_in_order(
        &output,
        &[
            "> undo\nThere is no move to take back.\n",
            "> undo\nTaken back: i9.\n",
            "Swap2, white stone> j9\n",
            "Swap2, black stone> board\n",
            "[black/white/two]> help\nSwap2: one player places three stones",
            "[black/white/two]> new\n",
            "Black (x)> a1\n",
            "> moves\n1. a1\n",
        ],
    );
    let othello = PlayOptions { swap2: true, ..options(Variant::Othello, PEOPLE) };
    let output = session(othello, "d3;quit");
    assert!(!output.contains("Swap2"), "{output}");
}

#[test]
fn swap2_opens_a_game() {
    let people = gomoku(Rule::Freestyle, 15, PEOPLE);
    let script = "swap2;h8;hint;h8;i9;j8;what;two;a1;o15;black;moves;quit";
    let output = session(people.clone(), script);
    assert_in_order(
        &output,
        &[
            "Swap2: one player places three stones",
            "Swap2, black stone> h8\n",
            "> hint\nType a point",
            "> h8\nh8 is occupied by black.\n",
            "Swap2, white stone> i9\n",
            "[black/white/two]> what\nAnswer with one of the words in brackets",
            "> two\n",
            "Swap2, white stone> a1\n",
            "Swap2, black stone> o15\n",
            "Your side? [black/white]> black\nSwap2: you play black.\n",
            "White (o)> moves\n1. h8  2. i9  3. j8  4. a1  5. o15\n",
        ],
    );
    let with_engine = |players| PlayOptions { swap2: true, players, ..people.clone() };
    let engine = with_engine([Player::Engine, Player::Human]);
    let output = session(engine, "white;undo;moves;quit");
    let engine_first = [
        "The engine places ",
        "[black/white/two]> white\n",
        "> undo\nYou have no move to take back.\n",
        "White (o)> moves\n1. ",
    ];
    assert_in_order(&output, &engine_first);
    let output = session(with_engine([Player::Human, Player::Engine]), "h8;i9;j8;quit");
    assert_in_order(&output, &["Swap2, black stone> j8\n", "Swap2: the engine plays "]);
    let output = session(options(Variant::Othello, PEOPLE), "swap2;quit");
    assert_in_order(&output, &["Swap2 is an opening of Gomoku.\n"]);
}

#[test]
fn a_game_is_played_in_chinese() {
    let output = session_in(
        Language::Chinese,
        gomoku(Rule::Renju, 15, [Player::Human, Player::Engine]),
        "ｈ８;提示2;棋谱;悔棋;为什么h8;悔棋 9;跳;级别3;认输;帮助;否",
    );
    assert_in_order(
        &output,
        &[
            "五子棋，连珠（有禁手），15x15。黑方 (x)：您。白方 (o)：引擎（深度 1）。",
            "连珠（有禁手），已下 0 手，轮到黑方\n\n黑方 (x)> ｈ８\n白方落子 ",
            "> 提示2\n提示：",
            "\n提示：",
            "> 棋谱\n1. h8  2. ",
            "> 悔棋\n已悔棋：",
            "> 为什么h8\nh8 不是禁手点。\n",
            "> 悔棋 9\n没有可以悔的棋。\n",
            "> 跳\n“跳”既不是着法也不是命令",
            "> 级别3\n引擎棋力：3 级。\n",
            "> 认输\n黑方认输，白方获胜。\n再来一局？[y/n/分析]> 帮助\n着法写成",
        ],
    );
}

#[test]
fn errors_of_files_are_told_in_the_language() {
    let scratch = Scratch::new("play-errors");
    let file = |name: &str| scratch.file(name);
    fs::write(file("taken"), "").unwrap();
    fs::write(file("twice.sgf"), "(;GM[4]SZ[15];B[hh];W[hh])").unwrap();
    let script = format!(
        "h8;load {};load {};save {};analyze refused.html;resign;n",
        file("missing.psq"),
        file("twice.sgf"),
        file("moves.ggf"),
    );
    let play = |language| {
        let record = Some(scratch.path("taken/games"));
        let recorded = PlayOptions { record, ..gomoku(Rule::Freestyle, 15, PEOPLE) };
        session_in(language, recorded, &script)
    };
    let expected = [
        (
            Language::English,
            [
                "missing.psq: No such file or directory (os error 2)\n",
                "twice.sgf: line 1, column 23: move 2: h8 is occupied by black\n",
                "moves.ggf: the format is for Othello\n",
                "x.html: the format cannot store start positions\n",
                ": Not a directory (os error 20)\n",
            ],
        ),
        (
            Language::Chinese,
            [
                "missing.psq：文件或文件夹不存在\n",
                "twice.sgf：第 1 行第 23 列：第 2 手：h8 已有黑子\n",
                "moves.ggf：该格式只用于黑白棋\n",
                "x.html: 该格式不能保存起始局面\n",
                "：这不是文件夹\n",
            ],
        ),
    ];
    for (language, told) in expected {
        assert_in_order(&play(language), &told);
    }
}

#[test]
fn the_engine_plays_itself() {
    let output = session(options(Variant::Othello, [Player::Engine; 2]), "n");
    assert_in_order(&output, &["Black plays ", "White plays ", "Another game? [y/n/analyze]> n\n"]);
    let boards = output.matches(" to move\n").count();
    assert!(boards > 8, "every move is shown, not {boards}");
}

#[test]
fn no_game_is_overwritten_or_lost_to_a_bad_folder() {
    let scratch = Scratch::new("play-many");
    let keep = scratch.path("games");
    let record = Some(keep.clone());
    let options = PlayOptions { record, ..gomoku(Rule::Freestyle, 15, PEOPLE) };
    session(options.clone(), "h8 resign y resign y h8 i9 resign");
    let claims: Vec<Option<Claim>> = files(&keep)
        .iter()
        .map(|file| psq::read(&fs::read_to_string(file).unwrap(), Rule::Renju).unwrap())
        .map(|record| record.verdict.claim())
        .collect();
    assert_eq!(claims.len(), 3);
    let file = files(&keep).remove(0);
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("20") && name.contains("-freestyle"), "{name}");

    let options = PlayOptions { record: Some(file), ..options };
    let output = session(options, "resign y h8 i9");
    assert_in_order(&output, &["The game could not be saved in ", "Another game?", "> i9\n"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_empty_files() {
    let scratch = Scratch::new("play-full-disk");
    let keep = scratch.path("games");
    // Files may be created, but no byte fits into them.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let mut play = Command::new("/bin/sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tengen"), "play", "--white", "human", "--record"])
        .arg(&keep)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    play.stdin.take().unwrap().write_all(b"h8\nh9\ni9\nquit\n").unwrap();
    let output = play.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    let failure = "The game could not be saved in ";
    // After the first move, not again after the others, and when the game is lost.
    assert_in_order(
        &shown,
        &["Black (x)> h8\n", failure, "White (o)> h9\n", "White (o)> quit\n", failure],
    );
    assert_eq!(shown.matches(failure).count(), 2, "{shown}");
    assert_eq!(files(&keep), [] as [PathBuf; 0]);
}
