//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::gomocup::requests_are_answered_as_documented(bytes)
});
