//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::endings::gomoku_is_decided_as_by_brute_force(bytes)
});
