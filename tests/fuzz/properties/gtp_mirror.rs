//! The game of a GTP session, followed with a second implementation of the rules.

use tengen::gomoku::rules::rule::Rule;

use super::mirror::{BLACK, Kind, Mirror, Step, WHITE, number, other};
use super::oracle::Spot;

/// Commands that leave the game as it is.
const QUESTIONS: [&str; 21] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "list_games",
    "komi",
    "cputime",
    "stop",
    "time_settings",
    "time_left",
    "analyze",
    "lz-analyze",
    "kata-analyze",
    "gogui-analyze_commands",
    "gogui-interrupt",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_final_result",
    "tengen-best_moves",
    "tengen-forbidden",
];

/// What is known of the game. After a command whose effect is not clear, it is unknown until another starts a game.
pub struct Follower {
    /// The game that the next `boardsize` starts.
    kind: Option<Kind>,
    mirror: Option<Mirror>,
    /// The number of plies before each pass that the manager did not send.
    unsent: Vec<usize>,
    /// The number of passes after the end of the game.
    idle: usize,
    /// Whether dead positions may end games, which the mirror does not see.
    has_dead_draws: bool,
}

impl Follower {
    pub fn new(kind: Kind, size: (i32, i32)) -> Follower {
        let mirror = Some(Mirror::new(kind, size));
        Follower { kind: Some(kind), mirror, unsent: Vec::new(), idle: 0, has_dead_draws: false }
    }

    /// Whether the game is known.
    pub fn knows_game(&self) -> bool {
        self.mirror.is_some()
    }

    /// Follows a command and checks its answer. `words` have neither number nor comment.
    pub fn follow(&mut self, words: &[&str], response: &str) {
        let is_refused = response.starts_with('?');
        let text = response[1..].trim_start_matches(|c: char| c.is_ascii_digit());
        let context = format!("{words:?}: {response:?}");
        let expected = match *words {
            ["set_game", game] if !is_refused => return self.set_game(game),
            ["info", key, ref value @ ..] if !value.is_empty() => {
                return self.set(key, value, is_refused);
            }
            ["info", ..] => return,
            ["boardsize", side] => self.resize(number(side).map(|side| (side, side)), is_refused),
            ["boardsize" | "rectangular_boardsize", width, height] => {
                self.resize(number(width).zip(number(height)), is_refused)
            }
            ["clear_board"] => {
                let size = self.mirror.as_ref().map(Mirror::size);
                self.resize(size, is_refused)
            }
            ["play", side, vertex] => self.play_all(&[side, vertex]),
            ["gogui-play_sequence", ref moves @ ..] => self.play_all(moves),
            ["undo"] => self.undo(),
            ["genmove", side] => self.hear_move(side, text, true),
            ["reg_genmove", side] => self.hear_move(side, text, false),
            [name, side, ..] if name.ends_with("genmove_analyze") && !is_refused => {
                let last = text.lines().last().unwrap_or_default();
                self.hear_move(side, last.strip_prefix("play ").unwrap_or_default(), true)
            }
            ["final_score"] => self.mirror.as_ref().map(Mirror::is_over),
            [question] if self.tell(question, text.trim_start_matches(' ')) => Some(true),
            [name, ..] if QUESTIONS.contains(&name) => return,
            _ => None,
        };
        match expected {
            // Nothing is known of the game, or of this command.
            None if !is_refused => self.mirror = None,
            None => {}
            Some(expected) => assert_eq!(expected, !is_refused, "{context}"),
        }
    }

    /// `info`. A rule changes the game in progress, or starts another game.
    fn set(&mut self, key: &str, value: &[&str], is_refused: bool) {
        let key = key.to_ascii_lowercase();
        if is_refused || !["rule", "game", "dead_draw"].contains(&&key[..]) {
            return;
        }
        self.has_dead_draws |= key == "dead_draw";
        self.kind = match value {
            [number] if key == "rule" && !self.has_dead_draws => Kind::of_number(number),
            _ => None,
        };
        let in_progress = self.mirror.take().zip(self.kind);
        self.mirror = in_progress.and_then(|(mirror, kind)| mirror.under(kind));
        if self.mirror.as_ref().is_some_and(|mirror| !mirror.is_over()) {
            self.idle = 0;
        }
    }

    fn set_game(&mut self, game: &str) {
        let game = game.to_ascii_lowercase();
        let kind = match (&game[..], self.kind) {
            ("othello", _) => Some(Kind::Othello),
            ("gomoku", Some(Kind::Gomoku(rule))) => Some(Kind::Gomoku(rule)),
            ("gomoku", _) => None,
            (rule, _) => rule.parse::<Rule>().ok().map(Kind::Gomoku),
        };
        self.kind = kind.filter(|_| !self.has_dead_draws);
        let before = self.mirror.as_ref().map(|mirror| (mirror.kind, mirror.size()));
        let size = match (self.kind, before) {
            (Some(Kind::Othello), _) => Some((8, 8)),
            (Some(Kind::Gomoku(_)), Some((Kind::Gomoku(_), size))) => Some(size),
            (Some(Kind::Gomoku(_)), Some((Kind::Othello, _))) => Some((15, 15)),
            _ => None,
        };
        self.start(size);
    }

    /// Starts a game; without `size` it is unknown.
    fn start(&mut self, size: Option<(i32, i32)>) {
        self.mirror = self.kind.zip(size).map(|(kind, size)| Mirror::new(kind, size));
        self.unsent.clear();
        self.idle = 0;
    }

    /// A new game on a board of `size`; returns whether the game is played on it.
    fn resize(&mut self, size: Option<(i32, i32)>, is_refused: bool) -> Option<bool> {
        let (kind, size) = self.kind.zip(size)?;
        if !is_refused {
            self.start(kind.fits(size).then_some(size));
        }
        Some(kind.fits(size))
    }

    /// Plays all of `moves`, a side and a point each, or none; returns whether they are legal.
    fn play_all(&mut self, moves: &[&str]) -> Option<bool> {
        let mirror = self.mirror.as_ref()?;
        let before = (mirror.clone(), self.unsent.clone(), self.idle);
        let (pairs, rest) = moves.as_chunks::<2>();
        let read = |&[side, vertex]: &[&str; 2]| {
            let step = step(vertex, mirror)?;
            Some((color(side)?, step))
        };
        let moves: Option<Vec<(u8, Step)>> = pairs.iter().map(read).collect();
        let moves = moves.filter(|_| rest.is_empty())?;
        let are_legal = moves.into_iter().all(|(side, step)| self.play(side, step));
        if !are_legal {
            let (mirror, unsent, idle) = before;
            (self.mirror, self.unsent, self.idle) = (Some(mirror), unsent, idle);
        }
        Some(are_legal)
    }

    fn play(&mut self, side: u8, step: Step) -> bool {
        let Some(mirror) = &self.mirror else { return false };
        if step.is_none() && mirror.is_over() {
            self.idle += 1;
            return true;
        }
        if !self.turn_to(side) {
            return false;
        }
        let Some(mirror) = &mut self.mirror else { return false };
        if step.is_none() && mirror.kind != Kind::Othello {
            mirror.give_turn_to(other(side));
            return true;
        }
        mirror.play(step)
    }

    /// Makes `side` the side to move by a pass of the other side, in Othello only if that is forced.
    fn turn_to(&mut self, side: u8) -> bool {
        let Some(mirror) = &mut self.mirror else { return false };
        if mirror.side == side || mirror.is_over() {
            return true;
        }
        let before = mirror.plies();
        if mirror.kind != Kind::Othello {
            mirror.give_turn_to(side);
        } else if !mirror.play(None) {
            return false;
        }
        self.unsent.push(before);
        true
    }

    fn take_back_unsent(&mut self) {
        let Some(mirror) = &mut self.mirror else { return };
        if self.unsent.last().is_some_and(|&before| before + 1 == mirror.plies()) {
            self.unsent.pop();
            mirror.undo();
        }
    }

    fn undo(&mut self) -> Option<bool> {
        self.mirror.as_ref()?;
        if self.idle > 0 {
            self.idle -= 1;
            return Some(true);
        }
        let is_undone = self.mirror.as_mut()?.undo();
        self.take_back_unsent();
        Some(is_undone)
    }

    /// A move of the engine for `side`; returns whether the side can be to move.
    fn hear_move(&mut self, side: &str, text: &str, is_played: bool) -> Option<bool> {
        let side = color(side)?;
        self.mirror.as_ref()?;
        if !self.turn_to(side) {
            return Some(false);
        }
        let mirror = self.mirror.as_mut()?;
        let told = step(text.trim(), mirror).unwrap_or_else(|| panic!("{text:?} is no move"));
        if mirror.is_over() {
            assert_eq!(told, None, "a move after the end");
            self.idle += usize::from(is_played);
        } else if is_played {
            assert!(mirror.play(told), "{text:?} after {}", mirror.moves());
        } else {
            assert!(mirror.allows(told), "{text:?} after {}", mirror.moves());
            self.take_back_unsent();
        }
        Some(true)
    }

    /// Checks the answer to a question about the board; returns whether `question` is one and the board is known.
    fn tell(&mut self, question: &str, text: &str) -> bool {
        let Some(mirror) = &mut self.mirror else { return false };
        match question {
            "showboard" => assert_eq!(drawn(text), cells(mirror), "{text}"),
            "gogui-rules_board" => {
                let mut rows = cells(mirror);
                if mirror.kind == Kind::Othello {
                    rows.reverse();
                }
                let rows: String = rows.iter().map(|row| format!("\n{}", row.join(" "))).collect();
                assert_eq!(text, rows);
            }
            "gogui-rules_side_to_move" => {
                assert_eq!(text, if mirror.side == BLACK { "black" } else { "white" });
            }
            "gogui-rules_legal_moves" if mirror.must_pass() => assert_eq!(text, "pass"),
            "gogui-rules_legal_moves" => {
                let known: &Mirror = mirror;
                let told: Option<Vec<Step>> =
                    text.split_whitespace().map(|vertex| step(vertex, known)).collect();
                let legal: Vec<Step> = mirror.legal_spots().into_iter().map(Some).collect();
                assert_eq!(told, Some(legal), "{text:?}");
            }
            _ => return false,
        }
        true
    }
}

fn color(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(BLACK),
        "w" | "white" => Some(WHITE),
        _ => None,
    }
}

/// The move that `text` names in the game; the point may be off the board.
fn step(text: &str, mirror: &Mirror) -> Option<Step> {
    let text = text.to_ascii_lowercase();
    if ["pass", "pa", "ps"].contains(&&text[..]) {
        return Some(None);
    }
    let column = "abcdefghjklmnopqrstuvwxyz".find(text.chars().next()?)?;
    let row = number(text.get(1..)?).filter(|&row| (1..=255).contains(&row))?;
    let spot: Spot = match mirror.kind {
        Kind::Gomoku(_) => (column as i32, mirror.size().1 - row),
        Kind::Othello => (column as i32, row - 1),
    };
    Some(Some(spot))
}

/// The cells of the board as hosts write them, row by row from the top of the mirror's board.
fn cells(mirror: &Mirror) -> Vec<Vec<String>> {
    let cell =
        |&cell: &u8| if cell == b'#' { "?".to_owned() } else { char::from(cell).to_string() };
    mirror.rows().iter().map(|row| row.iter().map(cell).collect()).collect()
}

/// The same from a picture: the lines that begin and end with the same number.
fn drawn(picture: &str) -> Vec<Vec<String>> {
    let cell = |cell: &str| match cell {
        "x" | "X" => "X".to_owned(),
        "o" | "O" => "O".to_owned(),
        "?" | "#" => "?".to_owned(),
        _ => ".".to_owned(),
    };
    let picture = picture.replace(['(', ')'], " ");
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, cells @ .., last] = &words[..] else { return None };
        let cells: Vec<String> = cells.iter().map(|&text| cell(text)).collect();
        (first == last && number(first).is_some()).then_some(cells)
    };
    picture.lines().filter_map(row).collect()
}
