//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// `bar` in this style; a `template` is at fault only if its text is, and then the usual style does.
pub fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
