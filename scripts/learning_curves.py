#!/usr/bin/env python3
"""Draws the learning curves of `tengen tune` as SVG.

    tengen tune --lang en ... | tee gen2.log
    scripts/learning_curves.py gen1.log gen2.log > curves.svg
    scripts/learning_curves.py --by-samples 5m.log 10m.log 20m.log > size.svg

Each part that was learned (value, policy, chances, network, a stage) has a chart: the loss, in Othello the error in
discs, by epoch. Solid lines are for the held-out positions, dashed lines for those learned from. With --by-samples it
is the best held-out loss of each log by its number of samples, on a logarithmic axis; a grey line joins the logs.
"""

import argparse
import math
import re
import sys
from bisect import bisect_left, bisect_right
from html import escape
from typing import NamedTuple

SAMPLES = re.compile(r"^(.+): (\d+) samples, (\d+) for validation$")
EPOCH = re.compile(r"^(.+?) +(\d+): ([\d.]+).*, validation ([\d.]+)")
COLORS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"]
WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 40
TICKS = 5


class Plot(NamedTuple):
    """What a chart shows; a point is (place along the axis, loss)."""

    title: str
    marks: list  # of the axis: (place, words)
    lines: list  # (color, dashes, points)
    dots: list  # (color, point)


def read(path):
    """The curves of a log by part: the number of samples and (epoch, training, validation) for each epoch."""
    parts = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if found := SAMPLES.match(line):
                parts[found[1]] = (int(found[2]), [])
            elif (found := EPOCH.match(line)) and found[1] in parts:
                parts[found[1]][1].append((int(found[2]), float(found[3]), float(found[4])))
    return {part: curve for part, curve in parts.items() if curve[1]}


def text(x, y, words, anchor="start", color="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(words)}</text>'


def best(epochs):
    return min(validation for *_, validation in epochs)


def by_epoch(curves):
    last = max(epochs[-1][0] for *_, epochs in curves) or 1
    marks = [(epoch, str(epoch)) for epoch in range(0, last + 1, max(1, last // 10))]
    lines = [(color, dashes, [(epoch[0], epoch[column]) for epoch in epochs])
             for _, color, _, epochs in curves for column, dashes in ((1, "4 3"), (2, "none"))]
    return Plot("loss by epoch", marks, lines, [])


def by_samples(curves):
    sizes = [samples for *_, samples, _ in curves]
    steps = [digit * 10**power for power in range(len(str(max(sizes))) + 1) for digit in (1, 2, 5)]
    # The marks enclose all points, and there are at least two, so that the axis has a length.
    first, last = bisect_right(steps, min(sizes)) - 1, bisect_left(steps, max(sizes))
    marks = [(math.log10(step), f"{step / 10**6:g}") for step in steps[first : max(last, first + 1) + 1]]
    dots = [(color, (math.log10(samples), best(epochs))) for _, color, samples, epochs in curves]
    line = ("#999", "none", sorted(point for _, point in dots))
    return Plot("best held-out loss by millions of samples", marks, [line], dots)


def chart(part, curves, plot, top):
    """The chart of a part, whose `curves` are (name, color, samples, epochs)."""
    points = [point for *_, points in plot.lines for point in points]
    places = [place for place, _ in points + plot.marks]
    left, right = min(places), max(places)
    losses = [loss for _, loss in points]
    low, high = min(losses), max(losses)
    margin = 0.05 * (high - low) or 0.01
    low, high = low - margin, high + margin

    def x(place):
        return LEFT + (WIDTH - LEFT - RIGHT) * (place - left) / (right - left)

    def y(loss):
        return top + TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low)

    yield text(LEFT, top + 24, f"{part}: {plot.title}")
    for tick in range(TICKS):
        loss = low + (high - low) * tick / (TICKS - 1)
        yield f'<path d="M{LEFT} {y(loss):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield text(LEFT - 6, y(loss) + 4, f"{loss:.4f}", "end")
    for place, words in plot.marks:
        yield text(x(place), top + HEIGHT - BOTTOM + 18, words, "middle")
    for color, dashes, line in plot.lines:
        corners = " ".join(f"{x(place):.1f},{y(loss):.1f}" for place, loss in line)
        yield (f'<polyline points="{corners}" fill="none" stroke="{color}" stroke-width="2" '
               f'stroke-dasharray="{dashes}"/>')
    for color, (place, loss) in plot.dots:
        yield f'<circle cx="{x(place):.1f}" cy="{y(loss):.1f}" r="4" fill="{color}"/>'
    for row, (name, color, samples, epochs) in enumerate(curves):
        words = f"{name}: {samples:,} samples, best {best(epochs):.5f}"
        yield text(WIDTH - RIGHT, top + TOP + 12 + 16 * row, words, "end", color)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", metavar="LOG", help="the output of tengen tune --lang en")
    parser.add_argument("--by-samples", dest="plot", action="store_const", const=by_samples, default=by_epoch,
                        help="draw the best held-out loss of each log by its number of samples")
    options = parser.parse_args()
    logs = [(path, read(path)) for path in options.logs]
    parts = list(dict.fromkeys(part for _, log in logs for part in log))
    if not parts:
        sys.exit("no log has an epoch with a validation")
    height = HEIGHT * len(parts)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
          'font-family="sans-serif" font-size="12">')
    print('<rect width="100%" height="100%" fill="white"/>')
    for row, part in enumerate(parts):
        curves = [(path, COLORS[index % len(COLORS)], *log[part])
                  for index, (path, log) in enumerate(logs) if part in log]
        print("\n".join(chart(part, curves, options.plot(curves), row * HEIGHT)))
    print("</svg>")


if __name__ == "__main__":
    main()
