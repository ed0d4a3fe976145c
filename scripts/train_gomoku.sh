#!/usr/bin/env bash
# Learns the weights of Gomoku from nothing: generations of games of the engine against itself, each
# played with the weights that the games before taught. Interrupted at any point, the same command goes
# on; with more steps behind those it has taken it goes on from there. See scripts/README.md.
# Usage: scripts/train_gomoku.sh DIR [RULE:GAMES:NODES...]   (default: the steps to the program's weights)
# A step plays GAMES with NODES a search, and learns from them and from games of that rule before.
# In the environment: TENGEN (program), THREADS.
set -euo pipefail
dir=$(realpath -m -- "${1:?a folder for games and weights}")
shift
tengen=${TENGEN:-$(dirname "$0")/../target/release/tengen}
threads=${THREADS:-2}
steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(
    freestyle:20000:1000 freestyle:20000:4000 freestyle:20000:8000 freestyle:13000:8000
    standard:8000:4000 standard:8000:8000
    renju:8000:4000 renju:8000:8000
    caro:4000:4000 caro-exact:4000:4000
)
mkdir -p "$dir"

# What has learned nothing for a rule starts from a rule that has.
model() {
    case $1 in
        freestyle) ;;
        caro-exact) [ -n "${generations[caro]:-}" ] && echo caro || echo freestyle ;;
        *) echo freestyle ;;
    esac
}

# Writes weights through a file beside them, so that none are ever half written.
tune() {
    local out=$1
    shift
    [ -f "$out" ] && return
    "$tengen" tune --threads "$threads" --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

# The files of games that generation $2 of rule $1 learns from: its own and the two before. The first ones
# of freestyle are too poor once there are two others.
lessons() {
    local rule=$1 generation=$2 first=$(($2 - 2))
    [ "$first" -ge 1 ] || first=1
    [ "$rule:$generation:$first" != freestyle:3:1 ] || first=2
    for i in $(seq "$first" "$generation"); do echo "$dir/$rule-$i.txt"; done
}

weights=$dir/seed.bin
tune "$weights" --from seed
declare -A generations=()
for step in "${steps[@]}"; do
    IFS=: read -r rule games nodes <<<"$step"
    generation=$((${generations[$rule]:-0} + 1))
    generations[$rule]=$generation
    like=$(model "$rule")
    if [ "$generation" -eq 1 ] && [ -n "$like" ] && [ -n "${generations[$like]:-}" ]; then
        tune "$dir/$rule-0.bin" --rule "$rule" --from "$weights" --like "$like"
        weights=$dir/$rule-0.bin
    fi
    "$tengen" --weights "$weights" datagen --rule "$rule" --size 15,20,15 --games "$games" \
        --nodes "$nodes" --threads "$threads" --seed "$generation" --out "$dir/$rule-$generation.txt"
    mapfile -t files < <(lessons "$rule" "$generation")
    tune "$dir/$rule-$generation.bin" --rule "$rule" --from "$weights" "${files[@]}"
    weights=$dir/$rule-$generation.bin
done
cp "$weights" "$dir/weights.bin"
echo "learned: $dir/weights.bin"
