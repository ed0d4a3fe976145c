//! The engine of the web page, on the public interface of the library alone.
//!
//! A request and its replies are JSON objects. Each request carries the whole game, so that a page that stops
//! a search by ending its worker loses nothing:
//!
//! - `{"do": "show", "rule": "renju", "size": 15, "moves": "h8 i9"}` asks for the position.
//! - `{"do": "search", ..., "time": 1000}` searches it: `time` in milliseconds, `depth` and `nodes` are the
//!   limits. The replies have a `line` each, the last one also has `best`, the move.
//!
//! A request that cannot be served gets a reply with an `error`.

use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::{Value, json};
use tengen::{Color, Engine, Game, Limits, Move, Outcome, Point, Report, Size, Variant};

/// Memory of the transposition table, in bytes.
pub const TABLE_BYTES: usize = 64 << 20;

/// Serves `request` and passes each reply to `reply`.
pub fn answer(engine: &mut Engine, request: &str, reply: &mut dyn FnMut(&Value)) {
    if let Err(error) = serve(engine, request, reply) {
        reply(&json!({ "error": error }));
    }
}

fn serve(engine: &mut Engine, request: &str, reply: &mut dyn FnMut(&Value)) -> Result<(), String> {
    let request: Value = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let game = game(&request)?;
    match request["do"].as_str() {
        Some("show") => reply(&position(&game)),
        Some("search") => {
            let found = engine.search(&game, &limits(&request), |report| {
                reply(&progress(report));
                ControlFlow::Continue(())
            });
            let mut last = progress(&found);
            last["best"] = json!(found.best_move().map(|mv| mv.to_string()));
            reply(&last);
        }
        _ => return Err(format!("unknown request '{}' (expected show or search)", request["do"])),
    }
    Ok(())
}

/// The game that `request` describes.
fn game(request: &Value) -> Result<Game, String> {
    let rule = request["rule"].as_str().unwrap_or_default();
    let mut variant: Variant =
        rule.parse().map_err(|error| format!("unknown rule '{rule}' ({error})"))?;
    if let (Variant::Gomoku { size, .. }, Some(side)) = (&mut variant, request["size"].as_u64()) {
        let square = u8::try_from(side).ok().and_then(|side| Size::new(side, side));
        *size = square.ok_or_else(|| format!("invalid size '{side}' (expected 5 to 22)"))?;
    }
    let mut game = Game::new(variant).map_err(|error| error.to_string())?;
    for text in request["moves"].as_str().unwrap_or_default().split_whitespace() {
        let mv = Move::from_text(text).ok_or_else(|| format!("invalid move '{text}'"))?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn limits(request: &Value) -> Limits {
    let mut limits = Limits::new();
    if let Some(ms) = request["time"].as_u64() {
        limits = limits.time(Duration::from_millis(ms));
    }
    if let Some(depth) = request["depth"].as_u64() {
        limits = limits.depth(u32::try_from(depth).unwrap_or(u32::MAX));
    }
    if let Some(nodes) = request["nodes"].as_u64() {
        limits = limits.nodes(nodes);
    }
    limits
}

/// The board row by row (`X` Black, `O` White, `.` empty) and all that the page shows beside it.
fn position(game: &Game) -> Value {
    let size = game.variant().size();
    let cell = |point: Point| match game.stone(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let outcome = game.outcome();
    let row = match &outcome {
        Some(Outcome::Row { points, .. }) => texts(points),
        _ => Vec::new(),
    };
    let forbidden: Vec<String> =
        game.forbidden_points().iter().map(|(point, _)| point.to_string()).collect();
    json!({
        "board": size.points().map(cell).collect::<String>(),
        "turn": game.side_to_move().to_string(),
        "legal": texts(&game.legal_points()),
        "forbidden": forbidden,
        "pass": game.must_pass(),
        "over": outcome.is_some(),
        "winner": outcome.and_then(|outcome| outcome.winner()).map(|winner| winner.to_string()),
        "row": row,
    })
}

fn texts(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

fn progress(report: &Report) -> Value {
    let line = report.lines.first();
    let moves: Vec<String> =
        line.iter().flat_map(|line| &line.moves).map(|mv| mv.to_string()).collect();
    json!({
        "depth": report.depth,
        "nodes": report.nodes,
        "ms": report.elapsed.as_secs_f64() * 1000.0,
        "chance": line.map(|line| line.score.winning_chance()),
        "score": line.map(|line| format!("{:?}", line.score)),
        "line": moves,
    })
}

/// What the page's worker calls and provides.
#[cfg(target_family = "wasm")]
mod worker {
    use std::cell::RefCell;

    use tengen::Engine;

    #[link(wasm_import_module = "tengen")]
    unsafe extern "C" {
        /// Takes a reply: `length` bytes of UTF-8 at `text`.
        // SAFETY: the worker only reads the text, and only during the call.
        safe fn reply(text: *const u8, length: usize);
    }

    thread_local! {
        static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(super::TABLE_BYTES));
        static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    /// Room for a request of `length` bytes of UTF-8.
    // SAFETY: no other function of the module has this name.
    #[unsafe(no_mangle)]
    pub extern "C" fn request(length: usize) -> *mut u8 {
        REQUEST.with_borrow_mut(|request| {
            *request = vec![0; length];
            request.as_mut_ptr()
        })
    }

    /// Serves the request that was written to that room.
    // SAFETY: no other function of the module has this name.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() {
        let request = REQUEST.take();
        let request = String::from_utf8_lossy(&request);
        ENGINE.with_borrow_mut(|engine| {
            super::answer(engine, &request, &mut |value| {
                let text = value.to_string();
                reply(text.as_ptr(), text.len());
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(request: &str) -> Vec<Value> {
        let mut replies = Vec::new();
        answer(&mut Engine::new(1 << 20), request, &mut |reply| replies.push(reply.clone()));
        replies
    }

    #[test]
    fn a_search_reports_its_progress_and_ends_with_a_move() {
        for (rule, moves) in [("renju", "h8 i9 g9"), ("othello", "f5 d6")] {
            let request =
                json!({ "do": "search", "rule": rule, "size": 15, "moves": moves, "depth": 4 });
            let replies = replies(&request.to_string());
            let (last, earlier) = replies.split_last().unwrap();
            assert!(!earlier.is_empty() && earlier.iter().all(|reply| reply["best"].is_null()));
            assert_eq!(last["best"], last["line"][0]);
            assert!(last["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)));
        }
    }

    #[test]
    fn bad_requests_get_an_error() {
        for request in [
            "",
            "[]",
            r#"{"do": "show", "rule": "go"}"#,
            r#"{"do": "sing", "rule": "renju"}"#,
            r#"{"do": "show", "rule": "renju", "size": 4}"#,
            r#"{"do": "show", "rule": "renju", "size": 999}"#,
            r#"{"do": "show", "rule": "renju", "moves": "h8 h8"}"#,
            r#"{"do": "show", "rule": "othello", "moves": "a1"}"#,
            r#"{"do": "search", "rule": "othello", "moves": "here"}"#,
        ] {
            let replies = replies(request);
            assert!(replies.len() == 1 && replies[0]["error"].is_string(), "{request} {replies:?}");
        }
    }
}
