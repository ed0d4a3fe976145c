//! Requests about the position database: the jobs of Yixin's front end.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::game::{Game as SessionGame, occupied};
use super::thinking::Desk;
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::database::lookup::KnownMove;
use crate::database::transfer::{self, Policy, Writer};
use crate::database::{Database, Failure, Record, check, clean, edit, lookup};
use crate::formats::bounded::read_file_at_most;
use crate::formats::encoding::Encoding;
use crate::formats::records::reader;
use crate::formats::renlib;
use crate::frontend::desk::{Refusal, Target};
use crate::frontend::gomocup::protocol::database::{
    DatabaseCommand, DatabaseReply, FileJob, PositionJob, Upkeep,
};
use crate::frontend::gomocup::protocol::{Problem, Reply};
use crate::gomoku::rules::game::{Game, Stone};
use crate::gomoku::rules::rule::Rule;
use crate::replacement::Replacement;

/// Positions per transaction when a file is read.
const BATCH: usize = 10_000;

/// Answers `command` with the database of the desk, about the rule and board in use.
pub fn answer(game: &mut SessionGame, command: DatabaseCommand) -> Result<Vec<Reply>, Problem> {
    let desk = &mut game.desk;
    if let DatabaseCommand::File(FileJob::Open, name) = &command {
        let path = path(desk, FileJob::Open, name);
        let opened = open(desk, &path).map_err(|problem| in_file(name, problem))?;
        return Ok(vec![Reply::Database(opened)]);
    }
    let is_searching = desk.running().is_some();
    // A query must not delay the move.
    let database =
        if is_searching { desk.archive.database_so_far() } else { desk.archive.database() };
    if database.is_some() && command.is_change() && desk.settings.is_database_read_only() {
        return Err(failed(Failure::ReadOnly));
    }
    if changes_values(&command) {
        desk.archive.note_change();
    }
    let replies = match (database, command) {
        (Some(database), DatabaseCommand::File(job, name)) => {
            let path = path(desk, job, &name);
            let done = file(game, &database, job, &path);
            vec![done.map_err(|problem| in_file(&name, problem))?]
        }
        (Some(database), DatabaseCommand::Upkeep(job)) => vec![upkeep(&database, job)?],
        (Some(database), DatabaseCommand::Position(job, moves)) => {
            about_position(&database, &position(game, &moves)?, job)?
        }
        (None, DatabaseCommand::Position(job, _)) => without_database(&job)?,
        (None, _) => return Err(Problem::NoDatabase),
    };
    Ok(replies.into_iter().map(Reply::Database).collect())
}

/// Whether `command` may change values that searches have used.
fn changes_values(command: &DatabaseCommand) -> bool {
    match command {
        DatabaseCommand::Position(PositionJob::EditComment(_), _)
        | DatabaseCommand::Position(PositionJob::EditLabel(..), _) => false,
        _ => command.is_change(),
    }
}

/// Front ends send queries after every move, whether or not there is a database.
fn without_database(job: &PositionJob) -> Result<Vec<DatabaseReply>, Problem> {
    match job {
        PositionJob::QueryAll { with_comment: false } => {
            Ok(vec![DatabaseReply::Refresh, DatabaseReply::Done])
        }
        _ => Err(Problem::NoDatabase),
    }
}

fn failed(error: impl std::fmt::Display) -> Problem {
    Problem::Database(error.to_string())
}

/// The path of the file `name`.
fn path(desk: &Desk, job: FileJob, name: &str) -> PathBuf {
    if job.writes() { desk.settings.file_to_write(name) } else { desk.settings.file(name) }
}

/// `problem` with the name of its file.
fn in_file(name: &str, problem: Problem) -> Problem {
    match problem {
        Problem::Database(why) => Problem::Database(format!("{name}: {why}")),
        other => other,
    }
}

fn open(desk: &mut Desk, path: &Path) -> Result<DatabaseReply, Problem> {
    let database = Database::open_or_read(path).map_err(failed)?;
    let positions = database.view().and_then(|view| view.len()).map_err(failed)?;
    let is_read_only = database.is_read_only();
    desk.open_database(Arc::new(database));
    Ok(DatabaseReply::Opened { positions, is_read_only })
}

/// The game on the board, under the rule in use.
fn on_board(game: &SessionGame) -> Result<Game, Problem> {
    game.gomoku_on_board("the database")
}

/// Rule and board in use.
fn variant(game: &SessionGame) -> Result<(Rule, Size), Problem> {
    on_board(game).map(|game| (game.rule(), game.size()))
}

/// Exchanges positions with the file `path`.
fn file(
    game: &SessionGame,
    database: &Database,
    job: FileJob,
    path: &Path,
) -> Result<DatabaseReply, Problem> {
    let mut report = |_| Ok(());
    let mut writer = Writer::new(database, Policy::Merge, BATCH, &mut report);
    match job {
        FileJob::Open => unreachable!("opening is not about an open database"),
        FileJob::ReadText => {
            let mut text = BufReader::new(File::open(path).map_err(failed)?);
            transfer::import_text(&mut text, Encoding::default(), &mut writer).map_err(failed)?;
        }
        FileJob::ReadLibrary => {
            let (rule, _) = variant(game)?;
            let bytes = read_file_at_most(reader::LARGEST, path).map_err(failed)?;
            let library = renlib::read(&bytes, Encoding::default()).map_err(failed)?;
            transfer::import_library(&library, rule, &mut writer).map_err(failed)?;
        }
        FileJob::Merge => {
            let source = Database::open_read_only(path).map_err(failed)?;
            let view = source.view().map_err(failed)?;
            transfer::merge(&view, &mut writer).map_err(failed)?;
        }
        FileJob::Split => {
            let root = on_board(game)?;
            let target = Database::open(path).map_err(failed)?;
            let view = database.view().map_err(failed)?;
            let mut writer = Writer::new(&target, Policy::Merge, BATCH, &mut report);
            transfer::split(&view, &root, &mut writer).map_err(failed)?;
            return Ok(DatabaseReply::Written(writer.handled));
        }
        FileJob::WriteText { .. } | FileJob::WriteMoves | FileJob::WriteLibrary => {
            return write_file(game, database, job, path).map(DatabaseReply::Written);
        }
    }
    Ok(DatabaseReply::Read { handled: writer.handled, changed: writer.changed })
}

/// # Errors
/// `path` refers to the file of `database`, which must not be replaced.
pub fn spare(database: &Database, path: &Path) -> Result<(), String> {
    if database.is_in(path) {
        return Err("this file is the database itself".to_owned());
    }
    Ok(())
}

/// Writes a file and returns the number of positions in it.
fn write_file(
    game: &SessionGame,
    database: &Database,
    job: FileJob,
    path: &Path,
) -> Result<u64, Problem> {
    spare(database, path).map_err(Problem::Database)?;
    let view = database.view().map_err(failed)?;
    let mut out = Replacement::new(path).map_err(failed)?;
    let written = match job {
        FileJob::WriteText { all } => {
            let variant = if all { None } else { Some(variant(game)?) };
            transfer::export_text(&view, variant, &mut out).map_err(failed)?
        }
        FileJob::WriteMoves => {
            let exported = transfer::export_moves(&view, variant(game)?, &mut out);
            exported.map_err(failed)?.written
        }
        _ => {
            let exported = transfer::export_library(&view, &on_board(game)?);
            let (library, exported) = exported.map_err(failed)?;
            out.write_all(&renlib::write(&library).map_err(failed)?).map_err(failed)?;
            exported.written
        }
    };
    out.commit().map_err(failed)?;
    Ok(written)
}

fn upkeep(database: &Database, job: Upkeep) -> Result<DatabaseReply, Problem> {
    let checked = || check::check(&database.view()?);
    match job {
        Upkeep::Save => Ok(DatabaseReply::Saved),
        Upkeep::Check => {
            let report = checked().map_err(failed)?;
            Ok(DatabaseReply::Checked { positions: report.positions, faults: report.faults() })
        }
        Upkeep::Fix => check::fix(database).map(DatabaseReply::Fixed).map_err(failed),
    }
}

/// The position after the moves of a block, Black first. Like any position that is set up, it may contain fouls.
fn position(game: &SessionGame, targets: &[Target]) -> Result<Game, Problem> {
    let (rule, size) = variant(game)?;
    let mut color = Color::Black;
    let mut stones: Vec<(Point, Stone)> = Vec::with_capacity(targets.len());
    for (index, target) in targets.iter().enumerate() {
        let mv = target.on(size).map_err(|refusal| Problem::from(refusal).at_line(index))?;
        if let Move::Place(point) = mv {
            if let Some(&(_, there)) = stones.iter().find(|&&(taken, _)| taken == point) {
                return Err(occupied(point, there).at_line(index));
            }
            stones.push((point, Stone::Of(color)));
        }
        color = !color;
    }
    let mut game = Game::set_up(rule, size, &stones)
        .expect("every stone has a point of its own on the board in use");
    game.give_turn_to(color);
    Ok(game)
}

fn about_position(
    database: &Database,
    game: &Game,
    job: PositionJob,
) -> Result<Vec<DatabaseReply>, Problem> {
    let known = || lookup::position(&database.view()?, game);
    Ok(match job {
        PositionJob::QueryAll { with_comment } => {
            let mut replies = moves(database, game)?;
            if with_comment {
                let record = known().map_err(failed)?.unwrap_or_default();
                replies.push(DatabaseReply::Comment(record.comment));
            }
            replies
        }
        PositionJob::QueryOne => vec![DatabaseReply::One(known().map_err(failed)?)],
        PositionJob::QueryComment => {
            let record = known().map_err(failed)?.unwrap_or_default();
            vec![DatabaseReply::Comment(record.comment)]
        }
        PositionJob::DeleteOne => {
            let was_known = edit::delete(database, game).map_err(failed)?;
            vec![DatabaseReply::Deleted(was_known.into())]
        }
        PositionJob::DeleteAll(deletion) => {
            let chosen = |record: &Record| deletion.includes(record);
            let count = edit::delete_after(database, game, deletion.is_recursive, chosen);
            let mut replies = vec![DatabaseReply::Deleted(count.map_err(failed)?)];
            replies.extend(moves(database, game)?);
            replies
        }
        PositionJob::SetBest => done(edit::set_best(database, game))?,
        PositionJob::ClearBest => done(edit::clear_best(database, game))?,
        PositionJob::Edit(change) => {
            edit::edit(database, game, |record, _| change.apply(record)).map_err(failed)?;
            vec![DatabaseReply::One(known().map_err(failed)?)]
        }
        PositionJob::EditComment(text) => {
            done(edit::edit(database, game, |record, _| record.comment = clean(&text)))?
        }
        PositionJob::EditLabel(target, text) => {
            let Move::Place(point) = target.on(game.size())? else {
                return Err(Refusal::OffBoard { target, size: game.size() }.into());
            };
            done(edit::edit(database, game, |record, canonical| {
                record.set_label(canonical.to_key(point), &text);
            }))?
        }
    })
}

/// No replies if the change succeeded.
fn done(result: Result<(), Failure>) -> Result<Vec<DatabaseReply>, Problem> {
    result.map(|()| Vec::new()).map_err(failed)
}

/// The known moves of `game`, as the front end expects them.
fn moves(database: &Database, game: &Game) -> Result<Vec<DatabaseReply>, Problem> {
    let known = database.view().and_then(|view| lookup::moves(&view, game)).map_err(failed)?;
    let mut replies = vec![DatabaseReply::Refresh];
    replies.extend(
        known.into_iter().map(|KnownMove { point, record, label }| DatabaseReply::Move {
            point,
            record,
            label,
        }),
    );
    replies.push(DatabaseReply::Done);
    Ok(replies)
}
