//! Simulated sequential tests as a table.

use super::page::summary;
use super::text::right;
use crate::arena::stats::simulate::Simulation;
use crate::arena::stats::sprt::Sprt;
use crate::language::Words;
use crate::table::{Format, Table};

/// The columns of the machine-readable table.
const COLUMNS: &[&str] =
    &["elo", "draws", "opening_elo", "shards", "runs", "h1", "h0", "undecided", "mean_games"];
/// Widths of the columns of the readable table.
const WIDTHS: [usize; 9] = [9, 7, 8, 7, 8, 8, 8, 10, 11];

/// `simulations` of `sprt` in `format`. In machine-readable formats, the columns `h1`, `h0` and `undecided` count
/// matches.
pub fn write(sprt: &Sprt, simulations: &[Simulation], format: Format, words: &Words) -> String {
    let Some(table) = Table::new(format, COLUMNS) else {
        return write_text(sprt, simulations, words);
    };
    let row = |simulation: &Simulation| {
        let Simulation { model, accepted, rejected, undecided, mean_games } = *simulation;
        table.row(vec![
            model.true_elo.into(),
            model.draw_ratio.into(),
            model.opening_elo.into(),
            model.shards.get().into(),
            simulation.runs().into(),
            accepted.into(),
            rejected.into(),
            undecided.into(),
            mean_games.into(),
        ])
    };
    table.header() + &simulations.iter().map(row).collect::<String>()
}

/// The test and a table with one line for each simulation, ended by a line break.
fn write_text(sprt: &Sprt, simulations: &[Simulation], words: &Words) -> String {
    let heads = [
        words.say("simulate-elo"),
        words.say("simulate-draws"),
        words.say("simulate-opening"),
        words.say("simulate-shards"),
        words.say("simulate-runs"),
        "H1".to_owned(),
        "H0".to_owned(),
        words.say("simulate-undecided"),
        words.say("simulate-games"),
    ];
    let rows = simulations.iter().map(cells);
    let lines: String = [heads].into_iter().chain(rows).map(|cells| line(&cells)).collect();
    format!("{}\n{lines}", summary::test(sprt, words))
}

fn cells(simulation: &Simulation) -> [String; 9] {
    let Simulation { model, accepted, rejected, undecided, mean_games } = *simulation;
    let percent =
        |runs: u64| format!("{:.1} %", 100.0 * runs as f64 / simulation.runs().max(1) as f64);
    [
        format!("{:+.1}", model.true_elo),
        format!("{:.0} %", 100.0 * model.draw_ratio),
        format!("{:.0}", model.opening_elo),
        model.shards.to_string(),
        simulation.runs().to_string(),
        percent(accepted),
        percent(rejected),
        percent(undecided),
        format!("{mean_games:.0}"),
    ]
}

fn line(cells: &[String; 9]) -> String {
    let cells = cells.iter().zip(WIDTHS).map(|(cell, width)| right(cell, width));
    cells.collect::<Vec<_>>().join(" ") + "\n"
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::arena::stats::simulate::Model;
    use crate::arena::stats::sprt::{EloScale, Evidence};
    use crate::language::Language;

    #[test]
    fn the_table_is_readable() {
        let (scale, evidence) = (EloScale::Normalized, Evidence::Pairs);
        let sprt = Sprt::new([0.0, 40.0], [0.05, 0.1], scale, evidence).unwrap();
        let simulation = Simulation {
            model: Model {
                true_elo: -12.5,
                draw_ratio: 0.3,
                opening_elo: 150.0,
                shards: NonZeroU32::MIN,
            },
            accepted: 3,
            rejected: 380,
            undecided: 17,
            mean_games: 812.6,
        };
        let written =
            |format, language| super::write(&sprt, &[simulation], format, &Words::new(language));
        let expected = "\
SPRT of normalized Elo [0, 40] by pairs, alpha 0.05, beta 0.1
 True Elo   Draws  Opening  Shards     Runs       H1       H0  Undecided  Mean games
    -12.5    30 %      150       1      400    0.8 %   95.0 %      4.2 %         813
";
        assert_eq!(written(Format::Text, Language::English), expected);
        let chinese = written(Format::Text, Language::Chinese);
        assert!(chinese.contains("\n Elo 真值    和棋     开局"), "{chinese}");
        let expected = "\
elo\tdraws\topening_elo\tshards\truns\th1\th0\tundecided\tmean_games
-12.5\t0.3\t150.0\t1\t400\t3\t380\t17\t812.6
";
        assert_eq!(written(Format::Tsv, Language::English), expected);
    }
}
