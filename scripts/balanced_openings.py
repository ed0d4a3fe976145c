#!/usr/bin/env python3
"""Finds the balanced swap2 openings stored in src/session/opening.rs.

Draws three stones (black, white, black) at random around the middle of the board, asks Tengen for the
score under freestyle, standard, renju and caro, and prints those whose score stays within the limit
under all of them, as offsets from the middle.

Usage: scripts/balanced_openings.py ENGINE [--size N] [--count N] [--nodes N] [--limit POINTS] [--seed N]
"""

import argparse
import random
import subprocess

RULES = {"freestyle": 0, "renju": 4, "standard": 1, "caro": 8}


class Engine:
    """A running engine, asked for scores."""

    def __init__(self, command, nodes, size):
        self.size = size
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send(f"INFO max_node {nodes}")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def score(self, rule, stones):
        """Score in points for White, to move after `stones`; None if a win is seen."""
        self.send(f"INFO rule {rule}", f"START {self.size}", "YXBOARD")
        self.send(*(f"{x},{y},{2 if index % 2 == 0 else 1}" for index, (x, y) in enumerate(stones)))
        self.send("DONE", "YXHASHCLEAR", "NBEST 1")
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "NBEST":
                score = words[words.index("score") + 1]
                return None if score in ("win", "loss") else float(score)
            if words[0] == "ERROR":
                raise RuntimeError(line)
        raise RuntimeError("the engine is gone")


def draw(rng):
    """Three different points; the first two near the middle, the third anywhere up to 6 away."""
    near = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    wide = [(dx, dy) for dx in range(-6, 7) for dy in range(-6, 7)]
    black, white = rng.sample(near, 2)
    return [black, white, rng.choice([point for point in wide if point not in (black, white)])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--limit", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    engine = Engine(args.engine, args.nodes, args.size)
    middle = args.size // 2
    found = 0
    while found < args.count:
        offsets = draw(rng)
        stones = [(middle + dx, middle + dy) for dx, dy in offsets]
        scores = {}
        for name, rule in RULES.items():
            scores[name] = engine.score(rule, stones)
            if scores[name] is None or abs(scores[name]) > args.limit:
                break
        else:
            found += 1
            text = ", ".join(f"({dx}, {dy})" for dx, dy in offsets)
            print(f"    [{text}], // {' '.join(f'{name} {score:+.2f}' for name, score in scores.items())}", flush=True)
    engine.send("END")


if __name__ == "__main__":
    main()
