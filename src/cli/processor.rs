//! Checks that this processor has the instructions the build uses.
//!
//! The standard library's detection macro returns true without a check for features the build relies on. This
//! code uses only integers, because it must not need the instructions it checks for.

/// The error message if [`is_sufficient`] is false.
pub const REFUSAL: &[u8] =
    b"tengen: this program needs a newer processor (expected AVX2, or one like that of the machine that built it)\n";

/// Whether this processor has all features that the build uses.
#[cfg(target_arch = "x86_64")]
pub fn is_sufficient() -> bool {
    has(USED, present())
}

/// Builds for other architectures use only baseline features.
#[cfg(not(target_arch = "x86_64"))]
pub fn is_sufficient() -> bool {
    true
}

/// CPUID leaf 1 ECX, CPUID leaf 7 EBX and ECX, CPUID leaf 8000_0001 ECX, and the registers that the system saves
/// (XCR0).
#[cfg(target_arch = "x86_64")]
type Features = [u32; 5];

/// The features used by this build that distinguish the levels of x86-64, and those outside of them that a compiler
/// uses without being asked. A processor that has the listed features of a level also has its others. Stable Rust does
/// not tell whether a build uses XOP, but except for the first, exactly the processors that have it have TBM.
#[cfg(target_arch = "x86_64")]
const USED: Features = {
    const fn bit(is_used: bool, number: u32) -> u32 {
        (is_used as u32) << number
    }
    let basic = bit(cfg!(target_feature = "popcnt"), 23)
        | bit(cfg!(target_feature = "fma"), 12)
        | bit(cfg!(target_feature = "avx"), 28);
    let extended = bit(cfg!(target_feature = "bmi1"), 3)
        | bit(cfg!(target_feature = "avx2"), 5)
        | bit(cfg!(target_feature = "bmi2"), 8)
        | bit(cfg!(target_feature = "avx512f"), 16)
        | bit(cfg!(target_feature = "avx512cd"), 28)
        | bit(cfg!(target_feature = "avx512bw"), 30)
        | bit(cfg!(target_feature = "avx512vl"), 31);
    let later = bit(cfg!(target_feature = "avx512vbmi"), 1)
        | bit(cfg!(target_feature = "avx512vbmi2"), 6)
        | bit(cfg!(target_feature = "gfni"), 8)
        | bit(cfg!(target_feature = "avx512vnni"), 11)
        | bit(cfg!(target_feature = "avx512bitalg"), 12)
        | bit(cfg!(target_feature = "avx512vpopcntdq"), 14);
    let of_amd = bit(cfg!(target_feature = "sse4a"), 6) | bit(cfg!(target_feature = "tbm"), 21);
    // Apple's systems save the AVX-512 registers only after their first use.
    let is_wide = cfg!(target_feature = "avx512f") && !cfg!(target_vendor = "apple");
    let kept = if cfg!(target_feature = "avx") { AVX_KEPT } else { 0 }
        | if is_wide { AVX512_KEPT } else { 0 };
    [basic, extended, later, of_amd, kept]
};

/// Bits of XCR0: the registers of SSE and AVX, and the additional ones of AVX-512.
#[cfg(target_arch = "x86_64")]
const AVX_KEPT: u32 = 0b110;
#[cfg(target_arch = "x86_64")]
const AVX512_KEPT: u32 = 0b1110_0000;

#[cfg(target_arch = "x86_64")]
fn has(used: Features, present: Features) -> bool {
    let [basic, extended, later, of_amd, kept] = present;
    let missing = used[0] & !basic | used[1] & !extended | used[2] & !later;
    missing | used[3] & !of_amd | used[4] & !kept == 0
}

/// Reads the features of the processor and the registers saved by the system.
#[cfg(target_arch = "x86_64")]
fn present() -> Features {
    use core::arch::x86_64::{__cpuid_count, _xgetbv};
    // SAFETY: every x86-64 processor has the first instruction and leaf 8000_0001, and leaf 7 is queried only where it
    // exists; the second instruction is available if OSXSAVE, bit 27 of leaf 1, is set.
    #[allow(unused_unsafe, reason = "later versions of Rust call it safe")]
    unsafe {
        let (extended, later) = if __cpuid_count(0, 0).eax >= 7 {
            let leaf = __cpuid_count(7, 0);
            (leaf.ebx, leaf.ecx)
        } else {
            (0, 0)
        };
        let basic = __cpuid_count(1, 0).ecx;
        let of_amd = __cpuid_count(0x8000_0001, 0).ecx;
        let kept = if basic >> 27 & 1 == 1 { _xgetbv(0) as u32 } else { 0 };
        [basic, extended, later, of_amd, kept]
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn the_processor_that_runs_this_has_what_it_was_built_for() {
        assert!(is_sufficient());
    }

    #[test]
    fn what_the_standard_library_finds_is_found() {
        let [basic, extended, later, of_amd, kept] = present();
        let is_set = |word: u32, number: u32| word >> number & 1 == 1;
        assert_eq!(is_set(basic, 23), is_x86_feature_detected!("popcnt"));
        assert_eq!(is_set(basic, 12), is_x86_feature_detected!("fma"));
        let keeps_avx = kept & AVX_KEPT == AVX_KEPT;
        assert_eq!(is_set(basic, 28) && keeps_avx, is_x86_feature_detected!("avx"));
        assert_eq!(is_set(extended, 3), is_x86_feature_detected!("bmi1"));
        assert_eq!(is_set(extended, 5), is_x86_feature_detected!("avx2"));
        assert_eq!(is_set(extended, 8), is_x86_feature_detected!("bmi2"));
        assert_eq!(is_set(extended, 16), is_x86_feature_detected!("avx512f"));
        assert_eq!(is_set(extended, 28), is_x86_feature_detected!("avx512cd"));
        assert_eq!(is_set(extended, 30), is_x86_feature_detected!("avx512bw"));
        assert_eq!(is_set(extended, 31), is_x86_feature_detected!("avx512vl"));
        assert_eq!(is_set(later, 1), is_x86_feature_detected!("avx512vbmi"));
        assert_eq!(is_set(later, 6), is_x86_feature_detected!("avx512vbmi2"));
        assert_eq!(is_set(later, 8), is_x86_feature_detected!("gfni"));
        assert_eq!(is_set(later, 11), is_x86_feature_detected!("avx512vnni"));
        assert_eq!(is_set(later, 12), is_x86_feature_detected!("avx512bitalg"));
        assert_eq!(is_set(later, 14), is_x86_feature_detected!("avx512vpopcntdq"));
        assert_eq!(is_set(of_amd, 6), is_x86_feature_detected!("sse4a"));
        assert_eq!(is_set(of_amd, 21), is_x86_feature_detected!("tbm"));
    }

    #[test]
    fn features_outside_of_the_levels_are_needed_if_they_are_used() {
        let is_needed = |word: usize, number: u32| USED[word] >> number & 1 == 1;
        assert_eq!(is_needed(2, 8), cfg!(target_feature = "gfni"));
        assert_eq!(is_needed(2, 14), cfg!(target_feature = "avx512vpopcntdq"));
        assert_eq!(is_needed(3, 6), cfg!(target_feature = "sse4a"));
        assert_eq!(is_needed(3, 21), cfg!(target_feature = "tbm"));
    }

    #[test]
    fn one_feature_that_is_used_and_missing_is_too_few() {
        let used = [5, 2, 1, 64, 6];
        assert!(has(used, [7, 3, 1, 65, 7]));
        assert!(!has(used, [4, 3, 1, 65, 7]) && !has(used, [7, 1, 1, 65, 7]));
        assert!(!has(used, [7, 3, 2, 65, 7]) && !has(used, [7, 3, 1, 1, 7]));
        assert!(!has(used, [7, 3, 1, 65, 3]), "a system that keeps less than the processor has");
        assert!(has([0; 5], [0; 5]));
    }
}
