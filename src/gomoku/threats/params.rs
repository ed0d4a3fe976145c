//! Budgets and limits of the threat searches.
//!
//! Node budgets bound the effort, never the soundness: a search that runs out finds fewer wins.

/// Most stones of both sides in one VCF sequence.
pub(super) const VCF_MAX_PLIES: usize = 96;
/// Entries of the table of positions without a VCF: 2 MiB.
pub(super) const VCF_TABLE_SIZE: usize = 1 << 18;

/// The budgets of a VCT search that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VctBudgets {
    /// Most quiet moves of the attacker on one line.
    pub max_order: u8,
    /// The search without quiet moves gets the nodes divided by this, the searches with them the rest.
    pub order_0_divisor: u64,
    /// The 1 + epsilon trick, epsilon being 1 / this: a child is searched until its number exceeds that of
    /// the second-best child by the factor 1 + epsilon.
    pub epsilon_divisor: u32,
    /// Quiet moves tried at a position.
    pub quiet_moves: usize,
    /// Nodes of the VCF tried at every position of the attacker.
    pub attack_vcf: u32,
    /// Nodes of the VCF that the attacker threatens, tried as if the defender passed.
    pub threat_vcf: u32,
    /// Nodes of the defender's own VCF.
    pub counter_vcf: u32,
    /// Nodes of a search of order 0 before quiet moves are tried.
    pub attack_probe: u64,
    /// Nodes of the search of order 0 that decides whether a quiet move threatens to win.
    pub threat_probe: u64,
}

impl VctBudgets {
    /// Nodes of the VCF that replays a proven win for its relevance zone: more than it took to find.
    pub(super) fn zone_vcf(&self) -> u32 {
        4 * self.attack_vcf
    }
}

impl Default for VctBudgets {
    fn default() -> VctBudgets {
        VctBudgets {
            max_order: 3,
            order_0_divisor: 2,
            epsilon_divisor: 4,
            quiet_moves: 12,
            attack_vcf: 128,
            threat_vcf: 256,
            counter_vcf: 64,
            attack_probe: 100,
            threat_probe: 150,
        }
    }
}

/// Longest line of the df-pn search, in plies.
pub(super) const VCT_MAX_PLIES: usize = 100;
/// Longest principal variation written out, in plies.
pub(super) const VCT_MAX_PV: usize = 250;
/// Nodes of the VCF at the end of a principal variation.
pub(super) const VCT_PV_VCF_NODES: u32 = 2_000;
/// Least nodes for writing out the principal variation of a proven win.
pub(super) const VCT_PV_NODES: u64 = 10_000;

/// Most attacker's positions of a proof tree whose relevance zone is computed.
pub(super) const VCT_ZONE_POSITIONS: u32 = 400;

/// Initial proof numbers of an unvisited attacking move: a four or two threats at once, a threat
/// with something besides, a plain threat, a move that may prepare fours, any other.
pub(super) const VCT_PROOF_DOUBLE: u32 = 1;
pub(super) const VCT_PROOF_STRONG: u32 = 2;
pub(super) const VCT_PROOF_PLAIN: u32 = 3;
pub(super) const VCT_PROOF_PREPARING: u32 = 6;
pub(super) const VCT_PROOF_QUIET: u32 = 10;
