//! The signature: the node count of `tengen bench`.

use crate::tools::{run, text};

#[test]
fn the_node_count_is_the_stated_one() {
    let stated = include_str!("../data/bench.txt").trim();
    let output = text(&run(&["bench"], b"").stdout);
    let counted = output.lines().last().and_then(|line| line.split_once(" nodes "));
    let (counted, _) = counted.expect("the last line is the total");
    assert_eq!(counted, stated, "a changed search updates tests/data/bench.txt");
}
