//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::endings::othello_is_scored_as_by_brute_force(bytes)
});
