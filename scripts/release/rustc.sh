#!/usr/bin/env bash
# Cargo's RUSTC_WRAPPER of release builds (called as: rustc.sh RUSTC ARGS). Removes machine paths from the binaries,
# so that they do not depend on where they are built. For x86-64 it compiles Tengen once for each level of the
# architecture and links the results with pick.rs, which chooses one at the start; dependencies are compiled once.
# Gomocup accepts 8 MB. So the Windows program has no AVX-512, and its dependencies and its baseline, for processors
# without AVX2, are optimised for size. With a target-cpu, Tengen is compiled for that level alone.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rustc=$1
args=("${@:2}"
    --remap-path-prefix "${here%/scripts/release}=tengen"
    --remap-path-prefix "${CARGO_HOME:-$HOME/.cargo}=cargo"
    --remap-path-prefix "$("$1" --print sysroot)=rust")

# The argument after $1.
after() {
    local found='' previous=''
    for arg in "${args[@]}"; do
        [ "$previous" != "$1" ] || found=$arg
        previous=$arg
    done
    printf %s "$found"
}

# What follows the prefix $1 in an argument.
value() {
    local found=''
    for arg in "${args[@]}"; do
        [[ $arg != "$1"* ]] || found=${arg#"$1"}
    done
    printf %s "$found"
}

kind=$(after --crate-type)
if [ "$(after --crate-name)" != tengen ]; then
    [[ "$(after --target)" != *windows* ]] || args+=(-C opt-level=z)
    exec "$rustc" "${args[@]}"
fi
if [[ "$(after --target)" != x86_64-* ]] || [ -n "$(value target-cpu=)" ]; then
    exec "$rustc" "${args[@]}"
fi

declare -A cpu=([v1]=x86-64 [v3]=x86-64-v3 [v4]=x86-64-v4)
# The baseline comes last, because Cargo waits for its name.
levels=(v4 v3 v1)
# The size of the archive for Gomocup is limited.
declare -A optimize=()
[[ "$(after --target)" != *windows* ]] || levels=(v3 v1) optimize=([v3]='-C opt-level=2' [v1]='-C opt-level=z')
hash=$(value extra-filename=)
folder=$(after --out-dir)

if [ "$kind" = lib ]; then
    for level in "${levels[@]}"; do
        name=$hash-$level
        [ $level != v1 ] || name=$hash
        # shellcheck disable=SC2206 # several words
        flags=(${optimize[$level]:-})
        "$rustc" "${args[@]}" -C "target-cpu=${cpu[$level]}" -C "metadata=$level" -C "extra-filename=$name" "${flags[@]}"
    done
    exit
fi

# src/main.rs becomes a library for each level. It stays bitcode until pick.rs is linked. Cargo learns the source
# files from the baseline.
library=$(value tengen=)
programs=()
for level in "${levels[@]}"; do
    # shellcheck disable=SC2206 # several words
    own=$library emit=link flags=(${optimize[$level]:-})
    if [ $level = v1 ]; then
        emit=dep-info=$folder/tengen$hash.d,link
    else
        own=${library%.rlib}-$level.rlib
    fi
    program=()
    for arg in "${args[@]}"; do
        case $arg in
            bin) arg=rlib ;;
            lto | lto=*) arg=linker-plugin-lto ;;
            tengen=*.rlib) arg=tengen=$own ;;
            --emit=*) arg=--emit=$emit ;;
        esac
        program+=("$arg")
    done
    "$rustc" "${program[@]}" -C "target-cpu=${cpu[$level]}" -C "metadata=program-$level" \
        -C "extra-filename=$hash-$level" "${flags[@]}"
    programs+=(--extern "$level=$folder/libtengen$hash-$level.rlib")
done
for index in "${!args[@]}"; do
    case ${args[index]} in
        src/main.rs | */src/main.rs) args[index]=$here/pick.rs ;;
        --emit=*) args[index]=--emit=link ;;
    esac
done
exec "$rustc" "${args[@]}" -C "metadata=pick" "${programs[@]}"
