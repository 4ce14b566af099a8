#!/usr/bin/env python3
"""Do the unit tests of the CPU backend notice mistakes? Makes some, one at a time, in a copy.

Draws mutations with a seed over all lines of code of the files that count requests and find races, compiles
each one, and runs the tests of common/simt/tests/unit. A mutant that no test notices is a hole in the tests,
or means the same as the original.

    common/tools/mutation_survey.py --seed 1 --count 40
    common/tools/mutation_survey.py --seed 1 --programs 'simt.wrong.race'   # survivors: these tests, too
    common/tools/mutation_survey.py --seed 1 --list                         # what would be drawn

--build names a build folder (default build-check) in which the target `simt` is up to date; the tests named by
--programs have to be built there, too. The table goes to stdout, progress to stderr. Exit code 1 if a mutant
survives. common/simt/tests/unit/mutations.md keeps the tables.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    "base/trace_event.h",
    "counters/replay.cpp", "counters/replay.h",
    "counters/request.cpp", "counters/request.h",
    "races/block_journal.cpp", "races/block_journal.h",
    "races/block_order.cpp", "races/block_order.h",
    "races/cluster_check.cpp", "races/cluster_check.h",
    "races/global_check.cpp", "races/global_check.h",
    "races/global_shadow.cpp", "races/global_shadow.h",
    "races/shared_cells.cpp", "races/shared_cells.h", "races/shared_check.cpp", "races/shared_check.h",
    "races/shared_order.cpp", "races/shared_order.h",
]
CXX = os.environ.get("CXX", "g++")
FLAGS = ["-std=gnu++20", "-fno-pie", "-w", "-Werror=return-type"]
LINK = ["-no-pie", "-Wl,--wrap=pthread_mutex_unlock,-u,__wrap_pthread_mutex_unlock"]
TEST_SECONDS = 10  # of a processor: a mutant that takes longer counts as killed
TEST_BYTES = 4 << 30  # so does one that takes more memory


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
    for path in FILES:
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


# ---- building and running ----

def includes(folder, source, seen):
    """Adds the files that `source` includes."""
    for name in re.findall(r'^#include "([^"]+)"', (folder / source).read_text(), flags=re.M):
        for candidate in (Path(name), Path("include") / name, source.parent / name):
            if (folder / candidate).is_file() and str(candidate) not in seen:
                seen.add(str(candidate))
                includes(folder, candidate, seen)
    return seen


class Workshop:
    def __init__(self, build, jobs):
        self.work = Path(tempfile.gettempdir()) / f"mutation_survey_{os.getpid()}"
        self.copy = self.work / "simt"
        self.build, self.jobs = build, jobs
        self.work.mkdir()
        shutil.copytree(ROOT / "common/simt", self.copy, ignore=shutil.ignore_patterns("wrong", "calibration"))
        self.library = shutil.copy(build / "lib/libsimt.a", self.work)  # a build may go on meanwhile
        self.tests = sorted(p.relative_to(self.copy) for p in (self.copy / "tests/unit").glob("*_test.cpp"))
        self.sources = [Path(f) for f in FILES if f.endswith(".cpp")]
        self.compile(self.sources + self.tests, None)

    def object(self, source):
        return self.work / (str(source).replace("/", "-") + ".o")

    def compile(self, sources, output):
        """Compiles in the copy. @return whether all compile"""
        def one(source):
            target = output(source) if output else self.object(source)
            level = "-O0" if str(source).startswith("tests") else "-O2"
            command = [CXX, *FLAGS, level, "-I.", "-Iinclude", "-Itests/unit", "-c", str(source), "-o", str(target)]
            if shutil.which("ccache"):
                command.insert(0, "ccache")
            return subprocess.run(command, cwd=self.copy, capture_output=True, text=True)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            results = list(pool.map(one, sources))
        bad = [r.stderr for r in results if r.returncode != 0]
        if bad and output is None:
            sys.exit(bad[0])
        return not bad

    def dependents(self, path, of):
        if path.endswith(".cpp"):
            return [Path(path)]
        return [source for source in of if path in includes(self.copy, source, set())]

    def unit_tests(self, changed):
        """@param changed objects in place of the original ones. @return what fails, or None"""
        objects = [str(changed.get(source, self.object(source))) for source in self.sources + self.tests]
        binary = self.work / "unit_tests"
        command = [CXX, *LINK, *objects, self.library, "-lgtest_main", "-lgtest", "-lpthread",
                   "-o", str(binary)]
        if shutil.which("ld.gold"):
            command.insert(1, "-fuse-ld=gold")
        subprocess.run(command, check=True, capture_output=True)
        try:
            run = run_group([str(binary), "--gtest_fail_fast", "--gtest_color=no"], TEST_SECONDS)
        except Late as late:
            return last_test(str(late)) + " (timeout)"
        if run.returncode == 0:
            return None
        failed = re.findall(r"^\[  FAILED  \] (\w+\.\w+)", run.stdout, flags=re.M)
        return failed[0] if failed else last_test(run.stdout) + " (crash)"

    def programs(self, pattern, path):
        """Runs CTest's programs, linked with a mutated library. @return the first that fails, or None"""
        everything = [p.relative_to(self.copy) for p in self.copy.rglob("*.cpp")
                      if p.relative_to(self.copy).parts[0] not in ("tests", "translate", "simtcc")]
        objects = self.work / "library"
        shutil.rmtree(objects, ignore_errors=True)
        objects.mkdir()
        if not self.compile(self.dependents(path, everything), lambda s: objects / (s.name + ".o")):
            return "does not compile"
        library = objects / "libsimt.a"
        shutil.copy(self.library, library)
        subprocess.run(["ar", "r", str(library), *map(str, objects.glob("*.o"))], check=True, capture_output=True)
        shown = subprocess.run(["ctest", "--test-dir", str(self.build), "--show-only=json-v1", "-R", pattern],
                               check=True, capture_output=True, text=True)
        for test in json.loads(shown.stdout)["tests"]:
            command, properties = test["command"], {p["name"]: p["value"] for p in test["properties"]}
            linked = [self.relink(argument, library) for argument in command]
            environment = dict(os.environ, **dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", [])))
            try:
                run = run_group(linked, float(properties.get("TIMEOUT", 60)), environment)
            except Late:
                return test["name"] + " (timeout)"
            if run.returncode not in (0, 77):
                return test["name"]
        return None

    def relink(self, argument, library):
        path = Path(argument)
        if self.build not in path.parents or not os.access(path, os.X_OK):
            return argument
        target = str(path.relative_to(self.build))
        lines = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", "-s", target],
                               capture_output=True, text=True).stdout.splitlines()
        if not lines or " lib/libsimt.a" not in lines[-1]:
            return argument
        output = library.parent / path.name
        command = lines[-1].replace(" lib/libsimt.a", f" {library}").replace(f" -o {target}", f" -o {output}")
        subprocess.run(command, shell=True, check=True, cwd=self.build, capture_output=True)
        return str(output)

    def survey(self, mutation, text, programs):
        """@return what kills it, None if nothing does, or False if it does not compile"""
        file = self.copy / mutation.path
        file.write_text(text[:mutation.begin] + mutation.new + text[mutation.end:])
        try:
            changed = {s: self.work / ("mutant-" + self.object(s).name)
                       for s in self.dependents(mutation.path, self.sources + self.tests)}
            if not self.compile(changed, changed.get):
                return False
            return self.unit_tests(changed) or (self.programs(programs, mutation.path) if programs else None)
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--build", type=Path, default=ROOT / "build-check")
    parser.add_argument("--programs", metavar="REGEX", help="tests of CTest that survivors have to pass, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="draw, and change nothing")
    arguments = parser.parse_args()
    build = arguments.build.resolve()

    texts = {path: (ROOT / "common/simt" / path).read_text() for path in FILES}
    if arguments.list:
        for _, mutation in zip(range(arguments.count), draw(texts, arguments.seed)):
            print(f"{mutation.path}:{mutation.line}: {mutation.operator}: {mutation.before} -> {mutation.after}")
        return 0
    workshop = Workshop(build, arguments.jobs)
    try:
        texts = {path: (workshop.copy / path).read_text() for path in FILES}
        failure = workshop.unit_tests({})
        if failure is not None:
            sys.exit(f"without any mutation, {failure} fails")
        rows, dropped = [], 0
        for mutation in draw(texts, arguments.seed):
            if len(rows) == arguments.count:
                break
            killer = workshop.survey(mutation, texts[mutation.path], arguments.programs)
            if killer is False:
                dropped += 1
                continue
            rows.append((mutation, killer))
            print(f"{len(rows)}/{arguments.count} {mutation.path}:{mutation.line} {mutation.operator}: "
                  f"{mutation.before} -> {mutation.after}: {killer or 'SURVIVES'}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(workshop.work)
    survivors = sum(killer is None for _, killer in rows)
    print(f"Seed {arguments.seed}: of {len(rows)} mutants {len(rows) - survivors} are killed, {survivors} survive; "
          f"{dropped} more did not compile.\n")
    print("| place | operator | before | after | killed by |\n|---|---|---|---|---|")
    for mutation, killer in rows:
        print(f"| {mutation.path}:{mutation.line} | {mutation.operator} | {cell(mutation.before)} | "
              f"{cell(mutation.after)} | {killer or '**survives**'} |")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
