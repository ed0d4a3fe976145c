#!/usr/bin/env bash
# Extracts a board from the report page of a match as an SVG file. See scripts/README.md.
# Usage: scripts/picture.sh REPORT.html [N] > game.svg   (default: the first board)
set -euo pipefail
report=${1:?usage: scripts/picture.sh REPORT.html [N]}
board=${2:-1}

# Inside a page, a board needs neither a namespace nor a size; a file needs both. The `data-steps` of each
# ply serve the script of the page and are dropped.
grep -o '<svg [^>]*data-steps=.*</svg>' <(sed 's/<svg /\n&/g; s/<\/svg>/&\n/g' "$report") |
    sed -n "${board}p" |
    sed 's/ data-steps="[^"]*"//; s/<svg viewBox="0 0 \([0-9]*\) \([0-9]*\)"/<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\1" height="\2" viewBox="0 0 \1 \2"/; s/></>\n</g' |
    grep . || { echo "$report has no board $board" >&2; exit 1; }
