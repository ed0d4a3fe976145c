#!/usr/bin/env python3
"""Figures of the source tree: files, folders, lines, functions and import circles.

    scripts/tree_figures.py         the working tree
    scripts/tree_figures.py REV     a git revision

Needs Python 3.9 and git, nothing else. What it approximates:

- Strings and comments are masked by a regular expression, not by a parser. Block comments do not
  nest.
- Test lines are those in tests/, in modules behind #[cfg(test)], inline or in a file, and in the
  file-level modules that such a file declares.
- A function reaches from the line of `fn` to that of its closing brace. Only functions outside of
  tests count; those without a body do not.
- Imports are `use` declarations and paths in code, resolved through crate, self, super, child
  modules and re-exports. Glob imports count as imports of the module; paths in macros count like
  others. The test `files_do_not_import_each_other_in_circles` is exact and decides.
"""

import bisect
import os
import re
import statistics
import subprocess
import sys
from collections import Counter

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
LONG = 60  # functions with more lines are listed

MASKED = re.compile(
    r"""//[^\n]*
      | /\*.*?\*/
      | b?r(?P<hashes>\#*)".*?"(?P=hashes)
      | b?"(?:\\.|[^"\\])*"
      | b?'(?:\\(?:x..|u\{[^}]*\}|.)|[^\\'\n])'""",
    re.VERBOSE | re.DOTALL,
)
NAME = r"[A-Za-z_]\w*"
TEST_MODULE = re.compile(
    r"#\s*\[\s*cfg\s*\(\s*(?:all\s*\(\s*)?test\b[^\]]*\]\s*(?:#\s*\[[^\]]*\]\s*)*"
    rf"(?:pub(?:\s*\([^)]*\))?\s+)?mod\s+({NAME})\s*([;{{])"
)
FUNCTION = re.compile(rf"\bfn\s+({NAME})")
USE = re.compile(r"\b(pub(?:\s*\([^)]*\))?\s+)?use\s+([^;]+);")
ITEM = re.compile(
    rf"\b(?:fn|struct|enum|trait|type|const|static|union)\s+(?:unsafe\s+fn\s+|mut\s+)?({NAME})"
)
PATH = re.compile(rf"(?<![\w:])({NAME}(?:::{NAME})+)")


def git(*arguments, **options):
    return subprocess.run(
        ["git", "-C", ROOT, *arguments], check=True, capture_output=True, **options
    ).stdout


def read_tree(revision):
    """The Rust files in src and tests by path."""
    if revision is None:
        paths = []
        for folder in ("src", "tests"):
            for place, _, names in os.walk(os.path.join(ROOT, folder)):
                paths += [os.path.join(place, name) for name in names if name.endswith(".rs")]
        texts = {}
        for path in paths:
            with open(path, encoding="utf-8") as file:
                texts[os.path.relpath(path, ROOT).replace(os.sep, "/")] = file.read()
        return texts
    listed = git("ls-tree", "-r", "--name-only", revision, "src", "tests").decode().split("\n")
    paths = [path for path in listed if path.endswith(".rs")]
    wanted = "".join(f"{revision}:{path}\n" for path in paths)
    output = git("cat-file", "--batch", input=wanted.encode())
    texts, at = {}, 0
    for path in paths:
        end = output.index(b"\n", at)
        size = int(output[at:end].split()[2])
        texts[path] = output[end + 1 : end + 1 + size].decode()
        at = end + 1 + size + 1
    return texts


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def closing(code, start):
    """The index behind the brace that closes the one at `start`."""
    depth = 0
    for brace in re.finditer(r"[{}]", code[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return start + brace.end()
    return len(code)


class File:
    """A file with its strings and comments masked and its test code marked."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
        self.comments = set()
        self.code = MASKED.sub(lambda found: self.mask(text, found), text)
        self.starts = [0] + [found.end() for found in re.finditer("\n", text)]
        self.test_ranges = []
        self.test_files = []
        for found in TEST_MODULE.finditer(self.code):
            if found[2] == "{":
                self.test_ranges.append((found.start(), closing(self.code, found.end() - 1)))
            else:
                self.test_files.append(found[1])

    def mask(self, text, found):
        if found.group().startswith("/"):
            first = text.count("\n", 0, found.start())
            self.comments.update(range(first, first + found.group().count("\n") + 1))
            return blank(found.group())
        return '"' + blank(found.group())[2:] + '"'

    def line(self, index):
        return bisect.bisect_right(self.starts, index) - 1

    def in_test(self, index):
        return any(start <= index < end for start, end in self.test_ranges)

    def product(self):
        """The code without its inline tests."""
        code = self.code
        for start, end in self.test_ranges:
            code = code[:start] + blank(code[start:end]) + code[end:]
        return code


def children_folder(path):
    folder, name = os.path.split(path)
    stem = name[:-3]
    return folder if stem in ("mod", "lib", "main") else f"{folder}/{stem}"


def test_files(files):
    """The paths that only tests compile."""
    found = {path for path in files if path.startswith("tests/")}
    queue = [
        (path, name) for path, file in files.items() if path not in found for name in file.test_files
    ]
    while queue:
        parent, name = queue.pop()
        base = f"{children_folder(parent)}/{name}"
        for path in (f"{base}.rs", f"{base}/mod.rs"):
            if path in files and path not in found:
                found.add(path)
                inner = re.findall(rf"\bmod\s+({NAME})\s*;", files[path].code)
                queue += [(path, child) for child in inner]
    return found


def count_lines(files, tests):
    counts = Counter()
    for path, file in files.items():
        code = file.code.split("\n")
        for number, line in enumerate(file.lines):
            start = file.starts[number]
            if not line.strip():
                kind = "blank"
            elif not code[number].strip() and number in file.comments:
                kind = "comments"
            else:
                kind = "code"
            where = "test" if path in tests or file.in_test(start) else "product"
            counts[where, kind] += 1
    return counts


def functions(files, tests):
    """The length, path, line and name of every function with a body outside of tests."""
    found = []
    for path in sorted(set(files) - tests):
        file = files[path]
        code = file.product()
        for head in FUNCTION.finditer(code):
            depth = 0
            for sign in re.finditer(r"[(){};\[\]]", code[head.end() :]):
                if sign.group() in "([":
                    depth += 1
                elif sign.group() in ")]":
                    depth -= 1
                elif depth == 0:
                    if sign.group() == "{":
                        end = closing(code, head.end() + sign.start())
                        first, last = file.line(head.start()), file.line(end - 1)
                        found.append((last - first + 1, path, first + 1, head[1]))
                    break
    return found


def expand(tree, prefix=()):
    """The paths in a `use` tree with the names that they bind."""
    tree = tree.strip()
    brace = tree.find("{")
    if brace < 0:
        path, _, name = tree.partition(" as ")
        parts = prefix + tuple(part.strip() for part in path.split("::") if part.strip())
        if parts and parts[-1] == "self":
            parts = parts[:-1]
        return [(parts, name.strip() or (parts[-1] if parts else ""))]
    prefix += tuple(part.strip() for part in tree[:brace].split("::") if part.strip())
    paths, depth, item = [], 0, ""
    for sign in tree[brace + 1 : tree.rindex("}")]:
        if sign == "," and depth == 0:
            paths.append(item)
            item = ""
            continue
        depth += (sign == "{") - (sign == "}")
        item += sign
    paths.append(item)
    return [path for item in paths if item.strip() for path in expand(item, prefix)]


class Imports:
    """Who imports whom among the files of src outside of tests."""

    def __init__(self, files, tests):
        self.modules, self.items, self.names, self.paths = {}, {}, {}, {}
        for path in sorted(set(files) - tests):
            parts = path[len("src/") : -3].split("/")
            if parts[-1] in ("mod", "lib", "main"):
                parts.pop()
            if path != "src/main.rs":
                self.modules[tuple(parts)] = path
        for path in sorted(set(files) - tests):
            self.read(path, files[path].product())

    def module_of(self, path):
        return next((m for m, file in self.modules.items() if file == path), ())

    def read(self, path, code):
        uses = list(USE.finditer(code))
        bound = [(p, n) for use in uses for p, n in expand(" ".join(use[2].split()))]
        self.names[path] = {name: parts for parts, name in bound if name != "*"}
        self.items[path] = set(ITEM.findall(code))
        rest = code
        for use in uses:
            rest = rest[: use.start()] + blank(use.group()) + rest[use.end() :]
        paths = [parts for parts, _ in bound]
        paths += [tuple(found.split("::")) for found in PATH.findall(rest)]
        self.paths[path] = paths

    def resolve(self, path, parts, hops=8):
        """The module or file that defines what `parts` names in the file `path`."""
        module = self.module_of(path)
        if not parts or hops == 0:
            return None
        head = parts[0]
        if head in ("crate", "tengen"):
            module, parts = (), parts[1:]
        elif head == "self":
            parts = parts[1:]
        elif head == "super":
            while parts and parts[0] == "super":
                module, parts = module[:-1], parts[1:]
        elif module + (head,) not in self.modules:
            bound = self.names[path].get(head)
            if bound is None or bound[0] == head or len(parts) == 1:
                return None
            return self.resolve(path, bound + parts[1:], hops - 1)
        while parts and module + (parts[0],) in self.modules:
            module, parts = module + (parts[0],), parts[1:]
        file = self.modules.get(module)
        if file is None or not parts:
            return None
        bound = self.names[file].get(parts[0])
        if bound and parts[0] not in self.items[file] and file != path:
            return self.resolve(file, bound, hops - 1) or file
        return file

    def edges(self):
        found = {}
        for path, paths in self.paths.items():
            for parts in paths:
                target = self.resolve(path, parts)
                if target and target != path:
                    found.setdefault(path, set()).add(target)
        return found


def circles(edges):
    """Groups of files that reach each other."""
    reached = {}
    for start in edges:
        seen, queue = set(), [start]
        while queue:
            new = edges.get(queue.pop(), set()) - seen
            seen |= new
            queue += new
        reached[start] = seen
    groups = {
        tuple(sorted(other for other in seen if file in reached.get(other, ())))
        for file, seen in reached.items()
        if file in seen
    }
    return sorted(groups)


def main():
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1].startswith("-")):
        sys.exit(__doc__)
    revision = sys.argv[1] if len(sys.argv) == 2 else None
    try:
        texts = read_tree(revision)
    except subprocess.CalledProcessError as error:
        sys.exit(f"git: {error.stderr.decode().strip()}")
    files = {path: File(path, text) for path, text in texts.items()}
    tests = test_files(files)
    title = "working tree" if revision is None else revision
    print(f"{title}: {len(files)} files, {len(files) - len(tests)} of them not only tests")

    folders = Counter(os.path.dirname(path) for path in files)
    print(f"\nfolders: {len(folders)}")
    for folder, count in sorted(folders.items()):
        print(f"  {count:4} {folder}")

    counts = count_lines(files, tests)
    print(f"\nlines: {sum(counts.values())}")
    for where in ("product", "test"):
        parts = [f"{counts[where, kind]} {kind}" for kind in ("code", "comments", "blank")]
        print(f"  {where:8} {', '.join(parts)}")

    found = functions(files, tests)
    lengths = [length for length, *_ in found]
    over = sorted((one for one in found if one[0] > LONG), reverse=True)
    print(
        f"\nfunctions: {len(found)}, median {statistics.median(lengths):g} lines, "
        f"longest {max(lengths)}, over {LONG} lines: {len(over)}"
    )
    for length, path, line, name in over:
        print(f"  {length:4} {name} ({path}:{line})")

    longest = sorted(((len(file.lines), path) for path, file in files.items()), reverse=True)[:5]
    print("\nlongest files:")
    for length, path in longest:
        print(f"  {length:4} {path}")

    groups = circles(Imports(files, tests).edges())
    print(f"\nimport circles: {len(groups)}, files in them: {sum(map(len, groups))}")
    for group in groups:
        print("  " + " ".join(path[len("src/") :] for path in group))


if __name__ == "__main__":
    main()
