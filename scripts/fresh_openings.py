#!/usr/bin/env python3
"""Find even Gomoku openings that nothing was tuned on, for a match between Tengen and another engine.

Usage: fresh_openings.py --engine TENGEN --other COMMAND --out FILE [--rule RULE] [--size N] [--count N] [--seed N]
                         [--other-info KEY=VALUE ...] [further options]

Candidates are drawn by `tengen openings`, whose seed is derived from --seed: no match and no tuning with that seed has
the same openings. Both engines search each candidate with --nodes. It is kept if both scores are within --band points
of even and neither engine then finds a win or a loss with --proof-nodes. Every search has a new process, so that no
result depends on earlier searches.

Both engines are asked by the Gomocup protocol: START, INFO rule, the lines of --engine-info or --other-info, INFO
max_node, BOARD. The score of the other engine is the group of --other-score where that last matches a line before the
move, divided by --other-scale. A score that is no number, such as +M5, is a win or a loss. The defaults suit Rapfi: its
Eval of 200 and Tengen's 2.66 points are both odds of e to 1.

FILE is for `tengen match --openings`: the moves, a tab, and the scores in points for the side to move. Candidates that
were rejected are comments. It grows with each candidate, and the same command resumes it, also with a larger --count.
The exit code is 2 if an engine fails and 130 after Ctrl-C.
"""

import argparse
import contextlib
import math
import os
import random
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro-exact": 9}
TENGEN_SCORE = re.compile(r"\bscore (\S+)")
RAPFI_SCORE = r"\b(?:Eval|ev) (\S+)"
# Rapfi's units in one of Tengen's points.
RAPFI_SCALE = 200 / 2.66
# The options that determine which openings are kept.
RECIPE = ["rule", "size", "plies", "seed", "candidate_nodes", "band", "nodes", "proof_nodes"]
# How long an engine may take to exit, in seconds.
GRACE = 2


class Failure(Exception):
    """What ends the program with exit code 2."""


class Engine(NamedTuple):
    """An engine that scores positions."""

    name: str
    command: list[str]
    setup: list[str]
    score: re.Pattern[str]
    scale: float
    patience: float

    def points(self, moves: str, nodes: int) -> float:
        """The score after `moves`, in points for the side to move; infinite if a win or a loss was found."""
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise Failure(f"{self.name} cannot be started: {error}") from None
        is_late = threading.Event()

        def stop() -> None:
            is_late.set()
            process.kill()

        timer = threading.Timer(self.patience, stop)
        timer.start()
        with process:
            try:
                send(process, *self.setup, f"INFO max_node {nodes}", *block(moves))
                score = self.answer(process)
            finally:
                timer.cancel()
                end(process)
        if score is None:
            reason = f"no move within {self.patience:g} s" if is_late.is_set() else "exited without a move"
            raise Failure(f"{self.name}: {reason} after {moves}")
        try:
            return float(score) / self.scale
        except ValueError:
            return math.inf

    def answer(self, process: subprocess.Popen[str]) -> str | None:
        """The last score before the move; None if the output ends before."""
        score = None
        for line in map(str.strip, process.stdout):
            if re.fullmatch(r"-?\d+\s*,\s*-?\d+", line):
                if score is None:
                    raise Failure(f"{self.name} moved without a score that matches {self.score.pattern}")
                return score
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                raise Failure(f"{self.name}: {line}")
            if found := self.score.search(line):
                score = found[1]
        return None


def send(process: subprocess.Popen[str], *lines: str) -> None:
    # If the engine has exited, its answer is missing. In a buffer, the lines would make close() fail, too.
    with contextlib.suppress(OSError):
        os.write(process.stdin.fileno(), "".join(f"{line}\n" for line in lines).encode())


def end(process: subprocess.Popen[str]) -> None:
    send(process, "END")
    process.stdin.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()


def block(moves: str) -> list[str]:
    """BOARD for the side to move after `moves`."""
    points = re.findall(r"([a-z])(\d+)", moves)
    stones = (
        f"{ord(column) - ord('a')},{int(row) - 1},{1 + (len(points) - index) % 2}"
        for index, (column, row) in enumerate(points)
    )
    return ["BOARD", *stones, "DONE"]


class Verdict(NamedTuple):
    """A candidate that has been judged."""

    moves: str
    is_kept: bool
    remark: str

    def line(self) -> str:
        return f"{'' if self.is_kept else '# '}{self.moves}\t{self.remark}\n"


def shown(points: float) -> str:
    return f"{points:+.2f}" if math.isfinite(points) else "decided"


def judge(moves: str, engines: list[Engine], options: argparse.Namespace) -> Verdict:
    scores = []
    for engine in engines:
        points = engine.points(moves, options.nodes)
        scores.append(f"{engine.name} {shown(points)}")
        if not abs(points) <= options.band:
            return Verdict(moves, False, ", ".join(scores))
    for engine in engines:
        if not math.isfinite(engine.points(moves, options.proof_nodes)):
            return Verdict(moves, False, f"{engine.name} decided at {options.proof_nodes} nodes")
    return Verdict(moves, True, ", ".join(scores))


def candidates(options: argparse.Namespace) -> Iterator[str]:
    """The openings that Tengen draws, all different, until it gives up."""
    draw = [*options.engine, "openings", "--rule", options.rule, "--size", str(options.size)]
    draw += ["--plies", options.plies, "--band", str(options.band), "--nodes", str(options.candidate_nodes)]
    draw += ["--seed", str(random.Random(f"fresh openings {options.seed}").getrandbits(64))]
    known, count = 0, 2 * options.count
    while True:
        # A larger number begins with the same openings. Another seed might repeat some of them.
        try:
            process = subprocess.run([*draw, "--count", str(count)], capture_output=True, text=True)
        except OSError as error:
            raise Failure(f"tengen cannot be started: {error}") from None
        lines = process.stdout.splitlines()
        yield from (line.split("\t")[0] for line in lines[known:])
        if process.returncode != 0 or len(lines) < count:
            raise Failure(f"no more candidates: {process.stderr.strip() or process.returncode}")
        known, count = count, 2 * count


class Journal:
    """The file of openings, with what has been judged so far."""

    def __init__(self, path: str, head: str) -> None:
        try:
            self.file = open(path, "a+", encoding="utf-8", errors="replace", newline="\n")
        except OSError as error:
            raise Failure(str(error)) from None
        self.file.seek(0)
        text = self.file.read()
        if not text.startswith(head) and not head.startswith(text):
            raise Failure(f"{path} does not begin with the line of these options:\n{head.rstrip()}")
        # The last line may have been cut off.
        whole = text[: text.rfind("\n") + 1]
        self.file.truncate(len(whole.encode()))
        if not whole:
            self.write(head)
        lines = whole.splitlines()[1:]
        self.judged = [line.removeprefix("# ").split("\t")[0] for line in lines]
        self.kept = sum(not line.startswith("#") for line in lines)

    def write(self, line: str) -> None:
        self.file.write(line)
        self.file.flush()

    def add(self, verdict: Verdict) -> None:
        self.write(verdict.line())
        self.judged.append(verdict.moves)
        self.kept += verdict.is_kept


def find(options: argparse.Namespace) -> None:
    game = [f"START {options.size}", f"INFO rule {RULES[options.rule]}"]
    setup = [*game, "INFO show_detail 1", *options.engine_info]
    tengen = Engine("tengen", options.engine, setup, TENGEN_SCORE, 1.0, options.patience)
    setup = [*game, *options.other_info]
    other = Engine("other", options.other, setup, options.other_score, options.other_scale, options.patience)
    recipe = " ".join(f"--{key.replace('_', '-')} {getattr(options, key)}" for key in RECIPE)
    journal = Journal(options.out, f"# fresh_openings.py {recipe}\n")
    drawn = candidates(options)
    for moves, again in zip(list(journal.judged), drawn):
        if moves != again:
            raise Failure(f"{options.out} has {moves} where this version of Tengen draws {again}")
    while journal.kept < options.count:
        verdict = judge(next(drawn), [tengen, other], options)
        journal.add(verdict)
        progress = f"{journal.kept} of {options.count} kept, {len(journal.judged)} judged"
        print(f"{progress}: {verdict.moves} {verdict.remark}", file=sys.stderr)


def positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = kind(text)
        if not number > 0:
            raise argparse.ArgumentTypeError(f"{text} is not above 0")
        return number

    read.__name__ = kind.__name__
    return read


def command(text: str) -> list[str]:
    words = shlex.split(text)
    if not words:
        raise argparse.ArgumentTypeError("expected a command")
    return words


def pattern(text: str) -> re.Pattern[str]:
    try:
        compiled = re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from None
    if compiled.groups != 1:
        raise argparse.ArgumentTypeError(f"{text} has {compiled.groups} groups instead of one")
    return compiled


def info(text: str) -> str:
    key, mark, value = text.partition("=")
    if not mark:
        raise argparse.ArgumentTypeError(f"{text} is not KEY=VALUE")
    return f"INFO {key} {value}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    settings = {"type": info, "action": "extend", "nargs": "+", "default": [], "metavar": "KEY=VALUE"}
    parser.add_argument("--engine", type=command, required=True, metavar="TENGEN", help="command of Tengen")
    parser.add_argument("--engine-info", **settings, help="sent to it as INFO KEY VALUE")
    parser.add_argument("--other", type=command, required=True, metavar="COMMAND", help="command of the other engine")
    parser.add_argument("--other-info", **settings, help="sent to it as INFO KEY VALUE")
    parser.add_argument("--other-score", type=pattern, default=RAPFI_SCORE, help="regular expression of its scores")
    parser.add_argument("--other-scale", type=positive(float), default=RAPFI_SCALE, help="its units in a point")
    parser.add_argument("--rule", choices=RULES, default="freestyle")
    parser.add_argument("--size", type=int, default=15, help="side of the board")
    parser.add_argument("--count", type=positive(int), default=30, help="openings to keep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", default="4-8", help="length of the openings, N or N-M")
    parser.add_argument("--candidate-nodes", type=positive(int), default=30_000, help="of the search that draws them")
    parser.add_argument("--band", type=positive(float), default=1.0, help="largest distance from even in points")
    parser.add_argument("--nodes", type=positive(int), default=1_000_000, help="of the searches that score")
    parser.add_argument("--proof-nodes", type=positive(int), default=3_000_000, help="of the searches for wins")
    parser.add_argument("--patience", type=positive(float), default=300.0, help="seconds that a search may take")
    parser.add_argument("--out", required=True, metavar="FILE")
    try:
        find(parser.parse_args())
    except Failure as failure:
        print(f"fresh_openings.py: {failure}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
