//! Pictures of a position or a game: as files, and for the terminal.
//!
//! All other files are rendered from SVG. Without the feature `pictures` there are only SVG and text.

#[cfg(feature = "pictures")]
mod animation;
#[cfg(feature = "pictures")]
mod graphics;
mod heat;
#[cfg(feature = "pictures")]
mod palette;
#[cfg(feature = "pictures")]
mod raster;
mod text;

use std::fmt;
use std::time::Duration;

use indicatif::ProgressBar;

use crate::analysis::{Analysis, Bounds, Judge};
use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::engine::Learned;
use crate::formats::records::StoredGame;
use crate::formats::spoken;
use crate::formats::svg::{self, Course, Heat, Mark, Numbers, RowOne, View};
use crate::game::{Position, Variant};
use crate::gomoku::rules::forbidden::forbidden_points;
use crate::gomoku::rules::rule::Rule;
use crate::language::Words;
use heat::Scout;

/// The output format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
    /// Animated, with a frame for every ply.
    Gif,
    /// Characters, with or without terminal colours.
    Text {
        is_colored: bool,
    },
    /// The graphics protocol of the terminal kitty.
    Kitty,
    /// The graphics of DEC terminals.
    Sixel,
}

/// The contents and appearance of a picture.
pub struct Options<'a> {
    /// The position after this ply instead of the last one; in an animation, the ply of the last frame.
    pub ply: Option<usize>,
    pub numbers: Numbers,
    pub marks: &'a [Mark],
    /// Whether to cross out the points that are forbidden to Black.
    pub forbidden: bool,
    /// Number of best moves to search for and show.
    pub heat: Option<usize>,
    /// Whether to draw the course of the game.
    pub graph: bool,
    /// Width in pixels.
    pub width: u32,
    pub row_one: RowOne,
    /// Duration of a frame; the last one is shown four times as long.
    pub delay: Duration,
    /// Limits of the searches for the best moves and for the course of the game.
    pub bounds: Bounds,
    pub learned: &'a Learned,
    pub words: &'a Words,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The game has fewer plies than this.
    NoPly(usize, usize),
    OffBoard(Point, Size),
    /// This game has no forbidden points.
    NothingForbidden(Variant),
    /// The program was built without the feature that this format needs.
    NotBuiltIn,
    /// The picture cannot be rendered or encoded.
    Rendering(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoPly(ply, plies) => {
                write!(f, "invalid ply '{ply}' (expected at most {plies})")
            }
            Problem::OffBoard(point, size) => {
                write!(f, "invalid mark '{point}' (expected a point of the {size} board)")
            }
            Problem::NothingForbidden(variant) => {
                write!(f, "{variant} has no forbidden points (expected renju)")
            }
            Problem::NotBuiltIn => f.write_str(
                "this program lacks PNG, GIF and graphics in the terminal (expected .svg or Unicode)",
            ),
            Problem::Rendering(error) => write!(f, "the picture cannot be rendered: {error}"),
        }
    }
}

impl std::error::Error for Problem {}

#[cfg(feature = "pictures")]
impl From<raster::RenderError> for Problem {
    fn from(error: raster::RenderError) -> Problem {
        Problem::Rendering(error.0)
    }
}

/// Draws `game`. `bar` advances with every ply of its course and with every frame.
///
/// # Errors
/// The options are not applicable to the game, or rendering fails.
pub fn draw(
    game: &StoredGame,
    format: Format,
    options: &Options,
    bar: &ProgressBar,
) -> Result<Vec<u8>, Problem> {
    let mut painter = Painter::new(game, options, bar)?;
    let last = painter.last;
    match format {
        Format::Svg => Ok(painter.svg(last).into_bytes()),
        Format::Text { is_colored } => Ok(painter.text(last, is_colored).into_bytes()),
        Format::Png | Format::Gif | Format::Kitty | Format::Sixel => {
            rendered(&mut painter, format, bar)
        }
    }
}

#[cfg(feature = "pictures")]
fn rendered(painter: &mut Painter, format: Format, bar: &ProgressBar) -> Result<Vec<u8>, Problem> {
    let last = painter.last;
    match format {
        Format::Gif => {
            let plies = last.min(1)..=last;
            bar.inc_length(plies.clone().count() as u64);
            let frames = plies.map(|ply| {
                bar.inc(1);
                painter.svg(ply)
            });
            let frames: Vec<String> = frames.collect();
            Ok(animation::encode(&frames, painter.options.delay)?)
        }
        Format::Kitty => Ok(graphics::kitty(&raster::png(&painter.svg(last))?)),
        Format::Sixel => Ok(graphics::sixel(&raster::opaque(&painter.svg(last))?)),
        _ => Ok(raster::png(&painter.svg(last))?),
    }
}

#[cfg(not(feature = "pictures"))]
fn rendered(_: &mut Painter, _: Format, _: &ProgressBar) -> Result<Vec<u8>, Problem> {
    Err(Problem::NotBuiltIn)
}

/// Draws the positions of a game.
struct Painter<'a> {
    options: &'a Options<'a>,
    start: &'a Position,
    moves: Vec<Move>,
    /// The ply of the last position to draw.
    last: usize,
    /// Black's win chances, if the course of the game is drawn.
    chances: Vec<f64>,
    scout: Option<Scout>,
}

impl<'a> Painter<'a> {
    fn new(
        game: &'a StoredGame,
        options: &'a Options<'a>,
        bar: &ProgressBar,
    ) -> Result<Painter<'a>, Problem> {
        let moves: Vec<Move> = game.record.moves.iter().map(|timed| timed.mv).collect();
        let variant = game.start.variant();
        let last = options.ply.unwrap_or(moves.len());
        if last > moves.len() {
            return Err(Problem::NoPly(last, moves.len()));
        }
        let size = variant.size();
        if let Some(mark) = options.marks.iter().find(|mark| !size.contains(mark.point)) {
            return Err(Problem::OffBoard(mark.point, size));
        }
        if options.forbidden && !matches!(variant, Variant::Gomoku { rule: Rule::Renju, .. }) {
            return Err(Problem::NothingForbidden(variant));
        }
        let mut chances = Vec::new();
        if options.graph {
            bar.inc_length(moves.len() as u64);
            let mut judge = Judge::new(options.bounds, options.learned);
            chances = course(&judge.judge(&game.start, &moves, &mut || bar.inc(1)));
        }
        let scout = options.heat.map(|lines| Scout::new(lines, options.bounds, options.learned));
        Ok(Painter { options, start: &game.start, moves, last, chances, scout })
    }

    fn position(&self, ply: usize) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves[..ply] {
            position.play(mv).expect("the moves of a record are legal");
        }
        position
    }

    fn title(&self, ply: usize) -> String {
        let words = self.options.words;
        let game = spoken::game(words, self.start.variant());
        words.say_with("picture-title", &[("game", game.into()), ("ply", ply.into())])
    }

    fn heat(&mut self, position: &Position) -> Vec<Heat> {
        self.scout.as_mut().map_or_else(Vec::new, |scout| scout.moves(position))
    }

    fn forbidden(&self, position: &Position) -> Vec<Point> {
        match position {
            Position::Gomoku(game) if self.options.forbidden => {
                forbidden_points(game.grid()).into_iter().map(|(point, _)| point).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Calls `draw` with the position after `ply` and the contents of its picture.
    fn view(&mut self, ply: usize, draw: impl FnOnce(&Position, &View) -> String) -> String {
        let position = self.position(ply);
        let (title, heat) = (self.title(ply), self.heat(&position));
        let forbidden = self.forbidden(&position);
        let Options { width, row_one, numbers, marks, graph, .. } = *self.options;
        let course = graph.then_some(Course { chances: &self.chances, ply });
        let view = View {
            title: &title,
            width,
            row_one,
            numbers,
            marks,
            forbidden: &forbidden,
            heat: &heat,
            course,
        };
        draw(&position, &view)
    }

    fn svg(&mut self, ply: usize) -> String {
        self.view(ply, svg::file)
    }

    fn text(&mut self, ply: usize, is_colored: bool) -> String {
        let words = self.options.words;
        self.view(ply, |position, view| text::board(words, position, view, is_colored))
    }
}

/// Black's win chance before the first ply and after every ply.
fn course(analysis: &Analysis) -> Vec<f64> {
    let for_black = |side, chance| if side == Color::Black { chance } else { 1.0 - chance };
    let reviews = &analysis.reviews;
    let mut chances: Vec<f64> =
        reviews.iter().map(|review| for_black(review.side, review.chances()[0])).collect();
    let end = match reviews.last() {
        Some(last) => for_black(last.side, last.chances()[1]),
        None => analysis.rest.as_ref().map_or(0.5, |line| {
            for_black(analysis.start.side_to_move(), line.score.winning_chance())
        }),
    };
    chances.push(end);
    chances
}
