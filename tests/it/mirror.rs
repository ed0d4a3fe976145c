//! A game tracked in parallel with the engine, to check every move it plays.

use tengen::coord::{Move, Size};
use tengen::frontend::desk::Target;
use tengen::game::Position;
use tengen::gomoku::rules::game::Game;
use tengen::gomoku::rules::rule::Rule;
use tengen::othello;

use crate::program::Program;
use crate::properties::gomocup::read_move;

/// An empty Gomoku board.
pub fn gomoku(rule: Rule, width: u8, height: u8) -> Position {
    Position::Gomoku(Game::new(rule, Size::new(width, height).unwrap()).unwrap())
}

/// The start of Othello.
pub fn othello() -> Position {
    Position::Othello(othello::rules::game::Game::new())
}

/// The Gomocup number of a rule.
pub fn number(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
        Rule::CaroExact => 9,
    }
}

/// Plays the move of a reply, which must be legal.
pub fn follow(position: &mut Position, reply: &str) -> Move {
    let (x, y) = read_move(reply).unwrap_or_else(|| panic!("'{reply}' is no move"));
    let mv = Target { x, y }.on(position.size());
    let mv = mv.unwrap_or_else(|_| panic!("{reply} is not on the board"));
    if let Err(illegal) = position.play(mv) {
        panic!("{illegal} after {}", told(position));
    }
    mv
}

/// The expected reply to `MOVES`.
pub fn told(position: &Position) -> String {
    let plies: Vec<String> = position.history().iter().map(|ply| ply.mv.to_string()).collect();
    format!("MOVES {}", if plies.is_empty() { "-".into() } else { plies.join(" ") })
}

/// The expected reply to `RESULT`.
pub fn result(position: &Position) -> String {
    let outcome = position.outcome(false);
    format!("RESULT {}", outcome.map_or("none".into(), |outcome| outcome.to_string()))
}

/// Plays a game between two engines from `position`, which both hold with `black` to move. Both must see
/// the same end.
pub fn play_out(black: &mut Program, white: &mut Program, position: &mut Position) {
    let mut players = [black, white];
    let mut request = "BEGIN".to_owned();
    while position.outcome(false).is_none() {
        let must_pass = position.must_pass();
        let reply = players[0].ask(&request);
        let mv = follow(position, &reply);
        assert_eq!(must_pass, mv == Move::Pass);
        request = format!("TURN {reply}");
        players.swap(0, 1);
    }
    let end = result(position);
    let over = format!("the game is over: {}", end.strip_prefix("RESULT ").unwrap());
    players[0].expect(&request, &format!("MESSAGE {over}"));
    assert_eq!(players[0].line(), "-1,-1");
    for player in players {
        player.expect("RESULT", &end);
        player.expect("MOVES", &told(position));
        player.expect("BEGIN", &format!("ERROR {over}"));
        player.expect("TURN 0,0", &format!("ERROR {over}"));
        player.expect("NBEST 1", &format!("ERROR {over}"));
        player.expect("EVAL", &format!("ERROR {over}"));
        assert!(player.pending().is_empty());
    }
}
