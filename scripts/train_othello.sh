#!/usr/bin/env bash
# Learns the weights of Othello from nothing: generations of games of the engine against itself, each
# played with what the games before taught. The first two generations teach tables, those after them a
# network each. Interrupted at any point, the same command goes on. See scripts/README.md.
# Usage: scripts/train_othello.sh DIR
# In the environment: TENGEN (program), THREADS, and for each generation one number in GAMES, DEPTH,
# SOLVE (empty squares from which games are solved) and BACK (generations whose games teach it, the last ones).
set -euo pipefail
dir=$(realpath -m -- "${1:?a folder for games and weights}")
tengen=${TENGEN:-$(dirname "$0")/../target/release/tengen}
threads=${THREADS:-2}
read -ra games <<<"${GAMES:-200000 100000 500000 600000 400000}"
read -ra depth <<<"${DEPTH:-4 5 5 5 5}"
read -ra solve <<<"${SOLVE:-14 14 14 14 14}"
read -ra back <<<"${BACK:-1 1 2 2 3}"
mkdir -p "$dir"

# Hours later would be late to learn that a number is missing, or that there are no games so far back.
for i in "${!games[@]}"; do
    if [ -z "${depth[$i]:-}" ] || [ -z "${solve[$i]:-}" ] || [[ ! ${back[$i]:-} =~ ^[1-9]$ ]] ||
        [ "${back[$i]}" -gt $((i + 1)) ]; then
        echo "generation $((i + 1)) has no DEPTH, no SOLVE, or a BACK that is not 1 to $((i + 1))" >&2
        exit 2
    fi
done

# Writes weights through a file beside them, so that none are ever half written.
tune() {
    local out=$1
    shift
    "$tengen" tune --game othello --threads "$threads" --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

weights=$dir/seed.bin
[ -f "$weights" ] || tune "$weights" --from seed
played=()
for i in "${!games[@]}"; do
    generation=$((i + 1))
    file=$dir/games-$generation.txt
    "$tengen" --weights "$weights" datagen --game othello --games "${games[$i]}" \
        --depth "${depth[$i]}" --solve "${solve[$i]}" --threads "$threads" \
        --seed "$generation" --out "$file"
    played+=("$file")
    next=$dir/weights-$generation.bin
    if [ ! -f "$next" ]; then
        # What searches say by weights that nothing taught is worth nothing.
        [ "$generation" -eq 1 ] && lambda=1 || lambda=0.85
        if [ "$generation" -le 2 ]; then
            from=$weights epochs=6 deviation=1000
        else
            from=network epochs=5 deviation=1500
        fi
        tune "$next.values" --from "$from" --epochs "$epochs" --lambda "$lambda" \
            "${played[@]: -${back[$i]}}"
        if [ "$from" = network ]; then
            # Once more in small steps, from what rounding to whole numbers has left.
            tune "$next.values" --from "$next.values" --epochs 1 --rate 0.2 --lambda "$lambda" \
                "${played[@]: -2}"
        fi
        tune "$next" --from "$next.values" --deviation "$deviation" "$file"
    fi
    weights=$next
done
cp "$weights" "$dir/weights.bin"
echo "learned: $dir/weights.bin"
