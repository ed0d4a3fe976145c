#!/usr/bin/env python3
"""Kill a process that writes a position database, again and again, and look for losses.

Usage: db_torture.py TENGEN FOLDER [--positions N] [--kills N] [--batch N] [--queries N] [--seed N]

Feeds random positions to `tengen db import --progress` and kills it with SIGKILL at random moments. After
each kill the file must open, and every position that was reported as written must be in `tengen db export`
with its value. Then the rest is written, every position is compared with what was sent, some are
queried, and the marks are checked. Prints the kills, the losses, positions inserted and queried a second, and the
size of the file. Exit code 1 after a loss.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import threading
import time

# Value and depth together number a position.
VALUES = 20_000


def text_of(points):
    return "".join(f"{chr(97 + x)}{y + 1}" for x, y in points)


def image_tables():
    """For each symmetry of the board, the number of the image of each point by its text."""
    tables = []
    for number in range(8):
        table = {}
        for x in range(15):
            for y in range(15):
                u, v = (y, x) if number & 1 else (x, y)
                table[text_of([(x, y)])] = (14 - v if number & 4 else v) * 15 + (14 - u if number & 2 else u)
        tables.append(table)
    return tables


IMAGES = image_tables()


def canonical(key):
    """What is the same for all symmetric images of a key."""
    rule, width, height, *stones, side = key.split("-")
    points = [re.findall(r"[a-o]\d+", text) for text in stones]
    images = [[sorted(table[point] for point in color) for color in points] for table in IMAGES]
    return repr((rule, width, height, min(images), side))


def make_positions(count, seed):
    """Keys and moves of random positions with 6 to 24 stones."""
    rng = random.Random(seed)
    positions = []
    for _ in range(count):
        cells = [(cell % 15, cell // 15) for cell in rng.sample(range(225), rng.randint(6, 24))]
        side = "b" if len(cells) % 2 == 0 else "w"
        key = f"f-15-15-{text_of(cells[0::2])}-{text_of(cells[1::2])}-{side}"
        positions.append((key, text_of(cells)))
    return positions


def line_of(number, key):
    text = f"number {number}" if number % 10 == 0 else ""
    return f'{number},{key},(none),{number % VALUES},{number // VALUES},exact,"{text}"\n'


class Torture:
    def __init__(self, arguments):
        self.tengen = arguments.tengen
        self.batch = str(arguments.batch)
        self.database = os.path.join(arguments.folder, "torture.db")
        if os.path.exists(self.database):
            sys.exit(f"{self.database} exists")
        self.positions = make_positions(arguments.positions, arguments.seed)

    def run(self, *arguments, **options):
        command = [self.tengen, "db", arguments[0], self.database, *arguments[1:]]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout

    def write(self, start, kill=None):
        """Imports the positions from `start` on, and kills the process as `kill` says.

        `kill` is the number of positions to be reported before, and seconds to wait then. Returns the number
        of positions that were reported as written, and the time.
        """
        command = [self.tengen, "--lang", "en", "db", "import", self.database, "-", "--progress", "--batch", self.batch]
        began = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def feed():
            try:
                for number in range(start, len(self.positions)):
                    process.stdin.write(line_of(number, self.positions[number][0]))
                process.stdin.close()
            except BrokenPipeError:
                pass

        feeder = threading.Thread(target=feed)
        feeder.start()
        reported, killer = 0, None
        while True:
            if kill and not killer and reported >= kill[0]:
                killer = threading.Timer(kill[1], process.kill)
                killer.start()
            line = process.stdout.readline()
            if not line:
                break
            if line.endswith(" positions on disk\n"):
                reported = int(line.split()[0])
        status = process.wait()
        feeder.join()
        if kill and status >= 0:
            sys.exit("the process ended by itself")
        if not kill and status != 0:
            sys.exit(f"the last import failed with exit status {status}")
        return reported, time.monotonic() - began

    def export(self):
        """Columns of each line: key, label, value, depth, bound, text."""
        for line in self.run("export", "-").splitlines()[1:]:
            yield line.split(",", 6)[1:]

    def losses(self, written):
        """How many of the first `written` positions are missing."""
        found = {int(depth) * VALUES + int(value) for _, _, value, depth, _, _ in self.export()}
        return sum(number not in found for number in range(written))

    def differences(self):
        """How many positions are not as they were sent."""
        found = {canonical(key): rest for key, *rest in self.export()}
        different = len(found) != len(self.positions)
        for number, (key, _) in enumerate(self.positions):
            sent = line_of(number, key).rstrip("\n").split(",", 6)[2:]
            different += found.get(canonical(key)) != sent
        return different


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tengen")
    parser.add_argument("folder")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--batch", type=int, default=1000)
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if not 0 <= arguments.queries <= arguments.positions:
        parser.error("expected --queries from 0 to the number of --positions")
    rng = random.Random(arguments.seed)
    torture = Torture(arguments)
    total = len(torture.positions)
    written, lost, slowest = 0, 0, 0.0
    torture.run("import", os.devnull)
    for kill in range(1, arguments.kills + 1):
        share = (total - written) / (arguments.kills + 2 - kill)
        reported, _ = torture.write(written, (rng.uniform(0.0, 1.5) * share, rng.uniform(0.0, 0.05)))
        written += reported
        began = time.monotonic()
        torture.run("query", "h8")
        slowest = max(slowest, time.monotonic() - began)
        missing = torture.losses(written)
        lost += missing
        print(f"kill {kill}: {written} reported, {missing} lost", flush=True)
    rest, seconds = torture.write(written)
    print(f"the last {rest} positions: {rest / seconds:.0f} inserted a second")
    lost += torture.differences()
    moves = "".join(moves + "\n" for _, moves in rng.sample(torture.positions, arguments.queries))
    began = time.monotonic()
    torture.run("query", "-", input=moves)
    seconds = time.monotonic() - began
    print(f"{arguments.queries / seconds:.0f} positions queried a second, each with all its moves")
    print(torture.run("stats"), end="")
    torture.run("check")
    print(f"{arguments.kills} kills, {lost} losses, slowest start after a kill {slowest:.2f} s")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
