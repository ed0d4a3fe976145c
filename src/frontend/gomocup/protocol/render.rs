//! Replies to lines.
//!
//! Every line ends with a line feed and is plain ASCII, except texts from the position database. Moves are always
//! `x,y` without blanks, as the strictest managers require.

use std::fmt::{self, Write};
use std::time::Duration;

use crate::color::Color;
use crate::coord::{Move, Point};
use crate::formats::picture;
use crate::game::Ply;
use crate::gomoku::rules::forbidden::Explanation;
use crate::search::calibration::{Calibration, Chances};
use crate::search::report::{Evaluation, Line, Progress, Score, Selectivity};

use super::{Message, OpeningStep, RankedLine, Realtime, Reply, database};
use crate::frontend::desk::Target;
use crate::frontend::text::ScoreText;

/// Most moves of a line that are written. Managers cut overlong messages.
const SHOWN_MOVES: usize = 40;

/// Appends the text of `reply` to `out`.
pub fn render(reply: &Reply, out: &mut String) {
    write(reply, out).expect("writing to a string cannot fail");
}

fn write(reply: &Reply, out: &mut String) -> fmt::Result {
    match reply {
        Reply::Ok => writeln!(out, "OK"),
        Reply::Move(mv) => writeln!(out, "{}", Target::from(*mv)),
        Reply::Pair(moves) => writeln!(out, "{}", spaced(moves.iter().map(|&mv| Target::from(mv)))),
        Reply::Stones(points) => {
            writeln!(out, "{}", spaced(points.iter().map(|&p| Target::from(Move::Place(p)))))
        }
        Reply::Swap => writeln!(out, "SWAP"),
        Reply::Error(problem) => writeln!(out, "ERROR {problem}"),
        Reply::Unknown(word) => writeln!(out, "UNKNOWN command {word}"),
        Reply::About => writeln!(
            out,
            "name=\"Tengen\", version=\"{}\", author=\"the Tengen authors\", country=\"-\"",
            env!("CARGO_PKG_VERSION")
        ),
        Reply::Message(message) => write_message(message, out),
        Reply::Database(reply) => database::write(reply, out),
        Reply::Board(position, outcome) => {
            picture::lines(position, outcome.as_ref(), picture::Style::Narrow)
                .iter()
                .try_for_each(|l| writeln!(out, "MESSAGE {l}"))
        }
        Reply::Moves(plies) => write_list("MOVES", plies.iter().map(|&Ply { mv, .. }| mv), out),
        Reply::Result(None) => writeln!(out, "RESULT none"),
        Reply::Result(Some(outcome)) => writeln!(out, "RESULT {outcome}"),
        Reply::Forbidden(points) => write_list(
            "FORBIDDEN",
            points.iter().map(|(point, foul)| format!("{point}:{foul}")),
            out,
        ),
        Reply::YxForbidden(points) => write_yixin_points(points, out),
        Reply::Why(explanation) => write_why(explanation, out),
        Reply::Ranked(ranked) => write_ranked(ranked, out),
        Reply::Eval(side, evaluation) => writeln!(out, "EVAL {}", Judgement(*side, *evaluation)),
        Reply::Option { name, value, takes, help } => {
            writeln!(out, "OPTION {name} {value} ({takes}) {help}")
        }
    }
}

fn write_message(message: &Message, out: &mut String) -> fmt::Result {
    match message {
        Message::Progress(progress) => write_progress(progress, out),
        Message::Booked(line) => {
            writeln!(out, "MESSAGE book score {} pv {}", ScoreText(line.score), moves(line))
        }
        Message::Speed { nodes, elapsed } => {
            writeln!(
                out,
                "MESSAGE {nodes} nodes in {} ms, {} per second",
                elapsed.as_millis(),
                speed(*nodes, *elapsed)
            )
        }
        Message::Over(outcome) => writeln!(out, "MESSAGE the game is over: {outcome}"),
        Message::FrontEnd { key, value } => writeln!(out, "MESSAGE INFO {key} {value}"),
        Message::Terse(progress) => write_terse(progress, out),
        Message::Info(progress) => write_info(progress, out),
        Message::Realtime(mark) => write_mark(mark, out),
        Message::Opening(step) => write_opening(step, out),
        Message::Static(side, evaluation) => {
            writeln!(out, "MESSAGE static evaluation {}", Judgement(*side, *evaluation))
        }
        Message::Text(text) => writeln!(out, "MESSAGE {text}"),
    }
}

/// The lines that gomoku-calculator reads. Those of each line of play are between its number and the next.
fn write_info(progress: &Progress, out: &mut String) -> fmt::Result {
    let Progress { depth, nodes, elapsed, lines, .. } = progress;
    let longest = longest(progress);
    for (index, line) in lines.iter().enumerate() {
        writeln!(out, "INFO PV {index}")?;
        writeln!(out, "INFO NUMPV {}", lines.len())?;
        writeln!(out, "INFO DEPTH {depth}")?;
        writeln!(out, "INFO SELDEPTH {longest}")?;
        writeln!(out, "INFO NODES {nodes}")?;
        writeln!(out, "INFO TOTALNODES {nodes}")?;
        writeln!(out, "INFO TOTALTIME {}", elapsed.as_millis())?;
        writeln!(out, "INFO SPEED {}", speed(*nodes, *elapsed))?;
        writeln!(out, "INFO EVAL {}", Eval(line.score))?;
        writeln!(out, "INFO WINRATE {:.4}", progress.expected_score(line.score))?;
        let points = line.moves.iter().take_while(|mv| mv.point().is_some()).take(SHOWN_MOVES);
        let points = spaced(points.map(|&mv| Target::from(mv)));
        // The page fails on a line without points.
        if !points.is_empty() {
            writeln!(out, "INFO BESTLINE {points}")?;
        }
    }
    writeln!(out, "INFO PV DONE")
}

/// The lines in Rapfi's form, which pygomo parses.
fn write_terse(progress: &Progress, out: &mut String) -> fmt::Result {
    let Progress { depth, nodes, elapsed, lines, .. } = progress;
    let (ms, per_ms) = (elapsed.as_millis(), speed(*nodes, *elapsed) / 1000);
    for (index, line) in lines.iter().enumerate() {
        write!(out, "MESSAGE depth {depth}-{}", longest(progress))?;
        if lines.len() > 1 {
            write!(out, " multipv {}", index + 1)?;
        }
        write!(out, " ev {} n {nodes} n/ms {per_ms} tm {ms}", Eval(line.score))?;
        writeln!(out, " pv {}", moves(line))?;
    }
    Ok(())
}

/// The longest line of a search in plies.
fn longest(progress: &Progress) -> u32 {
    match progress.selectivity {
        Selectivity::Extended(longest) => longest,
        Selectivity::Cut(_) | Selectivity::CutToTheEnd(_) => progress.depth,
    }
}

/// A score for programs: hundredths, or `+M5` for a win in five plies.
struct Eval(Score);

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Points(hundredths) | Score::Discs(hundredths) => hundredths.fmt(f),
            Score::Exact(discs) => (100 * discs).fmt(f),
            Score::Win(plies) => write!(f, "+M{plies}"),
            Score::Loss(plies) => write!(f, "-M{plies}"),
        }
    }
}

/// A score as an integer, a win above every estimate.
fn integer(score: Score) -> i32 {
    const WIN: i32 = 100_000;
    match score {
        Score::Points(hundredths) | Score::Discs(hundredths) => hundredths,
        Score::Exact(discs) => 100 * discs,
        Score::Win(plies) => WIN - plies as i32,
        Score::Loss(plies) => plies as i32 - WIN,
    }
}

fn write_mark(mark: &Realtime, out: &mut String) -> fmt::Result {
    let at = |point: &Point| Target::from(Move::Place(*point));
    match mark {
        Realtime::Refresh => writeln!(out, "MESSAGE REALTIME REFRESH"),
        Realtime::Searching(point) => writeln!(out, "MESSAGE REALTIME POS {}", at(point)),
        Realtime::Searched(point) => writeln!(out, "MESSAGE REALTIME DONE {}", at(point)),
        // Yixin-Board reads the first letter of this word, gomoku-calculator the whole word.
        Realtime::Lost(point) => writeln!(out, "MESSAGE REALTIME LOST {}", at(point)),
        Realtime::Best(mv) => writeln!(out, "MESSAGE REALTIME BEST {}", Target::from(*mv)),
        Realtime::Value(score) => writeln!(out, "MESSAGE REALTIME VAL {}", integer(*score)),
        Realtime::Line(moves) => {
            writeln!(out, "MESSAGE REALTIME PV {}", spaced(moves.iter().take(SHOWN_MOVES)))
        }
    }
}

fn write_opening(step: &OpeningStep, out: &mut String) -> fmt::Result {
    let at = |mv: Move| {
        let Target { x, y } = Target::from(mv);
        format!("{x} {y}")
    };
    match *step {
        OpeningStep::Move { opening, number, mv } => {
            writeln!(out, "MESSAGE {} MOVE{number} {}", opening.word(), at(mv))
        }
        OpeningStep::Swap { opening, number, is_taken } => {
            let answer = if is_taken { "YES" } else { "NO" };
            writeln!(out, "MESSAGE {} SWAP{number} {answer}", opening.word())
        }
        OpeningStep::Fourth { mv, count } => {
            writeln!(out, "MESSAGE SOOSORV MOVE4 {} {count}", at(mv))
        }
        OpeningStep::Fifths => writeln!(out, "MESSAGE SOOSORV MOVE5 REFRESH"),
        OpeningStep::FifthsDone => writeln!(out, "MESSAGE SOOSORV MOVE5 DONE"),
        OpeningStep::ChosenFifth(mv) => writeln!(out, "MESSAGE SOOSORV MOVE5C {}", at(mv)),
    }
}

fn write_progress(progress: &Progress, out: &mut String) -> fmt::Result {
    let Progress { depth, selectivity, nodes, elapsed, lines, .. } = progress;
    for (index, line) in lines.iter().enumerate() {
        match selectivity {
            Selectivity::Extended(longest) => write!(out, "MESSAGE depth {depth}-{longest}")?,
            Selectivity::Cut(percent) | Selectivity::CutToTheEnd(percent) => {
                write!(out, "MESSAGE depth {depth}@{percent}%")?;
            }
        }
        if lines.len() > 1 {
            write!(out, " line {}/{}", index + 1, lines.len())?;
        }
        write!(
            out,
            " score {}{}",
            ScoreText(line.score),
            Percentages::of(line.score, progress.calibration)
        )?;
        let (ms, speed) = (elapsed.as_millis(), speed(*nodes, *elapsed));
        write!(out, " nodes {nodes} speed {speed} time {ms} ms")?;
        writeln!(out, " pv {}", moves(line))?;
    }
    Ok(())
}

fn write_ranked(ranked: &RankedLine, out: &mut String) -> fmt::Result {
    let RankedLine { rank, of, depth, line, calibration } = ranked;
    let best = Target::from(line.moves[0]);
    writeln!(
        out,
        "NBEST {rank}/{of} {best} score {}{} depth {depth} line {}",
        ScoreText(line.score),
        Percentages::of(line.score, *calibration),
        moves(line)
    )
}

fn write_why(explanation: &Explanation, out: &mut String) -> fmt::Result {
    writeln!(out, "WHY {explanation}")
}

/// `NAME a b c`, or `NAME -` if the list is empty.
fn write_list<T: fmt::Display>(
    name: &str,
    items: impl Iterator<Item = T>,
    out: &mut String,
) -> fmt::Result {
    let list = spaced(items);
    writeln!(out, "{name} {}", if list.is_empty() { "-" } else { &list })
}

/// The list in Yixin's form: two digits for each coordinate, in the order of moves, and a full stop at the end.
fn write_yixin_points(points: &[Point], out: &mut String) -> fmt::Result {
    out.push_str("FORBID ");
    points.iter().try_for_each(|p| write!(out, "{:02}{:02}", p.x(), p.y()))?;
    out.push_str(".\n");
    Ok(())
}

fn moves(line: &Line) -> String {
    spaced(line.moves.iter().take(SHOWN_MOVES))
}

fn spaced<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    let texts: Vec<String> = items.map(|item| item.to_string()).collect();
    texts.join(" ")
}

fn speed(nodes: u64, elapsed: Duration) -> u64 {
    let per_second = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(per_second).unwrap_or(u64::MAX)
}

/// A static evaluation with its side and its chances.
struct Judgement(Color, Evaluation);

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judgement(side, Evaluation { score, calibration }) = *self;
        let percentages = Percentages::of(score, calibration);
        write!(f, "{} for {side}{percentages}", ScoreText(score))
    }
}

/// The chances in per cent after a blank; empty if there are none.
struct Percentages(Option<Chances>);

impl Percentages {
    fn of(score: Score, calibration: Option<Calibration>) -> Percentages {
        Percentages(calibration.map(|calibration| score.chances(calibration)))
    }
}

impl fmt::Display for Percentages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(chances) = self.0 else { return Ok(()) };
        let [win, draw, loss] =
            [chances.win, chances.draw, chances.loss].map(|chance| 100.0 * chance);
        write!(f, " win {win:.1}% draw {draw:.1}% loss {loss:.1}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::parse_points;

    fn text(reply: &Reply) -> String {
        let mut out = String::new();
        render(reply, &mut out);
        out
    }

    #[test]
    fn moves_have_no_blanks_and_passes_are_minus_one() {
        let points = parse_points("h8a22v1").unwrap();
        assert_eq!(text(&Reply::Move(Move::Place(points[0]))), "7,7\n");
        assert_eq!(text(&Reply::Move(Move::Pass)), "-1,-1\n");
        assert_eq!(text(&Reply::Stones(points.clone())), "7,7 0,21 21,0\n");
        assert_eq!(text(&Reply::YxForbidden(points)), "FORBID 070700212100.\n");
    }

    #[test]
    fn empty_lists_are_a_dash() {
        assert_eq!(text(&Reply::Forbidden(vec![])), "FORBIDDEN -\n");
        assert_eq!(text(&Reply::Moves(vec![])), "MOVES -\n");
        assert_eq!(text(&Reply::YxForbidden(vec![])), "FORBID .\n");
    }

    #[test]
    fn progress_is_a_line_for_every_line() {
        let moves = |text| parse_points(text).unwrap().into_iter().map(Move::Place).collect();
        let mut progress = Progress {
            depth: 7,
            selectivity: Selectivity::Extended(19),
            nodes: 30_000,
            elapsed: Duration::from_micros(60_700),
            lines: vec![Line { score: Score::Points(40), moves: moves("h8i9") }],
            calibration: Some(Calibration { unit: 266, margin: 102 }),
        };
        let told = |progress: &Progress| text(&Reply::Message(Message::Progress(progress.clone())));
        assert_eq!(
            told(&progress),
            "MESSAGE depth 7-19 score +0.40 win 51.3% draw 4.9% loss 43.8% nodes 30000 speed 494233 \
             time 60 ms pv h8 i9\n"
        );
        progress.calibration = None;
        progress.lines = vec![
            Line { score: Score::Win(5), moves: moves("h8") },
            Line { score: Score::Exact(-2), moves: moves("a1") },
        ];
        assert_eq!(
            told(&progress),
            "MESSAGE depth 7-19 line 1/2 score win in 5 nodes 30000 speed 494233 \
             time 60 ms pv h8\n\
             MESSAGE depth 7-19 line 2/2 score -2 discs exactly nodes 30000 speed 494233 \
             time 60 ms pv a1\n"
        );
    }

    #[test]
    fn info_lines_are_those_that_gomoku_calculator_reads() {
        let moves = |text| parse_points(text).unwrap().into_iter().map(Move::Place).collect();
        let progress = Progress {
            depth: 7,
            selectivity: Selectivity::Extended(19),
            nodes: 30_000,
            elapsed: Duration::from_millis(60),
            lines: vec![
                Line { score: Score::Points(-40), moves: moves("h8i9") },
                Line { score: Score::Loss(4), moves: vec![Move::Pass] },
            ],
            calibration: None,
        };
        let head = |index| {
            format!(
                "INFO PV {index}\nINFO NUMPV 2\nINFO DEPTH 7\nINFO SELDEPTH 19\nINFO NODES 30000\n\
                 INFO TOTALNODES 30000\nINFO TOTALTIME 60\nINFO SPEED 500000\n"
            )
        };
        let first = "INFO EVAL -40\nINFO WINRATE 0.4625\nINFO BESTLINE 7,7 8,8\n";
        let second = "INFO EVAL -M4\nINFO WINRATE 0.0000\n";
        assert_eq!(
            text(&Reply::Message(Message::Info(progress))),
            [&head(0), first, &head(1), second, "INFO PV DONE\n"].concat()
        );
    }

    #[test]
    fn terse_lines_are_those_that_pygomo_reads() {
        let moves = |text| parse_points(text).unwrap().into_iter().map(Move::Place).collect();
        let mut progress = Progress {
            depth: 7,
            selectivity: Selectivity::Extended(19),
            nodes: 30_000,
            elapsed: Duration::from_millis(60),
            lines: vec![Line { score: Score::Points(-40), moves: moves("h8i9") }],
            calibration: None,
        };
        let told = |progress: &Progress| text(&Reply::Message(Message::Terse(progress.clone())));
        let only = "MESSAGE depth 7-19 ev -40 n 30000 n/ms 500 tm 60 pv h8 i9\n";
        assert_eq!(told(&progress), only);
        progress.lines.push(Line { score: Score::Win(5), moves: moves("a1") });
        assert_eq!(
            told(&progress),
            "MESSAGE depth 7-19 multipv 1 ev -40 n 30000 n/ms 500 tm 60 pv h8 i9\n\
             MESSAGE depth 7-19 multipv 2 ev +M5 n 30000 n/ms 500 tm 60 pv a1\n"
        );
    }

    #[test]
    fn othello_tells_how_certain_its_cuts_are() {
        for (selectivity, depth) in
            [(Selectivity::Cut(73), "12@73%"), (Selectivity::CutToTheEnd(100), "12@100%")]
        {
            let line = Line { score: Score::Discs(-120), moves: vec![Move::Pass] };
            let (nodes, elapsed) = (100, Duration::from_millis(10));
            let lines = vec![line];
            let progress =
                Progress { depth: 12, selectivity, nodes, elapsed, lines, calibration: None };
            let told = text(&Reply::Message(Message::Progress(progress)));
            assert!(
                told.starts_with(&format!("MESSAGE depth {depth} score -1.20 discs")),
                "{told}"
            );
        }
    }

    #[test]
    fn a_move_from_the_book_is_told_with_its_line() {
        let moves = parse_points("d3c3").unwrap().into_iter().map(Move::Place).collect();
        let line = Line { score: Score::Discs(-50), moves };
        let told = text(&Reply::Message(Message::Booked(line)));
        assert_eq!(told, "MESSAGE book score -0.50 discs pv d3 c3\n");
    }
}
