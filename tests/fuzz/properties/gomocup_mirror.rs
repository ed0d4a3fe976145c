//! The game of a Gomocup session, followed with a second implementation of the rules.

use super::gomocup::{read_move, word};
use super::mirror::{BLACK, Kind, Mirror, Step, WHITE, number, other};
use super::oracle::Spot;

/// Longest request whose effect is followed; limits of length are not.
const LONGEST: usize = 4000;

/// A stone of a block with its field.
type Stone = (Spot, i32);

/// What is known of the game. After a request whose effect is not clear, it is unknown until another sets it up.
pub struct Follower {
    /// The game that the next `START` sets up.
    kind: Option<Kind>,
    mirror: Option<Mirror>,
    /// Whether dead positions may end games, which the mirror does not see.
    has_dead_draws: bool,
}

impl Follower {
    /// A session whose rule is `kind`, before its first `START`.
    pub fn new(kind: Kind) -> Follower {
        Follower { kind: Some(kind), mirror: None, has_dead_draws: false }
    }

    /// Whether the game is known.
    pub fn knows_game(&self) -> bool {
        self.mirror.is_some()
    }

    /// Follows a request that was answered at once in the right form.
    pub fn follow(&mut self, request: &str, answer: &[String]) {
        let word = word(request);
        if word == "INFO" {
            return self.set(request);
        }
        let is_refusal = |line: &String| line.starts_with("ERROR ") || line.starts_with("UNKNOWN ");
        let is_told = |line: &&str| !line.starts_with("MESSAGE ") && !line.starts_with("INFO ");
        let reply = Reply {
            is_refused: answer.iter().any(is_refusal),
            told: answer.iter().map(String::as_str).filter(is_told).collect(),
            context: format!("{request:?}: {answer:?}"),
        };
        let words = words(request);
        // If anything but a blank follows the command word, it is not clear what the arguments are.
        let arguments = match words.split_first() {
            Some((first, rest)) if first.eq_ignore_ascii_case(&word) => Some(rest),
            _ => None,
        };
        match word.as_str() {
            "START" | "RECTSTART" | "RESTART" => self.start(&word, arguments, &reply),
            "POSITION" => self.set_position(arguments, &reply),
            "BOARD" | "YXBOARD" => self.set_up(request, word == "BOARD", &reply),
            "SWAP2BOARD" => self.open(request, &reply),
            "TURN" => self.turn(arguments, &reply),
            "PLAY" => self.play(arguments, &reply),
            "BEGIN" | "YXNBEST" | "YXBALANCEONE" => self.begin(word == "BEGIN", arguments, &reply),
            "TAKEBACK" | "UNDO" => self.take_back(&word, arguments, &reply),
            "RESULT" | "FORBIDDEN" => self.judge(&word, &reply),
            "YXBALANCETWO" => self.give_up(&reply),
            // All others leave the board as it is.
            _ => {}
        }
    }

    /// The effect of a request is not clear.
    fn give_up(&mut self, reply: &Reply) {
        if !reply.is_refused {
            self.mirror = None;
        }
    }

    /// `INFO`. A rule changes the game in progress, except one of the other game.
    fn set(&mut self, request: &str) {
        let text = request.to_ascii_lowercase().replace("game_type", "");
        self.has_dead_draws |= text.contains("dead");
        let is_plain = request.bytes().all(is_plain);
        if is_plain && !["rule", "game", "dead"].iter().any(|part| text.contains(part)) {
            return;
        }
        self.kind = match words(request)[..] {
            [info, key, value]
                if info.eq_ignore_ascii_case("INFO") && key.eq_ignore_ascii_case("rule") =>
            {
                Kind::of_number(value)
            }
            _ => None,
        };
        self.kind = self.kind.filter(|_| !self.has_dead_draws);
        let in_progress = self.mirror.take().zip(self.kind);
        self.mirror = in_progress.and_then(|(mirror, kind)| mirror.under(kind));
    }

    fn start(&mut self, word: &str, arguments: Option<&[&str]>, reply: &Reply) {
        let size = match (word, arguments) {
            ("RESTART", Some([])) => self.mirror.as_ref().map(Mirror::size),
            ("START", Some([side])) => number(side).map(|side| (side, side)),
            ("RECTSTART", Some([sides])) => {
                sides.split_once(',').and_then(|(width, height)| number(width).zip(number(height)))
            }
            _ => None,
        };
        let (Some(kind), Some(size)) = (self.kind, size) else { return self.give_up(reply) };
        assert_eq!(kind.fits(size), !reply.is_refused, "{}", reply.context);
        if !reply.is_refused {
            self.mirror = Some(Mirror::new(kind, size));
        }
    }

    fn set_position(&mut self, arguments: Option<&[&str]>, reply: &Reply) {
        let read = |squares: &str, side: &str| {
            let is_square = |square: u8| [BLACK, WHITE, b'-'].contains(&square);
            let is_whole = squares.len() == 64 && squares.bytes().all(is_square);
            let side = [BLACK, WHITE].into_iter().find(|&mark| side.as_bytes() == [mark])?;
            is_whole.then(|| Mirror::from_squares(squares.as_bytes(), side))
        };
        if reply.is_refused {
            return;
        }
        self.mirror = match (self.kind, arguments) {
            (Some(Kind::Othello), Some([squares, side])) => read(squares, side),
            _ => None,
        };
    }

    fn set_up(&mut self, request: &str, is_engine_next: bool, reply: &Reply) {
        let fresh = self.mirror.as_ref().map(|mirror| Mirror::new(mirror.kind, mirror.size()));
        let stones: Option<Vec<Stone>> =
            block(request).and_then(|lines| lines.into_iter().map(stone).collect());
        let (Some(fresh), Some(stones)) = (fresh, stones) else { return self.give_up(reply) };
        let set = match fresh.kind {
            Kind::Gomoku(_) => gomoku_after(fresh, &stones, is_engine_next),
            Kind::Othello => othello_after(fresh, &stones, is_engine_next),
        };
        assert_eq!(set.is_some(), !reply.is_refused, "{}", reply.context);
        if !reply.is_refused {
            self.mirror = set;
            if is_engine_next {
                self.hear_move(reply);
            }
        }
    }

    /// `SWAP2BOARD`: the stones of the block, and the points of the reply.
    fn open(&mut self, request: &str, reply: &Reply) {
        let Some(mirror) = &self.mirror else { return };
        let mut fresh = Mirror::new(mirror.kind, mirror.size());
        let steps: Option<Vec<Step>> =
            block(request).and_then(|lines| lines.into_iter().map(point).collect());
        let (Some(steps), false) = (steps, reply.is_refused) else { return self.give_up(reply) };
        let told = reply.told[0].split(' ').filter(|&part| part != "SWAP").map(read_step);
        for step in steps.into_iter().chain(told) {
            assert!(fresh.play(step), "{step:?} {}", reply.context);
        }
        self.mirror = Some(fresh);
    }

    fn turn(&mut self, arguments: Option<&[&str]>, reply: &Reply) {
        let (Some(mirror), Some(step)) = (&mut self.mirror, only_point(arguments)) else {
            return self.give_up(reply);
        };
        assert_eq!(mirror.play(step), !reply.is_refused, "{}", reply.context);
        if !reply.is_refused {
            self.hear_move(reply);
        }
    }

    fn play(&mut self, arguments: Option<&[&str]>, reply: &Reply) {
        let Some(mirror) = &mut self.mirror else { return };
        match only_point(arguments) {
            _ if !reply.is_refused => {
                assert!(mirror.play(read_step(reply.told[0])), "{}", reply.context);
            }
            Some(step) => assert!(!mirror.allows(step), "{}", reply.context),
            None => {}
        }
    }

    fn begin(&mut self, is_begin: bool, arguments: Option<&[&str]>, reply: &Reply) {
        let Some(mirror) = &self.mirror else { return };
        if !reply.is_refused {
            assert!(!mirror.is_over(), "{}", reply.context);
            self.hear_move(reply);
        } else if is_begin && arguments.is_some_and(|rest| rest.is_empty()) {
            assert!(mirror.is_over(), "{}", reply.context);
        }
    }

    fn take_back(&mut self, word: &str, arguments: Option<&[&str]>, reply: &Reply) {
        let Some(mirror) = &mut self.mirror else { return };
        let plies = match arguments {
            Some([]) => Some(1),
            Some([plies]) => number(plies).filter(|&plies| plies > 0),
            _ => None,
        };
        let is_possible = match (word, only_point(arguments), plies) {
            ("TAKEBACK", Some(step), _) => mirror.take_back(step),
            ("UNDO", _, Some(plies)) => {
                plies as usize <= mirror.plies() && (0..plies).all(|_| mirror.undo())
            }
            _ => return self.give_up(reply),
        };
        assert_eq!(is_possible, !reply.is_refused, "{}", reply.context);
    }

    /// `RESULT` and `FORBIDDEN`.
    fn judge(&mut self, word: &str, reply: &Reply) {
        let Some(mirror) = &mut self.mirror else { return };
        if !reply.is_refused && word == "RESULT" {
            assert_eq!(mirror.is_over(), reply.told[0] != "RESULT none", "{}", reply.context);
        } else if !reply.is_refused {
            assert_eq!(mirror.forbidden(), reply.told[0]);
        }
    }

    /// The engine's move, or a pass after the end of the game.
    fn hear_move(&mut self, reply: &Reply) {
        let Some(mirror) = &mut self.mirror else { return };
        let step = read_step(reply.told[0]);
        let fits = if mirror.is_over() { step.is_none() } else { mirror.play(step) };
        assert!(fits, "{}", reply.context);
    }

    /// Compares the game with the replies to `SHOW` and `MOVES`.
    pub fn compare(&self, board: &[String]) {
        let Some(mirror) = &self.mirror else { return };
        for (row, line) in mirror.rows().iter().zip(&board[1..]) {
            let cells = line.bytes().skip("MESSAGE  1 ".len()).take(row.len());
            let cells = cells.map(|cell| match cell.to_ascii_uppercase() {
                cell @ (BLACK | WHITE | b'#') => cell,
                _ => b'.',
            });
            assert!(cells.eq(row.iter().copied()), "{row:?} {board:#?}");
        }
        let next = if mirror.side == BLACK { "black to move" } else { "white to move" };
        let caption = &board[mirror.rows().len() + 2];
        assert!(mirror.is_over() || caption.ends_with(next), "{next}, {caption}");
        assert_eq!(board.last(), Some(&mirror.moves()));
    }
}

/// A reply to one request.
struct Reply<'a> {
    is_refused: bool,
    /// Its lines for programs.
    told: Vec<&'a str>,
    /// Request and reply.
    context: String,
}

fn is_plain(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}

/// The words of a line; none if it has uncommon characters.
fn words(line: &str) -> Vec<&str> {
    let is_clear = line.len() < LONGEST && line.bytes().all(is_plain);
    line.split(' ').filter(|word| is_clear && !word.is_empty()).collect()
}

/// The lines of a block between its command and `DONE`, if it has a common form.
fn block(request: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = if request.contains('\n') {
        let lines = request.split('\n').map(|line| match words(line)[..] {
            [word] => Some(word),
            _ => None,
        });
        lines.collect::<Option<_>>()?
    } else {
        words(request)
    };
    let [first, lines @ .., done] = &parts[..] else { return None };
    let is_clear = first.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && done.eq_ignore_ascii_case("DONE")
        && request.len() < LONGEST;
    is_clear.then(|| lines.to_vec())
}

/// `x,y,f`.
fn stone(line: &str) -> Option<Stone> {
    let (spot, field) = line.rsplit_once(',')?;
    let field = number(field).filter(|field| (1..=3).contains(field))?;
    let (x, y) = spot.split_once(',')?;
    Some(((number(x)?, number(y)?), field))
}

/// `x,y`, or a letter and a number, or a pass.
fn point(text: &str) -> Option<Step> {
    if text == "-1,-1" {
        return Some(None);
    }
    if let Some((x, y)) = text.split_once(',') {
        return Some(Some((number(x)?, number(y)?)));
    }
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let row = number(text.get(1..)?)?;
    let is_point = (b'a'..=b'v').contains(&letter) && (1..=22).contains(&row);
    is_point.then(|| Some((i32::from(letter - b'a'), row - 1)))
}

fn only_point(arguments: Option<&[&str]>) -> Option<Step> {
    match arguments {
        Some([argument]) => point(argument),
        _ => None,
    }
}

/// A move in a reply.
fn read_step(text: &str) -> Step {
    read_move(text).filter(|&spot| spot != (-1, -1))
}

/// The side with this field, if the first stone is Black's.
fn side_of(field: i32, stones: &[Stone]) -> u8 {
    let black = stones.iter().map(|&(_, field)| field).find(|&field| field != 3);
    if field == black.unwrap_or(1) { BLACK } else { WHITE }
}

/// The position after a block of stones; `None` if two are on one point or one is off the board.
fn gomoku_after(mut mirror: Mirror, stones: &[Stone], is_engine_next: bool) -> Option<Mirror> {
    let (blocked, owned): (Vec<Stone>, Vec<Stone>) =
        stones.iter().copied().partition(|&(_, field)| field == 3);
    let is_set = blocked.iter().all(|&(spot, _)| mirror.block(spot))
        && owned.iter().all(|&(spot, field)| mirror.place(spot, side_of(field, stones)));
    let next = match owned.last() {
        _ if is_engine_next => side_of(1, stones),
        Some(&(_, field)) => other(side_of(field, stones)),
        None => BLACK,
    };
    mirror.give_turn_to(next);
    is_set.then_some(mirror)
}

/// The position after a block of moves, in which passes are left out; `None` if one is illegal.
fn othello_after(mut mirror: Mirror, stones: &[Stone], is_engine_next: bool) -> Option<Mirror> {
    for &(spot, field) in stones {
        let is_passed = mirror.side == side_of(field, stones) || mirror.play(None);
        if field == 3 || !is_passed || !mirror.play(Some(spot)) {
            return None;
        }
    }
    if !is_engine_next {
        // Played only if it is forced.
        mirror.play(None);
        return Some(mirror);
    }
    let is_ready = mirror.side == side_of(1, stones) || mirror.is_over();
    (is_ready || mirror.play(None)).then_some(mirror)
}
