//! Tests of the checks on simulated programs: a conforming program passes all of them, and each check finds
//! its fault.

use std::rc::Rc;
use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::driver::{CheckResult, Level};
use super::exam::CheckOptions;
use super::fake::Twist;
use super::report::{Report, Tally};
use super::translations::assert_translated;
use super::{run, select};
use crate::gomoku::rules::rule::Rule;
use crate::language::{Language, Words};
use crate::table::Format;

fn options() -> CheckOptions {
    CheckOptions {
        rules: Rule::ALL.to_vec(),
        size: 15,
        movetime: Duration::from_secs(2),
        tolerance: Duration::from_secs(1),
        patience: Duration::from_secs(10),
        seed: 1,
    }
}

fn report(twist: &Twist, only: &str, format: Format) -> (Tally, String) {
    report_in(Language::English, twist, only, format)
}

fn report_in(language: Language, twist: &Twist, only: &str, format: Format) -> (Tally, String) {
    let only: Vec<String> = only.split_whitespace().map(str::to_owned).collect();
    let (options, words, mut out) = (options(), Words::new(language), Vec::new());
    let cases = select(&options, &only).unwrap();
    let tally = run(twist, &options, &cases, &Report::new(&words, format), &mut out).unwrap();
    (tally, String::from_utf8(out).unwrap())
}

/// The verdict of one check, in words of every language.
fn verdict(twist: &Twist, name: &str) -> CheckResult {
    let options = options();
    let cases = select(&options, &[name.to_owned()]).unwrap();
    let end = std::time::Instant::now() + Duration::from_secs(60);
    let verdict = (cases[0].run)(&super::exam::Exam::new(twist, &options, end));
    match &verdict {
        // This note is the engine's answer.
        Ok(_) if name == "start/about" => {}
        Ok(note) => assert_translated(note),
        Err(finding) => {
            [&finding.expected, &finding.came].into_iter().for_each(|t| assert_translated(t))
        }
    }
    verdict
}

/// It answers lines that begin with `word` with `answers` (several with bars between them).
fn says(word: &'static str, answers: &'static str) -> Twist {
    let answers: Vec<String> =
        answers.split('|').filter(|text| !text.is_empty()).map(str::to_owned).collect();
    let answer = move |line: &str, good: Vec<String>| {
        if line.starts_with(word) { answers.clone() } else { good }
    };
    Twist { answer: Rc::new(answer), ..Twist::default() }
}

/// It adds `extra` to its answers to lines that begin with `word`.
fn adds(word: &'static str, extra: &'static str) -> Twist {
    let answer = move |line: &str, mut good: Vec<String>| {
        good.extend(line.starts_with(word).then(|| extra.to_owned()));
        good
    };
    Twist { answer: Rc::new(answer), ..Twist::default() }
}

/// It reads lines that begin with `word` as `other`; if `answers` is not empty, it answers with that.
fn takes(word: &'static str, other: &'static str, answers: &'static str) -> Twist {
    let hear = move |line: &str| (if line.starts_with(word) { other } else { line }).to_owned();
    Twist { hear: Rc::new(hear), ..says(if answers.is_empty() { "#" } else { word }, answers) }
}

/// It complains about an impossible value at the next request, and only then.
fn complains_once() -> Twist {
    let angry = std::cell::Cell::new(false);
    let answer = move |line: &str, good: Vec<String>| {
        angry.set(angry.get() || line.ends_with("soon"));
        if line.starts_with("INFO") || !angry.replace(false) {
            return good;
        }
        vec!["ERROR soon is not a number".to_owned()]
    };
    let hear = |line: &str| line.to_owned();
    Twist { hear: Rc::new(hear), answer: Rc::new(answer), ..Twist::default() }
}

fn assert_level(twist: &Twist, name: &str, level: Level) {
    match verdict(twist, name) {
        Ok(note) => panic!("{name} was passed: {note}"),
        Err(finding) => assert_eq!(finding.level, level, "{name}: {finding:?}"),
    }
}

fn fails(name: &str, twist: &Twist) {
    assert_level(twist, name, Level::Failed);
}

fn warns(name: &str, twist: &Twist) {
    assert_level(twist, name, Level::Warning);
}

#[test]
fn a_good_program_passes_every_check() {
    let (tally, text) = report(&Twist::default(), "", Format::Text);
    let all = select(&options(), &[]).unwrap();
    assert_eq!(tally, Tally { passed: all.len(), ..Tally::default() }, "{text}");
    assert_eq!(text.lines().count(), all.len() + 1, "{text}");
    for case in all {
        assert!(verdict(&Twist::default(), case.name).is_ok());
    }
}

#[test]
fn a_program_that_talks_is_still_good() {
    let answer = |_: &str, mut good: Vec<String>| {
        good.insert(0, "MESSAGE depth 3".to_owned());
        good.push("DEBUG 7,7".to_owned());
        good
    };
    let twist = Twist { answer: Rc::new(answer), ..Twist::default() };
    let (tally, text) = report(&twist, "", Format::Text);
    assert_eq!((tally.failed, tally.warnings), (0, 0), "{text}");
}

#[test]
fn starts_are_judged() {
    fails("start/silent", &Twist { greeting: "Fake 1.0", ..Twist::default() });
    fails("start/silent", &Twist { greeting: "@die", ..Twist::default() });
    fails("start/about", &says("ABOUT", "UNKNOWN command"));
    fails("start/about", &says("ABOUT", "Fake by nobody"));
    fails("start/about", &adds("ABOUT", "version 1"));
    warns("start/about", &says("ABOUT", "name=\"Fake\""));
    for answer in ["OK - everything is good", "ok", "", "ERROR", "@die", "OK|OK"] {
        fails("start/ok", &says("START", answer));
    }
    fails("start/large", &says("START 20", "ERROR only 15"));
    fails("start/sizes", &says("START 22", "7,7"));
    fails("start/sizes", &says("START 5", "@die"));
    assert!(verdict(&says("START 5", "ERROR too small"), "start/sizes").is_ok());
    fails("start/impossible", &says("START 0", "OK"));
    fails("start/impossible", &says("START -1", "ERROR|ERROR"));
    fails("start/impossible", &says("START -1", "@die"));
    warns("start/impossible", &says("START 1000", "OK"));
    fails("start/impossible", &says("START many", "@die"));
    assert!(verdict(&says("RECTSTART", "UNKNOWN"), "start/rectangle").is_ok());
    fails("start/rectangle", &says("RECTSTART", "sorry"));
    fails("start/rectangle", &takes("RECTSTART", "RECTSTART 12,15", "OK"));
}

#[test]
fn a_second_board_is_judged() {
    let keeps = |word: &'static str| {
        let count = Rc::new(std::cell::Cell::new(0));
        let hear = move |line: &str| {
            if line.starts_with(word) {
                count.set(count.get() + 1);
                return if count.get() == 1 && word == "START" { line } else { "INFO" }.to_owned();
            }
            line.to_owned()
        };
        Twist { hear: Rc::new(hear), ..says(word, "OK") }
    };
    fails("start/again", &keeps("START"));
    fails("start/restart", &keeps("RESTART"));
    warns("start/restart", &says("RESTART", "UNKNOWN"));
    fails("start/unknown", &says("FOOBAR", ""));
    fails("start/unknown", &says("FOOBAR", "OK"));
    fails("start/unknown", &says("FOOBAR", "UNKNOWN|UNKNOWN"));
    warns("start/unknown", &adds("FOOBAR 7", "UNKNOWN"));
    fails("start/unknown", &adds("FOOBAR 7", "@die"));
    warns("start/errors", &Twist { end: ("loading", 0, true), ..Twist::default() });
}

#[test]
fn lines_are_judged() {
    fails("lines/crlf", &says("BEGIN", ""));
    fails("lines/lf", &says("DONE", ""));
    warns("lines/cr", &says("BEGIN", ""));
    fails("lines/case", &says("begin", "UNKNOWN"));
    warns("lines/blanks", &says("TURN  ", "ERROR"));
    fails("lines/burst", &says("DONE", ""));
    fails("lines/burst", &says("DONE", "OK|7,7"));
    fails("lines/pieces", &says("TURN", "UNKNOWN"));
    fails("lines/empty", &says("BEGIN", "UNKNOWN|3,3"));
    for name in ["lines/lf", "lines/burst"] {
        let finding = verdict(&says("START", "sorry\x1b[31m"), name).unwrap_err();
        assert_eq!(finding.came, "\"sorry\\u{1b}[31m\"", "{name}");
    }
}

#[test]
fn moves_are_judged() {
    for answer in ["7, 7", "7,7 ", "h8", "(7,7)", "SUGGEST 7,7", "15,7", "-1,-1", "", "@die"] {
        fails("play/begin", &says("BEGIN", answer));
    }
    fails("play/begin", &adds("BEGIN", "3,3"));
    fails("play/begin", &adds("BEGIN", "OK"));
    fails("play/turn", &says("TURN", "7,7"));
    fails("play/corners", &says("TURN 14", "ERROR"));
    warns("play/win", &says("DONE", "13,9"));
    fails("play/win", &says("DONE", "13,2"));
    warns("play/block", &says("DONE", "7,0"));
    fails("play/occupied", &says("TURN", "0,0"));
    fails("play/outside", &says("TURN 15", "0,0"));
    fails("play/outside", &says("TURN 3,15", "@die"));
    fails("play/outside", &says("TURN 15", ""));
    warns("play/malformed", &says("TURN x", ""));
    warns("play/takeback", &says("TAKEBACK", "UNKNOWN"));
    fails("play/takeback", &says("TAKEBACK", ""));
    fails("play/takeback", &takes("TAKEBACK", "INFO", "OK"));
}

#[test]
fn boards_are_judged() {
    fails("board/history", &says("DONE", "7,7"));
    fails("board/history", &adds("DONE", "7,9"));
    fails("board/empty", &says("DONE", "ERROR empty"));
    fails("board/replace", &says("DONE", "0,0"));
    warns("board/colours", &says("DONE", "4,7"));
    fails("board/full", &says("DONE", "0,0"));
    warns("board/blocked", &says("DONE", "ERROR field 3"));
    warns("board/blocked", &says("DONE", "8,7"));
    warns("board/malformed", &says("what", "ERROR here"));
    warns("board/malformed", &says("DONE", ""));
    fails("board/malformed", &says("what", "@die"));
}

#[test]
fn settings_are_judged() {
    fails("info/silent", &says("INFO nonsense", "UNKNOWN"));
    fails("info/silent", &says("INFO evaluate", "7,7"));
    fails("info/early", &says("INFO", "ERROR no board"));
    fails("info/values", &says("INFO timeout_turn soon", "ERROR"));
    fails("info/values", &says("INFO timeout_turn soon", "@die"));
    fails("info/values", &says("BEGIN", ""));
    let alone = |line: &str, good: Vec<String>| {
        if line == "INFO" { vec!["ERROR".to_owned()] } else { good }
    };
    warns("info/values", &Twist { answer: Rc::new(alone), ..Twist::default() });
    assert!(verdict(&complains_once(), "info/values").is_ok());
    warns("info/now", &says("INFO timeout_turn 0", ""));
    fails("info/now", &says("INFO timeout_turn 0", "OK"));
    assert_level(&says("DONE", "1,1"), "info/now", Level::Skipped);
    warns("info/memory", &Twist { memory: 100 << 20, ..Twist::default() });
}

#[test]
fn times_are_judged() {
    let late = |answer| says("TURN", answer);
    fails("time/turn-100", &late("@late 1200 0,0"));
    warns("time/turn-100", &{
        let answer = |line: &str, good: Vec<String>| {
            let late = |text: String| format!("@late 300 {text}");
            if line.starts_with("TURN") { good.into_iter().map(late).collect() } else { good }
        };
        Twist { answer: Rc::new(answer), ..Twist::default() }
    });
    fails("time/turn-0", &late("@late 1500 0,0"));
    fails("time/turn-0", &late(""));
    fails("time/left", &says("DONE", "@late 1500 0,0"));
    fails("time/match", &late("@late 4500 0,0"));
    let busy = |line: &str, good: Vec<String>| {
        let late = |text: String| format!("@late 4000 {text}");
        if line.starts_with("TURN") { good.into_iter().map(late).collect() } else { good }
    };
    let busy = Twist { answer: Rc::new(busy), ..Twist::default() };
    fails("rules/freestyle", &busy);
    assert!(verdict(&busy, "play/corners").is_ok());
    warns("time/prompt", &late("ERROR busy"));
}

#[test]
fn rules_are_judged() {
    for name in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        let name = format!("rules/{name}");
        warns(&name, &says("INFO rule", "ERROR unsupported"));
        warns(&name, &says("BEGIN", "ERROR unsupported rule"));
        fails(&name, &says("TURN", "7,7"));
        fails(&name, &says("INFO rule", "OK"));
    }
    fails("rules/fouls", &takes("INFO rule", "INFO rule 0", ""));
    warns("rules/overline", &says("DONE", "4,2"));
    fails("rules/swap2", &says("DONE", "7,7 7,7 8,8"));
    fails("rules/swap2", &says("DONE", "SWAP"));
    warns("rules/swap2", &says("DONE", ""));
    fails("rules/swap2", &says("DONE", "@die"));
    let only_first = says("SWAP2BOARD", "");
    let half = move |line: &str, good: Vec<String>| {
        let good = (only_first.answer)(line, good);
        good.into_iter().map(|text| text.replace("SWAP", "ERROR no field")).collect()
    };
    fails("rules/swap2", &Twist { answer: Rc::new(half), ..Twist::default() });
    assert_level(&says("SWAP2BOARD", "UNKNOWN"), "rules/swap2", Level::Skipped);
}

#[test]
fn ends_are_judged() {
    fails("end/idle", &takes("END", "INFO", ""));
    warns("end/idle", &says("END", "bye|@die"));
    warns("end/idle", &Twist { end: ("", 0, false), ..Twist::default() });
    fails("end/early", &takes("END", "INFO", ""));
    warns("end/thinking", &takes("END", "INFO", ""));
    assert_level(&says("DONE", "1,1"), "end/thinking", Level::Skipped);
    fails("end/input", &Twist { ends_with_input: false, ..Twist::default() });
    warns("end/input-thinking", &Twist { ends_with_input: false, ..Twist::default() });
    fails("end/children", &Twist { end: ("", 2, true), ..Twist::default() });
}

#[test]
fn a_program_that_does_not_start_is_given_up() {
    let (tally, text) = report(&says("START", "ERROR"), "", Format::Text);
    assert!(tally.skipped > 50 && tally.failed == 1, "{text}");
    assert!(text.contains("skipped  end/idle"), "{text}");
}

#[test]
fn a_finding_tells_what_was_said() {
    let (_, text) = report(&says("ABOUT", "none"), "start/about", Format::Text);
    let expected = [
        "failed   start/about        ABOUT before START gives name and version in one line",
        "    expected  one line of key=\"value\" pairs",
        "    found     \"none\"",
        "    log       > ABOUT",
        "              < none",
        "0 passed, 0 warnings, 1 failed, 0 skipped",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    let (_, text) = report(&says("ABOUT", "no\tne"), "start/about", Format::Tsv);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, "result\tcheck\ttitle\tnote\texpected"));
    assert_eq!(lines[1].split('\t').count(), 5, "{text}");
    let (_, text) = report(&says("ABOUT", "no\tne"), "start/about", Format::Json);
    let objects = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let [result, total]: [serde_json::Value; 2] = objects.collect::<Vec<_>>().try_into().unwrap();
    assert_eq!((&result["check"], &total["total"]["failed"]), (&"start/about".into(), &1.into()));
}

#[test]
fn a_report_speaks_the_language_and_stays_aligned() {
    let (_, text) =
        report_in(Language::Chinese, &says("ABOUT", "none"), "start/about", Format::Text);
    let expected = [
        "失败  start/about        START 之前的 ABOUT 用一行给出名称和版本",
        "    应为  一行 key=\"value\"",
        "    实际  \"none\"",
        "    对话  > ABOUT",
        "          < none",
        "通过 0 项，警告 0 项，失败 1 项，跳过 0 项",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    let only = "start/ok start/about end/children";
    let mut lines = Vec::new();
    for ended in [0, 2] {
        let twist = Twist { end: ("", ended, true), ..Twist::default() };
        let (_, text) = report_in(Language::Japanese, &twist, only, Format::Text);
        lines.extend(text.lines().filter(|line| line.contains('/')).map(str::to_owned));
    }
    let place = |line: &String| line[..line.find('/').unwrap()].rsplit_once(' ').unwrap().0.width();
    assert!(lines.iter().all(|line| place(line) == place(&lines[0])), "{lines:#?}");
    for format in [Format::Tsv, Format::Json] {
        let about = |language| report_in(language, &says("ABOUT", "none"), "start/about", format).1;
        assert_eq!(about(Language::Chinese), about(Language::English));
    }
}

#[test]
fn a_program_that_refuses_every_board_passes_no_check_of_moves() {
    let finding = verdict(&says("START", "ERROR no such board"), "play/begin").unwrap_err();
    assert_eq!(finding.level, Level::Failed);
}

#[test]
fn checks_are_chosen_by_name_section_and_rule() {
    let mut options = options();
    let count = |options: &CheckOptions, only: &[&str]| {
        let only: Vec<String> = only.iter().map(|&word| word.to_owned()).collect();
        select(options, &only).map(|cases| cases.len())
    };
    assert_eq!(count(&options, &["start/ok", "start/about"]), Ok(2));
    assert!(count(&options, &["rules"]).unwrap() > 5);
    assert_eq!(count(&options, &["start", "nonsense"]), Err("nonsense".to_owned()));
    options.rules = vec![Rule::Caro];
    assert_eq!(count(&options, &["rules"]), Ok(2));
    let (mut out, words) = (Vec::new(), Words::new(Language::Chinese));
    let cases = select(&options, &["rules".to_owned()]).unwrap();
    Report::new(&words, Format::Text).list(&cases, &mut out).unwrap();
    let start = "rules/caro         规则 8 下的两局\n";
    assert!(String::from_utf8(out).unwrap().starts_with(start));
}
