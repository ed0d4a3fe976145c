#!/usr/bin/env bash
# Runs every check that a change must pass: formatting, lints, tests, and the node count of `tengen bench`,
# which must be the one that the last functional commit states.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
cargo clippy --version >/dev/null 2>&1 || rustup component add clippy

cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
cargo test --locked

stated=$(git log -1 --grep='^Bench: ' --format=%B | sed -n 's/^Bench: \([0-9]*\)$/\1/p')
counted=$(cargo run --locked --release --quiet -- bench | sed -n '$s/ nodes.*//p')
echo "bench: $counted nodes, expected $stated"
[ "$stated" = "$counted" ] && [ "$counted" = "$(cat tests/data/bench.txt)" ]
