//! The clock of the searches.
//!
//! WebAssembly has no built-in clock: there, the host provides the function `now` in the import module
//! `tengen`.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use host::Instant;

#[cfg(target_family = "wasm")]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "tengen")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment, such as `performance.now()`.
        // SAFETY: the function takes no pointer and returns a plain number, so no call can do harm.
        safe fn now() -> f64;
    }

    /// A moment on the host's clock, as far as searches need one.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant {
        milliseconds: f64,
    }

    impl Instant {
        pub fn now() -> Instant {
            Instant { milliseconds: now() }
        }

        /// Time since this moment; zero if the host's clock went backwards.
        pub fn elapsed(self) -> Duration {
            let milliseconds = now() - self.milliseconds;
            Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
        }
    }
}
