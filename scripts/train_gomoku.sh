#!/usr/bin/env bash
# Learns the Gomoku weights from nothing, in generations of self-play: each generation plays with the weights
# of the one before. Rerun the same command to resume, or add steps to continue. See scripts/README.md.
# Usage: scripts/train_gomoku.sh DIR [RULE:GAMES:NODES...]   (default: the first steps towards the weights in the tree)
# A step plays GAMES games at NODES nodes a search and learns from them and from earlier games of the rule.
# Environment: TENGEN (program), THREADS.
set -euo pipefail
dir=$(realpath -m -- "${1:?usage: scripts/train_gomoku.sh DIR [RULE:GAMES:NODES...]}")
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

# Prints the rule whose weights initialize rule $1; freestyle has none.
model() {
    case $1 in
        freestyle) ;;
        caro-exact) [ -n "${generations[caro]:-}" ] && echo caro || echo freestyle ;;
        *) echo freestyle ;;
    esac
}

# Runs `tengen tune` unless its output exists. Writes to a temporary file first, so that an interruption
# leaves no partial weights. The log is in English for learning_curves.py.
tune() {
    local out=$1
    shift
    [ -f "$out" ] && return
    "$tengen" tune --lang en --threads "$threads" --lambda 0.5 --epochs 3 --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

# Prints the game files that generation $2 of rule $1 learns from: its own and those of the two generations
# before. The first freestyle games are too poor to be used once there are two better sets.
training_games() {
    local rule=$1 generation=$2 first=$(($2 - 2))
    [ "$first" -ge 1 ] || first=1
    [ "$rule:$generation:$first" != freestyle:3:1 ] || first=2
    for i in $(seq "$first" "$generation"); do echo "$dir/$rule-$i.games"; done
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
        --nodes "$nodes" --threads "$threads" --seed "$generation" --out "$dir/$rule-$generation.games"
    mapfile -t files < <(training_games "$rule" "$generation")
    tune "$dir/$rule-$generation.bin" --rule "$rule" --from "$weights" "${files[@]}"
    weights=$dir/$rule-$generation.bin
done
cp "$weights" "$dir/weights.bin"
echo "wrote $dir/weights.bin"
