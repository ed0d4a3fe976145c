#!/usr/bin/env bash
# Learns the weights of Gomoku from nothing: generations of games of the engine against itself, each
# played with the weights that the games before taught. Interrupted at any point, the same command goes
# on. See scripts/README.md.
# Usage: scripts/train_gomoku.sh DIR [RULE...]   (default: all rules, the models of others first)
# In the environment: TENGEN (program), THREADS, and for each generation one number in GAMES, NODES.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=${1:?a folder for games and weights}
shift
rules=("$@")
[ ${#rules[@]} -gt 0 ] || rules=(freestyle standard renju caro caro-exact)
tengen=${TENGEN:-target/release/tengen}
threads=${THREADS:-2}
read -ra games <<<"${GAMES:-20000 20000 30000}"
read -ra nodes <<<"${NODES:-1000 4000 8000}"
mkdir -p "$dir"

# What has learned nothing for a rule starts from a rule that has.
model() {
    case $1 in
        freestyle) ;;
        caro-exact) echo caro ;;
        *) echo freestyle ;;
    esac
}

# Writes weights through a file beside them, so that none are ever half written.
tune() {
    local out=$1
    shift
    "$tengen" tune --threads "$threads" --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

weights=$dir/seed.bin
[ -f "$weights" ] || tune "$weights" --from seed
for rule in "${rules[@]}"; do
    like=$(model "$rule")
    if [ -n "$like" ] && [[ " ${rules[*]} " == *" $like "* ]]; then
        next=$dir/$rule-0.bin
        [ -f "$next" ] || tune "$next" --rule "$rule" --from "$weights" --like "$like"
        weights=$next
    fi
    played=()
    for i in "${!games[@]}"; do
        generation=$((i + 1))
        file=$dir/$rule-$generation.txt
        "$tengen" --weights "$weights" datagen --rule "$rule" --size 15,20,15 \
            --games "${games[$i]}" --nodes "${nodes[$i]}" --threads "$threads" \
            --seed "$generation" --out "$file"
        # The generation before is still worth something, those before it are not.
        played=("${played[@]: -1}" "$file")
        next=$dir/$rule-$generation.bin
        [ -f "$next" ] || tune "$next" --rule "$rule" --from "$weights" "${played[@]}"
        weights=$next
    done
done
cp "$weights" "$dir/weights.bin"
echo "learned: $dir/weights.bin"
