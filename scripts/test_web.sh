#!/usr/bin/env bash
# Plays both games in the web page with headless Chromium and checks every move and mark. Needs node and
# Chromium ($CHROMIUM, or chromium in the path); installs playwright-core in target/web.
# Usage: scripts/test_web.sh [FILE]   (default: the page that scripts/web.sh writes)
# Screenshots go to target/web.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-target/web/tengen.html}
chromium=${CHROMIUM:-$(command -v chromium || true)}
[ -n "$chromium" ] || {
    echo 'no chromium in the path: set CHROMIUM' >&2
    exit 2
}
[ $# -gt 0 ] || scripts/web.sh "$file"
[ -d target/web/node_modules/playwright-core ] || npm install --silent --prefix target/web playwright-core@1
CHROMIUM=$chromium NODE_PATH=target/web/node_modules node scripts/web/test.cjs "$file" target/web
