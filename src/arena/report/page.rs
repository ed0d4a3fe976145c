//! The report as one HTML page for a browser: headline, charts, tables, all games.
//!
//! The page is self-contained. Its script filters the games and steps through them. Games are numbered from 1.

mod games;
mod html;
mod results;
pub(super) mod summary;
#[cfg(test)]
pub(super) mod tests;
mod viewer;

use html::View;

use super::Facts;
use crate::arena::stats::standings::Standings;
use crate::formats::study::{self, Study};

const SCRIPT: &str = include_str!("page/page.js");
const STYLE: &str = include_str!("page/page.css");

/// The whole page.
pub fn write(facts: &Facts) -> String {
    let standings = Standings::of(facts.engines.len(), facts.games);
    let view = &View { facts, standings };
    let title = format!("{} – {}", summary::title(view), view.say("report-page"));
    let mut body = summary::header(view);
    body += "<main>\n";
    body += &summary::cards(view);
    if !facts.games.is_empty() {
        body += &results::standing(view);
        body += &results::course(view);
        body += &results::scores(view);
        body += &games::endings(view);
        body += &results::pace(view);
        body += &viewer::viewer(view);
    }
    body += &summary::conditions(view);
    body += "</main>\n";
    let study = Study {
        title: &title,
        style: STYLE,
        body: &body,
        script: SCRIPT,
        texts: viewer::TEXTS,
        footer: &view.say("report-footer"),
    };
    study::page(facts.words, &study, viewer::data(view).into())
}
