//! Fuzz target of the property with its name.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::kernels::vectors_compute_what_portable_code_does(bytes));
