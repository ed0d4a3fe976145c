#!/usr/bin/env bash
# Builds binaries for shipping, without the instructions of the building machine that .cargo/config.toml
# would otherwise ask for: one that runs on every processor of this machine's family, and on x86-64 faster
# ones that say what they lack where they cannot run.
# Usage: scripts/release.sh [DIR]   (default: target/dist)
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-target/dist}
mkdir -p "$dist"

# What a build needs beside its processor: on Windows the C library, which not every system has.
case "$(uname -s)" in
    MINGW* | MSYS* | CYGWIN*) static='-C target-feature=+crt-static' ;;
    *) static='' ;;
esac
# Exit code of a program on a processor that it cannot run on.
refusal=2
# The node count that every program must have: that of the first one.
expected=

# Builds for processor $1, ships it with $2 in its name and shows that it runs.
ship() {
    local cpu=$1 suffix=$2 target=target/portable/$1
    RUSTFLAGS="-C target-cpu=$cpu $static" cargo build --locked --release --target-dir "$target"
    # Piskvork speaks the line protocol only with programs whose name begins with pbrain-, and looks for
    # 64 in the name of a 64-bit one.
    local built=tengen shipped=pbrain-tengen$suffix
    if [ -f "$target/release/tengen.exe" ]; then
        built=tengen.exe shipped=pbrain-tengen64$suffix.exe
    fi
    install -m 755 "$target/release/$built" "$dist/$shipped"
    local told code=0
    told=$("$dist/$shipped" bench) || code=$?
    if [ "$code" = "$refusal" ] && [ -n "$suffix" ]; then
        echo "$dist/$shipped: not tried, this processor is below its level"
        return
    fi
    local nodes
    nodes=$(sed -n '$s/ nodes.*//p' <<<"$told")
    expected=${expected:-$nodes}
    if [ "$code" != 0 ] || [ -z "$nodes" ] || [ "$nodes" != "$expected" ]; then
        echo "$dist/$shipped: bench exits with $code and counts '$nodes' nodes, not '$expected'" >&2
        exit 1
    fi
    echo "$dist/$shipped: $(tail -n 1 <<<"$told")"
}

case "$(uname -m)" in
    x86_64)
        ship x86-64 ''
        ship x86-64-v3 -avx2
        ship x86-64-v4 -avx512
        ;;
    *) ship generic '' ;;
esac
