#!/usr/bin/env python3
"""Draws the learning curves of `tengen tune` as SVG.

    tengen tune --lang en ... | tee gen2.log
    scripts/learning_curves.py gen1.log gen2.log > curves.svg

Each part that was learned (value, policy, chances, network, a stage) has a chart: the loss, in Othello the error in
discs, by epoch. Solid lines are for the held-out positions, dashed lines for those learned from.
"""

import re
import sys
from html import escape

SAMPLES = re.compile(r"^(.+): (\d+) samples, (\d+) for validation$")
EPOCH = re.compile(r"^(.+?) +(\d+): ([\d.]+).*, validation ([\d.]+)")
COLORS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"]
WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 40
TICKS = 5


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


def chart(part, curves, top):
    """The chart of a part, whose `curves` are (name, color, samples, epochs)."""
    losses = [loss for *_, epochs in curves for epoch in epochs for loss in epoch[1:]]
    low, high = min(losses), max(losses)
    margin = 0.05 * (high - low) or 0.01
    low, high = low - margin, high + margin
    last = max(epochs[-1][0] for *_, epochs in curves) or 1

    def x(epoch):
        return LEFT + (WIDTH - LEFT - RIGHT) * epoch / last

    def y(loss):
        return top + TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low)

    yield text(LEFT, top + 24, f"{part}: loss by epoch")
    for tick in range(TICKS):
        loss = low + (high - low) * tick / (TICKS - 1)
        yield f'<path d="M{LEFT} {y(loss):.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield text(LEFT - 6, y(loss) + 4, f"{loss:.4f}", "end")
    for epoch in range(0, last + 1, max(1, last // 10)):
        yield text(x(epoch), top + HEIGHT - BOTTOM + 18, str(epoch), "middle")
    for row, (name, color, samples, epochs) in enumerate(curves):
        for column, dashes in ((1, "4 3"), (2, "none")):
            points = " ".join(f"{x(epoch[0]):.1f},{y(epoch[column]):.1f}" for epoch in epochs)
            yield (f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2" '
                   f'stroke-dasharray="{dashes}"/>')
        best = min(epoch[2] for epoch in epochs)
        words = f"{name}: {samples:,} samples, best {best:.5f}"
        yield text(WIDTH - RIGHT, top + TOP + 12 + 16 * row, words, "end", color)


def main(paths):
    logs = [(path, read(path)) for path in paths]
    parts = list(dict.fromkeys(part for _, log in logs for part in log))
    if not parts:
        sys.exit(__doc__ if not paths else "no log has an epoch with a validation")
    height = HEIGHT * len(parts)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
          'font-family="sans-serif" font-size="12">')
    print('<rect width="100%" height="100%" fill="white"/>')
    for row, part in enumerate(parts):
        curves = [(path, COLORS[index % len(COLORS)], *log[part])
                  for index, (path, log) in enumerate(logs) if part in log]
        print("\n".join(chart(part, curves, row * HEIGHT)))
    print("</svg>")


if __name__ == "__main__":
    main(sys.argv[1:])
