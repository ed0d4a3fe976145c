//! The analysis as aligned text of at most 80 columns.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::reviewed::{Reviewed, Totals};
use crate::analysis::{Mark, Review, Tally};
use crate::color::Color;
use crate::coord::Move;
use crate::formats::spoken;
use crate::game::Variant;
use crate::language::Words;
use crate::quotation::visible;
use crate::search::report::Score;

/// Columns of a terminal.
const WIDTH: usize = 80;

/// A column: its width, and whether its text is right-aligned.
type Column = (usize, bool);

/// Widths of ply, side, move, mark, before, after, loss, best. The line takes the rest.
const COLUMNS: [Column; 8] =
    [(4, true), (6, false), (5, false), (2, false), (9, true), (9, true), (6, true), (5, false)];

/// Side and name, moves, mean loss, accuracy, and the three marks.
const SUMMARY: [Column; 7] =
    [(30, false), (6, true), (10, true), (9, true), (4, true), (4, true), (4, true)];

/// One game: a heading, a row for each ply, and the summary of both sides.
pub fn game(words: &Words, game: &Reviewed) -> String {
    let mut text = heading(words, game);
    text += &row(&COLUMNS, &header(words));
    for (index, review) in game.analysis.reviews.iter().enumerate() {
        text += &row(&COLUMNS, &ply(words, index, review));
        text += &notes(words, game, index);
    }
    for (point, reason) in &game.analysis.forbidden {
        let reason = spoken::explanation(words, reason);
        let values = [("point", point.to_string().into()), ("reason", reason.into())];
        text += &(note(&words.say_with("analyze-forbidden", &values)) + "\n");
    }
    let _ = writeln!(text);
    text += &summary(words, game);
    text
}

/// The lines after the last game: one for each kind of game played, and one for the searches.
pub fn totals(words: &Words, totals: &Totals) -> String {
    let percent = |value: f64| format!("{value:.2} %");
    let discs = |value: f64| {
        let discs = format!("{value:.2}");
        words.say_with("play-score-discs", &[("discs", discs.into())])
    };
    let means = [totals.gomoku.mean_loss().map(percent), totals.othello.mean_loss().map(discs)];
    let kinds = [("gomoku", totals.gomoku), ("othello", totals.othello)];
    let mut text = String::new();
    for ((game, tally), mean) in kinds.into_iter().zip(means) {
        // A kind without moves has neither.
        let (Some(mean), Some(accuracy)) = (mean, tally.accuracy()) else { continue };
        let values = [
            ("game", words.say(game).into()),
            ("moves", tally.moves.into()),
            ("mean", mean.into()),
            ("accuracy", percent(accuracy).into()),
        ];
        text += &(words.say_with("analyze-all", &values) + "\n");
    }
    let seconds = format!("{:.1}", totals.elapsed.as_secs_f64());
    let values = [
        ("games", totals.games.into()),
        ("nodes", totals.nodes.into()),
        ("seconds", seconds.into()),
    ];
    text + &words.say_with("analyze-total", &values) + "\n"
}

/// Where and why the analysis had to end; a sentence without a full stop.
pub fn fault(words: &Words, game: &Reviewed) -> Option<String> {
    let plies = game.analysis.reviews.len().into();
    let fault = visible(game.fault.as_ref()?);
    let fault = words.translated(&fault).into_owned();
    Some(words.say_with("analyze-fault", &[("plies", plies), ("fault", fault.into())]))
}

fn heading(words: &Words, game: &Reviewed) -> String {
    let about = spoken::game(words, game.variant());
    let [black, white] = &game.record.players;
    let number = ("number", game.number.into());
    let mut text = if (black.as_str(), white.as_str()) == ("?", "?") {
        words.say_with("analyze-game-alone", &[number, ("game", about.into())])
    } else {
        let players = format!("{black} - {white}");
        let values = [number, ("players", players.into()), ("game", about.into())];
        words.say_with("analyze-game", &values)
    };
    if let Some(occasion) = spoken::occasion(words, &game.record.details) {
        text += &("\n".to_owned() + &fit(&occasion, WIDTH));
    }
    let plies = game.analysis.reviews.len();
    let plies = words.say_with("analyze-plies", &[("count", plies.into())]);
    let verdict = spoken::ending(words, &game.record);
    let _ = write!(text, "\n{}\n", spoken::sentences(words, &plies, &verdict));
    if let Some(fault) = fault(words, game) {
        text += &(fault + "\n");
    }
    let unit = match game.variant() {
        Variant::Gomoku { .. } => words.say("analyze-unit-percent"),
        Variant::Othello => words.say("analyze-unit-discs"),
    };
    text + &unit + "\n\n"
}

fn header(words: &Words) -> Vec<String> {
    vec![
        words.say("analyze-ply"),
        words.say("analyze-side"),
        words.say("analyze-move"),
        String::new(),
        words.say("analyze-before"),
        words.say("analyze-after"),
        words.say("analyze-loss"),
        words.say("analyze-best"),
        words.say("analyze-line"),
    ]
}

fn ply(words: &Words, index: usize, review: &Review) -> Vec<String> {
    let is_best = review.best_move() == review.played.0;
    let mut cells = vec![
        (index + 1).to_string(),
        spoken::side(words, review.side),
        spoken::played(words, review.played.0),
        review.mark().map_or("", Mark::sign).to_owned(),
        score(words, review.best.score),
        score(words, review.played.1),
        format!("{:.1}", review.loss()),
    ];
    if !is_best {
        cells.push(spoken::played(words, review.best_move()));
        cells.push(spoken::line(words, &review.best.moves));
    }
    cells
}

/// Wins missed and allowed by a ply, each with its line.
fn notes(words: &Words, game: &Reviewed, index: usize) -> String {
    let review = &game.analysis.reviews[index];
    let win = |key: &str, plies: u32, moves: &[Move]| {
        let values = [("plies", plies.into()), ("line", spoken::line(words, moves).into())];
        note(&words.say_with(key, &values)) + "\n"
    };
    let missed = review.missed_win().map(|plies| win("analyze-missed", plies, &review.best.moves));
    let allowed = review.allowed_win().and_then(|plies| {
        let answer = game.analysis.answer(index)?;
        Some(win("analyze-allowed", plies, &answer.moves))
    });
    missed.unwrap_or_default() + &allowed.unwrap_or_default()
}

/// A line below a ply.
fn note(text: &str) -> String {
    clipped(&format!("      {text}"))
}

fn summary(words: &Words, game: &Reviewed) -> String {
    let mut cells = vec![
        String::new(),
        words.say("analyze-moves"),
        words.say("analyze-mean-loss"),
        words.say("analyze-accuracy"),
    ];
    cells.extend(Mark::ALL.map(|mark| mark.sign().to_owned()));
    let mut text = row(&SUMMARY, &cells);
    for (color, tally) in Color::ALL.into_iter().zip(game.analysis.tallies()) {
        text += &row(&SUMMARY, &side_summary(words, game, color, tally));
    }
    if let Some(index) = game.analysis.turning_point() {
        let review = &game.analysis.reviews[index];
        let chance = |chance: f64| format!("{:.0} %", 100.0 * chance);
        let [before, after] = match game.variant() {
            Variant::Gomoku { .. } => review.chances().map(chance),
            Variant::Othello => [review.best.score, review.played.1].map(|s| score(words, s)),
        };
        let values = [
            ("ply", (index + 1).into()),
            ("side", spoken::side(words, review.side).into()),
            ("move", spoken::played(words, review.played.0).into()),
            ("before", before.into()),
            ("after", after.into()),
        ];
        let _ = writeln!(text, "{}", words.say_with("analyze-turning", &values));
    }
    text
}

fn side_summary(words: &Words, game: &Reviewed, color: Color, tally: Tally) -> Vec<String> {
    let number = |value: Option<f64>, digits: usize, unit: &str| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}{unit}"))
    };
    let mut name = spoken::side(words, color);
    let player = &game.record.players[color.index()];
    if player != "?" {
        let _ = write!(name, " ({player})");
    }
    let mut cells = vec![
        fit(&name, SUMMARY[0].0),
        tally.moves.to_string(),
        number(tally.mean_loss(), 2, ""),
        number(tally.accuracy(), 1, " %"),
    ];
    cells.extend(tally.marks.map(|count| count.to_string()));
    cells
}

/// A score for the side that moves: win chance in per cent, a forced result, or discs.
fn score(words: &Words, score: Score) -> String {
    let plies = |key: &str, plies: u32| words.say_with(key, &[("plies", plies.into())]);
    match score {
        Score::Points(_) => format!("{:.1}", 100.0 * score.winning_chance()),
        Score::Win(count) => plies("analyze-win-in", count),
        Score::Loss(count) => plies("analyze-loss-in", count),
        Score::Discs(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Score::Exact(discs) => format!("{discs:+}"),
    }
}

/// The cells in their columns, then further text after the last column as far as it fits.
fn row(columns: &[Column], cells: &[String]) -> String {
    let mut text = String::new();
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        let (width, right) = columns.get(index).copied().unwrap_or((0, false));
        let blanks = " ".repeat(width.saturating_sub(cell.width()));
        match right {
            true => text.extend([blanks.as_str(), cell]),
            false => text.extend([cell, blanks.as_str()]),
        }
    }
    clipped(&text) + "\n"
}

/// `text` without trailing blanks, cut after a whole word if it is wider than the terminal.
fn clipped(text: &str) -> String {
    let text = text.trim_end();
    if text.width() <= WIDTH {
        return text.to_owned();
    }
    let mut end = 0;
    for (at, _) in text.match_indices(' ') {
        if text[..at].width() + 2 > WIDTH {
            break;
        }
        end = at;
    }
    format!("{} …", text[..end].trim_end())
}

/// `text` in at most `width` columns.
fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        let more = format!("{kept}{c}");
        if more.width() + 1 > width {
            break;
        }
        kept = more;
    }
    kept + "…"
}
