#!/usr/bin/env python3
"""Do the tests of the CPU backend notice mistakes? Makes some, one at a time, in copies of its code.

Draws mutations with a seed over all lines of code of the rooms of common/simt (its README has their table, and there
is translate/), builds the unit tests that the mutated file concerns, and runs them. A mutant that no test notices is a
hole in the tests, or means the same as the original.

    common/tools/mutation_survey.py --seed 1 --count 40
    common/tools/mutation_survey.py --seed 1 --count 200 --jobs 16 --programs auto > table.md
    common/tools/mutation_survey.py --seed 1 --rooms memory,operations --programs 'simt.wrong.order'
    common/tools/mutation_survey.py --seed 1 --list                         # what would be drawn

A file concerns the unit tests that include its header, also by way of others. Mutants that survive these, and those
that concern none, go through the programs that --programs names: tests of CTest by a regular expression. "auto" takes
all of simt's but nvcc's, and the lessons' pictures. Those whose names have a word of the file's come first, then those
that have killed most, then the fast ones; the first that fails twice ends it.

All of it is built once without a mutation, in the build folder --build (of the preset `check`, which is configured if
it is not there). Of a mutant only the objects that it changes are compiled: unit tests are linked with them, and so is
the shared runtime, with which the programs of the build folder run. Tests that fail without a mutation are left out.

The mutants are the same whatever --jobs is. With --seconds, a survey ends after that time with the first ones of the
draw. The table goes to stdout, progress to stderr. Exit code 1 if a mutant survives.
common/simt/tests/unit/mutations.md keeps a table.
"""

import argparse
import collections
import concurrent.futures
import itertools
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True  # beside the sources

from mutations.building import RUNTIME, BaseBuild, Mutant
from mutations.making import draw
from mutations.running import Late, passes, tests_of_ctest, why_unit_test_fails

ROOT = Path(__file__).resolve().parents[2]
SIMT = Path("common/simt")
OTHER_TESTS = ["page_table_test", "picture_test", "queue_test"]  # unit tests in tests/ itself
TOOLS = ["bin/simtcc", "bin/simt-translate"]
AUTO = r"^(simt|simtcc|translate|picture)\.(?!.*\.nvcc$)"
UNIT_TEST_SECONDS = 60  # of a processor
NO_TEST = "no unit test is concerned"


def rooms():
    """The folders of the README's table, and the translator's."""
    table = re.search(r"^\| room \|.*?\n\n", (ROOT / SIMT / "README.md").read_text(), flags=re.S | re.M).group()
    return re.findall(r"^\| `([a-z_/]+)/` ", table, flags=re.M) + ["translate"]


def files_of(wanted):
    return sorted(str(p.relative_to(ROOT / SIMT)) for room in wanted for p in (ROOT / SIMT / room).iterdir()
                  if p.suffix in (".h", ".cpp"))


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


def common_words(path, test):
    words = {w for w in re.split(r"\W|_", path) if len(w) > 3} - {"execution", "block", "device", "code", "memory"}
    return len(words & set(re.split(r"\W|_", test.name)))


# ---- the survey ----

class OutOfTime(Exception):
    pass


class Survey:
    """Tries mutants. A test that takes much longer than without a mutation has failed."""

    def __init__(self, arguments, texts, work):
        self.arguments, self.texts, self.work = arguments, texts, work
        self.end = time.monotonic() + arguments.seconds
        self.unit_tests = unit_tests()
        self.telling = collections.Counter()  # how many mutants a test has killed
        build = arguments.build.resolve()
        if not (build / "build.ninja").is_file():
            subprocess.run(["cmake", "--preset", "check", "-DTUTORIAL_BACKEND=cpu", "-DTUTORIAL_UNITY=OFF", "-B",
                            str(build)],
                           cwd=ROOT, check=True, stdout=sys.stderr)
        self.base = BaseBuild(ROOT, build)
        pattern = AUTO if arguments.programs == "auto" else arguments.programs
        programs = [t for t in tests_of_ctest(build)
                    if pattern and re.search(pattern, t.name) and any(self.base.outputs_in(t))]
        if pattern and not programs:
            sys.exit(f"no test is called {pattern}")
        self.outputs = {name: next(o for o in self.base.commands if o.endswith("/" + name))
                        for name in ["translate_test", *self.unit_tests]}
        alone = {f"simt.{name}"[:-len("_test")].replace("simt.unit_", "simt.unit.") for name in self.unit_tests}
        programs = [t for t in programs if t.name not in alone]
        print(f"building what {len(programs)} tests need", file=sys.stderr, flush=True)
        self.base.make(sorted({RUNTIME, *TOOLS, "shared_libraries", *self.outputs.values(),
                               *(o for t in programs for o in self.base.outputs_in(t))}))
        self.measure(programs)

    def measure(self, programs):
        """Runs all tests without a mutation. Keeps the limits of those that pass."""
        self.limits, self.failing = {}, []

        def limit(name, run):
            start = time.monotonic()
            try:
                passed = run()
            except Late:
                passed = False
            if passed:
                self.limits[name] = 5 + 10 * (time.monotonic() - start)
            else:
                self.failing.append(name)

        with tempfile.TemporaryDirectory(dir=self.work) as folder, \
                concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            done = [pool.submit(limit, name, lambda o=output: why_unit_test_fails(
                        str(self.base.folder / o), UNIT_TEST_SECONDS, folder) is None)
                    for name, output in self.outputs.items()]
            done += [pool.submit(limit, t.name, lambda t=t: passes(self.moved(t, None, Path(folder)), folder))
                     for t in programs]
            for future in done:
                future.result()
        self.programs = [t._replace(seconds=min(t.seconds, self.limits[t.name])) for t in programs
                         if t.name in self.limits]
        if self.failing:
            print(f"left out, since they fail without a mutation: {', '.join(sorted(self.failing))}", file=sys.stderr)
        print(f"{len(self.limits)} tests pass without a mutation", file=sys.stderr, flush=True)

    def moved(self, test, mutant, folder):
        """The test with what the mutant has built; what it writes into the build folder goes into `folder`."""
        def place(part):
            if not part.startswith(f"{self.base.folder}/"):
                return part
            output = os.path.relpath(part, self.base.folder)
            if output not in self.base.commands:
                return part if output in ("lib", "bin") else str(folder / output)
            return str(mutant.path(output)) if mutant and mutant.path(output).exists() else part
        environment = dict(test.environment)
        if mutant and mutant.changes(RUNTIME):
            environment["LD_LIBRARY_PATH"] = str(mutant.path(RUNTIME).parent)
        return test._replace(command=["=".join(map(place, a.split("="))) for a in test.command],
                             environment=environment)

    def check_time(self):
        if time.monotonic() > self.end:
            raise OutOfTime

    def programs_for(self, path, mutant):
        """Those that the mutation may change: of the runtime's all but what simtcc links with the other runtime."""
        of_translator = path.startswith("translate/")
        tests = [t for t in self.programs
                 if (any(map(mutant.has, self.base.outputs_in(t))) if of_translator
                     else TOOLS[0] not in self.base.outputs_in(t))]
        return sorted(tests, key=lambda t: (-common_words(path, t), -self.telling[t.name], t.seconds))

    def killer(self, mutation, mutant):
        """@return what kills the mutant, None if nothing does, or False if it does not compile"""
        path, text = mutation.path, self.texts[mutation.path]
        mutant.mutate(path, text[:mutation.begin] + mutation.new + text[mutation.end:])
        units = [n for n in concerned(self.unit_tests, path) if n in self.limits]
        tools = [t for t in [RUNTIME, *TOOLS] if mutant.changes(t)]
        folder = mutant.folder / "build" / "tests"
        folder.mkdir(parents=True)
        if not mutant.compile_for([*(self.outputs[n] for n in units), *tools], self.processors(), self.check_time):
            return False
        for name in units:
            self.check_time()
            if (binary := mutant.build(self.outputs[name])) is None:
                return False
            if (why := why_unit_test_fails(binary, self.limits[name], folder)) is not None:
                return why
        if not self.arguments.programs:
            return None if units else NO_TEST
        if not all(map(mutant.build, tools)):
            return False
        if tools != [RUNTIME]:
            mutant.take(set(TOOLS) - set(tools))  # simtcc_test.sh looks for one beside the other
        for test in self.programs_for(path, mutant):
            self.check_time()
            if not all(map(mutant.build, self.base.outputs_in(test))):
                return f"{test.name}, which cannot be linked"
            moved = self.moved(test, mutant, folder)
            try:
                if passes(moved, folder) or passes(moved, folder):  # what fails once may fail without a mutation, too
                    continue
                late = ""
            except Late:
                late = " (timeout)"
            self.telling[test.name] += 1
            return test.name + late
        return None

    def processors(self):
        return max(1, (os.cpu_count() or 1) // self.arguments.jobs)

    def run(self):
        """@return for each mutant that compiles, in the order of the draw, what kills it; how many do not; how many
        could not be tried"""
        shops = queue.Queue()
        for number in range(self.arguments.jobs):
            shops.put(Mutant(self.base, self.work / f"job-{number}"))
        results, lock = {}, threading.Lock()

        def one(number, mutation):
            shop = shops.get()
            try:
                killer = self.killer(mutation, shop)
            except OutOfTime:
                return
            finally:
                shops.put(shop)
            with lock:
                results[number] = (mutation, killer)
                outcome = "does not compile" if killer is False else killer or "SURVIVES"
                print(f"{len(results)} {mutation.path}:{mutation.line} {mutation.operator}: {mutation.before} -> "
                      f"{mutation.after}: {outcome}", file=sys.stderr, flush=True)

        drawn, missing = enumerate(draw(self.texts, self.arguments.seed)), self.arguments.count
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            while missing > 0 and time.monotonic() < self.end and (some := list(itertools.islice(drawn, missing))):
                if self.end == float("inf"):  # what takes longest comes first: headers
                    some.sort(key=lambda pair: -len(self.base.includers.get(str(ROOT / SIMT / pair[1].path), ())))
                list(pool.map(lambda pair: one(*pair), some))
                missing = self.arguments.count - sum(killer is not False for _, killer in results.values())
        rows = [results[number] for number in sorted(results)]
        tried = [row for row in rows if row[1] is not False]
        return tried, len(rows) - len(tried), max(0, missing)


def cell(code):
    return "`" + code.replace("|", "\\|") + "`" if code else "(nothing)"


def write(seed, rows, dropped, missing):
    survivors = sum(killer is None for _, killer in rows)
    untested = sum(killer == NO_TEST for _, killer in rows)
    print(f"Seed {seed}: of {len(rows)} mutants {len(rows) - survivors - untested} are killed, {survivors} survive"
          f"{f', {untested} were not tested' if untested else ''}; {dropped} more did not compile"
          f"{f', and there was no time for {missing}' if missing else ''}.\n")
    print("| room | mutants | killed |\n|---|---|---|")
    for room in rooms():
        inside = [killer for mutation, killer in rows if str(Path(mutation.path).parent) == room]
        if inside:
            print(f"| `{room}/` | {len(inside)} | {sum(killer not in (None, NO_TEST) for killer in inside)} |")
    print("\n| place | operator | before | after | killed by |\n|---|---|---|---|---|")
    for mutation, killer in rows:
        print(f"| {mutation.path}:{mutation.line} | {mutation.operator} | {cell(mutation.before)} | "
              f"{cell(mutation.after)} | {killer or '**survives**'} |")
    return survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--rooms", help="of common/simt, with commas between; all if not given")
    parser.add_argument("--programs", metavar="REGEX", help="tests of CTest that survivors have to pass, too; or auto")
    parser.add_argument("--build", type=Path, default=ROOT / "build-check", help="the build without mutations")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="when to end, whatever has been tried")
    parser.add_argument("--work", type=Path, help="folder for the mutants, a temporary one if not given")
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
    os.nice(5)
    with tempfile.TemporaryDirectory(prefix="mutation_survey_", dir=arguments.work) as work:
        survivors = write(arguments.seed, *Survey(arguments, texts, Path(work)).run())
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
