//! The rules of Gomoku a second time: slow, by the text of the rules, without any code of the engine. It places
//! stones and measures rows.

use std::collections::BTreeSet;

use tengen::gomoku::rules::forbidden::Foul;
use tengen::gomoku::rules::rule::Rule;

pub const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Column and row.
pub type Spot = (i32, i32);

/// The board as rows of letters: `X` black, `O` white, `.` empty, anything else blocked.
#[derive(Clone)]
pub struct Oracle {
    pub rows: Vec<Vec<u8>>,
}

impl Oracle {
    pub fn at(&self, (x, y): Spot) -> u8 {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let cell = row.and_then(|row| row.get(usize::try_from(x).ok()?));
        cell.copied().unwrap_or(b'#')
    }

    pub fn put(&mut self, (x, y): Spot, cell: u8) {
        self.rows[y as usize][x as usize] = cell;
    }

    pub fn along((x, y): Spot, (dx, dy): (i32, i32), steps: i32) -> Spot {
        (x + dx * steps, y + dy * steps)
    }

    /// The unbroken row of black stones through `spot`.
    fn row(&self, spot: Spot, line: (i32, i32)) -> Vec<Spot> {
        let mut first = 0;
        while self.at(Self::along(spot, line, first - 1)) == b'X' {
            first -= 1;
        }
        (first..)
            .map(|steps| Self::along(spot, line, steps))
            .take_while(|&spot| self.at(spot) == b'X')
            .collect()
    }

    fn makes_five(&self, spot: Spot) -> bool {
        LINES.iter().any(|&line| self.row(spot, line).len() == 5)
    }

    /// Whether a stone on the empty `spot` makes exactly five along `line`.
    fn completes_five(&mut self, spot: Spot, line: (i32, i32)) -> bool {
        if self.at(spot) != b'.' {
            return false;
        }
        self.put(spot, b'X');
        let five = self.row(spot, line).len() == 5;
        self.put(spot, b'.');
        five
    }

    fn fours(&mut self, spot: Spot) -> usize {
        let mut sets = BTreeSet::new();
        for line in LINES {
            for start in -4..=0 {
                let window: Vec<Spot> =
                    (start..start + 5).map(|k| Self::along(spot, line, k)).collect();
                let (stones, others): (Vec<Spot>, Vec<Spot>) =
                    window.into_iter().partition(|&s| self.at(s) == b'X');
                if stones.len() == 4 && self.completes_five(others[0], line) {
                    sets.insert(stones);
                }
            }
        }
        sets.len()
    }

    fn threes(&mut self, spot: Spot) -> usize {
        let mut sets = BTreeSet::new();
        for line in LINES {
            for steps in -3..=3 {
                let fourth = Self::along(spot, line, steps);
                if self.at(fourth) != b'.' {
                    continue;
                }
                self.put(fourth, b'X');
                let mut row = self.row(fourth, line);
                let ends =
                    [Self::along(row[0], line, -1), Self::along(row[row.len() - 1], line, 1)];
                let straight = row.len() == 4 && ends.iter().all(|&e| self.completes_five(e, line));
                let reaches = straight && row.contains(&spot) && !self.makes_five(fourth);
                self.put(fourth, b'.');
                if reaches && self.foul(fourth).is_none() {
                    row.retain(|&s| s != fourth);
                    sets.insert(row);
                }
            }
        }
        sets.len()
    }

    /// The foul of a black stone on the empty `spot`.
    pub fn foul(&mut self, spot: Spot) -> Option<Foul> {
        self.put(spot, b'X');
        let foul = if self.makes_five(spot) {
            None
        } else if LINES.iter().any(|&line| self.row(spot, line).len() > 5) {
            Some(Foul::Overline)
        } else if self.fours(spot) > 1 {
            Some(Foul::DoubleFour)
        } else if self.threes(spot) > 1 {
            Some(Foul::DoubleThree)
        } else {
            None
        };
        self.put(spot, b'.');
        foul
    }

    /// Whether the stone on `spot` is in a row that wins under `rule`.
    pub fn wins(&self, spot: Spot, rule: Rule) -> bool {
        let own = self.at(spot);
        let (is_black, enemy) = (own == b'X', if own == b'X' { b'O' } else { b'X' });
        LINES.into_iter().any(|line| {
            let count = |sign: i32| {
                let is_own = |&steps: &i32| self.at(Self::along(spot, line, sign * steps)) == own;
                (1..).take_while(is_own).count() as i32
            };
            let (back, ahead) = (count(-1), count(1));
            let ends = [-back - 1, ahead + 1].map(|steps| self.at(Self::along(spot, line, steps)));
            let length = back + 1 + ahead;
            let is_open = ends != [enemy; 2];
            match rule {
                Rule::Freestyle => length >= 5,
                Rule::Standard => length == 5,
                Rule::Renju if is_black => length == 5,
                Rule::Renju => length >= 5,
                Rule::Caro => length > 5 || length == 5 && is_open,
                Rule::CaroExact => length == 5 && is_open,
            }
        })
    }
}
