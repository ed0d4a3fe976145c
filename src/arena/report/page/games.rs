//! Which games are worth a look: always the same ones for the same tournament.

use super::View;
use super::endings::loser;
use crate::arena::ending::PlayedGame;

/// Most games that are shown.
const MOST: usize = 8;

/// A game and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<'a> {
    /// The game.
    pub game: &'a PlayedGame,
    /// What is special about it, as text.
    pub why: String,
}

/// Up to eight different games, the most telling ones first. Of equally good ones the one that
/// was played first is taken.
pub fn chosen<'a>(view: &View<'a>) -> Vec<Choice<'a>> {
    let mut choices: Vec<Choice> = Vec::new();
    let mut add = |game: Option<&'a PlayedGame>, why: String| {
        let Some(game) = game else {
            return;
        };
        let has_room = choices.len() < MOST;
        match choices.iter_mut().find(|choice| choice.game.number == game.number) {
            Some(known) => known.why = format!("{}, {why}", known.why),
            None if has_room => choices.push(Choice { game, why }),
            None => {}
        }
    };
    let games = view.facts.games;
    let clean = || games.iter().filter(|game| !game.ending.reason.is_fault());
    let won = || clean().filter(|game| game.ending.winner.is_some());
    add(won().min_by_key(|game| game.moves.len()), "shortest win".into());
    add(games.iter().find(|game| game.ending.reason.is_fault()), "first fault".into());
    let largest = won().filter(|game| game.margin.is_some());
    let largest = largest.min_by_key(|game| -game.margin.unwrap_or(0).abs());
    add(largest, "largest margin".into());
    add(clean().find(|game| game.ending.winner.is_none()), "first draw".into());
    // Of equally long games the first: `max_by_key` would take the last.
    let longest = clean().min_by_key(|game| usize::MAX - game.moves.len());
    add(longest, "longest game".into());
    for engine in 0..view.engines() {
        let lost = won().find(|game| loser(game) == Some(engine));
        add(lost, format!("first loss of {}", view.name(engine)));
    }
    add(games.last(), "last game".into());
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::report::page::fixture::{Made, gomoku};
    use crate::arena::stats::standings::Standings;
    use crate::game::Variant;

    fn numbers_and_whys(made: &Made) -> Vec<(usize, String)> {
        let facts = &made.facts();
        let view = View { facts, standings: Standings::of(facts.engines.len(), facts.games) };
        chosen(&view).into_iter().map(|choice| (choice.game.number, choice.why)).collect()
    }

    #[test]
    fn games_are_few_different_and_always_the_same() {
        for (variant, count) in [(gomoku(), 300), (Variant::Othello, 300), (gomoku(), 2)] {
            let made = Made::new(variant, &["a", "b", "c"], count);
            let choices = numbers_and_whys(&made);
            assert_eq!(choices, numbers_and_whys(&made));
            assert!((1..=MOST).contains(&choices.len()));
            let mut numbers: Vec<usize> = choices.iter().map(|&(number, _)| number).collect();
            numbers.sort_unstable();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        }
        assert!(numbers_and_whys(&Made::new(gomoku(), &["a", "b"], 0)).is_empty());
    }

    #[test]
    fn the_telling_games_are_among_them() {
        let whys = |variant| -> Vec<String> {
            let made = Made::new(variant, &["a", "b"], 400);
            numbers_and_whys(&made).into_iter().map(|(_, why)| why).collect()
        };
        let usual = ["shortest win", "first fault", "first draw", "longest game", "last game"];
        for why in usual {
            assert!(whys(gomoku()).iter().any(|whys| whys.contains(why)), "{why}");
        }
        assert!(whys(Variant::Othello).iter().any(|whys| whys.contains("largest margin")));
    }
}
