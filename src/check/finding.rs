//! The result of a check: a note, or a finding with what was expected, what came and the conversation.

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The program violates the protocol.
    Failed,
    /// The protocol recommends otherwise but today's managers cope, or it is a matter of strength.
    Warning,
    /// There was nothing to judge: the program does not offer this, or the system does not report it.
    Skipped,
}

/// Why a check did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub level: Level,
    /// What was expected; empty if skipped.
    pub expected: String,
    /// What was found instead, or why the check was skipped.
    pub came: String,
    /// The end of the conversation: lines sent after `> `, lines received after `< `.
    pub said: Vec<String>,
    /// Whether the program ended unasked.
    pub ended: bool,
}

/// A note for people, or a finding.
pub type CheckResult = Result<String, Finding>;

impl Finding {
    /// The finding of a check without a result.
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

    /// The same finding as a warning, unless the program ended, which is always a failure.
    pub fn softened(self) -> Finding {
        let soft = self.level == Level::Failed && !self.ended;
        Finding { level: if soft { Level::Warning } else { self.level }, ..self }
    }
}
