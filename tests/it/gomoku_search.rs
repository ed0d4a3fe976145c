//! Whole searches: they find forced wins, meet threats, never play fouls and obey stops.

use std::fs;
use std::sync::{Arc, Mutex};

use tengen::color::Color;
use tengen::coord::{Move, Point, Size, parse_points};
use tengen::gomoku::rules::game::{Game, Stone};
use tengen::gomoku::rules::rule::Rule;
use tengen::gomoku::search::Searcher;
use tengen::search::Search;
use tengen::search::control::Control;
use tengen::search::limits::Limits;
use tengen::search::report::{Progress, Request, RootMark, Score};

const TABLE_BYTES: usize = 16 << 20;

fn size(side: u8) -> Size {
    Size::new(side, side).unwrap()
}

fn game(rule: Rule, side: u8, moves: &str) -> Game {
    let stones: Vec<(Point, Stone)> = parse_points(moves)
        .unwrap()
        .into_iter()
        .zip(Color::ALL.into_iter().cycle())
        .map(|(point, color)| (point, Stone::Of(color)))
        .collect();
    Game::set_up(rule, size(side), &stones).unwrap()
}

/// Black's and White's stones; the side to move as given.
fn position(rule: Rule, side: u8, black: &str, white: &str, to_move: Color) -> Game {
    let stones = |text: &str, color: Color| {
        parse_points(text)
            .unwrap()
            .into_iter()
            .map(move |point| (point, Stone::Of(color)))
            .collect::<Vec<_>>()
    };
    let stones = [stones(black, Color::Black), stones(white, Color::White)].concat();
    let mut game = Game::set_up(rule, size(side), &stones).unwrap();
    game.give_turn_to(to_move);
    game
}

fn limits(depth: Option<u32>, nodes: Option<u64>) -> Limits {
    Limits { depth, nodes, time: None }
}

fn search(searcher: &mut Searcher, game: &Game, limits: Limits, lines: usize) -> Progress {
    let request = Request { limits, lines, is_analysis: false };
    searcher.search(game, &request, &Control::unlimited(), &mut |_| {})
}

fn best(progress: &Progress) -> String {
    progress.lines[0].moves[0].to_string()
}

#[test]
fn forced_wins_are_found() {
    let text = fs::read_to_string("tests/data/gomoku/forced-wins.tsv").unwrap();
    let mut searcher = Searcher::new(TABLE_BYTES);
    let mut count = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let rule = Rule::ALL.into_iter().find(|rule| rule.name() == fields[1]).unwrap();
        let game = game(rule, fields[2].parse().unwrap(), fields[3]);
        searcher.clear();
        let control = Control::unlimited();
        let request = Request::best_move(limits(None, Some(150_000)));
        let progress = searcher.search(&game, &request, &control, &mut |progress| {
            if matches!(progress.lines[0].score, Score::Win(_)) {
                control.stop();
            }
        });
        assert!(matches!(progress.lines[0].score, Score::Win(_)), "{row}: {progress:?}");
        count += 1;
    }
    assert!(count >= 30);
}

#[test]
fn wins_of_known_length() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    for rule in Rule::ALL {
        // A row of four, an open three, and a four that joins an open three.
        for (black, white, plies) in
            [("e8f8g8h8", "a1c1a3", 1), ("f8g8h8", "a1c1a3", 3), ("e8f8g8h9h10", "d8a1c3", 5)]
        {
            let game = position(rule, 15, black, white, Color::Black);
            let progress = search(&mut searcher, &game, limits(Some(8), None), 1);
            let line = &progress.lines[0];
            assert_eq!(line.score, Score::Win(plies), "{rule} {black}");
            assert_eq!(line.moves.len(), plies as usize, "{rule} {line:?}");
            let mut played = game.clone();
            line.moves.iter().for_each(|&mv| played.play(mv).unwrap());
            assert!(played.outcome().is_some());
        }
    }
}

#[test]
fn fours_and_threes_are_met() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    for rule in Rule::ALL {
        let game = position(rule, 15, "e8f8g8h8", "d8a1c3", Color::White);
        let reply = best(&search(&mut searcher, &game, limits(Some(4), None), 1));
        // Under Caro a five between two enemy stones does not win: the other side of the gap also defends.
        let blocks = if rule.blocked_five_fails() { &["i8", "j8"][..] } else { &["i8"] };
        assert!(blocks.contains(&reply.as_str()), "{rule} {reply}");
        let game = position(rule, 15, "f8g8h8", "a1c3", Color::White);
        let reply = best(&search(&mut searcher, &game, limits(Some(6), None), 1));
        assert!(["d8", "e8", "i8", "j8"].contains(&reply.as_str()), "{rule} {reply}");
        let game = position(rule, 15, "e8f8g8h8", "a1c3k4", Color::White);
        let progress = search(&mut searcher, &game, limits(Some(6), None), 1);
        assert_eq!(progress.lines[0].score, Score::Loss(2), "{rule}");
    }
}

#[test]
fn a_five_takes_precedence_over_everything() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let game = position(Rule::Renju, 15, "e8f8g8h8i9i10j8k8", "d8a1c3e4e5e6e7", Color::Black);
    // Black's i8 would be an overline; White threatens e3 and Black has nothing better than to block.
    let progress = search(&mut searcher, &game, limits(Some(6), None), 1);
    assert_eq!(best(&progress), "e3");
    let game = position(Rule::Freestyle, 15, "e8f8g8h8i9i10j8k8", "d8a1c3e4e5e6e7", Color::Black);
    assert_eq!(best(&search(&mut searcher, &game, limits(Some(6), None), 1)), "i8");
}

#[test]
fn obvious_moves_take_no_search() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let empty = Game::new(Rule::Freestyle, size(15)).unwrap();
    let block = position(Rule::Standard, 15, "e8f8g8h8", "d8a1c3", Color::White);
    for (game, expected) in [(empty, "h8"), (block, "i8")] {
        let progress = search(&mut searcher, &game, Limits::default(), 1);
        assert_eq!(best(&progress), expected);
        assert!(progress.nodes < 1000);
    }
}

#[test]
fn a_search_stopped_at_once_still_answers_well() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let one_node = limits(None, Some(1));
    for rule in Rule::ALL {
        let game = position(rule, 15, "f8g8h8", "a1c3e5", Color::Black);
        assert!(["e8", "i8"].contains(&best(&search(&mut searcher, &game, one_node, 1)).as_str()));
        let game = game_after_one(rule);
        let progress = search(&mut searcher, &game, one_node, 1);
        game.legal(progress.lines[0].moves[0]).unwrap();
        let control = Control::unlimited();
        control.stop();
        let request = Request { limits: Limits::default(), lines: 3, is_analysis: false };
        assert_eq!(searcher.search(&game, &request, &control, &mut |_| {}).lines.len(), 3);
    }
}

#[test]
fn lines_of_a_search_stopped_at_once_have_scores_of_their_own() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    for rule in Rule::ALL {
        let game = position(rule, 15, "f8g8h8i8", "a1c3e5e8", Color::Black);
        let lines = search(&mut searcher, &game, limits(None, Some(1)), 3).lines;
        assert_eq!((lines[0].moves[0].to_string(), lines[0].score), ("j8".into(), Score::Win(1)));
        assert!(lines[1..].iter().all(|line| !matches!(line.score, Score::Win(_))), "{lines:?}");
    }
}

fn game_after_one(rule: Rule) -> Game {
    game(rule, 15, "h8")
}

#[test]
fn searches_repeat_exactly() {
    for rule in Rule::ALL {
        let game = game(rule, 15, "h8i9j8h10i8g8i10");
        let run = |limits| {
            let progress = search(&mut Searcher::new(TABLE_BYTES), &game, limits, 2);
            (progress.depth, progress.nodes, progress.lines)
        };
        for limits in [limits(None, Some(20_000)), limits(Some(5), None)] {
            assert_eq!(run(limits), run(limits));
        }
        let mut searcher = Searcher::new(TABLE_BYTES);
        let first = search(&mut searcher, &game, limits(Some(5), None), 2);
        searcher.clear();
        let second = search(&mut searcher, &game, limits(Some(5), None), 2);
        assert_eq!((first.nodes, first.lines), (second.nodes, second.lines));
    }
}

#[test]
fn several_lines_are_different_and_sorted() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let worth = |score: Score| match score {
        Score::Win(plies) => 1_000_000 - plies as i32,
        Score::Loss(plies) => plies as i32 - 1_000_000,
        Score::Points(points) => points,
        other => panic!("{other:?}"),
    };
    for (moves, side) in [("h8i9j8h10i8g8i10", 15), ("c3", 5), ("", 15)] {
        let game = game(Rule::Freestyle, side, moves);
        let lines = search(&mut searcher, &game, limits(Some(4), None), 6).lines;
        assert_eq!(lines.len(), 6);
        assert!(lines.is_sorted_by(|a, b| worth(a.score) >= worth(b.score)), "{lines:?}");
        for (i, line) in lines.iter().enumerate() {
            game.legal(line.moves[0]).unwrap();
            assert!(lines[..i].iter().all(|other| other.moves[0] != line.moves[0]));
        }
    }
}

#[test]
fn several_lines_stay_sorted_when_the_search_is_stopped() {
    let game = game(Rule::Freestyle, 15, "h8i10j8");
    for nodes in (1_000..60_000).step_by(3_700) {
        let mut searcher = Searcher::new(TABLE_BYTES);
        let progress = search(&mut searcher, &game, limits(None, Some(nodes)), 6);
        let scores: Vec<i32> = progress
            .lines
            .iter()
            .map(|line| match line.score {
                Score::Points(points) => points,
                other => panic!("nothing is decided here: {other:?}"),
            })
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{nodes} nodes: {scores:?}");
    }
}

#[test]
fn no_foul_and_no_illegal_move_is_ever_played() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut searcher = Searcher::new(1 << 20);
    for round in 0..400 {
        let side = [5, 6, 7, 9, 15][round % 5];
        let share = if round % 3 == 0 { 95 } else { random.usize(30..90) };
        let mut points: Vec<Point> = size(side).points().collect();
        random.shuffle(&mut points);
        points.truncate(points.len() * share / 100);
        let stones: Vec<(Point, Stone)> = points
            .into_iter()
            .enumerate()
            .map(|(i, p)| (p, Stone::Of(Color::ALL[i % 2])))
            .collect();
        let mut game = Game::set_up(Rule::Renju, size(side), &stones).unwrap();
        game.give_turn_to(Color::Black);
        // Play until the board is full, to cover the last points too.
        for _ in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            let lines = 1 + random.usize(..2);
            let progress = search(&mut searcher, &game, limits(Some(3), Some(2000)), lines);
            let mv = match progress.lines.first() {
                Some(line) => {
                    let mut ahead = game.clone();
                    for &mv in &line.moves {
                        ahead
                            .play(mv)
                            .unwrap_or_else(|e| panic!("{e:?} {line:?}\n{:?}", game.grid()));
                    }
                    line.moves[0]
                }
                None => Move::Pass,
            };
            game.play(mv).unwrap_or_else(|error| panic!("{error:?} {mv}\n{:?}", game.grid()));
        }
    }
}

#[test]
fn a_side_without_a_legal_move_has_no_line() {
    // A row of seven with only the middle empty: an overline if Black plays there.
    let middle = Point::new(3, 3).unwrap();
    let stones: Vec<(Point, Stone)> = size(7)
        .points()
        .filter(|&point| point != middle)
        .map(|point| match point.y() {
            3 => (point, Stone::Of(Color::Black)),
            _ => (point, Stone::Blocked),
        })
        .collect();
    let mut game = Game::set_up(Rule::Renju, size(7), &stones).unwrap();
    game.give_turn_to(Color::Black);
    let mut searcher = Searcher::new(TABLE_BYTES);
    assert!(search(&mut searcher, &game, limits(Some(3), None), 2).lines.is_empty());
    game.give_turn_to(Color::White);
    assert_eq!(search(&mut searcher, &game, limits(Some(3), None), 2).lines.len(), 1);
}

#[test]
fn a_finished_game_has_no_move() {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let game = position(Rule::Freestyle, 15, "e8f8g8h8i8", "a1c3e5k4", Color::White);
    assert!(search(&mut searcher, &game, Limits::default(), 1).lines.is_empty());
}

/// A tuner may try any value: the search still answers with a legal move.
#[test]
fn parameters_may_have_any_value_of_their_ranges() {
    let quiet = game(Rule::Freestyle, 15, "h8i9g7h9i7j9");
    let won = position(Rule::Freestyle, 15, "h8h7h6", "a1c1e1", Color::Black);
    let run = |name: &str, value: i32| {
        let mut searcher = Searcher::new(1 << 20);
        searcher.params().set(name, value).unwrap();
        let found = search(&mut searcher, &quiet, limits(Some(9), Some(1_000)), 1);
        assert!(!found.lines.is_empty(), "{name} {value}");
        let win = search(&mut searcher, &won, limits(Some(5), Some(1_000)), 1);
        assert_eq!(win.lines[0].score, Score::Win(3), "{name} {value}");
        // What was set stays when everything else is forgotten, and a search repeats exactly.
        searcher.clear();
        let again = search(&mut searcher, &quiet, limits(Some(9), Some(1_000)), 1);
        assert_eq!((again.nodes, again.lines), (found.nodes, found.lines), "{name} {value}");
        search(&mut searcher, &quiet, limits(Some(5), None), 1).nodes
    };
    let table = Searcher::new(0).params().table();
    for param in table {
        run(param.name, param.min);
        run(param.name, param.max);
    }
    let default = run(table[0].name, table[0].default);
    for (name, value) in [("move_count_base", 700), ("order_history", 5), ("lmr_factor", 30)] {
        assert_ne!(run(name, value), default, "{name}");
    }
}

/// The points to avoid, and the move found with them.
fn found_without(position: &Game, avoided: &[Point]) -> String {
    let mut searcher = Searcher::new(1 << 20);
    searcher.avoid(avoided);
    best(&search(&mut searcher, position, limits(Some(4), None), 1))
}

#[test]
fn avoided_points_are_not_chosen_unless_nothing_else_is_left() {
    let four = game(Rule::Freestyle, 15, "h8a1i8a2j8a3k8a4");
    let wins = parse_points("g8l8").unwrap();
    assert!(["g8", "l8"].contains(&found_without(&four, &[]).as_str()));
    assert_eq!(found_without(&four, &wins[..1]), "l8");
    assert_eq!(found_without(&four, &wins[1..]), "g8");
    let other = found_without(&four, &wins);
    assert!(!["g8", "l8"].contains(&other.as_str()), "{other}");
    let all: Vec<Point> = four.size().points().collect();
    assert!(["g8", "l8"].contains(&found_without(&four, &all).as_str()));
    let only: Vec<Point> = all.into_iter().filter(|&point| point.to_string() != "o15").collect();
    assert_eq!(found_without(&four, &only), "o15");
    let empty = game(Rule::Freestyle, 15, "");
    assert_eq!(found_without(&empty, &parse_points("h8").unwrap()), "h7");
    let mut searcher = Searcher::new(1 << 20);
    searcher.avoid(&wins);
    let lines = search(&mut searcher, &four, limits(Some(2), None), 224).lines;
    assert_eq!(lines.len(), 225 - 8 - 2);
}

#[test]
fn a_watch_hears_what_happens_at_the_root() {
    let marks = Arc::new(Mutex::new(Vec::new()));
    let mut searcher = Searcher::new(1 << 20);
    let heard = Arc::clone(&marks);
    searcher.watch(Some(Box::new(move |mark| heard.lock().unwrap().push(mark))));
    // Black must block at g8 or l8: all other moves lose.
    let four = game(Rule::Freestyle, 15, "a1h8a3i8c1j8o15");
    search(&mut searcher, &four, limits(Some(3), None), 3);
    let marks = std::mem::take(&mut *marks.lock().unwrap());
    let count = |is: fn(&RootMark) -> bool| marks.iter().filter(|&mark| is(mark)).count();
    assert_eq!(count(|mark| *mark == RootMark::Iteration), 3);
    let searching = count(|mark| matches!(mark, RootMark::Searching(_)));
    assert!(searching > 0 && searching == count(|mark| matches!(mark, RootMark::Searched(_))));
    searcher.watch(None);
    search(&mut searcher, &four, limits(Some(1), None), 1);
}

#[test]
fn a_watch_hears_which_moves_lose() {
    let marks = Arc::new(Mutex::new(Vec::new()));
    let mut searcher = Searcher::new(1 << 20);
    let heard = Arc::clone(&marks);
    searcher.watch(Some(Box::new(move |mark| heard.lock().unwrap().push(mark))));
    // White has an open three.
    let three = game(Rule::Freestyle, 15, "a1h8a15i8o1j8");
    let control = Control::unlimited();
    let request = Request { limits: limits(Some(4), None), lines: 40, is_analysis: true };
    let result = searcher.search(&three, &request, &control, &mut |_| {});
    let lost: Vec<Move> = marks
        .lock()
        .unwrap()
        .iter()
        .filter_map(|mark| match mark {
            RootMark::Lost(point) => Some(Move::Place(*point)),
            _ => None,
        })
        .collect();
    let loses = |mv: Move| {
        result.lines.iter().any(|line| line.moves[0] == mv && matches!(line.score, Score::Loss(_)))
    };
    assert!(lost.iter().any(|&mv| loses(mv)), "{lost:?}");
    let safe = result.lines.iter().filter(|line| !matches!(line.score, Score::Loss(_)));
    let safe: Vec<Move> = safe.map(|line| line.moves[0]).collect();
    assert!(!safe.is_empty() && safe.iter().all(|mv| !lost.contains(mv)), "{lost:?} {safe:?}");
}
