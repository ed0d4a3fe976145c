#!/usr/bin/env bash
# Runs every check that a change must pass: formatting, lints, documentation, the library for WebAssembly, tests, and the
# node count of `tengen bench`, which must be the one that the last functional commit states.
set -euo pipefail
cd "$(dirname "$0")/.."
# cargo passes its standard input on to the compiler that it probes.
exec </dev/null
web=wasm32-unknown-unknown

cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
rustup target list --installed | grep -qx "$web" || rustup target add "$web"

cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
# The features of the archive for Gomocup.
cargo clippy --locked --all-targets --no-default-features -- -D warnings
RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps
RUSTFLAGS='' cargo check --locked --lib --target "$web"
cargo test --locked

# The tests compare the node count of `tengen bench` with the file.
stated=$(git log -1 --grep='^Bench: ' --format=%B | sed -n 's/^Bench: \([0-9]*\)$/\1/p')
expected=$(cat tests/data/bench.txt)
echo "bench: $expected nodes, stated by a commit: $stated"
[ "$stated" = "$expected" ]
