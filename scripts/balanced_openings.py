#!/usr/bin/env python3
"""Finds the balanced swap2 openings stored in src/frontend/balanced.rs.

For each rule, the script places three random stones (black, white, black) around the centre of the board, asks
Tengen for the score, and prints the openings whose score is within the limit, as offsets from the centre.
"""

import argparse
import math
import random
import subprocess

RULES = {"FREESTYLE": 0, "STANDARD": 1, "RENJU": 4, "CARO": 8, "CARO_EXACT": 9}


class Engine:
    """A running engine that scores openings."""

    def __init__(self, command, size):
        self.size = size
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def score(self, rule, stones, nodes):
        """Score in points for White, who moves after `stones`; infinite if the game is decided."""
        self.send(f"INFO max_node {nodes}", f"INFO rule {rule}", f"START {self.size}", "YXBOARD")
        self.send(*(f"{x},{y},{2 if index % 2 == 0 else 1}" for index, (x, y) in enumerate(stones)))
        self.send("DONE", "YXHASHCLEAR", "NBEST 1")
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "NBEST":
                score = words[words.index("score") + 1]
                return math.inf if score in ("win", "loss") else float(score)
            if words[0] == "ERROR":
                raise RuntimeError(line)
        raise RuntimeError("the engine has exited")


def draw(rng):
    """Three different points: two within 3 rows and columns of the centre, the third within 6."""
    near = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    wide = [(dx, dy) for dx in range(-6, 7) for dy in range(-6, 7)]
    black, white = rng.sample(near, 2)
    return [black, white, rng.choice([point for point in wide if point not in (black, white)])]


def balanced(engine, rule, rng, count, nodes, limit):
    """Yields `count` openings balanced under `rule`."""
    middle = engine.size // 2
    while count > 0:
        offsets = draw(rng)
        stones = [(middle + dx, middle + dy) for dx, dy in offsets]
        # A short search rejects most openings.
        bounds = ((nodes // 20, 3 * limit), (nodes, limit))
        if all(abs(engine.score(rule, stones, most)) <= bound for most, bound in bounds):
            count -= 1
            yield offsets


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("engine", help="path of the Tengen program")
    parser.add_argument("--size", type=int, default=15, help="side of the board")
    parser.add_argument("--rule", choices=RULES, action="append", help="rule, instead of every rule; may be repeated")
    parser.add_argument("--count", type=int, default=12, help="openings for each rule")
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of the deciding search")
    parser.add_argument("--limit", type=float, default=0.4, help="largest score in points")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    args = parser.parse_args()
    engine = Engine(args.engine, args.size)
    for name in args.rule or RULES:
        # A table does not depend on those of other rules.
        rng = random.Random(f"{args.seed} {name}")
        print(f"const {name}_{args.size}: [Opening; {args.count}] = [")
        for offsets in balanced(engine, RULES[name], rng, args.count, args.nodes, args.limit):
            print(f"    [{', '.join(f'({dx}, {dy})' for dx, dy in offsets)}],", flush=True)
        print("];", flush=True)
    engine.send("END")


if __name__ == "__main__":
    main()
