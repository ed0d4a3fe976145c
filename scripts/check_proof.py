#!/usr/bin/env python3
"""Checks proofs of forced wins in Gomoku and of exact scores in Othello by the rules alone.

The proofs are those of `tengen solve --proof`; protocol.md describes their formats. Shares no code with the engine.
Prints a line for each file: name, holds or refused, nodes, steps, milliseconds of processor time. The fault of a
refused proof goes to standard error, with its line. Exit status: 0 all hold, 1 some are refused, 2 usage error.

A position is two integers with a bit for each point: in Gomoku the stones of the attacker and those of the defender,
in Othello the discs of the side to move and those of the other.
"""
import argparse
import contextlib
import gzip
import io
import re
import sys
import time

STEPS = 100_000_000
LONGEST = 256 << 20
# A proof in Othello ends where at most this many squares are empty.
PLAYED_OUT = 4
POINT = r"[a-v](?:2[0-2]|1[0-9]|[1-9])(?![0-9])"
NUMBER = r"0|[1-9][0-9]{0,17}"
NODE = re.compile(rf"({NUMBER}) (-|\*|pass|(?:{POINT})+) (?:=({NUMBER})|({POINT})(?:/((?:{POINT})+))?(?: :({NUMBER}))?)")
SCORE = r"\+0|[+-](?:[2468]|[1-5][02468]|6[024])"
ENDGAME_NODE = re.compile(rf"({NUMBER}) (-|pass|{POINT}) (?:=({NUMBER})|(pass|{POINT})(?: :({NUMBER}))?)")
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")


class Fault(Exception):
    """The proof is refused: line and reason."""

    def __str__(self):
        return "line {}: {}".format(*self.args)


def miscounted(line, count):
    """The fault of a header with a wrong number of nodes."""
    return Fault(line, "the header says 1 node" if count == 1 else f"the header says {count} nodes")


class Node:
    def __init__(self, line, move, fives):
        self.line, self.move, self.fives = line, move, fives
        self.answers, self.listed, self.parents = {}, 0, 0


def bits(points):
    """The bits that are set, lowest first."""
    while points:
        yield (points & -points).bit_length() - 1
        points &= points - 1


class Board:
    """The geometry of a board and the rule on it. Points are numbered row by row, with a margin that no stone is on."""

    def __init__(self, rule, width, height):
        self.rule, self.stride = rule, width + 1
        self.margin = 6 * self.stride + 6
        self.points = [self.margin + y * self.stride + x for y in range(height) for x in range(width)]
        self.all = sum(1 << p for p in self.points)
        self.lines = (1, self.stride, self.stride + 1, self.stride - 1)
        rows = [sum(1 << p + k * d for k in range(5)) for p in self.points for d in self.lines]
        self.all_rows = [row for row in rows if not row & ~self.all]

    def block(self, points):
        """Blocks points for both sides."""
        self.free = self.all & ~points
        self.all_rows = [row for row in self.all_rows if not row & points]
        self.rows = {p: [row for row in self.all_rows if row >> p & 1] for p in self.points}

    def name(self, p):
        y, x = divmod(p - self.margin, self.stride)
        return f"{chr(97 + x)}{y + 1}"

    def read(self, text, line):
        """The points in a text, all on the board."""
        found = []
        for name in re.findall(POINT, text):
            x, y = ord(name[0]) - 97, int(name[1:]) - 1
            found.append(self.margin + y * self.stride + x)
            if x >= self.stride - 1 or not self.all >> found[-1] & 1:
                raise Fault(line, f"{name} is off the board or taken")
        return found

    def run(self, own, p, d):
        """The first points without an own stone behind and ahead of p."""
        back, ahead = p - d, p + d
        while own >> back & 1:
            back -= d
        while own >> ahead & 1:
            ahead += d
        return back, ahead

    def wins(self, own, enemy, p, is_black):
        """Whether an own stone on the empty point p wins."""
        for d in self.lines:
            back, ahead = self.run(own, p, d)
            length = (ahead - back) // d - 1
            if length == 5 and not (self.rule.startswith("caro") and enemy >> back & 1 and enemy >> ahead & 1):
                return True
            if length > 5 and (self.rule in ("freestyle", "caro") or self.rule == "renju" and not is_black):
                return True
        return False

    def length(self, own, p, d):
        back, ahead = self.run(own, p, d)
        return (ahead - back) // d - 1

    def fours(self, black, free, p, d):
        """The fours through the black stone p on a line: sets of four stones that one more makes exactly five."""
        found = set()
        for start in range(p - 4 * d, p + d, d):
            row = [start + k * d for k in range(5)]
            gaps = [q for q in row if not black >> q & 1]
            if len(gaps) == 1 and free >> gaps[0] & 1 and self.length(black, gaps[0], d) == 5:
                found.add(tuple(q for q in row if q != gaps[0]))
        return found

    def fourths(self, black, free, p, d):
        """The points that make a straight four with the black stone p on a line: four in a row, five at either end."""
        for q in range(p - 3 * d, p + 4 * d, d):
            if free >> q & 1 and self.length(black, q, d) == 4:
                back, ahead = self.run(black, q, d)
                if back < p < ahead and all(
                    free >> end & 1 and self.length(black | 1 << q, end, d) == 5 for end in (back, ahead)
                ):
                    yield q

    def foul(self, black, white, p):
        """The foul of a black stone on the empty point p in renju: 6, 44, 33 or None."""
        lengths = [self.length(black, p, d) for d in self.lines]
        if 5 in lengths:
            return None
        if max(lengths) > 5:
            return "6"
        black |= 1 << p
        free = self.free & ~black & ~white
        if sum(len(self.fours(black, free, p, d)) for d in self.lines) > 1:
            return "44"
        if not self.shapes(black, free, p) > 1:
            return None

        def is_three(d):
            return any(
                5 not in [self.length(black, q, e) for e in self.lines] and not self.foul(black, white, q)
                for q in self.fourths(black, free, p, d)
            )

        return "33" if sum(map(is_three, self.lines)) > 1 else None

    def shapes(self, black, free, p):
        """The fours and possible threes of the black stone p."""
        threes = sum(any(True for _ in self.fourths(black, free, p, d)) for d in self.lines)
        return threes + sum(len(self.fours(black, free, p, d)) for d in self.lines)


class Text:
    """The lines of a proof after the title, without comments."""

    def __init__(self, text):
        lines = io.StringIO(text, newline="\n")
        self.lines = enumerate((line.removesuffix("\n") for line in lines), 1)
        self.number, first = next(self.lines, (1, ""))
        title, _, version = first.partition(" ")
        if title != "tengen-proof":
            raise Fault(1, "not a proof (expected tengen-proof 2)")
        if version != "2":
            raise Fault(1, f"unknown version '{version[:20]}' (expected 2)")

    def next(self):
        for at, line in self.lines:
            if not line.startswith("#"):
                self.number = at
                return line
        raise Fault(self.number, "the proof is cut off")

    def value(self, key, pattern):
        return self.value_in(self.next(), key, pattern)

    def value_in(self, line, key, pattern):
        name, space, value = line.partition(" ")
        if name != key or not space:
            raise Fault(self.number, f"expected a line that begins with {key}")
        if not re.fullmatch(pattern, value):
            raise Fault(self.number, f"invalid {key} '{value[:20]}'")
        return value

    def nothing_more(self):
        for at, line in self.lines:
            if not line.startswith("#"):
                raise Fault(at, "text after the end of the proof")


class Win(Text):
    """A proof of a win in Gomoku. Its check may try all replies, also those that obviously change nothing."""

    def __init__(self, text, all_replies):
        super().__init__(text)
        self.all_replies = all_replies
        self.value("game", "gomoku")
        rule = self.value("rule", "|".join(RULES))
        side = r"([5-9]|1[0-9]|2[0-2])"
        size = self.value("size", f"{side}x{side}")
        self.board = board = Board(rule, *map(int, size.split("x")))
        taken, stones, self.stone_lines = 0, [], []
        for key in ("black", "white", "blocked"):
            text = self.value(key, f"-|(?:{POINT})+")
            self.stone_lines.append(self.number)
            group = 0
            for p in board.read(text, self.number):
                if taken >> p & 1:
                    raise Fault(self.number, f"{board.name(p)} is off the board or taken")
                taken |= 1 << p
                group |= 1 << p
            stones.append(group)
        board.block(stones[2])
        self.is_black = self.value("attacker", "black|white") == "black"
        self.stones = stones[:2] if self.is_black else stones[1::-1]
        count, at = int(self.value("nodes", NUMBER)), self.number
        self.read_nodes()
        if self.count != count or count == 0:
            raise miscounted(at, count)

    def read_nodes(self):
        path, labels, self.count = [], {}, 0
        while (line := self.next()) != "end":
            at, match = self.number, NODE.fullmatch(line)
            if not match:
                raise Fault(at, "not a node (expected depth, replies, move)")
            depth, replies, known, move, fives, label = match.groups()
            depth, parent = int(depth), None
            if depth > len(path) or (depth == 0) != (self.count == 0) or depth and not path[depth - 1]:
                raise Fault(at, f"no node leads to depth {depth}")
            if (replies == "-") != (depth == 0):
                raise Fault(at, "not a node (expected depth, replies, move)")
            answered = self.board.read(replies, at) if replies[0] in "abcdefghijklmnopqrstuv" else []
            if known and known not in labels:
                raise Fault(at, f"label {known} is defined twice or not at all")
            node = labels[known] if known else Node(at, self.board.read(move, at)[0], self.board.read(fives or "", at))
            if label:
                if label in labels:
                    raise Fault(at, f"label {label} is defined twice or not at all")
                labels[label] = node
            node.parents += 1
            if depth:
                self.join(path[depth - 1], replies, answered, node)
            else:
                self.root = node
            path[depth:] = [None if known else node]
            self.count += 1
        self.nothing_more()

    def join(self, parent, replies, answered, node):
        """Adds a branch; no reply may have two."""
        for reply in answered or [replies]:
            if reply in parent.answers:
                raise Fault(self.number, f"{replies} is answered twice")
            parent.answers[reply] = node
        parent.listed |= sum(1 << p for p in answered)

    def check(self, steps):
        """Returns the steps that the check takes."""
        att, dfn = self.stones
        board, self.allowed, self.left, self.held = self.board, steps, steps, set()
        black, white = self.stones if self.is_black else self.stones[::-1]
        for line, own, enemy, is_black in zip(self.stone_lines, (black, white), (white, black), (True, False)):
            if any(board.wins(own & ~(1 << p), enemy, p, is_black) for p in bits(own)):
                raise Fault(line, "the game is over")
        empty = board.free & ~att & ~dfn
        dangers = tuple(p for p in bits(empty) if board.wins(dfn, att, p, not self.is_black))
        self.attack(self.root, att, dfn, dangers)
        return steps - self.left

    def attack(self, node, att, dfn, dangers):
        """The attacker is to move. Every point where the defender may make five is among the dangers."""
        board, move = self.board, node.move
        key = (node, att, dfn) if node.parents > 1 else None
        if key in self.held:
            return
        if self.left == 0:
            raise Fault(node.line, f"the check takes more than {self.allowed} steps")
        self.left -= 1
        if not (board.free & ~att & ~dfn) >> move & 1:
            raise Fault(node.line, f"{board.name(move)} is not an empty point")
        if board.rule == "renju" and self.is_black and (foul := board.foul(att, dfn, move)):
            raise Fault(node.line, f"{board.name(move)} is forbidden for black: {foul}")
        if not board.wins(att, dfn, move, self.is_black):
            self.defend(node, att | 1 << move, dfn, dangers)
        if key:
            self.held.add(key)

    def placed(self, att, dfn, dangers, p):
        """The defender's stones and the dangers after a reply."""
        dfn |= 1 << p
        for row in self.board.rows[p]:
            if not row & att and (row & dfn).bit_count() == 4:
                gap = (row & ~dfn).bit_length() - 1
                if self.board.wins(dfn, att, gap, not self.is_black):
                    dangers += (gap,)
        return dfn, dangers

    def may_place(self, att, dfn, p):
        return self.board.rule != "renju" or self.is_black or not self.board.foul(dfn, att, p)

    def danger(self, att, dfn, dangers):
        """Where the defender makes five."""
        live = (p for p in sorted(dangers) if not (att | dfn) >> p & 1 and self.board.wins(dfn, att, p, not self.is_black))
        return next(live, None)

    def fives(self, node, att, dfn):
        free = self.board.free & ~att & ~dfn
        return [p for p in node.fives if free >> p & 1 and self.board.wins(att, dfn, p, self.is_black)]

    def is_met(self, fives, att, dfn, reply):
        """Whether the attacker still makes one of the fives after a reply."""
        if not (self.all_replies or self.board.rule.startswith("caro")):
            return any(p != reply for p in fives)
        return any(p != reply and self.board.wins(att, dfn | 1 << reply, p, self.is_black) for p in fives)

    def replies(self, node, fives, empty):
        """The replies to look at: all others are far from the fives, which answer them."""
        if not fives or self.all_replies or self.board.rule.startswith("caro"):
            return empty
        return empty & (node.listed | sum(1 << p for p in set(fives)))

    def defend(self, node, att, dfn, dangers):
        board = self.board
        empty = board.free & ~att & ~dfn
        if not empty:
            raise Fault(node.line, "the board is full without a five")
        if (five := self.danger(att, dfn, dangers)) is not None:
            raise Fault(node.line, f"the defender wins with {board.name(five)}")
        fives = self.fives(node, att, dfn)
        points = None
        others = node.answers.get("*")
        if others and not fives and not self.all_replies:
            points = self.points_of_win(others, att, dfn, dangers)
        if points is not None:
            points |= self.threes(board.all_rows, att, dfn)
        has_placed = False
        for reply in bits(self.replies(node, fives, empty) if points is None else empty & (points | node.listed)):
            if reply not in node.answers and self.is_met(fives, att, dfn, reply) or not self.may_place(att, dfn, reply):
                continue
            answer = node.answers.get(reply, others)
            if not answer:
                raise Fault(node.line, f"no answer to {board.name(reply)}")
            has_placed = True
            self.attack(answer, att, *self.placed(att, dfn, dangers, reply))
        if not has_placed and not fives and not any(self.may_place(att, dfn, p) for p in bits(empty)):
            if not (answer := node.answers.get("pass", others)):
                raise Fault(node.line, "no answer to a pass")
            self.attack(answer, att, dfn, dangers)

    def threes(self, rows, att, dfn):
        """The empty points of the rows in which the defender has three or more stones and the rest is empty."""
        points = 0
        for row in rows:
            if not row & att and (row & dfn).bit_count() >= 3:
                points |= row & ~dfn
        return points

    def points_of_win(self, node, att, dfn, dangers):
        """The points that a win by fours rests on, besides the threes there are: a stone of the defender elsewhere takes no
        point of it, makes no five with the replies and no foul of a move. None if it is no such win."""
        board, move = self.board, node.move
        free = board.free & ~att & ~dfn
        if self.left == 0:
            return None
        self.left -= 1
        if not free >> move & 1:
            return None
        black = att | 1 << move
        if board.rule == "renju" and self.is_black:
            lengths = [board.length(att, move, d) for d in board.lines]
            if 5 not in lengths and (max(lengths) > 5 or board.shapes(black, free & ~black, move) > 1):
                return None
        if board.wins(att, dfn, move, self.is_black):
            return self.points_of_five(att, move)
        points, att = 1 << move, black
        fives = self.fives(node, att, dfn)
        if not fives or self.danger(att, dfn, dangers) is not None:
            return None
        for p in fives:
            points |= self.points_of_five(att, p)
        for reply in bits(self.replies(node, fives, free & ~black)):
            if reply not in node.answers and self.is_met(fives, att, dfn, reply):
                continue
            if reply not in node.answers or not self.may_place(att, dfn, reply):
                return None
            stones, threats = self.placed(att, dfn, dangers, reply)
            points |= self.threes(board.rows[reply], att, stones)
            rest = self.points_of_win(node.answers[reply], att, stones, threats)
            if rest is None:
                return None
            points |= rest
        return points

    def points_of_five(self, att, p):
        if not self.board.rule.startswith("caro"):
            return 1 << p
        return 1 << p | sum(1 << end for end in {end for d in self.board.lines for end in self.board.run(att, p, d)})


def square(name):
    """The number of a square of Othello, None off the board."""
    x, y = ord(name[0]) - 97, int(name[1:]) - 1
    return 8 * y + x if x < 8 and y < 8 else None


def rays():
    """For each square of Othello the squares to the edge in every direction, as bits."""
    for p in range(64):
        lines = []
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            x, y, line = p % 8 + dx, p // 8 + dy, []
            while 0 <= x < 8 and 0 <= y < 8:
                line.append(1 << 8 * y + x)
                x, y = x + dx, y + dy
            if len(line) > 1:
                lines.append(line)
        yield lines


RAYS = list(rays())
NAMES = [f"{chr(97 + p % 8)}{p // 8 + 1}" for p in range(64)]
BOARD = (1 << 64) - 1


def turned(own, other, p):
    """The discs that an own disc on the empty square p turns."""
    discs = 0
    for ray in RAYS[p]:
        if ray[0] & other:
            run = 0
            for bit in ray:
                if bit & other:
                    run |= bit
                    continue
                if bit & own:
                    discs |= run
                break
    return discs


def moves(own, other):
    """The discs that each legal move turns."""
    return {p: discs for p in bits(BOARD & ~own & ~other) if (discs := turned(own, other, p))}


def final_score(own, other):
    """The empty squares count for the winner."""
    a, b = own.bit_count(), other.bit_count()
    return 64 - 2 * b if a > b else 2 * a - 64 if a < b else 0


def is_end(own, other, legal):
    """Whether a proof ends where the side to move has these legal moves: the game is over, or few squares are empty and
    the check plays out the rest."""
    return (own | other).bit_count() >= 64 - PLAYED_OUT or not (legal or moves(other, own))


def reaches(own, other, legal, bound):
    """Whether the side to move, whose legal moves are given, scores at least the bound, by playing out everything."""
    after = [(other & ~discs, own | discs | 1 << p) for p, discs in legal.items()]
    if not after:
        replies = moves(other, own)
        if not replies:
            return final_score(own, other) >= bound
        return not reaches(other, own, replies, 1 - bound)
    return any(not reaches(a, b, moves(a, b), 1 - bound) for a, b in after)


class Score(Text):
    """A proof of a score in Othello, read and checked line by line."""

    def __init__(self, text):
        super().__init__(text)
        self.value("game", "othello")
        taken, discs = 0, []
        for key in ("black", "white"):
            group = 0
            for name in re.findall(POINT, self.value(key, f"-|(?:{POINT})+")):
                p = square(name)
                if p is None or (taken | group) >> p & 1:
                    raise Fault(self.number, f"{name} is off the board or taken")
                group |= 1 << p
            taken |= group
            discs.append(group)
        self.own, self.other = discs if self.value("turn", "black|white") == "black" else discs[::-1]
        self.score = int(self.value("score", SCORE))
        self.count = 0

    def check(self, steps):
        """Returns the steps that the check takes: one for each node."""
        self.allowed = steps
        line = self.tree(self.next(), "at-least", 1, lambda line: line.split(" ")[0] == "at-most")
        self.tree(line, "at-most", -1, lambda line: line == "end")
        self.nothing_more()
        return self.count

    def tree(self, line, key, sign, is_end):
        """Checks the tree of a bound, by the side to move at the root (sign 1) or the other one; returns the line behind."""
        self.sign, self.labels = sign, {}
        count, at, before = int(self.value_in(line, key, NUMBER)), self.number, self.count
        # The root and the last node at each depth: its line, the replies that need a node, those that have one.
        self.path = [(at, self.root(at), set())]
        while not is_end(line := self.next()):
            if self.count == self.allowed:
                raise Fault(self.number, f"the check takes more than {self.allowed} steps")
            self.node(line)
            self.count += 1
        self.leave(0)
        if self.count - before != count:
            raise miscounted(at, count)
        return line

    def root(self, at):
        """What may follow at the root."""
        own, other = self.own, self.other
        if self.sign * self.score == -64:
            return {}
        if self.sign < 0:
            return self.replies(own, other, at)
        legal = moves(own, other)
        if not is_end(own, other, legal):
            return {"-": (own, other, legal)}
        self.count_discs(own, other, legal, at, True)
        return {}

    def count_discs(self, own, other, legal, at, is_provers_turn):
        """Refuses an end that leaves the proving side below its bound; the discs are those of the side to move first."""
        bound = self.sign * self.score
        if reaches(own, other, legal, bound if is_provers_turn else 1 - bound) == is_provers_turn:
            return
        score = next(score for score in range(64, -66, -2) if reaches(own, other, legal, score))
        root = score if is_provers_turn == (self.sign > 0) else -score
        most = "least" if self.sign > 0 else "most"
        raise Fault(at, f"the game ends with {root:+} (expected at {most} {self.score:+})")

    def replies(self, own, other, at):
        """The positions after the replies that need a node, from the proving side, with its legal moves. The discs given
        are those of the other side, which is to move. Where a proof ends, the discs are counted."""
        legal, due = moves(own, other), {}
        if is_end(own, other, legal):
            self.count_discs(own, other, legal, at, False)
            return due
        after = {NAMES[p]: (other & ~discs, own | discs | 1 << p) for p, discs in legal.items()}
        for reply, (att, dfn) in (after or {"pass": (other, own)}).items():
            answers = moves(att, dfn)
            if is_end(att, dfn, answers):
                self.count_discs(att, dfn, answers, at, True)
            else:
                due[reply] = att, dfn, answers
        return due

    def leave(self, kept):
        """Leaves all but the first nodes of the path, whose replies must have been answered."""
        while len(self.path) > kept:
            at, due, answered = self.path.pop()
            for reply in due:
                if reply not in answered:
                    no_answer = f"no answer to {'a pass' if reply == 'pass' else reply}"
                    raise Fault(at, "the first move is missing" if reply == "-" else no_answer)

    def node(self, line):
        at, match = self.number, ENDGAME_NODE.fullmatch(line)
        if not match:
            raise Fault(at, "not a node (expected depth, replies, move)")
        depth, reply, known, move, label = match.groups()
        for name in (reply, move):
            if name and name not in ("-", "pass") and square(name) is None:
                raise Fault(at, f"{name} is off the board or taken")
        depth = int(depth)
        if depth >= len(self.path):
            raise Fault(at, f"no node leads to depth {depth}")
        self.leave(depth + 1)
        _, due, answered = self.path[depth]
        if reply not in due:
            raise Fault(at, f"no node may follow {reply} here")
        if reply in answered:
            raise Fault(at, f"{reply} is answered twice")
        answered.add(reply)
        own, other, legal = due[reply]
        if known:
            if known not in self.labels:
                raise Fault(at, f"label {known} is defined twice or not at all")
            if self.labels[known] != (own, other):
                raise Fault(at, f"label {known} belongs to another position")
            return
        board = own, other
        if move == "pass":
            if legal:
                raise Fault(at, "a pass is not legal here")
            own, other = other, own
        else:
            p = square(move)
            if p not in legal:
                raise Fault(at, f"{move} is not a legal move")
            own, other = other & ~legal[p], own | legal[p] | 1 << p
        if label in self.labels:
            raise Fault(at, f"label {label} is defined twice or not at all")
        if label:
            self.labels[label] = board
        self.path.append((at, self.replies(own, other, at), set()))


def read(name):
    # Standard input stays open, because it may be named again; then it is empty.
    with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        data = file.read(LONGEST + 1)
    if data[:2] == b"\x1f\x8b":
        # A small file may have a content that does not fit into the memory.
        data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LONGEST + 1)
    if len(data) > LONGEST:
        raise OSError(f"the proof is longer than {LONGEST >> 20} MiB")
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def visible(text):
    """The text with its control characters other than tabs as escapes: a terminal obeys them, whoever wrote the proof."""
    return re.sub(r"[\0-\x08\n-\x1f\x7f-\x9f]", lambda c: "\\r" if c[0] == "\r" else f"\\u{{{ord(c[0]):x}}}", text)


def main():
    if sys.version_info < (3, 10):
        print("check_proof.py needs Python 3.10", file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=STEPS, help="refuse a proof whose check takes more steps")
    parser.add_argument("--all-replies", action="store_true", help="in Gomoku, play even replies that change nothing")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a proof, compressed by gzip or not; - for standard input")
    args = parser.parse_args()
    sys.setrecursionlimit(10_000)
    refused = 0
    for name in args.files:
        start = time.process_time()
        try:
            text = read(name)
            game = Text(text).value("game", "gomoku|othello")
            proof = Win(text, args.all_replies) if game == "gomoku" else Score(text)
            steps = proof.check(args.steps)
            found = f"holds\t{proof.count}\t{steps}"
        except (Fault, OSError, EOFError, UnicodeDecodeError, gzip.zlib.error) as error:
            refused += 1
            print(visible(f"{name}: {error}"), file=sys.stderr)
            found = "refused\t-\t-"
        print(f"{name}\t{found}\t{1000 * (time.process_time() - start):.0f}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
