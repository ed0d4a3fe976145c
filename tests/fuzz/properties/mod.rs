//! Properties that must hold for all bytes. The fuzzers in this folder try to break them; `cargo test` checks them
//! briefly.

pub mod boards;
pub mod endings;
pub mod gomocup;
mod gomocup_mirror;
mod gtp_mirror;
pub mod hosts;
pub mod kernels;
mod mirror;
mod nboard_mirror;
pub mod oracle;
pub mod readers;

/// A check that panics for bytes that break it.
pub struct Property {
    /// Also that of its fuzz target and of its folder of examples.
    pub name: &'static str,
    pub check: fn(&[u8]),
}

const fn property(name: &'static str, check: fn(&[u8])) -> Property {
    Property { name, check }
}

/// Every property.
pub const ALL: [Property; 14] = [
    property("gomocup", gomocup::requests_are_answered_as_documented),
    property("gtp", hosts::every_gtp_command_has_one_response),
    property("nboard", hosts::nboard_replies_are_known),
    property("cassio", hosts::cassio_replies_are_known),
    property("records", readers::games_survive_every_format),
    property("databases", readers::database_lines_survive),
    property("proofs", readers::proofs_are_judged),
    property("numbers", readers::files_of_numbers_are_checked),
    property("journals", readers::journals_are_checked),
    property("gomoku_board", boards::gomoku_follows_its_rules),
    property("othello_board", boards::othello_follows_its_rules),
    property("kernels", kernels::vectors_compute_what_portable_code_does),
    property("gomoku_ending", endings::gomoku_is_decided_as_by_brute_force),
    property("othello_ending", endings::othello_is_scored_as_by_brute_force),
];

/// Numbers from bytes; zeros after their end.
pub struct Source<'a> {
    rest: &'a [u8],
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { rest: bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// A number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }
}
