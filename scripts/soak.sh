#!/usr/bin/env bash
# Stress-tests the program for some hours and prints a table: the part, its runs, what they reached, the findings.
#
#   scripts/soak.sh HOURS [FOLDER]
#
# Fuzz targets take two thirds of the time; matches and self-play that are killed and resumed, and time limits under
# load, a twelfth each. The other parts have no time limit: long property tests, thread sanitizer, Miri on the modules
# with unsafe code, models of threads, and compiling. Needs a nightly compiler (with miri and rust-src) and cargo-fuzz,
# and installs what is missing. FOLDER gets the logs, the corpora and the inputs that break a property (default: a new
# temporary folder). The exit code is 1 if anything was found.
set -euo pipefail
cd "$(dirname "$0")/.."
exec </dev/null

hours=${1:?usage: scripts/soak.sh HOURS [FOLDER]}
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
seconds=$(awk "BEGIN { print int($hours * 3600) }")
target=$(rustc -vV | sed -n 's/^host: //p')
table=$folder/table.tsv
built=${CARGO_TARGET_DIR:-target}
found=0

# row WHAT RUNS REACHED FINDINGS
row() {
    printf '%s\t%s\t%s\t%s\n' "$@" >>"$table"
    [ "$4" = 0 ] || found=1
}

# checked WHAT COMMAND...: a part that passes or fails; its log has the reason.
checked() {
    local what=$1 log=$folder/${1// /-}.log
    shift
    if "$@" >"$log" 2>&1; then
        row "$what" "$(awk '/^test result:/ { runs += $4 } END { print runs + 0 }' "$log") tests" "" 0
    else
        row "$what" "see $log" "" 1
    fi
}

install() {
    cargo +nightly --version >/dev/null 2>&1 || rustup toolchain install nightly --profile minimal
    rustup --quiet component add --toolchain nightly miri rust-src
    cargo fuzz --version >/dev/null 2>&1 || cargo install --quiet cargo-fuzz
}

fuzz() {
    local properties time log corpus name runs broken
    properties=$(sed -n 's/^path = "targets\/\(.*\)\.rs"/\1/p' tests/fuzz/Cargo.toml)
    time=$((seconds * 2 / 3 / $(wc -w <<<"$properties") + 1))
    log=$folder/fuzz-build.log
    # cargo-fuzz ignores the flags of .cargo/config.toml, and without them there is no vector code.
    local -x RUSTFLAGS=-Ctarget-cpu=native
    # Checks for leaks after every input, except in sessions: a thread that is still ending looks like a leak.
    local -x ASAN_OPTIONS=leak_check_at_exit=0
    local leaks
    cargo +nightly fuzz build --fuzz-dir tests/fuzz >"$log" 2>&1 || { row "fuzz targets" "see $log" "" 1 && return; }
    for name in $properties; do
        log=$folder/fuzz-$name.log corpus=$folder/corpus/$name
        mkdir -p "$corpus" "$folder/broken/$name"
        case $name in gomocup | gtp | nboard | cassio) leaks=0 ;; *) leaks=1 ;; esac
        cargo +nightly fuzz run --fuzz-dir tests/fuzz "$name" "$corpus" "tests/fuzz/corpus/$name" -- \
            -artifact_prefix="$folder/broken/$name/" -max_total_time="$time" -timeout=30 -max_len=4096 \
            -detect_leaks=$leaks -print_final_stats=1 >"$log" 2>&1 || true
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        broken=$(find "$folder/broken/$name" -type f | wc -l)
        # Neither runs nor a broken input: the target did not start.
        [ -n "$runs" ] || [ "$broken" != 0 ] || runs="see $log" broken=1
        row "fuzz $name" "$runs" "$(grep -o 'cov: [0-9]*' "$log" | tail -1)" "$broken"
    done
}

# The modules with unsafe code, as far as Miri can run them: not src/cli/processor.rs, because it lacks the instructions
# that describe the processor. The other tests of these modules would take minutes.
# shellcheck disable=SC2317 # called by checked
miri() {
    # Miri lacks the 512-bit instructions of newer processors.
    local -x RUSTFLAGS=
    case $target in x86_64-*) RUSTFLAGS=-Ctarget-cpu=x86-64-v3 ;; esac
    MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --lib -- \
        dense:: search::table moves::avx2:: moves::tests::every_version moves::tests::the_version_in_use \
        moves::tests::long_rays eval::network::avx2:: eval::network::tests::vectors --skip larger_than_memory
}

# The table's words under Loom, and the exchange of messages under Shuttle: see src/sync.
# shellcheck disable=SC2317 # called by checked
model() {
    RUSTFLAGS="--cfg $1" CARGO_TARGET_DIR=$built/$1 CARGO_PROFILE_DEV_OPT_LEVEL=2 \
        TENGEN_SOAK=$((seconds / 120 + 1)) cargo test --lib -- models::
}

# At END the process does not wait for its threads. Deadlines are too short for the sanitizer, which also takes memory.
# shellcheck disable=SC2317 # called by checked
thread_sanitizer() {
    TSAN_OPTIONS=report_thread_leaks=0 RUSTFLAGS=-Zsanitizer=thread CARGO_TARGET_DIR=$built/thread-sanitizer \
        CARGO_PROFILE_DEV_OPT_LEVEL=2 cargo +nightly test -Zbuild-std --target "$target" --test it -- \
        gomoku_threads:: othello_search:: thinking:: process:: \
        --skip a_deadline_is_kept --skip keep_to_the_memory_limit
}

# kill_until_done LOG COMMAND...: kills a command at random moments and repeats it until it has ended by itself. Counts
# in the caller's `kills` and `wrong`; a command that is not done after a thousand kills never will be.
kill_until_done() {
    local log=$1 pid attempt
    shift
    for ((attempt = 0; attempt < 1000; attempt++)); do
        "$@" >"$log" 2>&1 &
        pid=$!
        sleep "0.$((RANDOM % 9 + 1))"
        kill -KILL "$pid" 2>/dev/null || true
        # 137: killed.
        wait "$pid" 2>/dev/null && return
        [ "$?" = 137 ] || { wrong=$((wrong + 1)) && return; }
        kills=$((kills + 1))
    done
    wrong=$((wrong + 1))
}

# A match that was killed must have the same games as one that was left alone.
kill_matches() {
    local end runs=0 kills=0 wrong=0 out
    local tengen=$built/release/tengen
    local match=("$tengen" match --engine "cmd=$tengen" name=a --engine "cmd=$tengen" name=b --size 9 --nodes 300
        --games 40 --concurrency 2)
    end=$((SECONDS + seconds / 12))
    mkdir -p "$folder/matches"
    moves() { cut -f1 "$1/games.pos"; }
    while [ "$SECONDS" -lt "$end" ]; do
        out=$folder/matches/$runs
        "${match[@]}" --seed "$runs" --out "$out-whole" >"$out-whole.log" 2>&1 || wrong=$((wrong + 1))
        kill_until_done "$out-killed.log" "${match[@]}" --seed "$runs" --out "$out-killed"
        cmp -s <(moves "$out-whole") <(moves "$out-killed") || wrong=$((wrong + 1))
        runs=$((runs + 1))
    done
    row "killed matches" "$runs matches" "$kills kills" "$wrong"
}

# Self-play that was killed must write the same bytes as one that was left alone, by turns for each game.
kill_self_play() {
    local end runs=0 kills=0 wrong=0 out plays
    local tengen=$built/release/tengen
    end=$((SECONDS + seconds / 12))
    mkdir -p "$folder/self-play"
    while [ "$SECONDS" -lt "$end" ]; do
        out=$folder/self-play/$runs
        plays=("$tengen" datagen --threads 2 --seed "$runs" --games 400)
        case $((runs % 2)) in
            0) plays+=(--game gomoku --size 9 --nodes 100) ;;
            *) plays+=(--game othello --depth 4 --solve 12) ;;
        esac
        "${plays[@]}" --out "$out-whole.games" >"$out-whole.log" 2>&1 || wrong=$((wrong + 1))
        kill_until_done "$out-killed.log" "${plays[@]}" --out "$out-killed.games"
        cmp -s "$out-whole.games" "$out-killed.games" || wrong=$((wrong + 1))
        runs=$((runs + 1))
    done
    row "killed self-play" "$runs runs" "$kills kills" "$wrong"
}

limits() {
    local log=$folder/limits.log game limit threads moves worst failed=0
    : >"$log"
    for game in gomoku othello; do
        for limit in 30 100 200 1000; do
            # Sixteen settings; a process plays two moves, and needs some time to start.
            moves=$((seconds * 1000 / 12 / 16 / (2 * limit + 200) + 1))
            for threads in 1 2; do
                echo "$game, $limit ms, threads: $threads" >>"$log"
                # Under this load no move was late by the clock when it was measured. On a noisy machine the wait for a
                # processor may take longer, so only 100 ms count; it adds no processor time, of which 5 ms count.
                python3 scripts/overruns.py "$built/release/tengen" --game "$game" --limit "$limit" --load 4 \
                    --threads "$threads" --moves "$moves" --worst 100 5 >>"$log" 2>&1 || failed=$((failed + 1))
            done
        done
    done
    worst=$(awk -F '\t' '/^(first|later)\t/ && (!n++ || $4 + 0 > worst) { worst = $4 + 0 }
        END { if (n) printf "%+.1f ms of wall time", worst; else print "nothing" }' "$log")
    row "time limits under load" "$(grep -c "^first" "$log") settings" "$worst" "$failed"
}

install
printf 'part\truns\treached\tfindings\n' >"$table"
fuzz
checked "long properties" env TENGEN_SOAK=$((seconds / 120 + 1)) cargo test --release --lib --test it -- \
    does_not_depend a_stone_outside_the_zone property_check
checked "thread sanitizer" thread_sanitizer
checked "Miri" miri
checked "Loom" model loom
checked "Shuttle" model shuttle
cargo build --quiet --release
kill_matches
kill_self_play
limits
column -t -s "$(printf '\t')" "$table"
echo "logs, corpora and broken inputs: $folder"
exit "$found"
