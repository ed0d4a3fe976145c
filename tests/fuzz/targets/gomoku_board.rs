//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::boards::gomoku_follows_its_rules(bytes));
