//! The protocol of Cassio: lines as commands, and replies as lines.

use std::fmt;
use std::time::Duration;

use crate::color::Color;
use crate::coord::Move;
use crate::frontend::text::printable;
use crate::othello::rules::game::Game;
use crate::othello::rules::square::SIZE;
use crate::search::report::{Line, Progress, Selectivity};

/// The word before every command.
const PREFIX: &str = "ENGINE-PROTOCOL";

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Init,
    Version,
    /// The next search begins a new analysis.
    NewPosition,
    /// A search of a position.
    Search(Box<Search>),
    /// The result of a search, to be stored in the table.
    FeedHash,
    /// Clears the tables.
    EmptyHash,
    /// Asks for the progress of the search.
    SearchInfos,
    /// A blank line: asks whether a search is running.
    Alive,
    Stop,
    Quit,
}

/// A search requested by Cassio. Its bounds of the score are not needed: a full-window search covers them.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    pub game: Game,
    /// Deepest iteration in plies; `None` for the end of the game.
    pub depth: Option<u32>,
    /// Selectivity in per cent required of the result; 100 for exact.
    pub precision: u32,
}

/// Reads a line.
///
/// # Errors
/// It is not a command, or its arguments are invalid.
pub fn parse(line: &str) -> Result<Command, String> {
    let (prefix, rest) = split(line);
    match prefix {
        "" => return Ok(Command::Alive),
        PREFIX => {}
        other => {
            return Err(format!("unknown protocol '{}' (expected {PREFIX})", printable(other)));
        }
    }
    let (word, arguments) = split(rest);
    Ok(match word.to_ascii_lowercase().as_str() {
        "init" => Command::Init,
        "get-version" => Command::Version,
        "new-position" => Command::NewPosition,
        "midgame-search" => Command::Search(Box::new(search("midgame-search", arguments, true)?)),
        "endgame-search" => Command::Search(Box::new(search("endgame-search", arguments, false)?)),
        "feed-hash" => Command::FeedHash,
        "empty-hash" => Command::EmptyHash,
        "get-search-infos" => Command::SearchInfos,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        _ => return Err(format!("unknown command '{}'", printable(word))),
    })
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A position, the bounds of its score, the depth if it `has_depth`, and the precision.
fn search(word: &str, text: &str, has_depth: bool) -> Result<Search, String> {
    let (game, rest) = position(text).ok_or_else(|| {
        format!(
            "{word}: invalid position '{}' (expected 64 squares and the side to move)",
            printable(text)
        )
    })?;
    let numbers: Option<Vec<f64>> = rest.split_whitespace().map(|n| n.parse().ok()).collect();
    let (depth, precision) = match (has_depth, numbers.as_deref()) {
        (true, Some(&[_, _, depth, precision])) => (Some(depth as u32), precision as u32),
        (false, Some(&[_, _, precision])) => (None, precision as u32),
        _ => {
            let depth = if has_depth { ", a depth" } else { "" };
            return Err(format!(
                "{word}: invalid arguments '{}' (expected two bounds{depth} and a precision)",
                printable(rest.trim())
            ));
        }
    };
    Ok(Search { game, depth, precision })
}

/// A position at the beginning of `text`, and the rest.
fn position(text: &str) -> Option<(Game, &str)> {
    let mut marks = text.char_indices().filter(|(_, mark)| !mark.is_whitespace());
    let mut squares = [None; 64];
    for square in &mut squares {
        *square = match marks.next()?.1 {
            '-' | '.' => None,
            disc => Some(side(disc)?),
        };
    }
    let (at, mark) = marks.next()?;
    Some((Game::set_up(&squares, side(mark)?), &text[at + mark.len_utf8()..]))
}

fn side(mark: char) -> Option<Color> {
    match mark.to_ascii_lowercase() {
        'x' | 'b' | '*' => Some(Color::Black),
        'o' | 'w' => Some(Color::White),
        _ => None,
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Ready,
    /// A search is running.
    Busy,
    Version,
    Error(String),
    /// Nodes and time of the running search.
    Infos(u64, Duration),
    /// An iteration of a search of this position.
    Result(Box<(Game, Progress)>),
    Bye,
}

impl fmt::Display for Reply {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready => f.write_str("ready."),
            Reply::Busy => f.write_str("ok."),
            Reply::Version => write!(f, "version: Tengen {}", env!("CARGO_PKG_VERSION")),
            Reply::Error(text) => write!(f, "ERROR: {text}"),
            Reply::Infos(nodes, time) => write!(f, "node {nodes}, time {:.3}", time.as_secs_f64()),
            Reply::Result(result) => write_result(&result.0, &result.1, f),
            Reply::Bye => f.write_str("bye bye."),
        }
    }
}

/// The position, the best move, depth and precision, the bounds of the score for the side to move, the expected
/// moves, nodes and time.
fn write_result(game: &Game, progress: &Progress, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(Line { score, moves }) = progress.lines.first() else { return Ok(()) };
    let (letter, mark) = match game.side_to_move() {
        Color::Black => ('B', 'X'),
        Color::White => ('W', 'O'),
    };
    let squares = SIZE.points().map(|point| match game.cell(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    });
    let precision = match progress.selectivity {
        Selectivity::Cut(percent) | Selectivity::CutToTheEnd(percent) => percent,
        Selectivity::Extended(_) => 100,
    };
    let value = f64::from(score.disc_hundredths()) / 100.0;
    write!(f, "{}{mark}, move ", squares.collect::<String>())?;
    write_move(moves[0], game.side_to_move(), f)?;
    write!(f, ", depth {}, @{precision}%, ", progress.depth)?;
    write!(f, "{letter}{value:+.2} <= v <= {letter}{value:+.2}, ")?;
    let sides = [game.side_to_move(), game.side_to_move().opponent()].into_iter().cycle();
    moves.iter().zip(sides).try_for_each(|(&mv, side)| write_move(mv, side, f))?;
    write!(f, ", node {}, time {:.3}", progress.nodes, progress.elapsed.as_secs_f64())
}

/// A move in capitals for Black and in small letters for White.
fn write_move(mv: Move, side: Color, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = mv.point().map_or("pa".to_owned(), |point| point.to_string());
    f.write_str(&if side == Color::Black { text.to_ascii_uppercase() } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::report::Score;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn searches_are_read_with_the_side_joined_or_apart() {
        let search = |depth, precision| {
            Command::Search(Box::new(Search { game: Game::new(), depth, precision }))
        };
        for text in [format!("{START}X"), format!("{START} X"), START.replace('X', "*") + "b"] {
            let midgame = format!("ENGINE-PROTOCOL midgame-search {text} -64.00 64.00 12 73");
            assert_eq!(parse(&midgame), Ok(search(Some(12), 73)), "{text}");
            let endgame = format!("ENGINE-PROTOCOL endgame-search {text} -1 1 100");
            assert_eq!(parse(&endgame), Ok(search(None, 100)), "{text}");
        }
        assert_eq!(parse("  "), Ok(Command::Alive));
    }

    #[test]
    fn faults_are_named() {
        for (line, fault) in [
            ("init", "unknown protocol 'init' (expected ENGINE-PROTOCOL)".to_owned()),
            ("ENGINE-PROTOCOL", "unknown command ''".to_owned()),
            (
                &format!("ENGINE-PROTOCOL midgame-search {START}X 1 2 3"),
                "midgame-search: invalid arguments '1 2 3' (expected two bounds, a depth and a precision)"
                    .to_owned(),
            ),
            (
                &format!("ENGINE-PROTOCOL endgame-search {START}X 1 2 x"),
                "endgame-search: invalid arguments '1 2 x' (expected two bounds and a precision)".to_owned(),
            ),
        ] {
            assert_eq!(parse(line), Err(fault), "{line}");
        }
        assert!(parse(&format!("ENGINE-PROTOCOL endgame-search {START} 1 2 3")).is_err());
    }

    #[test]
    fn results_are_written_as_cassio_reads_them() {
        let place = |text| Move::from_text(text).unwrap();
        let progress = Progress {
            depth: 12,
            selectivity: Selectivity::Cut(73),
            nodes: 1234,
            elapsed: Duration::from_millis(1500),
            lines: vec![Line {
                score: Score::Discs(-150),
                moves: vec![place("f5"), place("d6"), Move::Pass],
            }],
            calibration: None,
        };
        assert_eq!(
            Reply::Result(Box::new((Game::new(), progress))).to_string(),
            format!(
                "{START}X, move F5, depth 12, @73%, B-1.50 <= v <= B-1.50, F5d6PA, node 1234, time 1.500"
            )
        );
        let infos = Reply::Infos(99, Duration::from_millis(20));
        assert_eq!(infos.to_string(), "node 99, time 0.020");
    }
}
