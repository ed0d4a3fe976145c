//! The parts of a game that each format cannot store.

use super::loss::Loss;
use super::stored::StoredGame;
use crate::formats::format::RecordFormat;
use crate::formats::game::{Claim, GameRecord, Verdict};
use crate::formats::renlib::Library;
use crate::formats::{ggf, psq, sgf_details, sgf_tree};
use crate::game::Outcome;
use crate::gomoku::rules::game::{self, Draw};

/// A result that the moves alone do not imply, because the game could continue.
const NO_FIVE_POSSIBLE: game::Outcome = game::Outcome::Draw(Draw::NoFivePossible);

/// The parts of `game` that `format` cannot store.
pub fn losses(format: RecordFormat, game: &StoredGame) -> impl Iterator<Item = Loss> + '_ {
    content(game).into_iter().filter(move |&part| !holds(format, game, part))
}

/// The parts of `game` that some format cannot store.
fn content(game: &StoredGame) -> Vec<Loss> {
    let (record, details) = (&game.record, &game.record.details);
    let is_off_board = match &record.verdict {
        Verdict::Board(outcome) => *outcome == Outcome::Gomoku(NO_FIVE_POSSIBLE),
        verdict => *verdict != Verdict::Unfinished,
    };
    let parts = [
        (Loss::Moves, !record.moves.is_empty()),
        (Loss::Rule, record.variant.is_gomoku()),
        (Loss::Players, record.players.iter().any(|name| name != "?")),
        (Loss::Date, record.date.is_some()),
        (Loss::Times, record.placed().any(|(_, time)| time.as_millis() > 0)),
        (Loss::Result, is_off_board),
        (Loss::Ending, is_off_board),
        (Loss::Reason, details.termination.is_some()),
        (Loss::Event, details.event.is_some()),
        (Loss::Round, details.round.is_some()),
        (Loss::TimeControl, details.time_control.is_some()),
        (Loss::Opening, details.opening_plies > 0),
    ];
    let present = parts.into_iter().filter(|&(_, is_present)| is_present).map(|(part, _)| part);
    present.chain(game.omitted.iter().copied()).collect()
}

/// Whether `format` stores that `part` of `game`.
fn holds(format: RecordFormat, game: &StoredGame, part: Loss) -> bool {
    use Loss::{
        Comments, Date, Ending, Event, Labels, Moves, Opening, Players, Result, Times, Variations,
    };
    let record = &game.record;
    let has_details = !record.details.is_empty();
    match (format, part) {
        (RecordFormat::Sgf | RecordFormat::Lib, Variations | Labels | Comments) => {
            game.tree.is_some()
        }
        (RecordFormat::Sgf, Times | Opening) => {
            game.tree.as_ref().is_none_or(|tree| is_told_in(tree, record, part))
        }
        (_, Variations | Labels | Comments | Loss::Scores | Loss::Other) => false,
        // The file has a date that no record can store, such as a year alone.
        (_, Date) if record.date.is_none() => false,
        (RecordFormat::Moves | RecordFormat::Lib, part) => part == Moves,
        (RecordFormat::Obf, part) => part == Event,
        (RecordFormat::Wthor, part) => match part {
            // The writer decides which names and scores fit.
            Moves | Players | Event | Result => true,
            Ending => keeps_ending(format, &record.verdict),
            _ => false,
        },
        (RecordFormat::Psq, Date) | (RecordFormat::Transcript, Times) => has_details,
        (RecordFormat::Psq, Players) => record.players.iter().all(|name| psq::keeps_name(name)),
        (RecordFormat::Ggf, part) if !texts(record, part).all(ggf::keeps_text) => false,
        (_, Ending) => keeps_ending(format, &record.verdict),
        _ => true,
    }
}

/// The texts of `part`.
fn texts(record: &GameRecord, part: Loss) -> impl Iterator<Item = &str> {
    let details = &record.details;
    let names = record.players.iter().map(String::as_str);
    let detail = match part {
        Loss::Event => &details.event,
        Loss::Round => &details.round,
        Loss::TimeControl => &details.time_control,
        Loss::Reason => &details.termination,
        _ => &None,
    };
    names.filter(move |_| part == Loss::Players).chain(detail.as_deref())
}

/// Whether `tree` has room for the times or opening marks of all moves, or already contains them: a move has only one
/// comment.
fn is_told_in(tree: &Library, record: &GameRecord, part: Loss) -> bool {
    let moves = record.moves.iter().enumerate();
    sgf_tree::main_line(tree).skip(1).zip(moves).all(|(at, (ply, timed))| {
        let comment = &tree.nodes[at].comment;
        let (is_opening, time) = sgf_details::parse_comment(comment);
        comment.is_empty()
            || match part {
                Loss::Times => time.unwrap_or_default() == timed.time,
                _ => is_opening == (ply < record.details.opening_plies),
            }
    })
}

/// Whether a result not decided on the board is read back unchanged.
fn keeps_ending(format: RecordFormat, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Adjudicated { claim: Claim::Draw, .. } => false,
        Verdict::Adjudicated { margin, .. } => match format {
            RecordFormat::Psq | RecordFormat::Pos => false,
            RecordFormat::Ggf | RecordFormat::Wthor => margin.is_some(),
            _ => true,
        },
        Verdict::Resigned(_) => format != RecordFormat::Wthor,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::records::{Hints, Reader};

    #[test]
    fn texts_that_a_format_changes_are_lost() {
        let lost = |text: &str, format| {
            let game = Reader::new(text.as_bytes(), Hints::default()).unwrap().next();
            losses(format, &game.unwrap().unwrap()).collect::<Vec<_>>()
        };
        let changed = "f5d6c3d3c4\nblack: A [x]\nevent: E [1]\nround: 2\nreason: stop [now]\n";
        let parts = [Loss::Players, Loss::Reason, Loss::Event];
        assert_eq!(lost(changed, RecordFormat::Ggf), parts);
        assert_eq!(lost(&changed.replace(['[', ']'], "|"), RecordFormat::Ggf), []);
        for (name, parts) in
            [("123", &[Loss::Players][..]), ("4,5", &[Loss::Players]), ("N 5", &[])]
        {
            let game = format!("h8i9g7\trule=freestyle\twhite={name}\n");
            assert_eq!(lost(&game, RecordFormat::Psq), parts, "{name}");
        }
    }

    #[test]
    fn times_and_openings_without_room_in_a_tree_are_lost() {
        let lost = |moves: &str| {
            let text = format!("(;FF[4]GM[4]SZ[15]{moves})");
            let game = Reader::new(text.as_bytes(), Hints::default()).unwrap().next();
            losses(RecordFormat::Sgf, &game.unwrap().unwrap())
                .filter(|loss| matches!(loss, Loss::Times | Loss::Opening))
                .collect::<Vec<_>>()
        };
        assert_eq!(lost(";B[hh]C[opening move 7ms];W[ii]C[nice]"), []);
        assert_eq!(lost(";B[hh]C[opening move\nnice];W[ii]"), []);
        assert_eq!(lost(";B[hh]C[7ms]C[nice];W[ii]"), [Loss::Times]);
        let both = ";B[hh]C[opening move 7ms]C[nice];W[ii]";
        assert_eq!(lost(both), [Loss::Times, Loss::Opening]);
    }
}
