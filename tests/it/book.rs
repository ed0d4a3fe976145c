//! The Othello opening book: the embedded one, play from it, and `tengen book`.

use std::collections::BTreeSet;
use std::process::Output;

use tengen::othello::book::Book;
use tengen::othello::book::Variety;
use tengen::othello::rules::board::Board;

use crate::program::Program;
use crate::tools::{self, temporary, text};

fn run(arguments: &[&str]) -> Output {
    tools::run(arguments, b"")
}

#[test]
fn the_embedded_book_is_sound_and_small() {
    let book = Book::embedded();
    assert!(book.len() >= 1000, "{} positions", book.len());
    assert!(book.to_bytes().len() <= 2 << 20);
    assert!(Book::from_bytes(&book.to_bytes()).as_ref() == Ok(&*book));
    assert!(book.line(Board::START).len() >= 12);
    // Both good replies to the first move are in it.
    assert!(book.moves(Board::START.play(19)).len() >= 2);
    // Opening theory considers the game about even.
    assert!(book.value(Board::START).is_some_and(|value| value.abs() < 400));
}

#[test]
fn book_moves_are_legal_in_every_symmetric_image() {
    let book = Book::embedded();
    let mut boards = vec![Board::START];
    for seed in 0..20 {
        let Some(&board) = boards.last() else { break };
        let variety = Variety { tolerance: 200, seed };
        for image in board.images() {
            let Some(line) = book.choose(image, variety) else { continue };
            let point = line.moves[0].point().expect("no pass in the opening");
            assert!(image.legal_moves() >> (point.y() * 8 + point.x()) & 1 == 1);
        }
        boards.extend(book.moves(board).first().map(|best| best.board));
    }
    assert!(boards.len() > 12);
}

/// The reply to BEGIN and the messages before it.
fn first_move(arguments: &[&str], requests: &str) -> Vec<String> {
    let arguments = [&["--game", "othello", "--messages"], arguments].concat();
    let mut program = Program::start(&arguments);
    program.send(&format!("{requests}\nINFO max_depth 1\nSTART 8\nBEGIN"));
    program.finish()
}

fn is_booked(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("MESSAGE book score "))
}

#[test]
fn the_book_is_on_by_default() {
    let booked = first_move(&[], "");
    assert!(is_booked(&booked), "{booked:?}");
    assert!(!booked.iter().any(|line| line.contains("depth 1")));
    for searched in [
        first_move(&["--book", "off"], ""),
        first_move(&[], "INFO book 0"),
        first_move(&["--book", "on", "--book-variety", "1"], "INFO book 0"),
    ] {
        assert!(!is_booked(&searched) && searched.iter().any(|line| line.contains("depth 1")));
    }
    assert!(is_booked(&first_move(&["--book", "off"], "INFO book 1")));
}

#[test]
fn openings_vary_only_on_request_and_by_seed() {
    let moves = |arguments: &[&str]| -> BTreeSet<String> {
        let seeds = 0..12;
        let answers = seeds.map(|seed| {
            let seed = seed.to_string();
            first_move(&[arguments, &["--seed", &seed]].concat(), "").pop().unwrap()
        });
        answers.collect()
    };
    assert_eq!(moves(&[]).len(), 1);
    assert!(moves(&["--book-variety", "0.5"]).len() > 1, "the four images of the first move");
    let one = |_| first_move(&["--book-variety", "2", "--seed", "7"], "").pop();
    assert_eq!((0..3).map(one).collect::<BTreeSet<_>>().len(), 1);
}

#[test]
fn a_book_is_built_extended_shown_and_used() {
    let [small, large, whole] = ["small.bin", "large.bin", "whole.bin"].map(temporary);
    let build = ["book", "build", "--depth", "2", "--positions"];
    let output = run(&[&build[..], &["17", "--margin", "3", "--out", &small]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("17 positions and "), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("depth 2, moves within 3.00 discs; best line of "));
    let grown = ["book", "build", "--positions", "60", "--from", &small, "--out", &large];
    assert!(run(&grown).status.success());
    let fewer = run(&["book", "build", "--positions", "10", "--from", &large, "--out", &large]);
    assert!(text(&fewer.stdout).starts_with("60 positions and "), "nothing is lost");
    let again = [&build[..], &["17", "--margin", "3", "--threads", "2", "--out", &whole]].concat();
    assert!(run(&again).status.success());
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&small).unwrap());

    let shown = run(&["book", "show", "--file", &large, "f5"]);
    let shown = text(&shown.stdout);
    let first: Vec<&str> = shown.lines().next().unwrap().split('\t').collect();
    assert!(["d6", "f6", "f4"].contains(&first[0]) && first.len() == 3, "{shown}");
    assert!(first[1].starts_with(['+', '-']) && first[2].len() > 4, "{shown}");
    let own = run(&["book", "show"]);
    assert_eq!(text(&own.stdout).lines().count(), 4, "the four images of the first move");
    assert!(is_booked(&first_move(&["--book", &large], "")));

    let damaged = std::fs::read(&whole).unwrap();
    std::fs::write(&small, &damaged[..damaged.len() / 2]).unwrap();
    for (arguments, message) in [
        (&["book", "show", "--file", &small][..], "the file is damaged or cut off"),
        (&["--book", &small], "the file is damaged or cut off"),
        (&["book", "build", "--from", &small, "--out", "x"], "damaged or cut off"),
        (&["book", "build", "--depth", "3", "--from", &large, "--out", "x"], "searched to depth 2"),
        (&["book", "build", "--margin", "4", "--from", &large, "--out", "x"], "within 3 discs"),
        (&["book", "build", "--positions", "9", "--out", &whole], "this file already exists"),
        (&["book", "build", "--from", &large, "--out", &whole], "this file already exists"),
        (&["book", "show", "f5f6f7f8"], "move 4: "),
        (&["book", "show", "f5x"], "invalid move 'x' (expected one such as f5)"),
        (&["book", "show", "f5f6f7"], "the book has no moves for this position"),
        (&["--book", "no such file"], "no such file: "),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    for file in [small, large, whole] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_book_goes_to_other_programs_and_comes_back() {
    let [edax, egaroucid, back] = ["book.dat", "book.egbk3", "back.bin"].map(temporary);
    let own = Book::embedded();
    for (program, file, rounding) in [("edax", &edax, 50), ("egaroucid", &egaroucid, 100)] {
        let exported = run(&["book", "export", "--to", program, "--out", file]);
        assert!(exported.status.success() && exported.stdout.is_empty(), "{exported:?}");
        let imported = run(&["book", "import", file, "--out", &back, "--margin", "4"]);
        let book = Book::from_bytes(&std::fs::read(&back).unwrap()).unwrap();
        let told = format!("{} positions and {} leaves, ", book.len(), book.leaves());
        assert!(text(&imported.stdout).starts_with(&told), "{}", text(&imported.stdout));
        assert_eq!(imported.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(book.recipe(), own.recipe());
        if program == "edax" {
            assert!(book.len() == own.len() && book.leaves() < own.leaves());
        } else {
            assert_eq!(book.len() + book.leaves(), own.len() + own.leaves());
        }
        let [value, exact] = [&book, &own].map(|book| book.value(Board::START).unwrap());
        assert!(value % 100 == 0 && (value - exact).abs() <= rounding, "{value} {exact}");
    }
    // Positions of Edax have at least 42 bytes after a header of 42, those of Egaroucid 25 after 14.
    let sizes = [&edax, &egaroucid].map(|file| std::fs::metadata(file).unwrap().len());
    assert_eq!((sizes[1] - 14) % 25, 0);
    assert!(sizes[0] > 42 + 42 * own.len() as u64);

    let cut = std::fs::read(&edax).unwrap();
    std::fs::write(&edax, &cut[..cut.len() - 1]).unwrap();
    for (arguments, message) in [
        (&["book", "import", &edax, "--out", "x"][..], "the file is damaged or cut off"),
        (&["book", "import", &back, "--out", "x"], "not a book of Edax or Egaroucid"),
        (&["book", "import", "no such file", "--out", "x"], "no such file: "),
        (&["book", "export", "--to", "edax", "--file", &edax, "--out", "x"], "not a file of "),
        (&["book", "export", "--to", "zebra", "--out", "x"], "invalid value 'zebra'"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = text(&output.stderr);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    assert!(!std::path::Path::new("x").exists());
    for file in [edax, egaroucid, back] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_tree_shows_replies_under_their_moves() {
    let tree = |arguments: &[&str]| {
        let output = run(&[&["book", "show", "--tree"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let indent = |line: &str| line.len() - line.trim_start().len();
    let four = tree(&[]);
    let lines: Vec<&str> = four.lines().collect();
    assert_eq!(lines.iter().filter(|line| indent(line) == 0).count(), 1, "one of four images");
    assert!(lines.windows(2).all(|pair| indent(pair[1]) <= indent(pair[0]) + 2));
    assert_eq!(lines.iter().map(|line| indent(line)).max(), Some(6));
    let is_cut = |line: &&str| line.ends_with(" ...");
    assert!(
        lines.iter().any(is_cut) && lines.iter().all(|line| !is_cut(line) || indent(line) == 6)
    );

    let two = tree(&["--plies", "2", "f5"]);
    let moves = text(&run(&["book", "show", "f5"]).stdout);
    let first = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| indent(line) == 0);
        lines.map(|line| line.split(['\t', ' ']).next().unwrap().to_owned()).collect()
    };
    assert_eq!(first(&two), first(&moves));
    assert!(tree(&["--plies", "2", "--within", "0", "f5"]).lines().count() < two.lines().count());
    let wrong = run(&["book", "show", "--plies", "2"]);
    assert_eq!(wrong.status.code(), Some(2));
}
