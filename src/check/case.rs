//! What a check is and what can come of it.
//!
//! A check is a function that talks to the program it is about. It either ends well, with a note on
//! what was seen, or with one finding: what was expected, what came, and what was said before.

use crate::check::exam::Exam;
use crate::gomoku::rules::rule::Rule;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It is against the protocol.
    Failed,
    /// The protocol recommends otherwise, managers of today live with it, or it is a matter of
    /// strength.
    Warning,
    /// There was nothing to judge: the program does not offer this, or the system cannot tell.
    Skipped,
}

/// Why a check did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How grave it is.
    pub level: Level,
    /// What should have come; empty if skipped.
    pub expected: String,
    /// What came instead, or why the check was skipped.
    pub came: String,
    /// The end of the conversation: `> ` what was sent, `< ` what came.
    pub said: Vec<String>,
    /// Whether the program had ended when nobody asked it to.
    pub ended: bool,
}

/// What comes of a check: a note for people, or a finding.
pub type Verdict = Result<String, Finding>;

/// One check.
#[derive(Clone, Copy)]
pub struct Case {
    /// Section and name: `start/ok`.
    pub name: &'static str,
    /// What is checked, in a few words.
    pub title: &'static str,
    /// The rule that it belongs to; `None` if it is not about one.
    pub rule: Option<Rule>,
    /// The check itself.
    pub run: fn(&Exam) -> Verdict,
}

impl Case {
    /// A check that belongs to no rule.
    pub const fn new(name: &'static str, title: &'static str, run: fn(&Exam) -> Verdict) -> Case {
        Case { name, title, rule: None, run }
    }

    /// A check of one rule.
    pub const fn of_rule(
        rule: Rule,
        name: &'static str,
        title: &'static str,
        run: fn(&Exam) -> Verdict,
    ) -> Case {
        Case { name, title, rule: Some(rule), run }
    }

    /// The part of its name before the slash.
    pub fn section(&self) -> &'static str {
        self.name.split('/').next().unwrap_or(self.name)
    }
}

impl Finding {
    /// A check without a result, and why.
    pub fn skipped(reason: &str) -> Finding {
        let came = reason.to_owned();
        Finding {
            level: Level::Skipped,
            expected: String::new(),
            came,
            said: Vec::new(),
            ended: false,
        }
    }

    /// The same finding as a warning, unless the program has ended: that is never a small matter.
    pub fn softened(self) -> Finding {
        let soft = self.level == Level::Failed && !self.ended;
        Finding { level: if soft { Level::Warning } else { self.level }, ..self }
    }
}
