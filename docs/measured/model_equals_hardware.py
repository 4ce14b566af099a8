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
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import counter_page  # noqa: E402
from counter_comparison import COLUMNS, OF_PATTERNS, PATTERNS, ROOT, Differences, compare, figure, unexplained  # noqa: E402
import gpu_report  # noqa: E402
import recorded_counters  # noqa: E402
from counter_page import NOT_RECORDED  # noqa: E402
from recorded_counters import DIFFERENCES, FOLDER  # noqa: E402

PAGE = ROOT / "docs/measured/counters_of_programs.md"


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
            recorded_counters.keep(chapters[program], program, rows, gpu_report.NAMES_OF_GPU, FOLDER)
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
        known.add_patterns(OF_PATTERNS / "differences.csv")
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
        PAGE.write_text(counter_page.page_text(results, skipped, machine, known, chapters))
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
