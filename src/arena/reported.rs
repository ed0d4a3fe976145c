//! What engines report of their searches: score, depth, nodes and time.
//!
//! There is no standard for these reports, so parts that cannot be parsed are ignored. They never decide a game,
//! except in the adjudication by agreed scores, which is off by default.

use std::fmt;

/// Greatest score that is stored, in hundredths.
const MOST_HUNDREDTHS: f64 = 1e8;

/// A score, from the side of the engine that reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// An estimate in hundredths of the engine's unit: points or discs.
    Value(i32),
    /// The engine wins in this many plies; 0 if their number is unknown.
    Win(u32),
    /// The engine loses in this many plies; 0 if their number is unknown.
    Loss(u32),
}

impl ReportedScore {
    /// The estimate in units; a decided game is `decided` units away from even.
    pub fn value(self, decided: f64) -> f64 {
        match self {
            ReportedScore::Value(hundredths) => f64::from(hundredths) / 100.0,
            ReportedScore::Win(_) => decided,
            ReportedScore::Loss(_) => -decided,
        }
    }

    /// Reads `0.35`, `+M5`, `-M4`. A number without a decimal point is in hundredths if `is_hundredths`.
    fn from_text(text: &str, is_hundredths: bool) -> Option<ReportedScore> {
        let unsigned = text.trim_start_matches(['+', '-']);
        if let Some(plies) = unsigned.strip_prefix(['M', 'm', '#']) {
            let plies = plies.parse().ok()?;
            let is_loss = text.starts_with('-');
            return Some(if is_loss {
                ReportedScore::Loss(plies)
            } else {
                ReportedScore::Win(plies)
            });
        }
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let factor = if is_hundredths && !text.contains('.') { 1.0 } else { 100.0 };
        let hundredths = (value * factor).round().clamp(-MOST_HUNDREDTHS, MOST_HUNDREDTHS);
        Some(ReportedScore::Value(hundredths as i32))
    }
}

impl fmt::Display for ReportedScore {
    /// `35`, `M5`, `-M4`: hundredths, or plies after an M.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportedScore::Value(hundredths) => write!(f, "{hundredths}"),
            ReportedScore::Win(plies) => write!(f, "M{plies}"),
            ReportedScore::Loss(plies) => write!(f, "-M{plies}"),
        }
    }
}

/// The last report of an engine on the search for a move; empty by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reported {
    pub score: Option<ReportedScore>,
    /// Depth in plies.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Time as measured by the engine.
    pub time_ms: Option<u64>,
}

/// The form of an empty report in journals.
const NOTHING: &str = "-";

impl fmt::Display for Reported {
    /// A word for journals: `35/12/30412/1003` is score, depth, nodes and milliseconds. Missing parts are empty, and
    /// slashes at the end are omitted; an empty report is `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            |value: Option<&dyn fmt::Display>| value.map(ToString::to_string).unwrap_or_default();
        let fields = [
            shown(self.score.as_ref().map(|score| score as _)),
            shown(self.depth.as_ref().map(|depth| depth as _)),
            shown(self.nodes.as_ref().map(|nodes| nodes as _)),
            shown(self.time_ms.as_ref().map(|time| time as _)),
        ];
        let text = fields.join("/");
        let text = text.trim_end_matches('/');
        f.write_str(if text.is_empty() { NOTHING } else { text })
    }
}

impl Reported {
    /// Whether the report is empty.
    pub fn is_empty(&self) -> bool {
        *self == Reported::default()
    }

    /// Reads the word of a journal.
    pub fn from_word(word: &str) -> Option<Reported> {
        if word == NOTHING {
            return Some(Reported::default());
        }
        let fields: Vec<&str> = word.split('/').collect();
        if fields.len() > 4 {
            return None;
        }
        let field = |at: usize| fields.get(at).copied().filter(|field| !field.is_empty());
        let number = |at| field(at).map(str::parse::<u64>).transpose().ok();
        let score = match field(0) {
            None => None,
            Some(text) => Some(ReportedScore::from_text(text, true)?),
        };
        let depth = number(1)?.map(u32::try_from).transpose().ok()?;
        Some(Reported { score, depth, nodes: number(2)?, time_ms: number(3)? })
    }

    /// Adds the data of a message line, in the forms common among Gomocup engines. A `score` is in points or discs, an
    /// `ev` or `eval` without a decimal point in hundredths:
    ///
    /// ```text
    /// MESSAGE depth 12-20 score +0.47 nodes 97972 speed 238644 time 410 ms pv h8 i9
    /// MESSAGE depth 12-20 ev 47 n 98k n/ms 238 tm 410 pv h8 i9
    /// MESSAGE Depth 12-20 | Eval +M5 | Time 410ms | h8 i9
    /// MESSAGE 113 nodes in 50 ms
    /// ```
    pub fn read_message(&mut self, line: &str) {
        let words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || "|,:=".contains(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            let next = rest.first().copied().unwrap_or_default();
            let word = word.to_ascii_lowercase();
            match word.as_str() {
                "pv" | "bestline" | "realtime" => return,
                "depth" => self.depth = depth_of(next).or(self.depth),
                "score" | "ev" | "eval" => {
                    self.score = score_of(rest, word != "score").or(self.score);
                }
                "nodes" if at > 1 && rest.first() == Some(&"in") => {
                    self.nodes = whole(words[at - 1]).or(self.nodes);
                }
                "n" | "node" | "nodes" => self.nodes = count(next).or(self.nodes),
                "tm" | "time" => self.time_ms = milliseconds(next).or(self.time_ms),
                _ => {}
            }
        }
    }

    /// Adds the data of a line of NBoard engines: `nodestats 97972 0.41`, `search F5D6 1.50 0 12`.
    pub fn read_nboard(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [word, nodes, ..] if word.eq_ignore_ascii_case("nodestats") => {
                self.nodes = whole(nodes).or(self.nodes);
            }
            [word, _, score, _, depth] if word.eq_ignore_ascii_case("search") => {
                self.score = ReportedScore::from_text(score, false).or(self.score);
                self.depth = depth_of(depth).or(self.depth);
            }
            _ => {}
        }
    }

    /// Adds the data of a line of Edax's table: `12@73% +04 0:00.410 97972 238644 f5 D6`.
    pub fn read_edax(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [depth, score, time, nodes, ..] = words[..] else { return };
        let score = ReportedScore::from_text(score.trim_start_matches(['<', '>', '=']), false);
        let (Some(_), Some(_), Some(time_ms)) = (depth_of(depth), score, clock_time(time)) else {
            return;
        };
        let (depth, nodes) = (depth_of(depth), whole(nodes));
        *self = Reported { score, depth, nodes, time_ms: Some(time_ms) };
    }

    /// Adds the score and the time of `=== F5/1.50/0.41`, from the text after the move.
    pub fn read_nboard_answer(&mut self, answer: &str) {
        let mut fields = answer.split('/').skip(1).map(str::trim);
        let score = fields.next().and_then(|text| ReportedScore::from_text(text, false));
        let seconds = fields.next().and_then(|text| text.parse::<f64>().ok());
        self.score = score.or(self.score);
        let time = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
        self.time_ms = time.map(|seconds| (1000.0 * seconds) as u64).or(self.time_ms);
    }
}

/// The score at the beginning of `words`: `0.47`, `+M5`, `win in 5`, `loss in 4`.
fn score_of(words: &[&str], is_hundredths: bool) -> Option<ReportedScore> {
    match words {
        [word, _, plies, ..] if word.eq_ignore_ascii_case("win") => {
            plies.parse().ok().map(ReportedScore::Win)
        }
        [word, _, plies, ..] if word.eq_ignore_ascii_case("loss") => {
            plies.parse().ok().map(ReportedScore::Loss)
        }
        [word, ..] => ReportedScore::from_text(word, is_hundredths),
        [] => None,
    }
}

/// The digits at the beginning of `text` as a number.
fn whole(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

fn depth_of(text: &str) -> Option<u32> {
    whole(text).and_then(|depth| u32::try_from(depth).ok())
}

/// A number such as `98k`, `1.5M`.
fn count(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let factor = match text[end..].to_ascii_lowercase().as_str() {
        "" => 1.0,
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        _ => return None,
    };
    let number: f64 = text[..end].parse().ok()?;
    Some((number * factor).min(1e18) as u64)
}

/// A time such as `410`, `410ms` or `0.41s`, as milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let factor = match &text[end..] {
        "" | "ms" => 1.0,
        "s" => 1000.0,
        _ => return None,
    };
    let number: f64 = text[..end].parse().ok()?;
    Some((number * factor).min(1e15) as u64)
}

/// A time such as `0:00.410`, as milliseconds.
fn clock_time(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.rsplit_once(':')?;
    let minutes: u64 = minutes.parse().ok()?;
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| (0.0..60.0).contains(seconds))?;
    Some(minutes.checked_mul(60_000)?.saturating_add((1000.0 * seconds).round() as u64))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn word(read: impl Fn(&mut Reported, &str), lines: &[&str]) -> String {
        let mut reported = Reported::default();
        lines.iter().for_each(|line| read(&mut reported, line));
        reported.to_string()
    }

    #[test]
    fn messages_of_many_engines_are_understood() {
        for (line, expected) in [
            (
                "MESSAGE depth 12-20 score +0.47 win 55.9% nodes 97972 speed 238644 time 410 ms pv h8",
                "47/12/97972/410",
            ),
            ("MESSAGE depth 18@55% score -1.5 discs nodes 9 time 4 ms pv d3", "-150/18/9/4"),
            ("MESSAGE depth 8-9 score win in 5 nodes 7 speed 1 time 0 ms", "M5/8/7/0"),
            ("MESSAGE depth 8-9 score loss in 4 pv a1", "-M4/8"),
            ("MESSAGE depth 4 score +12 discs exactly", "1200/4"),
            ("MESSAGE DEPTH 4 SCORE 47 EV x", "4700/4"),
            ("MESSAGE depth 4 Ev 47", "47/4"),
            ("MESSAGE depth 12-20 ev 47 n 98k n/ms 238 tm 410 pv h8 i9", "47/12/98000/410"),
            ("MESSAGE Depth 12-20 | Eval +M5 | Time 410ms | h8 i9", "M5/12//410"),
            (
                "MESSAGE Speed 389K | Depth 14-22 | Eval -32 | Node 1.2M | Time 3s",
                "-32/14/1200000/3000",
            ),
            ("MESSAGE 113 nodes in 50 ms, 2227 per second", "//113"),
            ("MESSAGE REALTIME VAL -190", "-"),
            ("DEBUG depth of the sea: eval nothing", "-"),
            ("MESSAGE", "-"),
        ] {
            assert_eq!(word(Reported::read_message, &[line]), expected, "{line}");
        }
        let both = ["MESSAGE depth 3-4 score 0.10 nodes 50 time 1 ms", "MESSAGE 99 nodes in 2 ms"];
        assert_eq!(word(Reported::read_message, &both), "10/3/99/1");
    }

    #[test]
    fn othello_programs_are_understood() {
        let nboard = ["search F5D6 1.50 0 12", "nodestats 4000 0.1", "status Thinking"];
        assert_eq!(word(Reported::read_nboard, &nboard), "150/12/4000");
        let read = |reported: &mut Reported, line: &str| reported.read_nboard_answer(line);
        assert_eq!(word(read, &["=== F5/-1.26/0.4"]), "-126///400");
        assert_eq!(word(read, &["=== F5"]), "-");
        let edax = "   12@73%  +04        0:01.410         97972     238644 f5 D6";
        assert_eq!(word(Reported::read_edax, &[edax]), "400/12/97972/1410");
        assert_eq!(
            word(Reported::read_edax, &[edax, "  A B C D E F G H", "|", ""]),
            "400/12/97972/1410"
        );
    }

    /// Lines with the words and the characters that reports have.
    const REPORTS: &str = "((depth|score|Score|nodes|time|win in) ?[-+M0-9.k/:]{0,8} ?){0,8}";

    proptest! {
        #[test]
        fn words_read_as_they_were_written(
            score in proptest::option::of((0..3, -100_000..100_000)),
            depth in proptest::option::of(0_u32..300),
            nodes: Option<u64>,
            time_ms: Option<u64>,
        ) {
            let score = score.map(|(kind, value): (i32, i32)| match kind {
                0 => ReportedScore::Value(value),
                1 => ReportedScore::Win(value.unsigned_abs()),
                _ => ReportedScore::Loss(value.unsigned_abs()),
            });
            let reported = Reported { score, depth, nodes, time_ms };
            prop_assert_eq!(Reported::from_word(&reported.to_string()), Some(reported));
        }

        #[test]
        fn case_does_not_matter(line in REPORTS) {
            let lower = line.to_ascii_lowercase();
            let read = |line: &str| word(Reported::read_message, &[line]);
            prop_assert_eq!(read(&line), read(&lower));
        }

        #[test]
        fn no_line_is_too_strange(line in prop_oneof!["\\PC{0,60}", REPORTS]) {
            let mut reported = Reported::default();
            reported.read_message(&line);
            reported.read_nboard(&line);
            reported.read_edax(&line);
            reported.read_nboard_answer(&line);
            let _ = Reported::from_word(&line);
        }
    }
}
