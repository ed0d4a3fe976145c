//! The game of an NBoard session, followed with a second implementation of the rules.

use super::mirror::{BLACK, Mirror, Step, WHITE};

/// What is known of the game. After a command whose effect is not clear, it is unknown until another sets it.
pub struct Follower {
    mirror: Option<Mirror>,
}

impl Follower {
    pub fn new() -> Follower {
        Follower { mirror: Some(Mirror::othello()) }
    }

    /// Whether the game is known.
    pub fn knows_game(&self) -> bool {
        self.mirror.is_some()
    }

    /// Follows a line that arrived while no search was running. `replies` are all lines that it caused.
    pub fn follow(&mut self, line: &str, replies: &[&str]) {
        let context = format!("{line:?}: {replies:?}");
        let (word, rest) = split(line);
        let best: Vec<&str> =
            replies.iter().filter_map(|reply| reply.strip_prefix("=== ")).collect();
        match (word, split(rest)) {
            ("go", _) if replies.iter().any(|reply| reply.starts_with("status no game: ")) => {
                assert!(self.mirror.is_none() && best.is_empty(), "{context}");
            }
            ("go", _) => {
                assert_eq!(best.len(), 1, "{context}");
                self.check(best[0], &context);
            }
            _ if !best.is_empty() => panic!("{context}"),
            ("move", _) => self.play(rest, replies, &context),
            ("set", ("game", game)) => {
                self.mirror = if replies.is_empty() { read(game) } else { None };
            }
            // All others leave the game as it is.
            _ => {}
        }
    }

    /// A move of the engine, which does not play it.
    fn check(&mut self, best: &str, context: &str) {
        let step = step(best).unwrap_or_else(|| panic!("no move: {context}"));
        let Some(mirror) = &mut self.mirror else { return };
        let fits = if mirror.is_over() { step.is_none() } else { mirror.allows(step) };
        assert!(fits, "{context}");
    }

    fn play(&mut self, text: &str, replies: &[&str], context: &str) {
        let Some(mirror) = &mut self.mirror else { return };
        let Some(step) = step(text) else {
            if replies.is_empty() {
                self.mirror = None;
            }
            return;
        };
        // Forced passes need not be sent.
        let is_passed = step.is_some() && mirror.play(None);
        let is_legal = mirror.play(step);
        if is_passed && !is_legal {
            mirror.undo();
        }
        assert_eq!(is_legal, replies.is_empty(), "{context}");
    }
}

/// The first word and the rest.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The move before a `/`.
pub fn step(text: &str) -> Option<Step> {
    let text = text.split('/').next()?.trim().to_ascii_lowercase();
    match *text.as_bytes() {
        [b'p', b'a'] => Some(None),
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
            Some(Some((i32::from(column - b'a'), i32::from(row - b'1'))))
        }
        _ => None,
    }
}

/// The end of a game in GGF that has its board before its moves and every pass; `None` for any other.
fn read(text: &str) -> Option<Mirror> {
    let text = text.strip_prefix("(;GM[Othello]")?.strip_suffix(')')?;
    let mut rest = text.strip_suffix(';').unwrap_or(text);
    let mut mirror: Option<Mirror> = None;
    while !rest.is_empty() {
        let (name, after) = rest.split_once('[')?;
        let (value, after) = after.split_once(']')?;
        rest = after;
        if value.contains(['[', '\\', '(', ')', ';']) {
            return None;
        }
        match name {
            "PC" | "DT" | "PB" | "PW" | "RE" | "TI" => {}
            "TY" if value == "8" => {}
            "BO" if mirror.is_none() => mirror = Some(board(value.strip_prefix("8 ")?)?),
            "B" | "W" => {
                let mirror = mirror.as_mut()?;
                let side = if name == "B" { BLACK } else { WHITE };
                if mirror.side != side || !mirror.play(step(value)?) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    mirror
}

/// 64 squares and the side to move, in any grouping.
fn board(text: &str) -> Option<Mirror> {
    let marks: Option<Vec<u8>> = text
        .bytes()
        .filter(|&byte| byte != b' ')
        .map(|byte| match byte {
            b'*' => Some(BLACK),
            b'O' => Some(WHITE),
            b'-' => Some(b'-'),
            _ => None,
        })
        .collect();
    let marks = marks.filter(|marks| marks.len() == 65 && marks[64] != b'-')?;
    Some(Mirror::from_squares(&marks[..64], marks[64]))
}
