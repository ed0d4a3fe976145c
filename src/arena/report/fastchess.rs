//! The lines of fastchess, for programs that read them.
//!
//! Source: `app/src/matchmaking/output/output_fastchess.hpp` and `match/match.hpp` of fastchess 74deac2.

use super::text::number;
use crate::arena::clock::TimeControl;
use crate::arena::ending::{Ending, PlayedGame, Reason};
use crate::arena::stats::elo::Strength;
use crate::arena::stats::score::Duel;
use crate::arena::stats::sprt::Sprt;
use crate::arena::tournament::{Engine, OpeningSource, Tournament};
use crate::color::Color;

/// Pairs of games between two blocks of results, fastchess's default.
pub const INTERVAL: u64 = 10;
/// The line around a block.
const RULE: &str = "--------------------------------------------------\n";

/// The line about a finished game. The engine named first moves first (in swap2: proposes), and `1-0` is its win.
pub fn finished(game: &PlayedGame, tournament: &Tournament) -> String {
    let [first, second] = tournament.schedule.game(game.number).players;
    let color = if game.players[0] == first { Color::Black } else { Color::White };
    let result = ["0-1", "1/2-1/2", "1-0"][game.half_points(color) as usize];
    let name = |engine: usize| &tournament.engines[engine].name;
    let (number, reason) = (game.number + 1, reason(&game.ending));
    format!("Finished game {number} ({} vs {}): {result} {{{reason}}}\n", name(first), name(second))
}

/// The block of results of the two engines of `tournament`; empty before the first game.
pub fn results(duel: &Duel, tournament: &Tournament, sprt: Option<&Sprt>) -> String {
    let Some(Strength { elo, normalized_elo, los, .. }) = Strength::of(duel) else {
        return String::new();
    };
    let value = |value: f64, error: f64| format!("{} +/- {}", number(value, 2), number(error, 2));
    let (wdl, pairs) = (duel.wdl(), duel.pairs().0);
    let [lost, lost_half, even, won_half, won] = pairs;
    let test = sprt.map_or_else(String::new, |sprt| test(sprt, sprt.llr(duel)));
    format!(
        "{RULE}{}\nElo: {}, nElo: {}\nLOS: {:.2} %, DrawRatio: {} %, PairsRatio: {}\nGames: {}, Wins: {}, Losses: {}, \
         Draws: {}, Points: {:.1} ({:.2} %)\nPtnml(0-2): {pairs:?}, WL/DD Ratio: {}\n{test}{RULE}",
        title(tournament),
        value(elo.value, elo.half_width()),
        value(normalized_elo.value, normalized_elo.error),
        100.0 * los,
        ratio(100 * even, duel.pairs().pairs()),
        ratio(won + won_half, lost + lost_half),
        wdl.games(),
        wdl.wins,
        wdl.losses,
        wdl.draws,
        wdl.points(),
        100.0 * wdl.score(),
        ratio(even - duel.drawn_pairs(), duel.drawn_pairs()),
    )
}

/// The last line, after the last game; empty if games remain.
pub fn end(duel: &Duel, sprt: Option<&Sprt>, is_complete: bool) -> String {
    match sprt.and_then(|sprt| Some((sprt, sprt.verdict(sprt.llr(duel))?))) {
        Some((sprt, accepted)) => {
            format!(
                "SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted\n",
                sprt.elo0, sprt.elo1
            )
        }
        None if is_complete => "Tournament finished\n".to_owned(),
        None => String::new(),
    }
}

/// `LLR: 0.83 (28.2%) (-2.94, 2.94) [0.00, 5.00]`: the LLR, its share of the bound of the same sign, the bounds, the
/// test.
fn test(sprt: &Sprt, llr: f64) -> String {
    let [low, high] = sprt.bounds();
    let share = if llr < 0.0 { -llr / low } else { llr / high };
    format!(
        "LLR: {} ({}%) ({low:.2}, {high:.2}) [{:.2}, {:.2}]\n",
        number(llr, 2),
        number(100.0 * share, 1),
        sprt.elo0,
        sprt.elo1
    )
}

/// `Results of a vs b (10+0.1, 1t, 16MB, book.txt):`. Values that are not set are `NULL`.
fn title(tournament: &Tournament) -> String {
    let engines = &tournament.engines[..2];
    let both = |text: &dyn Fn(&Engine) -> String| {
        let [first, second] = [text(&engines[0]), text(&engines[1])];
        if first == second { first } else { format!("{first} - {second}") }
    };
    let null = || "NULL".to_owned();
    let limits = both(&|engine| limits(&engine.time));
    let threads = both(&|engine| engine.threads.map_or_else(null, |threads| format!("{threads}t")));
    let memory =
        both(&|engine| engine.memory.map_or_else(null, |bytes| format!("{}MB", bytes >> 20)));
    let book = match &tournament.openings {
        OpeningSource::File(path) => path.file_name().unwrap_or(path.as_os_str()),
        OpeningSource::Generated { .. } | OpeningSource::Swap2 => "".as_ref(),
    };
    let book = if book.is_empty() { String::new() } else { format!(", {}", book.display()) };
    let (first, second) = (&engines[0].name, &engines[1].name);
    format!("Results of {first} vs {second} ({limits}, {threads}, {memory}{book}):")
}

/// The first limit that is set: game and increment in seconds, a move, plies, nodes.
fn limits(time: &TimeControl) -> String {
    match *time {
        TimeControl { game: Some(game), increment, .. } if increment.is_zero() => {
            game.as_secs_f64().to_string()
        }
        TimeControl { game: Some(game), increment, .. } => {
            format!("{}+{}", game.as_secs_f64(), increment.as_secs_f64())
        }
        TimeControl { turn: Some(turn), .. } => format!("{}/move", turn.as_secs_f64()),
        TimeControl { depth: Some(depth), .. } => format!("{depth} plies"),
        TimeControl { nodes: Some(nodes), .. } => format!("{nodes} nodes"),
        _ => String::new(),
    }
}

/// A ratio as C++ prints it.
fn ratio(part: u64, whole: u64) -> String {
    if part == 0 && whole == 0 {
        "nan".to_owned()
    } else {
        format!("{:.2}", part as f64 / whole as f64)
    }
}

/// Why the game ended; faults use the wording of fastchess, by which its readers count them.
fn reason(ending: &Ending) -> String {
    let Some(winner) = ending.winner else {
        return match ending.reason {
            Reason::DeadDraw | Reason::Solved | Reason::MoveLimit | Reason::AgreedDraw => {
                "Draw by adjudication".to_owned()
            }
            reason => format!("Draw by {reason}"),
        };
    };
    let name = |color| if color == Color::Black { "Black" } else { "White" };
    let (winner, loser) = (name(winner), name(!winner));
    match ending.reason {
        Reason::NoStart | Reason::Crash => format!("{loser} disconnects"),
        Reason::Silence => format!("{loser}'s connection stalls"),
        Reason::Overtime => format!("{loser} loses on time"),
        Reason::Occupied | Reason::Forbidden | Reason::Illegal | Reason::Garbage => {
            format!("{loser} makes an illegal move")
        }
        Reason::Resignation => format!("{loser} resigns"),
        Reason::Solved | Reason::MoveLimit | Reason::AgreedWin => {
            format!("{winner} wins by adjudication")
        }
        reason => format!("{winner} wins by {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::samples::game;
    use crate::arena::plan::MatchPlan;
    use crate::arena::stats::score::{Pentanomial, Wdl};

    fn tournament(options: &str) -> Tournament {
        let engines = "[[engine]]\ncmd = \"a\"\nname = \"new\"\nthreads = 1\nmemory = 16777216\ntc = \"10+0.1\"\n\
                       [[engine]]\ncmd = \"b\"\nname = \"old\"\nthreads = 2\nmemory = 16777216\ntc = \"10+0.1\"\n";
        MatchPlan::from_toml(&format!("{options}\n{engines}")).unwrap().resolve().unwrap()
    }

    #[test]
    fn results_are_those_of_fastchess() {
        // The Elo differences are in fastchess's own tests (app/tests/elo_test.cpp, 2f5e888).
        let wdl = Wdl { wins: 301, draws: 70, losses: 209 };
        let duel = Duel::from_counts(wdl, Pentanomial([34, 54, 63, 64, 75]));
        let tournament = tournament("[sprt]\nelo0 = 0.0\nelo1 = 200.0");
        let sprt = tournament.sprt.as_ref();
        let llr = sprt.unwrap().llr(&duel);
        let share = -100.0 * llr / -2.944_439;
        let expected = format!(
            "--------------------------------------------------\n\
             Results of new vs old (10+0.1, 1t - 2t, 16MB):\n\
             Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28\n\
             LOS: 100.00 %, DrawRatio: 21.72 %, PairsRatio: 1.58\n\
             Games: 580, Wins: 301, Losses: 209, Draws: 70, Points: 336.0 (57.93 %)\n\
             Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: inf\n\
             LLR: {llr:.2} ({share:.1}%) (-2.94, 2.94) [0.00, 200.00]\n\
             --------------------------------------------------\n"
        );
        assert_eq!(results(&duel, &tournament, sprt), expected);
        assert!(llr < -2.95, "{llr}");
        let end_line = "SPRT ([0.00, 200.00]) completed - H0 was accepted\n";
        assert_eq!(end(&duel, sprt, false), end_line);
    }

    #[test]
    fn nothing_played_has_no_results() {
        let duel = Duel::new(0, 1);
        assert_eq!(results(&duel, &tournament(""), None), "");
        assert_eq!(end(&duel, None, false), "");
        assert_eq!(end(&duel, None, true), "Tournament finished\n");
    }

    #[test]
    fn even_pairs_are_told_apart() {
        let games = [
            game(0, [0, 1], None),
            game(1, [1, 0], None),
            game(2, [0, 1], Some(Color::Black)),
            game(3, [1, 0], Some(Color::Black)),
        ];
        let text = results(&Duel::of(&games, 0, 1), &tournament(""), None);
        assert!(text.contains("[0, 0, 2, 0, 0], WL/DD Ratio: 1.00\n"), "{text}");
        assert!(text.contains("DrawRatio: 100.00 %, PairsRatio: nan\n"), "{text}");
    }

    #[test]
    fn a_result_is_that_of_the_engine_named_first() {
        let line = |number, players, winner| {
            finished(&game(number, players, winner), &tournament("swap2 = true"))
        };
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(
            line(0, [0, 1], black),
            "Finished game 1 (new vs old): 1-0 {Black wins by five}\n"
        );
        assert_eq!(
            line(1, [1, 0], black),
            "Finished game 2 (old vs new): 1-0 {Black wins by five}\n"
        );
        assert_eq!(
            line(3, [1, 0], None),
            "Finished game 4 (old vs new): 1/2-1/2 {Draw by full board}\n"
        );
        // The proposer plays White.
        assert_eq!(
            line(0, [1, 0], black),
            "Finished game 1 (new vs old): 0-1 {Black wins by five}\n"
        );
        assert_eq!(
            line(0, [1, 0], white),
            "Finished game 1 (new vs old): 1-0 {White wins by five}\n"
        );
    }

    #[test]
    fn faults_have_the_words_that_readers_look_for() {
        for fault in Reason::ALL.into_iter().filter(|reason| reason.is_fault()) {
            let ending =
                Ending { winner: Some(Color::Black), reason: fault, detail: String::new() };
            let said = reason(&ending);
            let known = ["disconnect", "stalls", "on time", "illegal"];
            assert!(
                said.starts_with("White") && known.iter().any(|word| said.contains(word)),
                "{said}"
            );
        }
    }
}
