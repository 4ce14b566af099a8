#!/usr/bin/env python3
"""Do the tests of the CPU backend notice mistakes? Makes some, one at a time, in copies of the tree.

Draws mutations with a seed over all lines of code of the rooms of common/simt (its README has their table, and there
is translate/), builds the unit tests that the mutated file concerns, and runs them. A mutant that no test notices is a
hole in the tests, or means the same as the original.

    common/tools/mutation_survey.py --seed 1 --count 40
    common/tools/mutation_survey.py --seed 1 --count 200 --jobs 16 --programs auto > table.md
    common/tools/mutation_survey.py --seed 1 --rooms memory,operations --programs 'simt.wrong.order'
    common/tools/mutation_survey.py --seed 1 --list                         # what would be drawn

A file concerns the unit tests that include its header, also by way of others. Mutants that survive these, and those
that concern none, go through the programs that --programs names: tests of CTest by a regular expression. "auto" takes
all of simt's but the refused programs, or for the translator those of simtcc. Those whose names have a word of the
file's come first, and the first that fails ends it.

Each of the --jobs has a copy of the tree with a build folder of its own, in --work; ccache is used if it is there. The
mutants are the same whatever --jobs is. The table goes to stdout, progress to stderr. Exit code 1 if a mutant survives.
common/simt/tests/unit/mutations.md keeps a table.
"""

import argparse
import concurrent.futures
import itertools
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIMT = Path("common/simt")
OTHER_TESTS = ["page_table_test", "picture_test", "queue_test"]  # unit tests in tests/ itself
TEST_SECONDS = 30  # of a processor: a mutant that takes longer counts as killed
TEST_BYTES = 4 << 30  # so does one that takes more memory
PROGRAMS_AT_A_TIME = 24
NO_TEST = "no unit test is concerned"


def rooms():
    """The folders of the README's table, and the translator's."""
    table = re.search(r"^\| room \|.*?\n\n", (ROOT / SIMT / "README.md").read_text(), flags=re.S | re.M).group()
    return re.findall(r"^\| `([a-z_/]+)/` ", table, flags=re.M) + ["translate"]


def files_of(wanted):
    return sorted(str(p.relative_to(ROOT / SIMT)) for room in wanted for p in (ROOT / SIMT / room).iterdir()
                  if p.suffix in (".h", ".cpp"))


# ---- mutations ----

class Mutation:
    def __init__(self, path, text, begin, end, new, operator):
        self.path, self.begin, self.end, self.new, self.operator = path, begin, end, new, operator
        self.line = text.count("\n", 0, begin) + 1
        first = text.rfind("\n", 0, begin) + 1
        last = text.find("\n", end)
        after = text[first:begin] + new + text[end:last]
        self.before, self.after = squeeze(text[first:last]), squeeze(after)
        if operator == "statement dropped":
            self.before, self.after = squeeze(text[begin:end]), ""

    def key(self):
        return self.path, self.begin, self.end, self.new


def squeeze(code):
    code = " ".join(code.split())
    return code if len(code) <= 110 else code[:107] + "…"


def blank(text):
    """The text with comments, strings and preprocessor lines as blanks: every character stays where it is."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])'|^[ \t]*#[^\n]*"
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S | re.M)


def closing(code, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    return len(code)


OPERAND = r"(?:[A-Za-z_]\w*(?:(?:->|\.|::)\w+|\[[^][]*\]|\([^()]*\))*|\d[\w']*)"
OTHER = {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="]}


def statements(code):
    """Begin and end of every statement in a function's body."""
    stack = []  # (kind, parentheses around, begin of the statement around)
    kind, depth, begin = "outside", 0, 0
    i = 0
    while i < len(code):
        c = code[i]
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "{":
            head = code[begin:i].strip()
            before = re.sub(r"(\b(const|noexcept|override|mutable)\s*)+$", "", code[max(0, i - 200):i].rstrip())
            if re.match(r"(template\s*<[^>]*>\s*)?(inline\s+)?(namespace|struct|class|enum|union)\b", head) \
                    and depth == 0:
                new = "outside"
            elif before.rstrip().endswith(")") or re.search(r"\b(else|do)$", before) or re.search(r"\)\s*->\s*\w+$", before) \
                    or head.startswith("switch"):
                new = "body"
            elif kind == "outside" and re.search(r"\)\s*:\s", head):
                new = "initialiser"  # of a member
            else:
                new = "initialiser"
            stack.append((kind, depth, begin))
            kind, depth = new, (0 if new != "initialiser" else depth)
            begin = i + 1 if new != "initialiser" else begin
        elif c == "}":
            closed = kind
            if not stack:
                break
            kind, depth, outer = stack.pop()
            begin = i + 1 if closed != "initialiser" and depth == 0 else outer
        elif c == ";" and depth == 0 and kind != "initialiser":
            if kind == "body":
                yield begin, i + 1
            begin = i + 1
        i += 1


def mutations(path, text):
    code = blank(text)
    found = []

    def add(begin, end, new, operator):
        found.append(Mutation(path, text, begin, end, new, operator))

    for m in re.finditer(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)", code):
        for new in OTHER[m.group()]:
            add(m.start(), m.end(), new, "comparison replaced")
    for m in re.finditer(r"(?<![\w.'])(0x[0-9a-fA-F']+|\d[\d']*)([uUlL]*)(?![\w.'])", code):
        digits, suffix = m.group(1).replace("'", ""), m.group(2)
        value = int(digits, 16 if digits.startswith("0x") else 10)
        for new in ([value + 1, value - 1] if value > 0 else [value + 1]):
            add(m.start(), m.end(), (hex(new) if digits.startswith("0x") else str(new)) + suffix, "constant off by one")
    for m in re.finditer(r" (&&|\|\|) ", code):
        add(m.start(1), m.end(1), "||" if m.group(1) == "&&" else "&&", "and, or exchanged")
    for m in re.finditer(r"\b(?:if|while) \(", code):
        begin, end = m.end() - 1, closing(code, m.end() - 1) + 1
        add(begin, end, "(!" + text[begin:end] + ")", "condition negated")
    for m in re.finditer(rf"(?<![\w.>])(?=({OPERAND}) (-|/|%|<<|>>) ({OPERAND}))", code):
        add(m.start(1), m.end(3), text[m.start(3):m.end(3)] + text[m.end(1):m.start(3)] + text[m.start(1):m.end(1)],
            "operands swapped")
    for m in re.finditer(rf"(?<=\w)\(({OPERAND}), ({OPERAND})\)", code):
        add(m.start(1), m.end(2), text[m.start(2):m.end(2)] + ", " + text[m.start(1):m.end(1)], "operands swapped")
    for begin, end in statements(code):
        statement = code[begin:end]
        skip = re.match(r"(\s*(case [\w:]+|default):)*\s*(else\b\s*)?", statement).end()
        if statement[skip:].strip() in ("", ";") or re.match(r"(using|static_assert)\b", statement[skip:]):
            continue
        add(begin + skip, end, ";", "statement dropped")
    return found


def draw(texts, seed):
    """Mutations without end: first a line, each as likely as the others, then one of its mutations."""
    lines = {}
    for path in sorted(texts):
        for mutation in mutations(path, texts[path]):
            lines.setdefault((path, mutation.line), []).append(mutation)
    places = sorted(lines)
    generator = random.Random(seed)
    drawn = set()
    while len(drawn) < sum(len(of_line) for of_line in lines.values()):
        mutation = generator.choice(lines[generator.choice(places)])
        if mutation.key() not in drawn:
            drawn.add(mutation.key())
            yield mutation


# ---- which tests ----

def includes(simt, source, seen):
    """Adds the files of common/simt that `source` includes."""
    for name in re.findall(r'^#include "([^"]+)"', (simt / source).read_text(), flags=re.M):
        for candidate in (Path(name), Path("include") / name, source.parent / name):
            if (simt / candidate).is_file() and str(candidate) not in seen:
                seen.add(str(candidate))
                includes(simt, candidate, seen)
    return seen


def interfaces(simt, path):
    """The headers that say what is in a file: itself, the one of its name, or those of its room that it includes."""
    if path.endswith(".h"):
        return {path}
    own = path[:-len(".cpp")] + ".h"
    if (simt / own).is_file():
        return {own}
    included = re.findall(r'^#include "([^"]+)"', (simt / path).read_text(), flags=re.M)
    return {h for h in included if Path(h).parent == Path(path).parent}


def unit_tests():
    """Targets of the build, with what each includes; the translator's is one for all its files."""
    tests = {}
    for source in sorted((ROOT / SIMT / "tests/unit").glob("*_test.cpp")):
        tests["unit_" + source.stem] = includes(ROOT / SIMT, source.relative_to(ROOT / SIMT), set())
    for name in OTHER_TESTS:
        tests[name] = includes(ROOT / SIMT, Path("tests") / (name + ".cpp"), set())
    return tests


def concerned(tests, path):
    if path.startswith("translate/"):
        return ["translate_test"]
    headers = interfaces(ROOT / SIMT, path)
    return [name for name, included in tests.items() if headers & included]


def programs_for(path, pattern):
    if pattern != "auto":
        return pattern
    return r"^(simtcc|translate)\." if path.startswith("translate/") else r"^simt\.(?!unit|refused)"


# ---- building and running ----

class Test(typing.NamedTuple):
    name: str
    command: list
    seconds: float
    environment: dict


class Workshop:
    """A copy of the tree with a build folder of its own."""

    def __init__(self, folder, processors):
        self.tree, self.processors = folder, processors
        self.build = folder / "build-check"
        self.environment = dict(os.environ)
        if shutil.which("ccache"):
            self.environment.update(CMAKE_CXX_COMPILER_LAUNCHER="ccache", CCACHE_BASEDIR=str(folder),
                                    CCACHE_NOHASHDIR="1")
        listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                                capture_output=True)
        for name in listed.stdout.decode().split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        subprocess.run(["cmake", "--preset", "check"], cwd=folder, env=self.environment, check=True,
                       capture_output=True)

    def make(self, targets):
        """@return whether all of them could be built"""
        command = ["ninja", "-C", str(self.build), "-j", str(self.processors), *targets]
        made = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        self.said = made.stdout[-2000:] + made.stderr
        return made.returncode == 0

    def unit_test(self, name):
        """@return what fails, or None"""
        binary = next(p for p in self.build.rglob(name) if p.is_file() and os.access(p, os.X_OK))
        try:
            run = run_group([str(binary), "--gtest_fail_fast", "--gtest_color=no"], TEST_SECONDS)
        except Late as late:
            return f"{name}: {last_test(str(late))} (timeout)"
        if run.returncode == 0:
            return None
        failed = re.findall(r"^\[  FAILED  \] (\w+\.\w+)", run.stdout, flags=re.M)
        return failed[0] if failed else last_test(run.stdout) + " (crash)"

    def programs(self, pattern, path):
        """Runs CTest's programs. @return the first that fails, or None"""
        words = {w for w in re.split(r"\W|_", path) if len(w) > 3} - {"execution", "block", "device", "code", "memory"}
        tests = sorted((t for t in self.tests() if re.search(pattern, t.name)),
                       key=lambda t: -len(words & set(re.split(r"\W|_", t.name))))
        for first in range(0, len(tests), PROGRAMS_AT_A_TIME):
            some = tests[first:first + PROGRAMS_AT_A_TIME]
            binaries = {os.path.relpath(a, self.build) for t in some for a in t.command
                        if a.startswith(str(self.build)) and not Path(a).is_dir()}
            if not self.make(sorted(binaries)):
                return "a program that cannot be built"
            for test in some:
                try:
                    run = run_group(test.command, test.seconds, dict(os.environ, **test.environment))
                except Late:
                    return test.name + " (timeout)"
                if run.returncode not in (0, 77):
                    return test.name
        return None

    def tests(self):
        """What CTest would run; it names no command of a program that is not built yet, so its files are read."""
        text = "".join(p.read_text() for p in sorted(self.build.rglob("CTestTestfile.cmake")))
        properties = {}
        lines = re.findall(r"^(set_tests_properties|add_test)\(\[=\[(.*?)\]=\] (.*)\)$", text, flags=re.M)
        for command, name, rest in lines:
            if command != "add_test":
                properties[name] = dict(re.findall(r'(\w+) "((?:\\.|[^"\\])*)"', rest))
        for command, name, rest in lines:
            if command == "add_test":
                own = properties.get(name, {})
                yield Test(name, re.findall(r'"((?:\\.|[^"\\])*)"', rest), float(own.get("TIMEOUT", 60)),
                           dict(e.split("=", 1) for e in own.get("ENVIRONMENT", "").split(";") if e))

    def survey(self, mutation, tests, pattern):
        """@return what kills it, None if nothing does, or False if it does not compile"""
        file = self.tree / SIMT / mutation.path
        text = file.read_text()
        file.write_text(text[:mutation.begin] + mutation.new + text[mutation.end:])
        try:
            if not self.make(["simt-translate", "simt", *tests]):
                return False
            for name in tests:
                if (killer := self.unit_test(name)) is not None:
                    return killer
            if not pattern:
                return None if tests else NO_TEST
            return self.programs(programs_for(mutation.path, pattern), mutation.path)
        finally:
            file.write_text(text)


class Late(Exception):
    pass


def last_test(output):
    running = re.findall(r"^\[ RUN      \] (\w+\.\w+)", output, flags=re.M)
    return running[-1] if running else "the start"


def run_group(command, cpu_seconds, environment=None):
    """As subprocess.run, with limits; nothing of it is left at the end. Late: what took too much."""
    def prepare():
        os.nice(5)
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds), int(cpu_seconds)))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment,
                                   start_new_session=True, preexec_fn=prepare)
        late, end = False, time.monotonic() + 10 * cpu_seconds
        while process.poll() is None:
            time.sleep(0.05)
            try:
                pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
            except (OSError, IndexError):
                continue
            if pages * resource.getpagesize() > TEST_BYTES or time.monotonic() > end:
                late = True
                break
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        out.seek(0)
        output = out.read().decode(errors="replace")
    if late or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Late(output)
    return subprocess.CompletedProcess(command, process.returncode, output)


def cell(code):
    return "`" + code.replace("|", "\\|") + "`" if code else "(nothing)"


def survey(arguments, texts, work):
    """@return for each mutant that compiles, in the order of the draw, what kills it; and how many do not"""
    tests = unit_tests()
    processors = max(1, (os.cpu_count() or 1) // arguments.jobs)
    shops = queue.Queue()

    def open_shop(number):
        shop = Workshop(work / f"job-{number}", processors)
        if not shop.make(["simt-translate", "simt", "translate_test", *tests]):
            sys.exit("without any mutation, the unit tests cannot be built:\n" + shop.said)
        if number == 0:
            for name in ["translate_test", *tests]:
                if (failure := shop.unit_test(name)) is not None:
                    sys.exit(f"without any mutation, {failure} fails")
            for pattern in {programs_for(path, arguments.programs) for path in texts} if arguments.programs else ():
                if not any(re.search(pattern, test.name) for test in shop.tests()):
                    sys.exit(f"no test is called {pattern}")
                if (failure := shop.programs(pattern, "")) is not None:
                    sys.exit(f"without any mutation, {failure} fails")
        shops.put(shop)

    open_shop(0)  # its objects are in ccache for the others
    results, lock = {}, threading.Lock()

    def one(number, mutation):
        shop = shops.get()
        try:
            killer = shop.survey(mutation, concerned(tests, mutation.path), arguments.programs)
        finally:
            shops.put(shop)
        with lock:
            results[number] = (mutation, killer)
            outcome = "does not compile" if killer is False else killer or "SURVIVES"
            print(f"{len(results)} {mutation.path}:{mutation.line} {mutation.operator}: {mutation.before} -> "
                  f"{mutation.after}: {outcome}", file=sys.stderr, flush=True)

    drawn = enumerate(draw(texts, arguments.seed))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for opened in [pool.submit(open_shop, number) for number in range(1, arguments.jobs)]:
            opened.result()
        while (missing := arguments.count - sum(killer is not False for _, killer in results.values())) > 0:
            some = list(itertools.islice(drawn, missing))
            if not some:
                break
            list(pool.map(lambda pair: one(*pair), some))
    rows = [results[number] for number in sorted(results)]
    return [row for row in rows if row[1] is not False], sum(killer is False for _, killer in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rooms", help="of common/simt, with commas between; all if not given")
    parser.add_argument("--programs", metavar="REGEX", help="tests of CTest that survivors have to pass, too; or auto")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time, each in a tree of its own")
    parser.add_argument("--work", type=Path, help="folder for the trees, a temporary one if not given")
    parser.add_argument("--list", action="store_true", help="draw, and change nothing")
    arguments = parser.parse_args()
    wanted = arguments.rooms.split(",") if arguments.rooms else rooms()
    if unknown := [room for room in wanted if room not in rooms()]:
        parser.error(f"no room of common/simt: {', '.join(unknown)}")
    if arguments.jobs < 1 or arguments.count < 1:
        parser.error("--jobs and --count are at least 1")

    texts = {path: (ROOT / SIMT / path).read_text() for path in files_of(wanted)}
    if arguments.list:
        tests = unit_tests()
        for mutation in itertools.islice(draw(texts, arguments.seed), arguments.count):
            print(f"{mutation.path}:{mutation.line}: {mutation.operator}: {mutation.before} -> {mutation.after}  "
                  f"[{', '.join(concerned(tests, mutation.path)) or 'no unit test'}]")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutation_survey_", dir=arguments.work) as work:
        rows, dropped = survey(arguments, texts, Path(work))
    survivors = sum(killer is None for _, killer in rows)
    untested = sum(killer == NO_TEST for _, killer in rows)
    not_tested = f", {untested} were not tested" if untested else ""
    print(f"Seed {arguments.seed}: of {len(rows)} mutants {len(rows) - survivors - untested} are killed, "
          f"{survivors} survive{not_tested}; {dropped} more did not compile.\n")
    print("| place | operator | before | after | killed by |\n|---|---|---|---|---|")
    for mutation, killer in rows:
        print(f"| {mutation.path}:{mutation.line} | {mutation.operator} | {cell(mutation.before)} | "
              f"{cell(mutation.after)} | {killer or '**survives**'} |")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
