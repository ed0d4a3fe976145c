//! `tengen convert`: random games through every pair of formats, and the command.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use tengen::coord::{Point, Size};
use tengen::formats::GameRecord;
use tengen::formats::date::DateTime;
use tengen::formats::encoding::Encoding;
use tengen::formats::format::RecordFormat;
use tengen::formats::game::{Claim, Details, TimedMove, Verdict};
use tengen::formats::records::{Hints, Loss, Reader, StoredGame, Writer};
use tengen::formats::renlib::{self, Library, Node};
use tengen::game::{Position, Variant};
use tengen::gomoku::rules::rule::Rule;
use tengen::{Color, Move};

use crate::scratch::Scratch;
use crate::tools::{run, text};

/// Random games of each variant.
const GAMES: u64 = 12;

/// A game of random moves with as many details as the random numbers give it.
fn random_game(variant: Variant, random: &mut fastrand::Rng) -> GameRecord {
    let mut position = variant.start().unwrap();
    let mut moves = Vec::new();
    for _ in 0..random.usize(1..90) {
        let points: Vec<Point> = position.legal_points().collect();
        let mv = match random.choice(&points) {
            Some(&point) => Move::Place(point),
            None if position.must_pass() => Move::Pass,
            None => break,
        };
        position.play(mv).unwrap();
        let is_timed = mv != Move::Pass && random.bool();
        let time = if is_timed { random.u64(0..100_000) } else { 0 };
        moves.push(TimedMove { mv, time: Duration::from_millis(time) });
    }
    // A forced pass at the end is implied by most formats.
    if position.must_pass() {
        position.play(Move::Pass).unwrap();
        moves.push(TimedMove { mv: Move::Pass, time: Duration::ZERO });
    }
    let verdict = random_verdict(&position, random);
    let mut some = |text: &str| random.bool().then(|| format!("{text} {}", random.u8(..)));
    let mut details = Details {
        event: some("Cup"),
        round: some("round"),
        time_control: some("each"),
        opening_plies: 0,
        termination: some("reason"),
    };
    let mut name = |text| some(text).unwrap_or_else(|| "?".to_owned());
    let players = [name("Ann"), name("Bob")];
    if random.bool() {
        details.opening_plies = random.usize(..=moves.len());
    }
    let date = random.bool().then(|| DateTime::from_unix(random.u64(..4_000_000_000)));
    GameRecord { variant, players, date, moves, verdict, details }
}

/// A verdict that `position` allows.
fn random_verdict(position: &Position, random: &mut fastrand::Rng) -> Verdict {
    if let Some(outcome) = position.outcome(false) {
        return Verdict::Board(outcome);
    }
    let winner = if random.bool() { Color::Black } else { Color::White };
    let discs = random.i32(1..=64);
    let margin = if winner == Color::Black { discs } else { -discs };
    let is_known = random.bool() && matches!(position, Position::Othello(_));
    match random.u8(..5) {
        0 => Verdict::Unfinished,
        1 => Verdict::Resigned(winner),
        2 => position.outcome(true).map_or(Verdict::AgreedDraw, Verdict::Board),
        3 => Verdict::Adjudicated { claim: Claim::Draw, margin: is_known.then_some(0) },
        _ => Verdict::Adjudicated { claim: Claim::Win(winner), margin: is_known.then_some(margin) },
    }
}

/// Writes a game and reads it back; also what the format did not hold.
fn through(format: RecordFormat, game: &StoredGame) -> Option<(StoredGame, BTreeSet<Loss>)> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, format).unwrap();
    writer.write(game).unwrap();
    let finish = writer.finish().unwrap();
    if finish.tally.written == 0 {
        return None;
    }
    let lost = finish.tally.losses.into_keys().collect();
    // Formats that name the rule and the board are told wrong ones.
    let wrong = Variant::Gomoku { rule: Rule::Freestyle, size: Size::new(21, 22).unwrap() };
    let unnamed = match game.record.variant {
        Variant::Gomoku { .. } if !lacks_rule(format) => wrong,
        variant => variant,
    };
    let is_moves = format == RecordFormat::Moves
        || format == RecordFormat::Transcript && game.record.variant.is_gomoku();
    let hints = Hints { format: is_moves.then_some(RecordFormat::Moves), ..Hints::of(unnamed) };
    if let Some(files) = finish.files {
        bytes[..files.header.len()].copy_from_slice(&files.header);
        let mut reader = Reader::new(&bytes[..], hints).unwrap();
        reader.set_names(files.names().unwrap(), None);
        return Some((reader.next().unwrap().unwrap(), lost));
    }
    let mut reader = Reader::new(&bytes[..], hints).unwrap();
    Some((reader.next()?.unwrap(), lost))
}

/// Whether a game of Gomoku has no rule and board in that format.
fn lacks_rule(format: RecordFormat) -> bool {
    matches!(format, RecordFormat::Moves | RecordFormat::Transcript | RecordFormat::Lib)
}

/// What `read` lacks of `written`, which `format` held.
fn differences(format: RecordFormat, written: &GameRecord, read: &GameRecord) -> BTreeSet<Loss> {
    let moves = |game: &GameRecord| game.moves.iter().map(|timed| timed.mv).collect::<Vec<_>>();
    let times = |game: &GameRecord| game.placed().map(|(_, time)| time).collect::<Vec<_>>();
    let (old, new) = (&written.details, &read.details);
    assert_eq!(written.variant, read.variant, "{format}");
    [
        (Loss::Moves, moves(written) != moves(read)),
        (Loss::Rule, written.variant.is_gomoku() && lacks_rule(format)),
        (Loss::Players, written.players != read.players),
        (Loss::Date, written.date != read.date),
        (Loss::Times, times(written) != times(read)),
        (Loss::Result, written.verdict.claim() != read.verdict.claim()),
        (Loss::Ending, written.verdict != read.verdict),
        (Loss::Reason, old.termination != new.termination),
        (Loss::Event, old.event != new.event),
        (Loss::Round, old.round != new.round),
        (Loss::TimeControl, old.time_control != new.time_control),
        (Loss::Opening, old.opening_plies != new.opening_plies),
    ]
    .into_iter()
    .filter_map(|(loss, is_lost)| is_lost.then_some(loss))
    .collect()
}

/// A lost result takes its kind with it, lost moves their times and their marks.
fn essence(mut losses: BTreeSet<Loss>) -> BTreeSet<Loss> {
    if losses.contains(&Loss::Result) {
        losses.remove(&Loss::Ending);
    }
    if losses.contains(&Loss::Moves) {
        losses.remove(&Loss::Times);
        losses.remove(&Loss::Opening);
    }
    losses
}

fn variants() -> Vec<Variant> {
    let size = |width, height| Size::new(width, height).unwrap();
    let sizes = [size(15, 15), size(20, 20), size(7, 5)];
    let gomoku = Rule::ALL
        .into_iter()
        .flat_map(|rule| sizes.into_iter().map(move |size| Variant::Gomoku { rule, size }));
    gomoku.chain([Variant::Othello; 5]).collect()
}

#[test]
fn what_a_format_does_not_hold_is_named_in_every_pair() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut pairs = 0;
    for variant in variants() {
        for _ in 0..GAMES {
            let record = random_game(variant, &mut random);
            let game = StoredGame::new(variant.start().unwrap(), record.clone());
            for first in RecordFormat::ALL {
                let Some((once, lost)) = through(first, &game) else { continue };
                assert_eq!(once.fault, None, "{first}: {record:?}");
                let expected = essence(lost);
                let found = essence(differences(first, &record, &once.record));
                assert_eq!(found, expected, "{first}: {record:?}\n{:?}", once.record);
                for second in RecordFormat::ALL {
                    let Some((twice, lost)) = through(second, &once) else { continue };
                    assert_eq!(twice.fault, None, "{first} to {second}");
                    let found = essence(differences(second, &once.record, &twice.record));
                    assert_eq!(found, essence(lost), "{first} to {second}: {:?}", once.record);
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 5000, "{pairs}");
}

#[test]
fn trees_go_to_sgf_and_back() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..40 {
        let mut nodes = vec![Node::default()];
        let mut points: Vec<Point> = renlib::SIZE.points().collect();
        random.shuffle(&mut points);
        for point in points.into_iter().take(60) {
            let last = nodes.last().unwrap().depth;
            let depth = if random.u8(..3) == 0 { random.usize(1..=last.max(1)) } else { last + 1 };
            let mut some =
                |text: &str| if random.u8(..4) == 0 { text.to_owned() } else { String::new() };
            let (label, comment) = (some("A]"), some("one\ntwo\\"));
            let is_marked = random.u8(..8) == 0;
            nodes.push(Node {
                depth,
                point: Some(point),
                is_label: false,
                is_marked,
                label,
                comment,
            });
        }
        let tree = Library { nodes };
        let bytes = renlib::write(&tree).unwrap();
        let mut reader = Reader::new(&bytes[..], Hints::default()).unwrap();
        reader.keep_trees();
        let game = reader.next().unwrap().unwrap();
        assert!(reader.next().is_none());
        let (game, lost) = through(RecordFormat::Sgf, &game).unwrap();
        assert_eq!((game.tree.as_ref(), lost.len()), (Some(&tree), 0));
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, RecordFormat::Lib).unwrap();
        writer.write(&game).unwrap();
        writer.finish().unwrap();
        assert_eq!(renlib::read(&bytes, Encoding::default()).unwrap(), tree);
        let (_, lost) = through(RecordFormat::Psq, &game).unwrap();
        assert!(lost.contains(&Loss::Variations) && lost.contains(&Loss::Comments), "{lost:?}");
    }
}

/// Runs `tengen convert`; the exit code, the output and the errors.
fn convert(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = run(&[&["convert"], arguments].concat(), input.as_bytes());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_ending_of_the_output_chooses_the_format() {
    let folder = Scratch::new("endings");
    let (pos, psq) = (folder.file("games.pos"), folder.file("games.psq"));
    let told = convert(&["--rule", "renju", "--size", "19", "-", &pos], "h8 i9 g7\nh8,s19\n");
    assert_eq!(told, (Some(0), "2 games\n".into(), String::new()));
    assert!(fs::read_to_string(&pos).unwrap().starts_with("h8i9g7\trule=renju\tsize=19x19\t"));
    assert_eq!(convert(&[&pos, &psq], "").1, "2 games\n");
    assert_eq!(folder.names(), ["games-2.psq", "games.pos", "games.psq"]);
    let first = fs::read_to_string(&psq).unwrap();
    assert!(first.starts_with("Piskvorky 19x19, 0:0, 0\n8,8,0\n"), "{first}");
    let inside = folder.file("many/");
    assert_eq!(convert(&["--to", "psq", &pos, &inside], "").1, "2 games\n");
    assert_eq!(fs::read_to_string(folder.file("many/1.psq")).unwrap(), first);
    let (code, _, errors) = convert(&[&pos, &folder.file("x.doc")], "");
    assert_eq!(code, Some(2));
    assert!(errors.contains("unknown format of "), "{errors}");
}

#[test]
fn a_file_of_positions_is_gomoku_whatever_the_case_of_its_ending() {
    let folder = Scratch::new("capitals");
    for name in ["games.pos", "GAMES.POS"] {
        let file = folder.file(name);
        fs::write(&file, "f5d6c3d3\n").unwrap();
        let (code, sgf, errors) = convert(&["--to", "sgf", &file, "-"], "");
        assert_eq!(code, Some(0), "{errors}");
        assert!(sgf.contains("GM[4]"), "{name}: {sgf}");
    }
}

#[test]
fn what_is_lost_is_counted_over_the_file() {
    let pos = "h8i9\tblack=Ann\tresult=black\nh8\twhite=Bob\nh8\n";
    let (code, moves, errors) = convert(&["--to", "moves", "-", "-"], pos);
    assert_eq!((code, moves.as_str()), (Some(0), "h8i9\nh8\nh8\n"));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(
        lines,
        [
            "tengen: -: omits the rule and board of 3 games",
            "tengen: -: omits the names of the players of 2 games",
            "tengen: -: omits the result not decided on the board of 1 game",
            "tengen: -: omits the way the game ended of 1 game",
        ]
    );
    let (code, ggf, errors) = convert(&["--to", "ggf", "-", "-"], "(;GM[4]SZ[15];B[hh])(;GM[2])");
    assert_eq!((code, ggf.lines().count()), (Some(1), 1));
    assert_eq!(errors, "tengen: -: 1 game not written: the format is for Othello\n");
}

#[test]
fn a_date_that_a_record_cannot_hold_is_named() {
    let sgf = |date: &str| format!("(;GM[4]SZ[15]RU[renju]DT[{date}];B[hh])\n");
    let input = ["2002", "2002-11", "2002-11-21", ""].map(sgf).concat();
    let (code, _, errors) = convert(&["--to", "sgf", "-", "-"], &input);
    assert_eq!((code, errors.as_str()), (Some(0), "tengen: -: omits the date of 2 games\n"));
    let ggf = "(;GM[Othello]DT[2004.09.18_05:54:38.MDT]BO[8 -------- -------- -------- ---O*--- \
               ---*O--- -------- -------- -------- *]B[F5];)\n";
    let (code, _, errors) = convert(&["--to", "ggf", "-", "-"], ggf);
    assert_eq!((code, errors.as_str()), (Some(0), "tengen: -: omits the date of 1 game\n"));
}

#[test]
fn wthor_keeps_names_in_files_of_their_own() {
    let folder = Scratch::new("wthor");
    let wtb = folder.file("games.wtb");
    let game = "(;GM[Othello]PC[Cup]PB[Ann]PW[Bob]RE[+64.00]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]\
                W[f5]B[c5];)\n";
    let told = convert(&["-", &wtb], &game.repeat(2));
    assert_eq!(told, (Some(0), "2 games\n".into(), String::new()));
    assert_eq!(folder.names(), ["games.jou", "games.trn", "games.wtb"]);
    assert_eq!(fs::read(&wtb).unwrap().len(), 16 + 2 * 68);
    let (code, ggf, errors) = convert(&["--to", "ggf", &wtb, "-"], "");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(ggf.lines().count(), 2);
    assert!(ggf.starts_with("(;GM[Othello]PC[Cup]PB[Ann]PW[Bob]RE[+64.00]"), "{ggf}");
    let (code, _, errors) = convert(&["--to", "wthor", "-", "-"], game);
    assert_eq!(code, Some(2));
    assert!(errors.contains("wthor is three files"), "{errors}");
}

#[test]
fn lists_of_names_that_nobody_named_are_not_replaced() {
    let folder = Scratch::new("wthor-lists");
    let [first, second] = ["games.wtb", "games.jou"].map(|name| folder.file(name));
    let game = |name: &str| format!("(;GM[Othello]PB[{name}]PW[Bob]B[e6]W[f4];)\n");
    assert_eq!(convert(&["-", &first], &game("Ann")).0, Some(0));
    let players = fs::read(&second).unwrap();
    let (code, _, errors) = convert(&["-", &first], &game("Eve"));
    assert_eq!(code, Some(2));
    assert!(errors.contains("games.jou: this file already exists (use --replace"), "{errors}");
    let (code, _, errors) = convert(&["--to", "wthor", "--replace", "-", &second], &game("Eve"));
    assert_eq!(code, Some(2));
    assert!(errors.contains("games.jou: .jou and .trn are WTHOR's lists"), "{errors}");
    assert!(fs::read(&second).unwrap() == players);
    assert_eq!(convert(&["--replace", "-", &first], &game("Eve")).0, Some(0));
    assert!(fs::read(&second).unwrap() != players);
}

#[cfg(unix)]
#[test]
fn a_device_is_no_three_files() {
    let game = "(;GM[Othello]B[e6]W[f4];)\n";
    let (code, _, errors) = convert(&["--to", "wthor", "-", "/dev/null"], game);
    assert_eq!(code, Some(2));
    assert!(errors.contains("wthor is three files"), "{errors}");
}

#[test]
fn a_game_lost_on_time_at_its_last_move_is_read_back() {
    // Black takes everything, but too late.
    let moves = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    let text = format!("(;GM[Othello]PB[a]PW[b]RE[-64.00:t]TY[8]{moves};)");
    let game = Reader::new(text.as_bytes(), Hints::default()).unwrap().next().unwrap().unwrap();
    for format in [RecordFormat::Sgf, RecordFormat::Transcript, RecordFormat::Ggf] {
        let (read, _) = through(format, &game).unwrap();
        assert_eq!((&read.fault, &read.record.verdict), (&None, &game.record.verdict), "{format}");
    }
    let (read, lost) = through(RecordFormat::Wthor, &game).unwrap();
    assert!(read.fault.is_none() && lost.contains(&Loss::Result), "{lost:?}");
}

#[test]
fn a_file_may_be_split_in_its_own_place() {
    let folder = Scratch::new("convert-in-place");
    let file = folder.file("all.psq");
    let game = "Piskvorky 15x15, 0:0, 0\n1,1,0\n2,1,1\nA\nB\n-1\n-1,freestyle\n";
    // More than is read at a time.
    fs::write(&file, game.repeat(2000)).unwrap();
    assert_eq!(convert(&[&file, &file], ""), (Some(0), "2000 games\n".into(), String::new()));
    assert_eq!(folder.names().len(), 2000);
}

#[test]
fn files_that_nobody_named_are_not_replaced() {
    let folder = Scratch::new("convert-siblings");
    let [file, third, other] = ["g.psq", "g-3.psq", "g-03.psq"].map(|name| folder.file(name));
    for path in [&file, &third, &other] {
        fs::write(path, "old").unwrap();
    }
    let (code, _, errors) = convert(&["-", &file], "h8i9\nh8g7\nh8\n");
    assert_eq!(code, Some(2));
    let hint = "(use --replace or choose another OUT)";
    assert_eq!(errors, format!("tengen: {third}: this file already exists {hint}\n"));
    assert_eq!(folder.names(), ["g-03.psq", "g-3.psq", "g.psq"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(convert(&["-", &file], "h8i9\n").0, Some(0), "one game needs no other file");
    fs::remove_file(&third).unwrap();
    assert_eq!(convert(&["-", &file], "h8i9\nh8g7\nh8\n").0, Some(0));
    assert_eq!(folder.names(), ["g-03.psq", "g-2.psq", "g-3.psq", "g.psq"]);
    assert_eq!(fs::read_to_string(&other).unwrap(), "old");
    assert_eq!(convert(&["-", &file], "h8i9\na1c3\n").0, Some(2));
    let told = convert(&["--replace", "-", &file], "h8i9\na1c3\n");
    assert_eq!(told, (Some(0), "2 games\n".into(), String::new()));
    assert_eq!(folder.names(), ["g-03.psq", "g-2.psq", "g-3.psq", "g.psq"]);
    let second = fs::read_to_string(folder.file("g-2.psq")).unwrap();
    assert!(second.contains("\n1,1,0\n3,3,0\n"), "{second}");
}

#[test]
fn what_cannot_be_read_is_not_replaced() {
    let folder = Scratch::new("convert-kept");
    let [sgf, psq, ggf, new] = ["a.sgf", "b.psq", "c.ggf", "d.ggf"].map(|name| folder.file(name));
    let broken = "(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B hh";
    let illegal = "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,1\nA\nB\n-1\n-1,freestyle\n";
    for (input, out, content) in [
        (&sgf, &sgf, broken),
        (&psq, &psq, illegal),
        // Games of the other game.
        (&sgf, &ggf, "old"),
        (&sgf, &new, ""),
    ] {
        fs::write(&sgf, broken).unwrap();
        fs::write(&psq, illegal).unwrap();
        fs::write(&ggf, "old").unwrap();
        let (code, _, errors) = convert(&[input, out], "");
        assert_eq!(code, Some(2), "{errors}");
        let result =
            if input == out { "this file was not replaced" } else { "nothing was written" };
        assert!(errors.ends_with(&format!("tengen: {out}: {result}\n")), "{errors}");
        assert_eq!(fs::read_to_string(out).unwrap_or_default(), content);
    }
    assert_eq!(folder.names(), ["a.sgf", "b.psq", "c.ggf"]);
    assert_eq!(convert(&[&sgf, &psq], "").0, Some(1), "the readable games");
    assert!(fs::read_to_string(&psq).unwrap().contains("9,9,0"));
}

#[test]
fn a_file_is_not_replaced_by_one_without_games() {
    let folder = Scratch::new("convert-none");
    let good = folder.file("good.sgf");
    fs::write(&good, "(;GM[4]SZ[15];B[hh])").unwrap();
    let psq = "Piskvorky 15x15, 0:0, 0\n1,1,0\nA\nB\n-1\n-1,freestyle\n";
    for (arguments, input, lack) in [
        (&["--from", "sgf", "-"][..], psq, "no game (expected one that begins with '(;')"),
        (&["-"][..], "", "no game"),
        (&["--to", "psq", "-"][..], "# nothing\n", "no game"),
    ] {
        let told = convert(&[arguments, &[good.as_str()]].concat(), input);
        assert_eq!(told, (Some(2), String::new(), format!("tengen: -: {lack}\n")));
        assert_eq!(fs::read_to_string(&good).unwrap(), "(;GM[4]SZ[15];B[hh])");
    }
    assert_eq!(convert(&["--to", "lib", "-", "-"], "").0, Some(2));
    assert_eq!(folder.names(), ["good.sgf"]);
}

#[test]
fn an_input_among_the_files_is_replaced_only_without_faults() {
    let folder = Scratch::new("convert-among");
    let [all, first, second, third] =
        ["all.psq", "1.psq", "all-2.psq", "all-3.psq"].map(|name| folder.file(name));
    let game = "Piskvorky 15x15, 0:0, 0\n1,1,0\n2,1,1\nA\nB\n-1\n-1,freestyle\n";
    let inside = folder.0.to_str().unwrap().to_owned();
    for broken in [false, true] {
        let faults = if broken { "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,1\n" } else { "" };
        let games = game.repeat(2) + faults;
        for (input, out) in [(&all, &all), (&first, &inside), (&second, &all)] {
            for copy in [&second, &third] {
                let _ = fs::remove_file(copy);
            }
            fs::write(input, &games).unwrap();
            let (code, _, errors) = convert(&["--to", "psq", input, out], "");
            if broken {
                let result = format!("tengen: {input}: this file was not replaced\n");
                assert!(code == Some(2) && errors.ends_with(&result), "{errors}");
                assert_eq!(fs::read_to_string(input).unwrap(), games, "{input}");
            } else {
                assert_eq!((code, errors.as_str()), (Some(0), ""), "{input}");
                assert_eq!(fs::read_to_string(input).unwrap().matches("Pisk").count(), 1);
            }
        }
    }
}

#[test]
fn the_encoding_of_a_text_can_be_told() {
    let game = b"(;GM[4]SZ[15]PB[\xba\xda\xc6\xe5];B[hh])";
    let output = run(&["convert", "--encoding", "gbk", "--to", "sgf", "-", "-"], game);
    assert!(text(&output.stdout).contains("PB[黑棋]"), "{}", text(&output.stdout));
}

#[test]
fn every_subcommand_that_reads_games_takes_any_format() {
    let folder = Scratch::new("door");
    let file = |name: &str, text: &str| {
        let path = folder.file(name);
        fs::write(&path, text).unwrap();
        path
    };
    let psq = file(
        "x.psq",
        "Piskvorky 15x15, 0:0, 0\n6,8,0\n15,2,0\n8,7,0\n15,3,0\n8,6,0\n15,6,0\n7,8,0\n3,15,0\n-1\n0,renju\n",
    );
    let output = run(&["forbidden", &psq], b"");
    assert_eq!(text(&output.stdout), "f8o2h7o3h6o6g8c15\th8\n", "{}", text(&output.stderr));

    let sgf = file(
        "x.sgf",
        "(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga])",
    );
    let output = run(&["solve", "--game", "renju", "--nodes", "1000", &sgf], b"");
    assert!(text(&output.stdout).starts_with("1\twin\t"), "{}", text(&output.stdout));

    // Black f8 h7 h6 g8, as above, and an open three that a move makes a four.
    let fouls = file("f.sgf", "(;GM[4]SZ[15]RU[renju]AB[fh][hg][hf][gh]AW[ob][oc][of][co])");
    let output = run(&["forbidden", &fouls], b"");
    assert!(text(&output.stdout).ends_with("\th8\n"), "{}", text(&output.stderr));
    let set_up = "(;GM[4]SZ[15]AB[hh][ih][jh]AW[aa][ca][ea]PL[B];B[kh];W[ga])";
    let output = run(&["solve", "--game", "gomoku", "--nodes", "1000", "-"], set_up.as_bytes());
    assert!(text(&output.stdout).starts_with("1\twin\t"), "{}", text(&output.stderr));
    for arguments in [&["forbidden", "-"][..], &["solve", "--game", "gomoku", "-"]] {
        let output = run(arguments, b"(;GM[4]SZ[15]AB[hh][ih]AW[aa]PL[B])");
        assert_eq!(output.status.code(), Some(1));
        let reason = "(the numbers of stones do not fit the side to move)\n";
        assert!(text(&output.stderr).ends_with(reason), "{}", text(&output.stderr));
    }

    let ggf = file(
        "x.ggf",
        "(;GM[Othello]BO[8 -*OOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO O];)\n",
    );
    let output = run(&["solve", &ggf], b"");
    assert!(text(&output.stdout).contains("\t+64\ta1\t"), "{}", text(&output.stdout));

    let faulty = b"(;GM[4]SZ[15];B[hh];W[hh])";
    let output =
        run(&["solve", "--game", "gomoku", "--nodes", "9", "--format", "json", "-"], faulty);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\"unreadable\":1"), "{}", text(&output.stdout));

    let people = ["--black", "human", "--white", "human"];
    let output = run(&[&["play", "--from", &sgf], &people[..]].concat(), b"moves\nquit\n");
    let said = text(&output.stdout);
    assert!(said.contains("7. k8  8. g1"), "{said}");
    let wrong = file("y.sgf", "(;GM[4]SZ[15];B[hh];W[hh])");
    let output = run(&["play", "--from", &wrong], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("h8 is occupied by black"), "{}", text(&output.stderr));
}
