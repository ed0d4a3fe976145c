#!/usr/bin/env bash
# Learns the Gomoku weights from nothing, in generations of self-play: each generation plays with the weights
# of the one before. Rerun the same command to resume, or add steps to continue. See scripts/README.md.
# Usage: scripts/train_gomoku.sh DIR [RULE[:GAMES:NODES][:KEY=VALUE...]...]
# A step plays GAMES games at NODES nodes a search and learns from them and from earlier games of the rule. Without
# GAMES and NODES it learns from the earlier games again. The default steps are the first towards the weights in the
# tree.
#   size=N|WxH,...  board sizes of the games, used in turn [default: 15,20,15]
#   seed=N          random seed of the games [default: the number of the step among those of the rule]
#   back=N          number of the rule's latest sets of games to learn from [default: 3, third step of freestyle 2]
#   like=RULE       start from the weights of RULE: a rule's first step also plays with them, later ones only learn from
#                   them [default, only in the first step: freestyle, or caro for exact caro]
#   lambda=SHARE, epochs=N, rate=FACTOR, keep=WHAT  as for tengen tune [default: 0.5, 3, 1, keep nothing]
# Environment: TENGEN (program), THREADS.
set -euo pipefail

usage() {
    sed -n '2,/^# Environment/s/^# \?//p' "$0" >&2
    exit 2
}

[[ ${1:--} != -* ]] || usage
dir=$(realpath -m -- "$1")
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

# Steps of each rule so far, and the numbers of those that play games.
declare -A generations=() sets=()
# The step being read: its keys and values.
declare -A given=()

# Reports $1 about the step and exits.
fail() {
    echo "train_gomoku.sh: step '$step': $1" >&2
    exit 2
}

# Fails unless $2 is a valid $1: a key, or a part of a step in capitals.
check() {
    local side='([5-9]|1[0-9]|2[0-2])' form expected
    local size="$side(x$side)?"
    case $1 in
        RULE | like)
            form='freestyle|standard|renju|caro|caro-exact'
            expected='freestyle, standard, renju, caro or caro-exact'
            ;;
        GAMES | NODES) form='[1-9][0-9]{0,11}' expected='a number above 0' ;;
        size) form="$size(,$size)*" expected='sides from 5 to 22: 15 or 20x15, separated by commas' ;;
        seed) form='[0-9]{1,19}' expected='a number of at most 19 digits' ;;
        back) form='[1-9]' expected='a number from 1 to 9' ;;
        lambda) form='0(\.[0-9]+)?|1' expected='a number from 0 to 1' ;;
        epochs) form='[1-9][0-9]{0,3}' expected='a number from 1 to 9999' ;;
        rate)
            form='0\.[0-9]*[1-9][0-9]*|[1-9](\.[0-9]+)?|10'
            expected='a number above 0, at most 10'
            ;;
        keep) form='value|policy|shapes|both' expected='value, policy, shapes or both' ;;
        *) fail "unknown key '$1' (expected size, seed, back, like, lambda, epochs, rate or keep)" ;;
    esac
    [[ $2 =~ ^($form)$ ]] || fail "invalid $1 '$2' (expected $expected)"
}

# Splits $step into $rule, $games, $nodes (both empty if it plays none) and ${given[@]}, and counts it as $generation.
read_step() {
    local fields field key value
    IFS=: read -ra fields <<<"$step"
    rule=${fields[0]:-} games='' nodes='' given=()
    check RULE "$rule"
    fields=("${fields[@]:1}")
    if [[ ${fields[0]:-=} != *=* ]]; then
        games=${fields[0]} nodes=${fields[1]:-}
        check GAMES "$games"
        check NODES "$nodes"
        fields=("${fields[@]:2}")
    fi
    for field in "${fields[@]}"; do
        [[ $field =~ ^([a-z]+)=(.*)$ ]] || fail "'$field' is not KEY=VALUE"
        key=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
        check "$key" "$value"
        [ -z "${given[$key]:-}" ] || fail "$key is given twice"
        given[$key]=$value
    done
    if [ -n "${given[like]:-}" ] && [ -z "${generations[${given[like]}]:-}" ]; then
        fail "there is no earlier step of ${given[like]}"
    fi
    generation=$((${generations[$rule]:-0} + 1))
    generations[$rule]=$generation
    if [ -n "$games" ]; then
        sets[$rule]+=" $generation"
    elif [ -z "${sets[$rule]:-}" ]; then
        fail "there are no earlier games of $rule"
    elif [ -n "${given[size]:-}${given[seed]:-}" ]; then
        fail 'size and seed need GAMES:NODES'
    fi
}

# Prints the rule whose weights initialize rule $1 by default; freestyle has none.
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
    "$tengen" tune --lang en --threads "$threads" --out "$out.part" "$@" | tee "$out.log"
    mv "$out.part" "$out"
}

# Prints the game files that the step learns from. The first freestyle games are too poor to be used once there are two
# better sets.
training_games() {
    local back=3
    [ "$rule:$generation" != freestyle:3 ] || back=2
    for number in ${sets[$rule]}; do echo "$dir/$rule-$number.games"; done | tail -n "${given[back]:-$back}"
}

# Fail now rather than after hours of games.
for step in "${steps[@]}"; do read_step; done
generations=() sets=()

mkdir -p "$dir"
weights=$dir/seed.bin
tune "$weights" --from seed
for step in "${steps[@]}"; do
    read_step
    like=${given[like]:-}
    if [ "$generation" -eq 1 ]; then
        [ -n "$like" ] || like=$(model "$rule")
        if [ -n "$like" ] && [ -n "${generations[$like]:-}" ]; then
            tune "$dir/$rule-0.bin" --rule "$rule" --from "$weights" --like "$like"
            weights=$dir/$rule-0.bin
        fi
        like=
    fi
    if [ -n "$games" ]; then
        "$tengen" --weights "$weights" datagen --rule "$rule" --size "${given[size]:-15,20,15}" --games "$games" \
            --nodes "$nodes" --threads "$threads" --seed "${given[seed]:-$generation}" \
            --out "$dir/$rule-$generation.games"
    fi
    mapfile -t files < <(training_games)
    tune "$dir/$rule-$generation.bin" --rule "$rule" --from "$weights" ${like:+--like "$like"} \
        --lambda "${given[lambda]:-0.5}" --epochs "${given[epochs]:-3}" --rate "${given[rate]:-1}" \
        ${given[keep]:+--keep "${given[keep]}"} "${files[@]}"
    weights=$dir/$rule-$generation.bin
done
cp "$weights" "$dir/weights.bin"
echo "wrote $dir/weights.bin"
