//! The tunable parameters of the VCT search.
//!
//! Node budgets bound the effort, never the soundness: a search that runs out finds fewer wins.

use crate::search::params::params;

params! {
    prefix "vct_";
    /// The parameters of a VCT search.
    pub struct VctParams {
        /// Most quiet moves of the attacker on one line.
        max_order: u8 = 3, 0..=8, 1, "by hand";
        /// The search without quiet moves gets the nodes divided by this, the searches with them the rest.
        order_0_divisor: u64 = 2, 1..=8, 1, "by hand";
        /// The 1 + epsilon trick, epsilon being 1 / this: a child is searched until its number exceeds that
        /// of the second-best child by the factor 1 + epsilon.
        epsilon_divisor: u32 = 4, 1..=32, 1, "common practice";
        /// Quiet moves tried at a position.
        quiet_moves: usize = 12, 1..=60, 2, "by hand";

        // Initial proof numbers of an unvisited attacking move.

        /// A four or two threats at once.
        proof_double: u32 = 1, 1..=30, 1, "by hand";
        /// A threat that also makes something weaker.
        proof_strong: u32 = 2, 1..=30, 1, "by hand";
        /// A plain threat.
        proof_plain: u32 = 3, 1..=30, 1, "by hand";
        /// A move that may prepare fours.
        proof_preparing: u32 = 6, 1..=60, 1, "by hand";
        /// Any other move.
        proof_quiet: u32 = 10, 1..=60, 2, "by hand";

        // Nodes of the searches within the search.

        /// VCF tried at every position of the attacker.
        attack_vcf: u32 = 128, 8..=2_000, 16, "by hand";
        /// VCF that the attacker threatens, tried as if the defender passed.
        threat_vcf: u32 = 256, 8..=2_000, 32, "by hand";
        /// The defender's own VCF.
        counter_vcf: u32 = 64, 8..=2_000, 8, "by hand";
        /// Search of order 0 before quiet moves are tried.
        attack_probe: u64 = 100, 10..=2_000, 10, "by hand";
        /// Search of order 0 that decides whether a quiet move threatens to win.
        threat_probe: u64 = 150, 10..=2_000, 15, "by hand";

        // Relevance zones.

        /// Most positions of the attacker in a proof tree whose zone is computed.
        zone_positions: u32 = 400, 10..=10_000, 40, "by hand";
        /// Nodes of the VCF that replays a proven win: more than finding it took.
        zone_vcf: u32 = 512, 8..=8_000, 64, "by hand";

        // The principal variation of a proven win.

        /// Fewest nodes for computing it.
        line_nodes: u64 = 10_000, 100..=1_000_000, 1_000, "by hand";
        /// Nodes of the VCF at its end.
        line_vcf: u32 = 2_000, 100..=100_000, 500, "by hand";
    }
}
