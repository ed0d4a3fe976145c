#!/usr/bin/env python3
"""Measure how far moves exceed their time limit, in wall time and in processor time.

Usage: overruns.py TENGEN [--game gomoku|othello] [--limit MS] [--threads N] [--moves N] [--memory MIB] [--load N]
                   [--worst WALL PROCESSOR]

Every process plays two moves: the first, for which the memory of the tables is new, and a later one. Prints a line of
columns for each: median, 99.9th percentile and worst difference to the limit in ms, of wall and of processor time;
the limit of processor time is the limit times the number of threads. The last line has the median and the longest time
from START to OK, which includes the start of the process. With --worst the exit status is 1 if a move exceeds its limit
by more than WALL ms of wall time or PROCESSOR ms of processor time; the wait for a processor explains only the former.
Linux only. Run the script with real-time priority (chrt) to exclude other work on the machine; --load N runs N busy
loops beside it.
"""

import argparse
import contextlib
import math
import random
import re
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

PREFIXES = ("MESSAGE", "DEBUG")


class Overrun(NamedTuple):
    """Time beyond the limit in ms."""

    wall: float
    processor: float


class Game(NamedTuple):
    """What was measured in one process."""

    start_ms: float
    moves: list[Overrun]


class Engine:
    """A process that plays one game."""

    def __init__(self, program: str, options: argparse.Namespace) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"INFO game {options.game}", f"INFO max_memory {options.memory << 20}", "INFO book 0")
        self.send(f"INFO thread_num {options.threads}", f"INFO timeout_turn {options.limit}")
        start = time.perf_counter()
        self.expect("START 8" if options.game == "othello" else "START 15", "OK")
        self.start_ms = (time.perf_counter() - start) * 1000

    def send(self, *lines: str) -> None:
        # If the process has ended, its reply is missing.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.writelines(f"{line}\n" for line in lines)

    def reply(self) -> str:
        while (line := self.process.stdout.readline().strip()).startswith(PREFIXES):
            pass
        return line

    def expect(self, request: str, pattern: str) -> None:
        self.send(request)
        reply = self.reply()
        if not re.fullmatch(pattern, reply):
            sys.exit(f"{request} was answered by {reply or 'the end of the output'}")

    def play(self, request: str) -> None:
        self.expect(request, r"\d+,\d+")

    def processor_ms(self) -> float:
        """Processor time of all threads, also of those that have ended."""
        # The clock of a process by its number, as clock_getcpuclockid(3) returns it.
        return time.clock_gettime_ns((~self.process.pid << 3) | 2) / 1e6

    def overrun(self, request: str, limit: int, threads: int) -> Overrun:
        processor, start = self.processor_ms(), time.perf_counter()
        self.play(request)
        wall = (time.perf_counter() - start) * 1000
        return Overrun(wall - limit, self.processor_ms() - processor - limit * threads)

    def end(self) -> None:
        self.send("END")
        self.process.wait()


def two_moves(program: str, options: argparse.Namespace, seed: int) -> Game:
    engine = Engine(program, options)
    if options.game == "gomoku":
        chance = random.Random(seed)
        engine.play(f"PLAY {chance.randrange(4, 11)},{chance.randrange(4, 11)}")
    found = [engine.overrun("BEGIN", options.limit, options.threads) for _ in range(2)]
    engine.end()
    return Game(engine.start_ms, found)


def columns(name: str, overruns: list[Overrun]) -> str:
    cells = [name]
    for part in zip(*overruns):
        ordered = sorted(part)
        last = len(ordered) - 1
        cells += [f"{ordered[place]:+.1f}" for place in (last // 2, int(0.999 * last), last)]
    return "\t".join(cells)


def excess(moves: list[Overrun], allowed: list[float]) -> list[str]:
    """The worst times that are more than `allowed` beyond the limit."""
    parts = zip(Overrun._fields, map(max, zip(*moves)), allowed)
    return [f"{worst:.1f} ms of {part} time" for part, worst, most in parts if worst > most]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tengen")
    parser.add_argument("--game", choices=["gomoku", "othello"], default="gomoku")
    parser.add_argument("--limit", type=int, default=100, help="of a move, in ms")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--moves", type=int, default=1000, help="of each kind")
    parser.add_argument("--memory", type=int, default=350, help="limit in MiB")
    parser.add_argument("--load", type=int, default=0, help="busy loops beside it")
    parser.add_argument(
        "--worst",
        type=float,
        nargs=2,
        default=[math.inf, math.inf],
        metavar=("WALL", "PROCESSOR"),
        help="most ms beyond the limit, else exit status 1",
    )
    options = parser.parse_args()
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    try:
        games = [two_moves(options.tengen, options, seed) for seed in range(options.moves)]
    finally:
        for loop in loops:
            loop.kill()
    print("move\twall median\twall 99.9 %\twall worst\tprocessor median\tprocessor 99.9 %\tprocessor worst")
    for name, overruns in zip(("first", "later"), zip(*(game.moves for game in games))):
        print(columns(name, list(overruns)))
    starts = [game.start_ms for game in games] or [math.nan]
    median = statistics.median_low(starts)
    print(f"OK after {median:.0f} ms (median), {max(starts):.0f} ms at worst, with {options.memory} MiB")
    if found := excess([move for game in games for move in game.moves], options.worst):
        sys.exit("beyond the limit: " + ", ".join(found))


if __name__ == "__main__":
    main()
