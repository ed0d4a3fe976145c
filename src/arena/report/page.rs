//! The report as one HTML page for a browser: headline, charts, tables, sample games.
//!
//! The page is self-contained. The script only steps through games. Games are numbered from 1.

mod games;
mod html;
mod results;
mod summary;
#[cfg(test)]
pub(super) mod tests;

use html::View;

use super::Facts;
use crate::arena::stats::standings::Standings;
use crate::formats::{html as document, svg};

const SCRIPT: &str = include_str!("page/page.js");

/// The whole page.
pub fn write(facts: &Facts) -> String {
    let standings = Standings::of(facts.engines.len(), facts.games);
    let view = &View { facts, standings };
    let title = summary::title(view);
    let mut page = summary::header(view);
    page += "<main>\n";
    page += &summary::cards(view);
    if !facts.games.is_empty() {
        page += &results::standing(view);
        page += &results::course(view);
        page += &results::scores(view);
        page += &games::endings(view);
        page += &results::pace(view);
        page += &games::boards(view);
    }
    page += &summary::conditions(facts);
    page += "</main>\n<footer>Elo differences are logistic unless called normalized; ± and \
             whiskers are 95 % intervals. Games are numbered from 1.</footer>\n";
    let title = format!("{title} – tournament report");
    document::page("en", &title, "", &page, &format!("{}{SCRIPT}", colors()))
}

/// The colours of stones for the script.
fn colors() -> String {
    let [black, white] = svg::STONE_FILLS;
    let [on_black, on_white] = svg::NUMBER_FILLS;
    format!(
        "const colors = {{b: [\"{black}\", \"{on_black}\"], w: [\"{white}\", \"{on_white}\"]}};\n"
    )
}
