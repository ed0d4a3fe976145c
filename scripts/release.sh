#!/usr/bin/env bash
# Builds a binary that runs on every processor of this machine's family, for shipping: without the
# instructions of the building machine that .cargo/config.toml would otherwise ask for.
# Usage: scripts/release.sh [DIR]   (default: target/dist)
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-target/dist}

case "$(uname -m)" in
    x86_64) cpu=x86-64 ;;
    *) cpu=generic ;;
esac

RUSTFLAGS="-C target-cpu=$cpu" cargo build --locked --release --target-dir target/portable
mkdir -p "$dist"
# Piskvork speaks the line protocol only with programs whose name begins with pbrain-, and looks for
# 64 in the name of a 64-bit one.
if [ -f target/portable/release/tengen.exe ]; then
    built=tengen.exe shipped=pbrain-tengen64.exe
else
    built=tengen shipped=pbrain-tengen
fi
install -m 755 "target/portable/release/$built" "$dist/$shipped"
"$dist/$shipped" bench | tail -n 1
