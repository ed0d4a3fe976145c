#!/usr/bin/env python3
"""Plays a match on a Ray cluster: every shard is a task, and this program collects the games.

It shows the current result, stops the match when the test of --sprt decides, and merges the shards in DIR/whole. Needs
the package ray. The program, the engines and the files that the options name must be on every node, under the same path
everywhere or in the PATH of the Ray workers.

The tasks play in temporary folders and send every finished game, so DIR need not be on a shared file system. If a node
is lost, or a shard fails, another task resumes from the games that have arrived. If this program is stopped, run it
again with the same options: no game that has arrived is played twice.

Exit status: 0 the match is over, 1 a shard failed too often, 2 wrong usage or no result, 130 interrupted.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray

JOURNAL = "journal.jsonl"
# Seconds that the tasks of a decided match have to end their programs.
FAREWELL = 30


def complete_lines(path: Path, start: int = 0) -> bytes:
    """The complete lines of a file from byte `start` on; nothing if there is no file."""
    if not path.exists():
        return b""
    with path.open("rb") as file:
        file.seek(start)
        text = file.read()
    return text[: text.rfind(b"\n") + 1]


def play(command: list[str], journal: bytes, pause: float) -> Iterator[bytes]:
    """Runs in a task: plays the games that `journal` lacks, and yields what is added to it, every `pause` seconds."""
    with tempfile.TemporaryDirectory(prefix="tengen-") as folder, tempfile.TemporaryFile() as errors:
        path, sent = Path(folder, JOURNAL), len(journal)
        if journal:
            path.write_bytes(journal)
        process = subprocess.Popen([*command, "--out", folder], stdout=subprocess.DEVNULL, stderr=errors)
        try:
            running = True
            while running:
                running = not ends_within(process, pause)
                lines = complete_lines(path, sent)
                sent += len(lines)
                if lines:
                    yield lines
        finally:
            process.terminate()
            process.wait()
        if process.returncode:
            errors.seek(0)
            raise RuntimeError(f"exit status {process.returncode}: {errors.read().decode(errors='replace').strip()}")


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether the process ends before so many seconds have passed."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


@dataclass
class Shard:
    """A part of the match. `starts` counts its tasks; `task` is the generator of the present one."""

    number: int
    folder: Path
    starts: int = 0
    state: str = "waiting"
    task: Any = None

    def journal(self) -> bytes:
        return complete_lines(self.folder / JOURNAL)

    def open(self) -> None:
        """Makes the folder, and drops a line that was not completely written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        journal = self.journal()
        if journal:
            os.truncate(self.folder / JOURNAL, len(journal))
        else:
            (self.folder / JOURNAL).unlink(missing_ok=True)

    def add(self, lines: bytes) -> None:
        with (self.folder / JOURNAL).open("ab") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())

    def games(self) -> int:
        return sum(line.startswith(b'{"game":') for line in self.journal().splitlines())


class Match:
    """The shards, and the tasks that play them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.shards = [Shard(i, arguments.out / f"shard-{i}") for i in range(1, arguments.shards + 1)]

    def start(self, shard: Shard) -> None:
        """Starts a task that plays the rest of the shard."""
        # Ray would restart a task from the games that it began with.
        task = ray.remote(max_retries=0, num_cpus=self.arguments.cpus, num_returns="streaming")(play)
        part = f"{shard.number}/{len(self.shards)}"
        command = [self.arguments.program, "match", *self.arguments.options, "--shard", part]
        shard.task = task.remote(command, shard.journal(), self.arguments.every)
        shard.starts += 1

    def take(self, shard: Shard) -> None:
        """Takes the next lines of the shard's task, or notes that it has ended; starts it again if it failed."""
        try:
            shard.add(ray.get(next(shard.task)))
            shard.state = "playing"
        except StopIteration:
            shard.state, shard.task = "done", None
        except ray.exceptions.RayError as error:
            shard.state, shard.task = "failed", None
            print(f"shard {shard.number}: {cause(error)}", file=sys.stderr)
            if shard.starts <= self.arguments.retries:
                self.start(shard)
                shard.state = "started again"

    def play(self) -> None:
        """Plays until all shards have ended or the test decides."""
        for shard in self.shards:
            shard.open()
            self.start(shard)
        screen, shown = Screen(), time.monotonic()
        while tasks := {shard.task: shard for shard in self.shards if shard.task is not None}:
            ready, _ = ray.wait(list(tasks), num_returns=len(tasks), timeout=self.arguments.every)
            for task in ready:
                self.take(tasks[task])
            if time.monotonic() - shown < self.arguments.every:
                continue
            shown, total = time.monotonic(), self.total()
            screen.show(table(self.shards, total))
            if decision(total):
                return self.stop()
        screen.show(table(self.shards, self.total()))

    def stop(self) -> None:
        """Ends the tasks, including those started again just now."""
        tasks = [shard.task for shard in self.shards if shard.task is not None]
        for task in tasks:
            ray.cancel(task)
        ray.wait([task.completed() for task in tasks], num_returns=len(tasks), timeout=FAREWELL)

    def merge(self, *options: str) -> str:
        """What `tengen match merge` says about the shards that have begun."""
        begun = [str(shard.folder) for shard in self.shards if shard.journal()]
        command = [self.arguments.program, "match", "merge", *options, *begun]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def total(self) -> dict[str, Any]:
        """The current result: the sums of `tengen match merge --format json`; nothing before the first game."""
        if not any(shard.games() for shard in self.shards):
            return {}
        total: dict[str, Any] = json.loads(self.merge("--format", "json").splitlines()[-1])["total"]
        return total


def cause(error: Exception) -> str:
    """The last line of an error of Ray, after the trace, up to Ray's advice."""
    return str(error).strip().splitlines()[-1].split(". ")[0]


def decision(total: dict[str, Any]) -> str | None:
    """The hypothesis that the test accepts; `None` while it is open or if there is none."""
    accepted = total.get("sprt", {}).get("accepted")
    return accepted if isinstance(accepted, str) else None


def table(shards: list[Shard], total: dict[str, Any]) -> list[str]:
    """A line for each shard and one for the match."""
    lines = ["shard  games  starts  state"]
    lines += [f"{shard.number:5}  {shard.games():5}  {shard.starts:6}  {shard.state}" for shard in shards]
    if total:
        lines.append(f"total {total['games']:6}  of {total['planned']}  {standing(total)}".rstrip())
    else:
        lines.append("no game has finished")
    return lines


def standing(total: dict[str, Any]) -> str:
    """The results between two engines, `12-3-5 Elo +127 LLR 0.83 [-2.94 2.94] H1`; nothing with more engines."""
    pairings, test = total.get("pairings", []), total.get("sprt")
    if len(pairings) != 1:
        return ""
    results, elo = pairings[0]["results"], pairings[0]["elo"]
    words = "-".join(str(results[key]) for key in ("wins", "draws", "losses"))
    words += f" Elo {elo:+.0f}" if elo is not None else ""
    if test:
        low, high = test["bounds"]
        words += f" LLR {test['llr']:.2f} [{low:.2f} {high:.2f}] {decision(total) or ''}"
    return words


class Screen:
    """Shows a table that changes: in place at a terminal, elsewhere its last line when it differs."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show(self, lines: list[str]) -> None:
        if lines == self.shown:
            return
        if sys.stdout.isatty():
            back = f"\x1b[{len(self.shown)}F\x1b[J" if self.shown else ""
            print(back + "\n".join(lines), flush=True)
        else:
            print(lines[-1], flush=True)
        self.shown = lines


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="%(prog)s [options] --shards N --out DIR -- MATCH_OPTION...",
    )
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of parts, at least 1")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the shards and the merged match")
    parser.add_argument("--address", default="auto", help="Ray cluster [default: the one of this machine]")
    parser.add_argument("--cpus", type=float, default=1, metavar="N", help="processors of a shard [default: 1]")
    parser.add_argument("--retries", type=int, default=5, metavar="N", help="new starts of a shard [default: 5]")
    parser.add_argument("--every", type=float, default=5, metavar="SECONDS", help="time between looks [default: 5]")
    parser.add_argument("--program", default="tengen", help="Tengen, here and on the nodes [default: tengen]")
    parser.add_argument("options", nargs="+", metavar="MATCH_OPTION", help="tengen match, without --shard and --out")
    found = parser.parse_args()
    if found.shards < 1 or found.retries < 0 or found.every <= 0 or found.cpus <= 0:
        parser.error("--shards, --every and --cpus are above 0, --retries not below")
    if {option.split("=")[0] for option in found.options} & {"--shard", "--out"}:
        parser.error("--shard and --out are set here")
    if (found.out / "whole").exists():
        parser.error(f"{found.out / 'whole'} exists: the match is merged")
    return found


def main() -> int:
    match = Match(arguments())
    ray.init(address=match.arguments.address, log_to_driver=False)
    match.play()
    failed = [str(shard.number) for shard in match.shards if shard.state == "failed"]
    if failed and not decision(match.total()):
        print(f"not merged, run again: shards {', '.join(failed)} failed", file=sys.stderr)
        return 1
    print(match.merge("--out", str(match.arguments.out / "whole")), end="")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, ImportError, subprocess.CalledProcessError) as error:
        print(f"ray_match.py: {error}", file=sys.stderr)
        sys.exit(2)
