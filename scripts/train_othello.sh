#!/usr/bin/env bash
# Learns the Othello weights from nothing, in generations of self-play: each generation plays with the weights
# of the one before. The first two generations learn tables, later ones a network each. Rerun the same command
# to resume. See scripts/README.md.
# Usage: scripts/train_othello.sh DIR
# Environment: TENGEN (program), THREADS, and lists with one number for each generation: GAMES, DEPTH, SOLVE
# (empty squares from which games are solved) and BACK (number of latest generations to learn from).
set -euo pipefail
dir=$(realpath -m -- "${1:?usage: scripts/train_othello.sh DIR}")
tengen=${TENGEN:-$(dirname "$0")/../target/release/tengen}
threads=${THREADS:-2}
read -ra games <<<"${GAMES:-200000 100000 500000 600000 400000}"
read -ra depth <<<"${DEPTH:-4 5 5 5 5}"
read -ra solve <<<"${SOLVE:-14 14 14 14 14}"
read -ra back <<<"${BACK:-1 1 2 2 3}"
mkdir -p "$dir"

# Check the lists now rather than after hours of games.
for i in "${!games[@]}"; do
    if [ -z "${depth[$i]:-}" ] || [ -z "${solve[$i]:-}" ] || [[ ! ${back[$i]:-} =~ ^[1-9]$ ]] ||
        [ "${back[$i]}" -gt $((i + 1)) ]; then
        echo "generation $((i + 1)) lacks DEPTH or SOLVE, or its BACK is not 1 to $((i + 1))" >&2
        exit 2
    fi
done

# Runs `tengen tune`. Writes to a temporary file first, so that an interruption leaves no partial weights. The log is in
# English for learning_curves.py.
tune() {
    local out=$1
    shift
    "$tengen" tune --game othello --lang en --threads "$threads" --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

weights=$dir/seed.bin
[ -f "$weights" ] || tune "$weights" --from seed
played=()
for i in "${!games[@]}"; do
    generation=$((i + 1))
    file=$dir/games-$generation.games
    "$tengen" --weights "$weights" datagen --game othello --games "${games[$i]}" \
        --depth "${depth[$i]}" --solve "${solve[$i]}" --threads "$threads" \
        --seed "$generation" --out "$file"
    played+=("$file")
    next=$dir/weights-$generation.bin
    if [ ! -f "$next" ]; then
        # Search scores of the initial weights are useless: learn from the results alone.
        [ "$generation" -eq 1 ] && lambda=1 || lambda=0.85
        if [ "$generation" -le 2 ]; then
            from=$weights epochs=6 deviation=1000
        else
            from=network epochs=5 deviation=1500
        fi
        tune "$next.values" --from "$from" --epochs "$epochs" --lambda "$lambda" \
            "${played[@]: -${back[$i]}}"
        if [ "$from" = network ]; then
            # A pass with small steps recovers what rounding to integers has lost.
            tune "$next.values" --from "$next.values" --epochs 1 --rate 0.2 --lambda "$lambda" \
                "${played[@]: -2}"
        fi
        tune "$next" --from "$next.values" --deviation "$deviation" "$file"
    fi
    weights=$next
done
cp "$weights" "$dir/weights.bin"
echo "wrote $dir/weights.bin"
