//! Tests of the session without threads or clocks: the test plays the manager and the searcher, so that it
//! controls the order of all events.

mod clock;
mod database;
mod opening;
mod order;
mod othello;
mod search;
mod start;
mod stop;
mod yixin;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Effect, Input, Session};
use crate::coord::{Move, Point, parse_points};
use crate::engine::{Event, Job, Order};
use crate::frontend::desk::Settings;
use crate::frontend::gomocup::protocol::dialect::Dialect;
use crate::frontend::gomocup::protocol::render::render;
use crate::game::{Position, Variant};
use crate::gomoku::rules::rule::Rule;
use crate::search::control::Control;
use crate::search::report::{Evaluation, Line, Progress, RootMark, Score, Selectivity};
use crate::search::table::TableFile;

/// A session whose manager and searcher are played by the test.
struct Bench {
    session: Session,
    dialect: Dialect,
    jobs: Vec<Job>,
    replies: Vec<String>,
    exited: bool,
    /// Number of orders to the searcher to clear its tables.
    cleared: usize,
    /// The last number of threads ordered.
    threads: usize,
    /// The variants the searcher was ordered to prepare for.
    prepared: Vec<Position>,
    /// The points that the searcher was last ordered to avoid.
    avoided: Vec<Point>,
    /// The points that the last job had to avoid.
    avoided_by_last_job: Vec<Point>,
    /// Whether preparation waits for the test.
    prepares_slowly: bool,
}

impl Bench {
    fn new(variant: Variant) -> Bench {
        let settings = Settings::new(variant, false);
        let (jobs, replies) = (Vec::new(), Vec::new());
        let dialect = Dialect::new();
        Bench {
            session: Session::new(settings, 0),
            dialect,
            jobs,
            replies,
            exited: false,
            cleared: 0,
            threads: 1,
            prepared: Vec::new(),
            avoided: Vec::new(),
            avoided_by_last_job: Vec::new(),
            prepares_slowly: false,
        }
    }

    /// A session after `requests`.
    fn after(requests: &str) -> Bench {
        let mut bench = Bench::new(Variant::gomoku(Rule::Freestyle));
        bench.ask(requests);
        bench
    }

    /// Sends the lines of `requests`, separated by `|`; returns the immediate replies.
    fn ask(&mut self, requests: &str) -> String {
        self.ask_at(requests, Instant::now())
    }

    fn ask_at(&mut self, requests: &str, at: Instant) -> String {
        self.send_at(requests, at);
        self.collect()
    }

    fn send_at(&mut self, requests: &str, at: Instant) {
        for line in requests.split('|') {
            if let Some(request) = self.dialect.feed(line) {
                self.session.receive(Input { at, request });
            }
        }
    }

    fn end_input(&mut self) -> String {
        self.session.end_of_input();
        self.collect()
    }

    /// Finishes the oldest job with `moves` as its lines; returns the replies.
    fn finish_with(&mut self, moves: &[Move]) -> String {
        self.finish_scored(moves, Score::Points(0))
    }

    /// Finishes the oldest job with `moves` as its lines, all with `score`; returns the replies.
    fn finish_scored(&mut self, moves: &[Move], score: Score) -> String {
        let line = |&mv: &Move| Line { score, moves: vec![mv] };
        self.finish_searched(moves.iter().map(line).collect())
    }

    /// Finishes the oldest job with `lines`; returns the replies.
    fn finish_searched(&mut self, lines: Vec<Line>) -> String {
        let job = self.jobs.remove(0);
        let result = Progress {
            depth: 1,
            selectivity: Selectivity::Extended(1),
            nodes: 1,
            elapsed: Duration::ZERO,
            lines,
            calibration: None,
        };
        self.session.hear(Event::Finished { id: job.id, result });
        self.collect()
    }

    /// Finishes the oldest job with the first legal points.
    fn finish(&mut self) -> String {
        let job = &self.jobs[0];
        let points = job.position.legal_points().take(job.request.lines);
        let moves: Vec<Move> = points.map(Move::Place).collect();
        self.finish_with(&moves)
    }

    /// Completes the preparation; returns the replies.
    fn get_ready(&mut self) -> String {
        self.session.hear(Event::Prepared);
        self.collect()
    }

    fn control(&self) -> Arc<Control> {
        Arc::clone(&self.jobs[0].control)
    }

    fn collect(&mut self) -> String {
        let before = self.replies.len();
        for effect in self.session.take_effects() {
            match effect {
                Effect::Exit => self.exited = true,
                Effect::Order(Order::Search(job)) => {
                    self.avoided_by_last_job.clone_from(&self.avoided);
                    self.jobs.push(*job);
                }
                Effect::Order(Order::Evaluate { id, .. }) => {
                    self.session.hear(Event::Evaluated { id, evaluation: Some(EVALUATION) });
                    self.collect();
                }
                Effect::Order(Order::Clear) => self.cleared += 1,
                Effect::Order(Order::Threads(threads)) => self.threads = threads,
                Effect::Order(Order::Prepare(position)) => {
                    self.prepared.push(*position);
                    if !self.prepares_slowly {
                        self.get_ready();
                    }
                }
                Effect::Order(Order::Avoid(points)) => self.avoided = points,
                Effect::Order(Order::Table(file)) => {
                    let result = match file {
                        TableFile::Measure => Ok("measured".to_owned()),
                        TableFile::Load(path, _) if path.ends_with("good") => {
                            Ok("loaded".to_owned())
                        }
                        TableFile::Save(path, purpose) | TableFile::Load(path, purpose) => {
                            Err(format!("{} for {purpose}", path.display()))
                        }
                    };
                    self.session.hear(Event::Table(result));
                    self.collect();
                }
                Effect::Order(Order::Resize(_) | Order::SetParam { .. }) => {}
                Effect::Reply(reply) => {
                    let mut text = String::new();
                    render(&reply, &mut text);
                    self.replies.push(text.trim_end().replace('\n', "|"));
                }
            }
        }
        self.replies[before..].join("|")
    }
}

fn points(text: &str) -> Vec<Point> {
    parse_points(text).unwrap()
}

const EVALUATION: Evaluation = Evaluation { score: Score::Points(7), calibration: None };

fn moves(text: &str) -> Vec<Move> {
    points(text).into_iter().map(Move::Place).collect()
}

impl Bench {
    /// Has the running job report `lines`; returns the replies.
    fn progress(&mut self, lines: Vec<Line>) -> String {
        let progress = Progress {
            depth: 3,
            selectivity: Selectivity::Extended(5),
            nodes: 100,
            elapsed: Duration::from_millis(10),
            lines,
            calibration: None,
        };
        self.session.hear(Event::Progress { id: self.jobs[0].id, progress });
        self.collect()
    }

    /// Has the running job report `mark`; returns the reply.
    fn mark(&mut self, mark: RootMark) -> String {
        self.session.hear(Event::Mark { id: self.jobs[0].id, mark });
        self.collect()
    }

    /// Finishes the oldest job with these moves and scores; returns the replies.
    fn finish_lines(&mut self, lines: &[(&str, i32)]) -> String {
        let line =
            |&(text, score): &(&str, i32)| Line { score: Score::Points(score), moves: moves(text) };
        self.finish_searched(lines.iter().map(line).collect())
    }
}
