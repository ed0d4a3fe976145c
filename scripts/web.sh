#!/usr/bin/env bash
# Builds the engine for WebAssembly and writes one HTML file that plays both games in a browser, offline too.
# RUSTFLAGS overrides .cargo/config.toml, which tunes builds to this machine.
# Usage: scripts/web.sh [FILE]   (default: target/web/tengen.html)
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-target/web/tengen.html}
target=wasm32-unknown-unknown
encoded=target/web/engine.base64
mkdir -p target/web "$(dirname "$file")"

rustup target list --installed | grep -qx "$target" || rustup target add "$target"
RUSTFLAGS='-C target-feature=+simd128' \
    cargo build --locked --release --target "$target" --target-dir target --example web
base64 <"target/$target/release/examples/web.wasm" >"$encoded"

# A marker on a line of its own stands for the content of a file.
place=()
for part in STYLE:scripts/web/style.css WORKER:scripts/web/worker.js WASM:$encoded PAGE:scripts/web/page.js; do
    place+=(-e "/^\/\*${part%%:*}\*\/\$/{" -e "r ${part#*:}" -e 'd' -e '}')
done
sed "${place[@]}" scripts/web/page.html >"$file"
echo "$file: $(($(wc -c <"$file"))) bytes"
