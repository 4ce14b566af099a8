#!/usr/bin/env python3
"""usage: docs/measured/model_equals_hardware.py [OPTION]... [PROGRAM | CHAPTER]...

Runs the programs of the chapters (all of them if none is named) on the CPU backend and on this
machine's GPU, with the arguments that CTest gives them, and compares what both have counted for each
launch. A difference that docs/measured/counters_of_programs/differences.csv does not explain is a
failure (exit code 1), and so is a launch that only one of the two has made. With them goes
calibration_patterns, small kernels with one kind of access each, if the builds have it.

--cpu DIR    a build for the CPU backend (build-cpu)
--gpu DIR    a build for the GPU with TUTORIAL_COUNT_ONLY, which launches what the CPU backend does
             (build-count)
--record     only keeps what the GPU counts, in docs/measured/counters_of_programs; needs no build
             for the CPU backend, and leaves the rows of other programs as they are
--recorded   compares with what was kept there; needs no GPU. Then a row of differences.csv that
             explains nothing is a failure, too, and so is what was kept of a program that is gone.
             A program whose kernels have changed: delete its rows there, and it counts as not recorded
--page       also writes docs/measured/counters_of_programs.md
--timeout S  how long a program may take under ncu (120)
"""

import argparse
import concurrent.futures
import csv
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/measured/counters_of_programs.md"
PATTERNS = "calibration_patterns"
# What a GPU has counted for it, and the differences: the CPU backend's own tests read them as well.
OF_PATTERNS = ROOT / "common/simt/tests/calibration"

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "common/tools"))
import gpu_report  # noqa: E402
import recorded_counters  # noqa: E402
from recorded_counters import DIFFERENCES, FOLDER  # noqa: E402

# What is not compared, and why.
LEFT_OUT = {
    "constant_requests": "the hardware counts what a kernel's parameters need, too",
    "constant_addresses": "compared as `constant_replays`: addresses beyond one of each request",
    "active_lanes_percent": "the model weighs by basic blocks, the hardware by instructions",
}
NOT_RECORDED = "not recorded"
COLUMNS = [c for c in gpu_report.COLUMNS if c not in LEFT_OUT] + ["constant_replays"]


def figure(row, column):
    """A launch's figure, or None if this GPU does not count it."""
    if column == "constant_replays" and column not in row:
        requests, addresses = figure(row, "constant_requests"), figure(row, "constant_addresses")
        # A GPU counts a load as a request even where no lane takes part in it, as behind a condition that is
        # false for the whole warp (@!P0 LDC), but then no address. That is no replay.
        return None if None in (requests, addresses) else max(0, addresses - requests)
    return None if row.get(column) in ("", None) else int(row[column])


def key(row):
    """What two launches have in common if they are the same: name, grid and block."""
    return row["kernel"].split("<")[0].split("::")[-1], row["grid"], row["block"]


def align(model, hardware):
    """Pairs of launches, in order: as many as possible, and of those the ones most alike. A launch
    without a partner is paired with None."""
    mine, its = ([(key(row), [figure(row, c) for c in COLUMNS]) for row in rows] for rows in (model, hardware))
    begin, end = 0, 0  # what is the same at both ends is paired
    shorter = min(len(mine), len(its))
    while begin < shorter and mine[begin] == its[begin]:
        begin += 1
    while end < shorter - begin and mine[-1 - end] == its[-1 - end]:
        end += 1
    # Of the rest, what can have a partner at all.
    common = {k for k, _ in mine[begin : len(mine) - end]} & {k for k, _ in its[begin : len(its) - end]}
    rest_of_mine = [i for i in range(begin, len(mine) - end) if mine[i][0] in common]
    rest_of_its = [j for j in range(begin, len(its) - end) if its[j][0] in common]
    partner = {i: i for i in range(begin)}
    partner.update({len(mine) - 1 - i: len(its) - 1 - i for i in range(end)})
    pair = _pair_by_count if len(rest_of_mine) * len(rest_of_its) > 2 * 10**6 else _pair_by_likeness
    partner.update(pair(mine, its, rest_of_mine, rest_of_its))
    alone = set(range(len(its))) - set(partner.values())
    return [(row, hardware[partner[i]] if i in partner else None) for i, row in enumerate(model)] + [
        (None, hardware[j]) for j in sorted(alone)
    ]


def _pair_by_likeness(mine, its, rest_of_mine, rest_of_its):
    """The longest common subsequence, of all of them the one with most equal figures."""
    m, n = len(rest_of_mine), len(rest_of_its)
    best = [[0] * (n + 1) for _ in range(m + 1)]  # of what begins there

    def score(i, j):
        (my_key, my_figures), (its_key, its_figures) = mine[rest_of_mine[i]], its[rest_of_its[j]]
        if my_key != its_key:
            return None
        # A pair more is worth more than any number of equal figures.
        return (min(m, n) + 1) * len(COLUMNS) + sum(a == b for a, b in zip(my_figures, its_figures))

    for i in reversed(range(m)):
        for j in reversed(range(n)):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            pair = score(i, j)
            if pair is not None:
                best[i][j] = max(best[i][j], pair + best[i + 1][j + 1])
    partner, i, j = {}, 0, 0
    while i < m and j < n:
        pair = score(i, j)
        if pair is not None and best[i][j] == pair + best[i + 1][j + 1]:
            partner[rest_of_mine[i]] = rest_of_its[j]
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return partner


def _pair_by_count(mine, its, rest_of_mine, rest_of_its):
    """For thousands of launches: the first of a kind with the first of that kind, and so on."""
    waiting, partner = {}, {}
    for j in rest_of_its:
        waiting.setdefault(its[j][0], []).append(j)
    for i in rest_of_mine:
        if waiting.get(mine[i][0]):
            partner[i] = waiting[mine[i][0]].pop(0)
    return partner


ALLOWANCE = re.compile(
    r"(?P<varies>varies ?)?(?P<side>less|more)?( ?(?P<most>[\d.]+)(?P<percent>%)?)?|any|model only|GPU only"
)


def allows(allowance, model, hardware):
    """By how much the GPU's figure may differ: any; 12: by up to 12; 5%: of the model's figure; less, more:
    in that direction only, `less 5%` by so much at most. `varies`, or `varies 5%`: it differs from run to
    run, so that it may as well be equal. Of launches: model only, GPU only."""
    way = ALLOWANCE.fullmatch(allowance)
    if way["side"] is not None and (hardware < model) != (way["side"] == "less"):
        return False
    if way["most"] is None:
        return True
    return abs(hardware - model) <= float(way["most"]) * (model / 100 if way["percent"] else 1)


class Differences:
    """The known ones: program, kernel and column may be patterns. The column `launch` explains a launch
    that only one of the two has made, the column `program` why a program is not compared at all."""

    def __init__(self, file):
        with open(file) as lines:
            self.rows = list(csv.DictReader(lines))
        for row in self.rows:
            if not row["allowance"] or not ALLOWANCE.fullmatch(row["allowance"]):
                sys.exit(f"{file}: no such allowance: {','.join(row.values())}")
        self.used = [row["allowance"].startswith("varies") for row in self.rows]

    def add_patterns(self):
        """Those of calibration_patterns, which have a table of their own. It says what the model counts."""
        with open(OF_PATTERNS / "differences.csv") as lines:
            for row in csv.DictReader(lines):
                self.rows.append({**row, "program": PATTERNS, "allowance": "any"})
                self.used.append(False)

    def reason(self, program, kernel, column, allowed):
        for i, row in enumerate(self.rows):
            if (
                fnmatch.fnmatchcase(program, row["program"])
                and kernel_matches(kernel, row["kernel"])
                and fnmatch.fnmatchcase(column, row["column"])
                and allowed(row["allowance"])
            ):
                self.used[i] = True
                return row["reason"]
        return None

    def of_program(self, program):
        return self.reason(program, "", "program", lambda _: True)

    def unused(self, compared):
        """Those that are about programs which were compared (or may not be), and have explained nothing."""
        return [
            row
            for row, used in zip(self.rows, self.used)
            if not used and (row["column"] == "program" or fnmatch.filter(compared, row["program"]))
        ]


def kernel_matches(kernel, pattern):
    return fnmatch.fnmatchcase(kernel, pattern) or kernel.split("<")[0] == pattern


def compare(program, model, hardware, known):
    """What became of a program's launches."""
    result = dict(program=program, launches=0, compared=0, not_zero=0, equal=0, missing=set())
    result["differences"] = []  # kernel, column, model, hardware, reason or None

    for mine, its in align(model, hardware):
        if mine is None or its is None:
            side, there = ("GPU only", its) if mine is None else ("model only", mine)
            reason = known.reason(program, there["kernel"], "launch", lambda a: a == side)
            what = f"{there['grid']} {there['block']}"
            result["differences"].append((there["kernel"], f"launch {what}", side, "", reason))
            continue
        result["launches"] += 1
        for column in COLUMNS:
            a, b = figure(mine, column), figure(its, column)
            if b is None:
                result["missing"].add(column)
                continue
            result["compared"] += 1
            result["not_zero"] += a != 0 or b != 0
            if a == b:
                result["equal"] += 1
                continue
            reason = known.reason(program, mine["kernel"], column, lambda w: allows(w, a, b))
            result["differences"].append((mine["kernel"], column, a, b, reason))
    return result


def unexplained(result):
    return [d for d in result["differences"] if d[-1] is None]


def chapter_programs(build):
    """Chapter, name and arguments of every program, from CTest."""
    text = subprocess.run(
        ["ctest", "--test-dir", build, "-L", "^chapter$", "--show-only=json-v1"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    for test in json.loads(text)["tests"]:
        command = test.get("command", [])
        if "--pass" in command:
            program, *arguments = command[command.index("--pass") + 1 :]
            yield test["name"].split(".")[0], os.path.basename(program), arguments


def all_programs(build):
    yield from chapter_programs(build)
    if os.path.exists(f"{build}/bin/{PATTERNS}"):
        yield "calibration", PATTERNS, []


def run_model(build, program, arguments):
    """The CPU backend's rows."""
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.csv"
        result = subprocess.run(
            [f"{build}/bin/{program}", *arguments],
            env={**os.environ, "SIMT_REPORT": report},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=300,
        )
        if result.returncode != 0:
            raise gpu_report.Problem(
                f"exit code {result.returncode} on the CPU backend: {result.stderr.strip()[-300:]}"
            )
        if not os.path.exists(report):
            return []
        with open(report) as file:
            return list(csv.DictReader(file))


def run_hardware(build, program, arguments, timeout):
    """The GPU's rows."""
    rows, code = gpu_report.measure(
        [f"{build}/bin/{program}", *arguments], timeout=timeout, stdout=subprocess.DEVNULL
    )
    if code != 0:
        raise gpu_report.Problem(f"exit code {code} on the GPU, under ncu", code)
    return rows


def record(build, programs, chapters, known, timeout):
    """Keeps the GPU's rows of these programs."""
    failed = []
    for program, arguments in programs:
        why = known.of_program(program)
        if why is not None:
            print(f"{program} is not compared: {why}", flush=True)
            continue
        started = time.monotonic()
        try:
            rows = run_hardware(build, program, arguments, timeout)
        except gpu_report.Problem as problem:
            failed.append(program)
            print(f"{program}: {problem}", flush=True)
            continue
        if program == PATTERNS:
            write_patterns(rows)
        else:
            recorded_counters.keep(chapters[program], program, rows, gpu_report.NAMES, FOLDER)
        print(f"{program}: {len(rows)} launches, {time.monotonic() - started:.1f} s", flush=True)
    (FOLDER / "machine.txt").write_text(describe_machine() + "\n")
    print(f"{len(programs) - len(failed)} programs" + (f", failed: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


def write_patterns(rows):
    """As the CPU backend's tests want it: without what differs by design."""
    columns = [c for c in COLUMNS if c != "texture_requests"]
    with open(OF_PATTERNS / "patterns.csv", "w") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["kernel", "grid", "block", *columns])
        for row in rows:
            table.writerow([row["kernel"], row["grid"], row["block"], *(figure(row, c) for c in columns)])


def read_recorded(chapter, program):
    """None if it was not recorded; no rows if it has launched no kernel."""
    if program != PATTERNS:
        return recorded_counters.launches_of(chapter, program, FOLDER)
    patterns = OF_PATTERNS / "patterns.csv"
    if not patterns.exists():
        return None
    with open(patterns) as file:
        return list(csv.DictReader(file))


def gone(chapters, known):
    """What was recorded of programs that are not there any more, are of another chapter, or are not compared."""
    for chapter, program in recorded_counters.all_recorded(FOLDER):
        if chapters.get(program) != chapter or known.of_program(program) is not None:
            yield chapter, program


def describe_machine():
    def output(*command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    gpu = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    version = output(gpu_report.find_ncu(), "--version").split()
    ncu = version[version.index("Version") + 1]
    nvcc = output("nvcc", "--version").split("release ")[1].split(",")[0]
    return f"{gpu.splitlines()[0].replace(', ', ', driver ')}, CUDA {nvcc}, Nsight Compute {ncu}"


def group(differences):
    """One line for differences that are alike: kernel, column, reason."""
    groups = {}
    for kernel, column, a, b, reason in differences:
        groups.setdefault((kernel, column.split(" ")[0], reason), []).append((a, b))
    for (kernel, column, reason), values in groups.items():
        some = ", ".join(dict.fromkeys(f"{a} / {b}" if b != "" else a for a, b in values[:3]))
        yield kernel, column, len(values), some + (", …" if len(values) > 3 else ""), reason


def short(kernel):
    """A library's kernel without its arguments, which can be long."""
    return f"{kernel.partition('<')[0]}<…>" if len(kernel) > 60 else kernel


def by_reason(results, wanted):
    """A line of the page for each reason and program: why, where, what, how often, the largest difference."""
    groups = {}
    for r in results:
        for kernel, column, a, b, reason in r["differences"]:
            column = column.split(" ")[0]
            if wanted(r["program"], kernel, column, reason):
                why = reason or "**not explained**"
                found = groups.setdefault(why, {}).setdefault(r["program"], [])
                found.append((short(kernel), column, a, b))
    for why, programs in groups.items():
        for program, found in programs.items():
            kernels, columns = ({d[i]: None for d in found} for i in (0, 1))
            values = [d[2:] for d in found if d[3] != ""]
            largest = max(values, key=lambda v: abs(v[0] - v[1]), default=None)
            yield (
                why,
                f"`{program}`: " + ", ".join(f"`{k}`" for k in kernels),
                ", ".join(columns),
                len(found),
                "" if largest is None else f"{largest[0]} / {largest[1]}",
            )
            why = ""  # once is enough


def table(header, rows):
    yield ""
    yield "| " + " | ".join(header) + " |"
    numbers = ("launches", "figures", "equal", "explained", "open")
    yield "|" + "|".join("--:" if name in numbers else "---" for name in header) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def write_page(results, skipped, machine, known, chapters):
    def varies(program, kernel, column, reason):
        return any(row["reason"] == reason and row["allowance"].startswith("varies") for row in known.rows)

    def total(name):
        return sum(r[name] for r in results)

    differing = [d for r in results for d in r["differences"]]
    launches = sum(d[1].startswith("launch ") for d in differing)
    open_ones = sum(d[-1] is None for d in differing)
    counted = [r for r in results if r["launches"] or r["differences"]]
    silent = [f"`{r['program']}`" for r in results if r not in counted]
    reasons = "[below](#why-figures-differ) is the reason of each."
    if open_ones:
        reasons = f"{open_ones} of these have no reason."
    lines = [
        "# What the CPU backend counts, and what a GPU counts",
        "",
        "The programs of the chapters ran on both, with the small sizes that the tests use. Each launch was compared "
        "counter by counter: requests and sectors of global, local and distributed shared memory, requests and bank "
        "conflicts of shared memory, replays of constant memory, texture fetches. "
        f"The GPU: {machine}.",
        "",
        f"**{total('equal')} of {total('compared')} figures are equal**, in {total('launches')} launches of "
        f"{len(counted)} programs. {total('not_zero')} of them are not simply 0 on both sides. "
        f"{len(differing) - launches} figures differ, and {launches} launches were made by one side only: {reasons}",
        "",
        "`docs/measured/model_equals_hardware.py` measures, compares and writes this page. What the GPU has counted is "
        "in [counters_of_programs](counters_of_programs), and the reasons are in "
        "[differences.csv](counters_of_programs/differences.csv). CTest compares the CPU backend with these files; "
        "[`ctest -L model_equals_hardware`](../pages/counters.md#comparing-the-model-with-your-gpu) compares it with "
        "what your GPU counts.",
        "",
        "Not compared are " + "; ".join(f"`{name}` ({why})" for name, why in LEFT_OUT.items()) + ".",
        "",
        "## Program by program",
    ]
    header = ["program", "launches", "figures", "equal", "explained"] + (["open"] if open_ones else [])
    for chapter in dict.fromkeys(chapters.values()):
        mine = [r for r in counted if chapters[r["program"]] == chapter]
        if not mine:
            continue
        title = "Kernels with one kind of access each" if chapter == "calibration" else f"Chapter {chapter[:2]}"
        lines += ["", f"### {title}"]
        if chapter == "calibration":
            lines += [
                "",
                "[patterns.cu](../../common/simt/tests/calibration/patterns.cu) is no program of a chapter: its "
                "kernels are written so that nvcc makes of them what the source says, some for each rule of the model.",
            ]
        rows = []
        for r in mine:
            without = len(unexplained(r))
            cells = [f"`{r['program']}`", r["launches"], r["compared"], r["equal"]]
            rows.append([*cells, len(r["differences"]) - without, *([without] if open_ones else [])])
        lines += table(header, rows)
    if silent:
        lines += ["", f"{', '.join(silent)}: no kernel is launched, neither here nor there."]
    never = [(p, why) for p, why in skipped if why != NOT_RECORDED]
    later = [f"`{p}`" for p, why in skipped if why == NOT_RECORDED]
    if never:
        lines += ["", "These cannot be compared:"]
        lines += table(["program", "why"], [(f"`{p}`", why) for p, why in never])
    if later:
        lines += ["", f"Not measured yet: {', '.join(later)}."]
    lines += [
        "",
        "## Why figures differ",
        "",
        "Of several figures the last column shows those that are furthest apart.",
        "",
        "### What nvcc makes of the source, and what the model does not do",
    ]
    columns = ["why", "where", "counter", "figures", "model / GPU"]

    def section(wanted):
        return table(columns, by_reason(results, wanted))

    lines += section(lambda *d: d[2] != "launch" and not varies(*d))
    lines += [
        "",
        "### What differs from run to run",
        "",
        "A second run of the same program, on the same side, gives other figures.",
    ]
    lines += section(lambda *d: d[2] != "launch" and varies(*d))
    alone = by_reason(results, lambda *d: d[2] == "launch")
    lines += ["", "### Launches of one side only"]
    lines += table(["why", "where", "launches"], [(why, where, n) for why, where, _, n, _ in alone])
    PAGE.write_text("\n".join(lines) + "\n")


def report(result):
    problems = unexplained(result)
    print(
        f"{result['program']}: {result['launches']} launches, {result['equal']} of {result['compared']} figures "
        f"equal, {len(result['differences']) - len(problems)} differences with a reason, {len(problems)} without",
        flush=True,
    )
    if result["missing"]:
        print(f"  not counted by this GPU: {', '.join(sorted(result['missing']))}")
    for kernel, column, count, some, _ in group(problems):
        where = "" if some in ("model only", "GPU only") else "model / GPU "
        print(f"  {kernel}: {column}, {count} times, {where}{some}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__[7:], add_help=False)
    parser.add_argument("-h", "--help", action="help")
    parser.add_argument("--cpu", default=ROOT / "build-cpu")
    parser.add_argument("--gpu", default=ROOT / "build-count")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()

    there = list(all_programs(options.gpu if options.record else options.cpu))
    chapters = {program: chapter for chapter, program, _ in there}
    programs = [
        (program, arguments)
        for chapter, program, arguments in there
        if not options.names or chapter in options.names or program in options.names
    ]
    if not programs:
        sys.exit("no such program, or no tests in the build")
    known = Differences(FOLDER / DIFFERENCES)
    if PATTERNS in dict(programs):
        known.add_patterns()
    if options.record:
        return record(options.gpu, programs, chapters, known, options.timeout)
    results, skipped, failed = [], [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        models = {
            program: pool.submit(run_model, options.cpu, program, arguments)
            for program, arguments in programs
            if known.of_program(program) is None
            and (not options.recorded or read_recorded(chapters[program], program) is not None)
        }
        for program, arguments in programs:
            why = known.of_program(program)
            if why is None and program not in models:
                why = NOT_RECORDED
            if why is not None:
                skipped.append((program, why))
                print(f"{program} is not compared: {why}", flush=True)
                continue
            try:
                if options.recorded:
                    hardware = read_recorded(chapters[program], program)
                else:
                    hardware = run_hardware(options.gpu, program, arguments, options.timeout)
                results.append(compare(program, models[program].result(), hardware, known))
                report(results[-1])
            except (gpu_report.Problem, subprocess.TimeoutExpired) as problem:
                if isinstance(problem, gpu_report.Problem) and problem.code == 77:
                    skipped.append((program, "this GPU cannot run it"))
                else:
                    failed.append(program)
                print(f"{program}: {problem}", flush=True)

    if options.page:
        kept = FOLDER / "machine.txt"
        machine = kept.read_text().strip() if options.recorded else describe_machine()
        write_page(results, skipped, machine, known, chapters)
    # A reason that explains nothing is a mistake, or the model has changed. On another GPU it may be idle.
    compared = [r["program"] for r in results]
    stale = known.unused(compared) if options.recorded and not options.names else []
    for row in stale:
        where = ",".join(row[name] for name in ("program", "kernel", "column", "reason"))
        print(f"explains no difference: {where}")
    ghosts = list(gone(chapters, known)) if options.recorded and not options.names else []
    for chapter, program in ghosts:
        print(f"recorded, but there is no such program to compare: {program} in {FOLDER / chapter}.csv")

    open_ones = sum(len(unexplained(r)) for r in results)
    print(
        f"{len(results)} programs, {sum(r['equal'] for r in results)} of {sum(r['compared'] for r in results)} "
        f"figures equal, {open_ones} differences without a reason, {len(skipped)} programs not compared"
        + (f", failed: {', '.join(failed)}" if failed else "")
    )
    if failed or open_ones or stale or ghosts:
        return 1
    return 0 if results else 77


if __name__ == "__main__":
    sys.exit(main())
