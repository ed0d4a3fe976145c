//! Searches with guidance: their first iteration, the share of threats, barred moves and known values.

use tengen::coord::{Move, Point, Size, parse_points};
use tengen::gomoku::rules::game::Game;
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::search::Searcher;
use tengen::search::Search;
use tengen::search::control::Control;
use tengen::search::guidance::{Guidance, Known, ThreatSearch};
use tengen::search::limits::Limits;
use tengen::search::report::{Balance, Progress, Request, Score};
use tengen::search::table::TableFile;

use crate::scratch::Scratch;

/// A position where threes and fours win, but fours alone do not.
const VCT: &str = "h8g5i10j5f7h5f5g3";
const QUIET: &str = "h8i9h9h7i8g8";

fn game(moves: &str) -> Game {
    let mut game = Game::new(Rule::Freestyle, Size::new(15, 15).unwrap()).unwrap();
    for point in points(moves) {
        game.play(Move::Place(point)).unwrap();
    }
    game
}

fn points(text: &str) -> Vec<Point> {
    parse_points(text).unwrap()
}

/// The iterations reported, the result last.
fn iterations(
    searcher: &mut Searcher,
    moves: &str,
    guidance: &Guidance,
    limits: Limits,
) -> Vec<Progress> {
    let game = game(moves);
    searcher.guide(&game, guidance);
    let mut reports = Vec::new();
    let report = &mut |progress: &Progress| reports.push(progress.clone());
    let request = Request::best_move(limits);
    let result = searcher.search(&game, &request, &Control::unlimited(), report);
    reports.push(result);
    reports
}

fn result(moves: &str, guidance: &Guidance, limits: Limits) -> Progress {
    iterations(&mut Searcher::new(1 << 22), moves, guidance, limits).pop().unwrap()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn line(progress: &Progress) -> Vec<Point> {
    progress.lines[0].moves.iter().filter_map(|mv| mv.point()).collect()
}

#[test]
fn the_first_iteration_is_the_one_asked_for() {
    for (first_depth, depths) in
        [(0, &[1, 2, 3, 4, 4][..]), (3, &[3, 4, 4]), (4, &[4, 4]), (9, &[4, 4])]
    {
        let guidance = Guidance { first_depth, ..Guidance::default() };
        let reports = iterations(&mut Searcher::new(1 << 22), QUIET, &guidance, to_depth(4));
        let found: Vec<u32> = reports.iter().map(|progress| progress.depth).collect();
        assert_eq!(found, depths, "{first_depth}");
    }
}

#[test]
fn threats_alone_win_or_leave_the_first_iteration() {
    let only = Guidance { threats: ThreatSearch::Only, ..Guidance::default() };
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let usual = result(VCT, &Guidance::default(), nodes(4_000));
    assert!(usual.depth > 1, "{usual:?}");
    let won = result(VCT, &only, nodes(4_000));
    assert!(matches!(won.lines[0].score, Score::Win(_)) && won.depth == 1, "{won:?}");
    let quiet = result(QUIET, &only, nodes(20_000));
    assert!(quiet.depth == 1 && matches!(quiet.lines[0].score, Score::Points(_)), "{quiet:?}");
    let deeper = result(QUIET, &Guidance { first_depth: 3, ..only }, nodes(20_000));
    assert_eq!(deeper.depth, 3);
}

#[test]
fn a_blocked_line_is_left_before_its_end() {
    let free = line(&result(QUIET, &Guidance::default(), to_depth(6)));
    for length in 2..=4 {
        let barred = vec![free[..length].to_vec()];
        let guidance = Guidance { barred, ..Guidance::default() };
        let other = line(&result(QUIET, &guidance, to_depth(6)));
        assert!(!other.starts_with(&free[..length]), "{length}: {other:?}");
    }
}

#[test]
fn a_blocked_line_no_longer_counts_once_it_is_free() {
    let mut searcher = Searcher::new(1 << 22);
    let mut ask = |guidance: &Guidance| {
        iterations(&mut searcher, QUIET, guidance, to_depth(6)).pop().unwrap()
    };
    let free = line(&ask(&Guidance::default()));
    let guidance = Guidance { barred: vec![free[..2].to_vec()], ..Guidance::default() };
    let barred = ask(&guidance);
    let mut fresh = Searcher::new(1 << 22);
    let alone = iterations(&mut fresh, QUIET, &guidance, to_depth(6)).pop().unwrap();
    assert_eq!(line(&barred)[..1], line(&alone)[..1], "nothing is left of the free search");
    assert!(!line(&barred).starts_with(&free[..2]));
}

/// Guidance that closes `closed` to Black.
fn closing(closed: &str) -> Guidance {
    Guidance { closed: [points(closed), Vec::new()], ..Guidance::default() }
}

#[test]
fn a_table_is_saved_and_loaded_for_searches_in_which_nothing_is_barred() {
    let folder = Scratch::new("barred-table");
    let save = TableFile::Save(folder.path("table"), "one".into());
    let load = TableFile::Load(folder.path("table"), "freestyle".into());
    let mut searcher = Searcher::new(1 << 20);
    iterations(&mut searcher, QUIET, &closing("o15"), to_depth(4));
    let refusal = save.carry_out(searcher.table().unwrap()).unwrap_err();
    assert_eq!(refusal.to_string(), "moves were blocked in its searches");
    iterations(&mut searcher, QUIET, &Guidance::default(), to_depth(4));
    save.carry_out(searcher.table().unwrap()).unwrap();
    for (closed, is_used) in [("", true), ("o15", false)] {
        // The bars of earlier searches are not those of the loaded table.
        searcher.guide(&game(QUIET), &closing("o15"));
        load.carry_out(searcher.table().unwrap()).unwrap();
        searcher.guide(&game(QUIET), &closing(closed));
        assert_eq!(searcher.table().unwrap().usage() > 0.0, is_used, "{closed}");
    }
}

#[test]
fn a_table_is_saved_for_the_rule_of_its_searches() {
    let folder = Scratch::new("rule-table");
    let path = folder.path("table");
    let save = |searcher: &mut Searcher, purpose: &str| {
        let save = TableFile::Save(path.clone(), purpose.to_owned());
        save.carry_out(searcher.table().unwrap()).unwrap();
    };
    let is_loaded = |searcher: &mut Searcher, purpose: &str| {
        let load = TableFile::Load(path.clone(), purpose.to_owned());
        load.carry_out(searcher.table().unwrap()).is_ok()
    };
    let mut searcher = Searcher::new(1 << 16);
    save(&mut searcher, "renju");
    assert!(is_loaded(&mut Searcher::new(1 << 16), "renju"), "nothing was searched");
    iterations(&mut searcher, QUIET, &Guidance::default(), to_depth(2));
    save(&mut searcher, "renju");
    let mut other = Searcher::new(1 << 16);
    assert!(!is_loaded(&mut other, "renju"));
    assert!(is_loaded(&mut other, "freestyle"));
    save(&mut other, "renju");
    assert!(is_loaded(&mut searcher, "freestyle"), "what was loaded has a rule, too");
    searcher.clear();
    save(&mut searcher, "renju");
    assert!(is_loaded(&mut other, "renju"), "the table was cleared");
    let goal = Balance { moves: 1, score: 0 };
    let request = Request::best_move(Limits { nodes: Some(1000), ..Limits::default() });
    searcher.balance(&game(QUIET), goal, &request, &Control::unlimited(), &mut |_| ());
    save(&mut searcher, "renju");
    assert!(is_loaded(&mut other, "freestyle"));
}

#[test]
fn a_loaded_table_stays_although_the_one_before_had_known_values() {
    let folder = Scratch::new("known-table");
    let save = TableFile::Save(folder.path("table"), "one".into());
    let load = TableFile::Load(folder.path("table"), "freestyle".into());
    let mut searcher = Searcher::new(1 << 20);
    iterations(&mut searcher, QUIET, &Guidance::default(), to_depth(4));
    save.carry_out(searcher.table().unwrap()).unwrap();
    let known = Known {
        moves: points("a1"),
        score: Score::Loss(8),
        depth: 9,
        is_lower_bound: true,
        is_upper_bound: true,
    };
    let guidance = Guidance { known: vec![known], ..Guidance::default() };
    iterations(&mut searcher, QUIET, &guidance, to_depth(2));
    load.carry_out(searcher.table().unwrap()).unwrap();
    searcher.guide(&game(QUIET), &Guidance::default());
    assert!(searcher.table().unwrap().usage() > 0.0);
}

#[test]
fn the_table_is_kept_while_the_same_lines_are_blocked() {
    let guidance = |lines: &[&str]| {
        let barred = lines.iter().map(|line| points(line)).collect();
        Guidance { barred, ..Guidance::default() }
    };
    let both = ["a1a2a3", "b1b2b3"];
    let mut searcher = Searcher::new(1 << 20);
    iterations(&mut searcher, QUIET, &guidance(&both), to_depth(4));
    let mut is_kept = |moves: &str, ahead: &[&str]| {
        searcher.guide(&game(&format!("{QUIET}{moves}")), &guidance(ahead));
        searcher.table().unwrap().usage() > 0.0
    };
    assert!(is_kept("", &both));
    assert!(is_kept("a1", &["a2a3"]), "the other line is not ahead any more");
    assert!(is_kept("a1a2", &[]), "here the line ends");
    assert!(is_kept("a1a2c5", &[]));
    assert!(is_kept("", &both), "back at the beginning");
    assert!(!is_kept("", &both[..1]), "the other line is free");
}

#[test]
fn a_side_does_not_answer_where_it_may_not_play() {
    // Black's four at k8 has one answer, l8.
    let moves = "h8g8i8a1j8a3";
    let score = |closed: &str| {
        let closed = [Vec::new(), points(closed)];
        result(moves, &Guidance { closed, ..Guidance::default() }, to_depth(4)).lines[0].score
    };
    assert!(matches!(score("a9"), Score::Points(_)));
    assert!(matches!(score("l8"), Score::Win(_)));
}

#[test]
fn a_balanced_position_expects_no_move_on_a_closed_point() {
    let (game, open) = (game("h8i9"), points("e5e6f5"));
    let closed = game.size().points().filter(|point| !open.contains(point)).collect();
    let guidance = Guidance { closed: [Vec::new(), closed], ..Guidance::default() };
    let mut searcher = Searcher::new(1 << 22);
    searcher.guide(&game, &guidance);
    let request = Request::best_move(Limits { nodes: Some(60_000), ..Limits::default() });
    let goal = Balance { moves: 1, score: 0 };
    let found = searcher.balance(&game, goal, &request, &Control::unlimited(), &mut |_| ());
    assert!(open.contains(&line(&found)[1]), "{found:?}");
}

#[test]
fn a_move_known_to_win_is_played_even_far_from_every_stone() {
    let far = points("a1");
    let known = Known {
        moves: far.clone(),
        score: Score::Loss(8),
        depth: 9,
        is_lower_bound: true,
        is_upper_bound: true,
    };
    let guidance = Guidance { known: vec![known], ..Guidance::default() };
    let won = result(QUIET, &guidance, to_depth(5));
    assert_eq!((line(&won)[..1].to_vec(), won.lines[0].score), (far, Score::Win(9)));
}

#[test]
fn a_known_result_of_unknown_length_is_a_result() {
    // As the database gives a mark without a value.
    let known = |score, is_lower_bound, is_upper_bound| {
        let moves = points("a1");
        Known { moves, score, depth: 999, is_lower_bound, is_upper_bound }
    };
    let scores = |known| {
        let guidance = Guidance { known: vec![known], ..Guidance::default() };
        let mut searcher = Searcher::new(1 << 22);
        let game = game(QUIET);
        searcher.guide(&game, &guidance);
        let request = Request { lines: 225, ..Request::best_move(to_depth(1)) };
        let found = searcher.search(&game, &request, &Control::unlimited(), &mut |_| ());
        let corner = Move::Place(points("a1")[0]);
        let of_corner = found.lines.iter().find(|line| line.moves[0] == corner);
        (found.lines[0].score, of_corner.map(|line| line.score))
    };
    let (best, corner) = scores(known(Score::Loss(999), false, true));
    assert!(matches!(best, Score::Win(_)) && corner == Some(best), "{best:?} {corner:?}");
    let (_, corner) = scores(known(Score::Win(999), true, false));
    assert!(matches!(corner, Some(Score::Loss(_))), "{corner:?}");
}

#[test]
fn what_follows_from_known_values_counts_as_long_as_they_do() {
    let best = line(&result(QUIET, &Guidance::default(), to_depth(5)))[0];
    let known = Known {
        moves: vec![best],
        score: Score::Loss(8),
        depth: 9,
        is_lower_bound: true,
        is_upper_bound: true,
    };
    let mut searcher = Searcher::new(1 << 22);
    let mut score = |known, keeps_known| {
        let guidance = Guidance { known, keeps_known, ..Guidance::default() };
        let found = iterations(&mut searcher, QUIET, &guidance, to_depth(5)).pop().unwrap();
        found.lines[0].score
    };
    assert_eq!(score(vec![known], true), Score::Win(9));
    assert_eq!(score(Vec::new(), true), Score::Win(9));
    assert!(matches!(score(Vec::new(), false), Score::Points(_)));
}

#[test]
fn a_known_result_counts_after_a_four_too() {
    // Black's four at k8 has one answer, l8.
    let four = points("k8");
    let known = Known {
        moves: four.clone(),
        score: Score::Loss(8),
        depth: 9,
        is_lower_bound: true,
        is_upper_bound: true,
    };
    let guidance = Guidance { known: vec![known], ..Guidance::default() };
    let won = result("h8g8i8a1j8a3", &guidance, to_depth(4));
    assert_eq!((line(&won)[..1].to_vec(), won.lines[0].score), (four, Score::Win(9)));
}

#[test]
fn known_values_decide_moves() {
    let free = result(QUIET, &Guidance::default(), to_depth(5));
    let best = line(&free)[0];
    let known = |score, depth| Known {
        moves: vec![best],
        score,
        depth,
        is_lower_bound: true,
        is_upper_bound: true,
    };
    let guided = |known| {
        let guidance = Guidance { known: vec![known], ..Guidance::default() };
        result(QUIET, &guidance, to_depth(5))
    };
    assert_ne!(line(&guided(known(Score::Win(9), 9)))[0], best, "it loses");
    let won = guided(known(Score::Loss(8), 9));
    assert_eq!((line(&won)[0], won.lines[0].score), (best, Score::Win(9)));
    let unbound = Known { is_lower_bound: false, is_upper_bound: false, ..known(Score::Win(9), 9) };
    assert_eq!(guided(unbound).nodes, free.nodes, "it says nothing");
}
