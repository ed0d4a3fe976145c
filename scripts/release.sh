#!/usr/bin/env bash
# Builds portable binaries: a baseline that runs on every CPU of this architecture, and on x86-64 also AVX2
# and AVX-512 builds, which exit with an error on CPUs that lack these instructions.
# RUSTFLAGS overrides .cargo/config.toml, which tunes builds to this machine.
# Usage: scripts/release.sh [DIR]   (default: target/dist)
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-target/dist}
mkdir -p "$dist"

# Windows builds link the C runtime statically, because not every system has it.
case "$(uname -s)" in
    MINGW* | MSYS* | CYGWIN*) static='-C target-feature=+crt-static' ;;
    *) static='' ;;
esac
# Exit code of a binary on a CPU that it does not support.
refusal=2
# Node count of `bench` that every build must reproduce, set by the first build.
expected=

# Builds for the CPU $1, installs the binary with the suffix $2 and runs its bench.
ship() {
    local cpu=$1 suffix=$2 target=target/portable/$1
    RUSTFLAGS="-C target-cpu=$cpu $static" cargo build --locked --release --target-dir "$target"
    # Piskvork requires the prefix pbrain-, and 64 in the name of a 64-bit program.
    local built=tengen shipped=pbrain-tengen$suffix
    if [ -f "$target/release/tengen.exe" ]; then
        built=tengen.exe shipped=pbrain-tengen64$suffix.exe
    fi
    install -m 755 "$target/release/$built" "$dist/$shipped"
    local output code=0
    output=$("$dist/$shipped" bench) || code=$?
    if [ "$code" = "$refusal" ] && [ -n "$suffix" ]; then
        echo "$dist/$shipped: not tested, this CPU does not support it"
        return
    fi
    local nodes
    nodes=$(sed -n '$s/ nodes.*//p' <<<"$output")
    expected=${expected:-$nodes}
    if [ "$code" != 0 ] || [ -z "$nodes" ] || [ "$nodes" != "$expected" ]; then
        echo "$dist/$shipped: bench exited with $code and counted '$nodes' nodes (expected '$expected')" >&2
        exit 1
    fi
    echo "$dist/$shipped: $(tail -n 1 <<<"$output")"
}

case "$(uname -m)" in
    x86_64)
        ship x86-64 ''
        ship x86-64-v3 -avx2
        ship x86-64-v4 -avx512
        ;;
    *) ship generic '' ;;
esac
