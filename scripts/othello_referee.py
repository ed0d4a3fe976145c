#!/usr/bin/env python3
"""Independent Othello referee for engines that speak Othello over the Gomocup grammar.

Plays each opening with both colours and checks every reply.  The board rules are a plain ray
walk and share no code with any engine.  Exit status: 0 no faults, 1 faults, 2 usage error.

Grammar: `START 8` -> `OK`; INFO lines (`rule 16` is Othello); `BEGIN`, `TURN x,y` or `BOARD`
with the history `x,y,f` (f: 1 own, 2 opponent) and `DONE` -> exactly one line `x,y`.  x is the
file a..h, y the rank 1..8, from 0; a pass is `-1,-1`, legal only if forced.  Forced passes in a
history are included in some games and omitted in others.  `MESSAGE` and `DEBUG` lines are ignored;
any other line, and any text on stderr, is a fault.  `END` must cause a silent exit with status 0.
"""
import argparse
import concurrent.futures
import contextlib
import os
import queue
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

BLACK, WHITE, EMPTY, PASS = "X", "O", "-", (-1, -1)
OTHER = {BLACK: WHITE, WHITE: BLACK}
RAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def start_board():
    centre = {(3, 3): WHITE, (4, 4): WHITE, (4, 3): BLACK, (3, 4): BLACK}
    return {(x, y): centre.get((x, y), EMPTY) for y in range(8) for x in range(8)}


def flips(board, side, square):
    """Discs that side flips by playing on square; empty if the move is illegal."""
    turned = []
    for dx, dy in RAYS if board.get(square) == EMPTY else ():
        x, y = square[0] + dx, square[1] + dy
        line = []
        while board.get((x, y)) == OTHER[side]:
            line.append((x, y))
            x, y = x + dx, y + dy
        if board.get((x, y)) == side:
            turned += line
    return turned


def legal_moves(board, side):
    return [square for square in board if flips(board, side, square)]


def play(board, side, move):
    for square in flips(board, side, move) + [move] if move != PASS else ():
        board[square] = side
    return OTHER[side]


def transcript(moves):
    return "".join("pa" if m == PASS else "abcdefgh"[m[0]] + str(m[1] + 1) for m in moves)


def make_opening(text, rng, plies):
    """Moves of a transcript `f5d6...`, or `plies` random ones, with forced passes added."""
    board, side, moves = start_board(), BLACK, []
    squares = [("abcdefgh".index(f), int(r) - 1) for f, r in re.findall(r"([a-h])([1-8])", text)]
    for square in squares or [None] * plies:
        if not legal_moves(board, side):
            moves.append(PASS)
            side = OTHER[side]
        legal = legal_moves(board, side)
        if square not in legal and (square or not legal):
            raise ValueError(f"illegal move or no move left in opening {text}")
        moves.append(square or rng.choice(legal))
        side = play(board, side, moves[-1])
    return moves


def random_opening(rng, plies):
    """An opening of `plies` random moves; retries if the game ends earlier."""
    for _ in range(1000):
        with contextlib.suppress(ValueError):
            return make_opening("", rng, plies)
    raise ValueError(f"no game of {plies} random plies in a thousand")


class Fault(Exception):
    def __init__(self, engine, kind, detail):
        super().__init__(f"engine {engine.label}: {kind}: {detail}")
        self.label, self.kind = engine.label, kind


class Engine:
    """One engine process; a thread records the arrival time of each output line."""

    def __init__(self, label, command, args):
        self.label, self.args, self.log, self.worst, self.asked = label, args, [], 0.0, False
        self.lines, self.err = queue.Queue(), tempfile.TemporaryFile()
        self.proc = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, stderr=self.err)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for raw in self.proc.stdout:
            now, line = time.monotonic(), raw.decode("latin-1")
            self.log.append((now, self.label, "->", line.rstrip()))
            if re.match(r"(message|debug)\b.*\n", line, re.I) is None:
                self.lines.put((now, line))
        self.lines.put((time.monotonic(), None))

    def stderr(self):
        return os.pread(self.err.fileno(), 4000, 0).decode("latin-1")

    def send(self, *lines):
        self.log += [(time.monotonic(), self.label, "<-", line) for line in lines]
        with contextlib.suppress(OSError):  # the engine has exited; `ask` reports it
            self.proc.stdin.write("".join(line + "\r\n" for line in lines).encode())
            self.proc.stdin.flush()

    def answer(self, wait):
        """(time, line) of the next line, where line is None at the end of output; None after `wait` s."""
        try:
            return self.lines.get(timeout=max(wait, 0.001))
        except queue.Empty:
            return None

    def ask(self, limit, *lines):
        """Sends lines and returns the single reply."""
        if (entry := self.answer(0)) and entry[1]:
            raise Fault(self, "stray", f"unexpected line {entry[1]!r}")
        begin = time.monotonic()
        self.send(*lines)
        entry = entry or self.answer(limit + self.args.tolerance + 2)
        if entry is None:
            raise Fault(self, "timeout", f"{lines[-1]}: no reply within {limit:.3f} + 2 s")
        if entry[1] is None:
            time.sleep(0.1)
            raise Fault(self, "crash", f"exit status {self.proc.poll()}, {self.stderr()[-80:]!r}")
        took = entry[0] - begin
        self.worst = max(self.worst, took if self.asked else 0)
        if took > limit + self.args.tolerance:
            raise Fault(self, "timeout", f"{lines[-1]}: {took:.3f} s, allowed {limit:.3f}")
        if self.stderr():
            raise Fault(self, "stray", f"text on stderr {self.stderr()!r}")
        return entry[1]

    def new_game(self):
        if (reply := self.ask(5, "START 8")) not in ("OK\n", "OK\r\n"):
            raise Fault(self, "start", f"START 8 answered by {reply!r}")
        self.send(f"INFO timeout_turn {self.args.movetime}", "INFO timeout_match 0",
                  "INFO max_memory 367001600", "INFO game_type 1", "INFO rule 16")

    def move(self, side, history, write_passes):
        if not history:
            request = ["BEGIN"]
        elif not self.args.always_board and (self.asked or len(history) == 1):
            request = ["TURN %d,%d" % history[-1][1]]
        else:
            request = ["BOARD", *("%d,%d,%d" % (*move, 1 if mover == side else 2) for mover, move
                                  in history if write_passes or move != PASS), "DONE"]
        self.asked = True
        reply = self.ask(self.args.movetime / 1000, "INFO time_left 2147483647", *request)
        if (found := re.fullmatch(r"(-?\d+),(-?\d+)\r?\n", reply)) is None:
            raise Fault(self, "malformed", f"answer {reply!r} to {request[-1]}")
        return int(found[1]), int(found[2])

    def quit(self):
        """Sends END, which must cause a silent exit with status 0."""
        self.send("END")
        try:
            if status := self.proc.wait(0.7 + self.args.tolerance):
                raise Fault(self, "exit", f"exit status {status} after END")
        except subprocess.TimeoutExpired:
            raise Fault(self, "exit", "still running after END") from None
        if ((entry := self.answer(1)) and entry[1]) or self.stderr():
            raise Fault(self, "stray", f"after the last answer {entry}, stderr {self.stderr()!r}")


def play_game(opening, engines, write_passes):
    """Plays with engines {BLACK: Engine, WHITE: Engine}; returns the final board and the moves."""
    board, side, history = start_board(), BLACK, []
    for engine in engines.values():
        engine.new_game()
    while legal_moves(board, BLACK) or legal_moves(board, WHITE):
        legal, engine = legal_moves(board, side) or [PASS], engines[side]
        if len(history) < len(opening):
            move = opening[len(history)]
        else:
            move = engine.move(side, history, write_passes)
        if move not in legal:
            raise Fault(engine, "falsepass" if move == PASS else "illegal", "%d,%d" % move
                        + f" after {transcript(m for _, m in history)}, legal {transcript(legal)}")
        history.append((side, move))
        side = play(board, side, move)
    return board, [move for _, move in history]


def one_game(number, opening, args):
    """Returns (result for A: 1, 0 or -1; disc margin or None; Fault or None; worst times)."""
    a, b = Engine("A", args.a, args), Engine("B", args.b, args)
    sides = {BLACK: a, WHITE: b} if number % 2 == 0 else {BLACK: b, WHITE: a}
    fault, margin, moves = None, None, []
    try:
        board, moves = play_game(opening, sides, random.Random(number + args.seed).random() < 0.5)
        margin = sum(1 if sides[o] is a else -1 for o in board.values() if o != EMPTY)
        for engine in (a, b):
            engine.quit()
    except Fault as caught:
        fault = caught
        print(f"FAULT game {number + 1}: {fault}", flush=True)
    for engine in (a, b):
        engine.proc.kill()
    if args.record:
        with open(os.path.join(args.record, f"game-{number + 1:04d}.txt"), "w") as out:
            print(f"# A {args.a}\n# B {args.b}\n# black {sides[BLACK].label}, margin of A {margin}",
                  f"# fault {fault}", transcript(moves), sep="\n", file=out)
            out.writelines("%.3f %s %s %s\n" % entry for entry in sorted(a.log + b.log))
    points = margin if margin is not None else 1 if fault.label == "B" else -1
    return (points > 0) - (points < 0), margin, fault, {"A": a.worst, "B": b.worst}


def main():
    parser = argparse.ArgumentParser(description="Othello referee over the Gomocup grammar")
    parser.add_argument("a", help="command of engine A")
    parser.add_argument("b", nargs="?", help="command of engine B (default: A again)")
    for option, default, text in (
            ("--games", 2, "number of games"), ("--movetime", 1000, "time of a move in ms"),
            ("--tolerance", 0.05, "seconds an answer may be late"), ("--concurrency", 1, "games at once"),
            ("--random-plies", 0, "length of random openings, without --openings"), ("--seed", 1, "random seed")):
        parser.add_argument(option, type=type(default), default=default, help=text)
    parser.add_argument("--openings", help="file of transcripts, one per line")
    parser.add_argument("--record", help="directory for one log per game")
    parser.add_argument("--always-board", action="store_true", help="send BOARD for every move")
    args = parser.parse_args()
    args.b = args.b or args.a
    rng = random.Random(args.seed)
    listed = open(args.openings).read().lower().split() if args.openings else []
    if args.openings and not listed:
        parser.error(f"no opening in {args.openings}")
    rng.shuffle(listed)
    try:
        openings = [make_opening(listed[n % len(listed)], rng, 0) if listed
                    else random_opening(rng, args.random_plies)
                    for n in range((args.games + 1) // 2)]
    except ValueError as error:
        parser.error(str(error))
    if args.record:
        os.makedirs(args.record, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
        games = list(pool.map(lambda n: one_game(n, openings[n // 2], args), range(args.games)))
    results, margins = [game[0] for game in games], [g[1] for g in games if g[1] is not None]
    print(f"games {len(games)}, A {results.count(1)} wins {results.count(0)} draws "
          f"{results.count(-1)} losses, discs {sum(margins):+d} in {len(margins)} finished games")
    faults = [game[2] for game in games if game[2]]
    for label, command in (("A", args.a), ("B", args.b)):
        kinds = [fault.kind for fault in faults if fault.label == label]
        print(f"{label} ({command}): worst answer {max(game[3][label] for game in games):.3f} s,",
              f"faults {len(kinds)}", *(f"{kind}={kinds.count(kind)}" for kind in sorted({*kinds})))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
