//! The page as a whole: well formed, self-contained, and sane whatever the tournament was.

use super::fixture::{Made, gomoku};
use super::write;
use crate::arena::report::Facts;
use crate::game::Variant;

const NASTY: &str = "eng<ine> & \"co\" 'x'";

/// What is wrong with the nesting of elements in `page`, if anything.
fn nesting(page: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').ok_or("a tag has no end")?;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        let name = tag.split([' ', '\n', '/']).find(|part| !part.is_empty()).unwrap_or("");
        if tag.contains('<') {
            return Err(format!("'<' within <{tag}>"));
        }
        if tag.starts_with('/') {
            let last = open.pop();
            if last != Some(name) {
                return Err(format!("</{name}> closes {last:?}"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') {
            if tag.matches('"').count() % 2 == 1 {
                return Err(format!("a quotation mark is missing in <{tag}>"));
            }
            open.push(name);
            if name == "script" || name == "style" {
                rest = &rest[rest.find("</").ok_or("script or style has no end")?..];
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("never closed: {open:?}")) }
}

#[track_caller]
fn assert_sound(page: &str) {
    assert_eq!(nesting(page), Ok(()));
    for word in ["http", "NaN", "inf<", "inf ", ">inf", "-inf", "\"inf", "url(", "@import", "src="]
    {
        let at = page.find(word);
        assert_eq!(at.map(|at| &page[at.saturating_sub(60)..at + 20]), None, "{word}");
    }
    let raw = ["eng<ine", "& \"co", "<panic>", "<tengen>"];
    assert!(raw.iter().all(|text| !page.contains(text)));
    // Nothing has the same name twice.
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[test]
fn the_course_is_that_of_the_games_as_they_were_finished() {
    let made = Made::new(gomoku(), &["A", "B"], 0).scored(&[2, 2, 2, 0, 0, 0, 1, 2]).with_test();
    let facts = made.facts();
    let mut arrived = facts.games.to_vec();
    arrived.reverse();
    let (by_number, page) = (write(&facts), write(&Facts { arrived: &arrived, ..facts }));
    let without_course = |page: &str| {
        let (before, course) = page.split_once("<section id=\"course\"").unwrap();
        let (course, after) = course.split_once("</section>").unwrap();
        (course.to_owned(), format!("{before}{after}"))
    };
    let (course, rest) = without_course(&page);
    assert_ne!(course, without_course(&by_number).0);
    assert_eq!(rest, without_course(&by_number).1);
}

#[test]
fn the_checker_finds_what_is_wrong() {
    assert_eq!(nesting("<!DOCTYPE html><a b=\"c\"><d/>x</a>"), Ok(()));
    for wrong in ["<a>", "</a>", "<a><b></a></b>", "<a b=\"c></a>", "<a <b></a>", "<a"] {
        assert!(nesting(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn pages_are_sound_whatever_was_played() {
    for variant in [gomoku(), Variant::Othello] {
        for names in [&[NASTY, "b"][..], &["a", NASTY, "c", "d"][..]] {
            for count in [0, 1, 2, 3, 10, 60] {
                let page = write(&Made::new(variant, names, count).facts());
                assert_sound(&page);
                assert!(page.contains("eng&lt;ine&gt; &amp; &quot;co&quot;"));
                assert_sound(&write(&Made::new(variant, names, count).with_test().facts()));
                assert_sound(&write(&Made::new(variant, names, count).gauntlet().facts()));
            }
        }
        for names in [&[][..], &["alone"][..]] {
            assert_sound(&write(&Made::new(variant, names, 0).facts()));
        }
    }
}

#[test]
fn the_page_of_a_long_tournament_is_not_large() {
    let page = write(&Made::new(gomoku(), &["a", "b"], 3000).with_test().facts());
    assert_sound(&page);
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn games_are_numbered_from_one() {
    let made = Made::new(gomoku(), &["a", "b"], 400);
    let facts = made.facts();
    let page = write(&facts);
    let faults = facts.games.iter().filter(|game| game.ending.reason.is_fault());
    let mut listed = 0;
    for game in faults.take(3) {
        let row = format!("<tr><th scope=\"row\">{}</th>", game.number + 1);
        assert!(page.contains(&row), "game {}", game.number);
        listed += 1;
    }
    assert!(listed > 0);
    assert!(page.contains("Game 400 · "));
}

#[test]
fn what_a_section_needs_decides_whether_it_is_there() {
    let sections = |made: &Made| -> Vec<String> {
        let page = write(&made.facts());
        let ids = page.split("<section id=\"").skip(1);
        ids.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let all = ["strength", "course", "results", "endings", "pace", "games", "conditions"];
    assert_eq!(sections(&Made::new(gomoku(), &["a", "b"], 10)), all);
    let many = sections(&Made::new(gomoku(), &["a", "b", "c"], 10));
    assert!(!many.contains(&"course".to_owned()) && many.len() == all.len() - 1);
    assert_eq!(sections(&Made::new(gomoku(), &["a", "b"], 0)), ["conditions"]);
    let test = write(&Made::new(gomoku(), &["a", "b"], 10).with_test().facts());
    let plain = write(&Made::new(gomoku(), &["a", "b"], 10).facts());
    assert!(test.contains("<dt>LLR</dt>") && test.contains("Sequential test"));
    assert!(!plain.contains("<dt>LLR</dt>") && !plain.contains("Sequential test"));
    assert!(write(&Made::new(Variant::Othello, &["a", "b"], 60).facts()).contains("Disc margin"));
}
