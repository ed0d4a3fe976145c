//! Forced wins: static tactics, victory by continuous fours (VCF) and by continuous threats (VCT).

pub mod params;
pub mod tactics;
pub mod vcf;
pub mod vct;
