//! Forced wins: static tactics, victory by continuous fours, and victory by continuous threats.

pub mod tactics;
pub mod vcf;
pub mod vct;
