//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::readers::games_survive_every_format(bytes));
