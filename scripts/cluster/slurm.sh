#!/usr/bin/env bash
# Plays a match on a Slurm cluster: an array job plays the shards, and a second job merges them in DIR/whole.
# Usage: scripts/cluster/slurm.sh [-c CPUS] [-r RETRIES] [-w] SHARDS DIR MATCH_OPTION...
#   -c CPUS     processors of a shard [default: 1]; set --concurrency and the threads of the engines to match
#   -r RETRIES  how often a shard is started again if it fails or reaches the time limit [default: 5]
#   -w          with --sprt: the second job watches the shards while they play, and ends them when the test decides; it
#               also ends if shards have failed for good
# MATCH_OPTION are the options of `tengen match` except --shard and --out. DIR must be on a file system that all nodes
# share; a shard that starts again resumes from its folder DIR/shard-I. If a shard fails for good, so that nothing is
# merged, submit the same command again: no game is played twice. Options of sbatch come from its environment, such as
# SBATCH_PARTITION, SBATCH_ACCOUNT and SBATCH_TIMELIMIT.
# Environment: TENGEN (program), WATCH_PAUSE (seconds between two looks at the queue).
set -euo pipefail

usage() {
    sed -n '2,/^# Environment/s/^# \?//p' "$0" >&2
    exit 2
}

# Lists the folders of $1 shards in $2.
folders() {
    seq --format "$2/shard-%.0f" "$1"
}

# Puts the job $1, described by $2, back into the queue, unless that has happened too often. Slurm then ends the script.
again() {
    echo "slurm.sh: $2 ended early, restarts so far: ${SLURM_RESTART_COUNT:-0} of $retries"
    [ "${SLURM_RESTART_COUNT:-0}" -lt "$retries" ] || exit 1
    scontrol requeue "$1"
    wait
    exit 1
}

# A task of the array: plays its shard of $shards in $dir.
play() {
    local retries=$1 shards=$2 dir=$3 shard=$SLURM_ARRAY_TASK_ID
    shift 3
    local job=("${SLURM_ARRAY_JOB_ID}_$shard" "shard $shard")
    # The shell, not the program, gets the signal before the time limit. It acts on the signal only while it waits.
    trap 'again "${job[@]}"' USR1
    "$tengen" match "$@" --shard "$shard/$shards" --out "$dir/shard-$shard" &
    wait "$!" || again "${job[@]}"
}

# The job after the array: merges $1 shards in $2.
merge() {
    local parts
    mapfile -t parts < <(folders "$1" "$2")
    "$tengen" match merge --out "$2/whole" "${parts[@]}"
}

# The job beside the array $4: merges $2 shards in $3 when the test decides or all games are played, and ends the array.
watch() {
    local retries=$1 shards=$2 dir=$3 array=$4 parts watcher queued
    mapfile -t parts < <(folders "$shards" "$dir")
    trap 'again "$SLURM_JOB_ID" "the watch"' USR1
    "$tengen" match merge --watch=10 --out "$dir/whole" "${parts[@]}" &
    watcher=$!
    while kill -0 "$watcher" 2> /dev/null; do
        # In the background, so that neither the signal nor the end of the watch waits for it.
        sleep "$pause" &
        wait -n || :
        # Asked for the array alone, squeue fails once Slurm has forgotten it.
        queued=$(squeue --noheader --me --format=%F) || continue
        grep -qx "$array" <<< "$queued" && continue
        # Shards have failed for good if the array ends before the watch. Their last games are read first.
        sleep "$pause"
        kill "$watcher" 2> /dev/null || :
        break
    done
    wait "$watcher" || { echo "slurm.sh: shards failed for good: submit the same command again"; exit 1; }
    # Slurm may have forgotten an array that has ended.
    scancel "$array" || :
}

# Submits the jobs and prints their numbers.
submit() {
    local cpus=1 retries=5 watched='' option
    while getopts c:r:w option; do
        case $option in
            c) cpus=$OPTARG ;;
            r) retries=$OPTARG ;;
            w) watched=1 ;;
            *) usage ;;
        esac
    done
    shift $((OPTIND - 1))
    if [ $# -lt 3 ] || ! [[ "$1 $cpus $retries" =~ ^[1-9][0-9]*\ [1-9][0-9]*\ [0-9]+$ ]]; then usage; fi
    local shards=$1 dir array merging
    dir=$(realpath -m -- "$2")
    shift 2
    [ ! -e "$dir/whole" ] || { echo "slurm.sh: $dir/whole exists: the match is merged" >&2; exit 2; }
    mkdir -p "$dir/logs"
    array=$(sbatch --parsable --job-name=tengen-match --array="1-$shards" --cpus-per-task="$cpus" --requeue \
        --signal=B:USR1@60 --open-mode=append --output="$dir/logs/shard-%a.log" \
        "$0" play "$retries" "$shards" "$dir" "$@")
    # A federation adds the name of the cluster.
    array=${array%%;*}
    local job=(--parsable --job-name=tengen-merge --output="$dir/logs/merge.log" "$0")
    if [ -n "$watched" ]; then
        job=(--requeue --signal=B:USR1@60 --open-mode=append "${job[@]}")
        merging=$(sbatch "${job[@]}" watch "$retries" "$shards" "$dir" "$array")
    else
        merging=$(sbatch --dependency="afterok:$array" --kill-on-invalid-dep=yes "${job[@]}" merge "$shards" "$dir")
    fi
    echo "shards: job $array, merge: job ${merging%%;*}, results: $dir/logs/merge.log"
}

tengen=${TENGEN:-tengen}
pause=${WATCH_PAUSE:-30}
case ${1:-} in
    play | merge | watch) "$@" ;;
    *) submit "$@" ;;
esac
