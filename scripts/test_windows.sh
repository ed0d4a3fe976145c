#!/usr/bin/env bash
# Tests the Windows program under wine: the libraries that it needs, its node count, the tests of this repository,
# a match, the protocol checks and a person at the console. Installs wine and mingw on Debian by apt-get.
# Usage: scripts/test_windows.sh [--exe FILE] [--skip-tests]   (default: scripts/release.sh builds the program)
# GOMOCUP_JUDGE=DIR: a clone of github.com/Gomocup/GomocupJudge, whose rule tester then tests the program, too.
# JUDGE_TURN_MS, JUDGE_MATCH_MS: time limits of that test (default: 2000 and 30000; the tester's own: 30000, 180000)
set -euo pipefail
cd "$(dirname "$0")/.."

exe=
with_tests=yes
while [ $# -gt 0 ]; do
    case $1 in
        --exe) exe=$(realpath "$2") && shift ;;
        --skip-tests) with_tests=no ;;
        *) sed -n 's/^# Usage: /usage: /p' "$0" >&2 && exit 2 ;;
    esac
    shift
done

# Installs the Debian packages $2... unless the command $1 exists.
need() {
    command -v "$1" >/dev/null && return
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get install -y --no-install-recommends "${@:2}"
}

fail() {
    echo "$1" >&2
    exit 1
}

need wine wine wine64
need x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64-posix
if [ -z "$exe" ]; then
    scripts/release.sh --target windows
    exe=$PWD/target/dist/pbrain-tengen64.exe
fi
work=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
export WINEPREFIX=$work/wine WINEDEBUG=-all

# Wine 8 lacks this library of Windows 10.
prepare_wine() {
    cat >"$work/random.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
    return SystemFunction036(buffer, (ULONG)length);
}
BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) { return TRUE; }
C
    # Otherwise the server ends with the last program, and the next one starts wine on the clock of its first move.
    mkdir -p "$WINEPREFIX"
    wineserver -p
    wineboot -i
    local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [ -e "$library" ] || x86_64-w64-mingw32-gcc-posix -shared -nostartfiles -e DllMain -nostdlib \
        -o "$library" "$work/random.c" -ladvapi32
}

# Fails unless the program needs exactly these libraries, which Windows 10 has.
check_libraries() {
    local expected='advapi32.dll api-ms-win-core-synch-l1-2-0.dll bcryptprimitives.dll kernel32.dll msvcrt.dll ntdll.dll'
    expected+=' oleaut32.dll user32.dll'
    local found
    found=$(x86_64-w64-mingw32-objdump -p "$exe" | awk '/DLL Name:/ { print tolower($3) }' | sort -u | xargs)
    echo "libraries: $found"
    [ "$found" = "$expected" ] || fail "expected $expected"
}

check_bench() {
    local cpu nodes
    for cpu in baseline avx2; do
        nodes=$(TENGEN_CPU=$cpu wine "$exe" bench | sed -n '$s/ nodes.*//p')
        echo "bench, $cpu: $nodes nodes"
        [ "$nodes" = "$(cat tests/data/bench.txt)" ] || fail "expected $(cat tests/data/bench.txt)"
    done
}

# Runs the tests that speak the protocols, start programs or name files; the others do not depend on the system. With
# --test, cargo does not build the mock engine, which they need.
cross_tests() {
    local options=(--locked --target x86_64-pc-windows-gnu --target-dir target/wine)
    export RUSTFLAGS='-C target-cpu=x86-64' CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc-posix
    cargo build "${options[@]}" --example mock-engine
    cargo test "${options[@]}" --test it -- \
        arena_faults:: check:: database:: nboard:: process:: program:: requests:: thinking:: tools:: tournament::
}

# Ten games against itself; the command has backslashes.
play_match() {
    local windows="'Z:${exe//\//\\}'"
    wine "$exe" match --lang en --engine "cmd=$windows" name=one --engine "cmd=$windows" name=two \
        --depth 4 --games 10 --generate count=5 nodes=500 band=3 --out "Z:$work/match"
    ! grep -i fault "$work/match/report.txt" || fail 'the match has faults'
}

# A person at a console plays a move.
play_at_console() {
    printf '\nlevel 1\nh8\nquit\n' >"$work/typed"
    python3 - "$exe" "$work/typed" <<'PYTHON'
import os, pty, select, sys, termios, time

program, typed = sys.argv[1:]
child, screen = pty.fork()
if child == 0:
    os.execvp("wine", ["wine", program])
shown = b""

def await_text(text):
    global shown
    deadline = time.monotonic() + 60
    while text not in shown:
        if not select.select([screen], [], [], max(0, deadline - time.monotonic()))[0]:
            sys.exit(f"no {text!r} at the console: {shown!r}")
        shown += os.read(screen, 4096)
    shown = shown[shown.index(text) + len(text):]

# Wine's console takes over the terminal when the program first reads a line. Earlier input is lost.
def await_reader():
    deadline = time.monotonic() + 60
    while termios.tcgetattr(screen)[3] & termios.ECHO:
        if time.monotonic() > deadline:
            sys.exit("the program does not read from the console")
        time.sleep(0.05)

await_text(b"plays Gomoku and Othello")
for line in open(typed):
    await_text(b">")
    await_reader()
    os.write(screen, line.rstrip("\n").encode() + b"\r")
os.waitpid(child, 0)
print("console: greeted, played, left")
PYTHON
}

# The tester starts programs directly, so a launcher puts wine before them.
run_judge() {
    local python=python3
    if ! $python -c 'import psutil' 2>/dev/null; then
        need psutil-missing python3-psutil
        # The package is for Debian's own interpreter, which need not be the first on the path.
        python=/usr/bin/python3
    fi
    need zip zip
    cp -r "$GOMOCUP_JUDGE" "$work/judge"
    sed -i "s/\"timeout_turn\": 30000/\"timeout_turn\": ${JUDGE_TURN_MS:-2000}/
        s/\"timeout_match\": 180000/\"timeout_match\": ${JUDGE_MATCH_MS:-30000}/" "$work/judge/test_zip_rules.py"
    (cd "$(dirname "$exe")" && zip -q -j "$work/tengen.zip" "$(basename "$exe")")
    $python - "$work/judge/test_zip_rules.py" "$work/tengen.zip" <<'PYTHON' | tee "$work/judged"
import runpy, subprocess, sys

class Wine(subprocess.Popen):
    def __init__(self, command, *rest, **options):
        super().__init__(["wine", *command] if command[0].endswith(".exe") else command, *rest, **options)

subprocess.Popen = Wine
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
PYTHON
    ! grep -q FAILED "$work/judged" || fail 'the judge refuses the program'
    grep -q 'tengen.zip.*PASSED' "$work/judged" || fail 'the judge has no verdict'
}

check_libraries
prepare_wine
check_bench
wine "$exe" check -- "Z:${exe//\//\\}"
play_match
play_at_console
[ $with_tests = no ] || cross_tests
[ -z "${GOMOCUP_JUDGE:-}" ] || run_judge
echo 'the Windows program passed'
