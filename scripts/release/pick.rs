//! Starts the program compiled for the highest level of x86-64 that this processor and system support.
//! `scripts/release/rustc.sh` links it with one `src/main.rs` for each level.

use std::process::ExitCode;

/// The environment variable that overrides the choice, for tests and comparisons: baseline, avx2 or avx512. If the
/// program or the processor lacks the level that it names, the baseline starts.
const CHOICE: &str = "TENGEN_CPU";

fn main() -> ExitCode {
    let choice = std::env::var(CHOICE).unwrap_or_default();
    let allows = |level| choice.is_empty() || choice == level;
    #[cfg(not(windows))]
    if allows("avx512") && has_avx512() {
        return v4::main();
    }
    if allows("avx2") && has_avx2() { v3::main() } else { v1::main() }
}

/// The features of x86-64-v3.
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
}

/// The features of x86-64-v4.
#[cfg(not(windows))]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}
