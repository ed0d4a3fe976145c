//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::hosts::every_gtp_command_has_one_response(
    bytes
));
