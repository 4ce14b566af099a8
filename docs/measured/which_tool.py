#!/usr/bin/env python3
"""usage: which_tool.py gpu|model BIN OUTPUT
       which_tool.py check [--write]

Which tool finds which bug: runs every case of chapter 12, as it was found and mended, by itself and with each tool.
Writes what they said of the first to OUTPUT/CASE.tools.txt, and who found it to OUTPUT/tools-gpu.csv or
tools-model.csv: `case,tool,found,line`. BIN has the programs: compiled by nvcc with -lineinfo for `gpu`, where
compute-sanitizer and cuda-gdb are needed, too, or by simtcc or CMake for `model`.

A tool has found a case if it reports an error, or a run by itself if it fails (of three: `2 of 3`). `line` is the
first line of the case's source that is named. A report on a mended case is a false alarm, and the exit code is 1.

`check` compares the table of the lesson with the two files beside this script, and --write puts it right.
"""

import csv
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = "12_debugging_and_profiling"
CASES = sorted(path.stem for path in ROOT.glob(f"chapters/{CHAPTER}/case_*.cu"))
SANITIZER = {"memcheck": ["--leak-check", "full"], "racecheck": [], "initcheck": [], "synccheck": []}
DEBUGGER = ["timeout", "-s", "INT", "10", "cuda-gdb", "-batch", "-nx", "-ex", "run", "-ex", "backtrace", "-ex", "info cuda kernels", "--args"]
SECONDS = 25
NEVER_ENDS, SECONDS_OF_THAT = "case_deadlock", 12

# The lesson's table
LESSON = ROOT / "chapters" / CHAPTER / "README.md"
ORDER = {"past_the_end": "#a-wrong-total-reproduce-it-then-ask", "misaligned": "DEEPER.md#a-vector-at-the-wrong-address",
         "missing_barrier": "#a-missing-barrier-right-in-the-test-wrong-in-use", "race": "DEEPER.md#a-race-between-blocks",
         "stream_order": "DEEPER.md#a-buffer-that-two-streams-use",
         "uninitialised": "DEEPER.md#memory-that-was-never-written",
         "wrong_mask": "DEEPER.md#a-mask-that-names-absent-lanes", "deadlock": "#a-program-that-does-not-end",
         "ignored_error": "DEEPER.md#an-error-that-the-program-ignores", "leak": "DEEPER.md#a-leak"}


def run(command, seconds=SECONDS):
    """-> exit code (None: too long) and all that was printed"""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        parts = (late.stdout or b"", late.stderr or b"")
        return None, "".join(part.decode() if isinstance(part, bytes) else part for part in parts)


def reports(tool, text):
    if tool == "model":
        return "simt: " in text
    if tool == "cuda-gdb":
        return "CUDA_EXCEPTION" in text or "received signal" in text
    summary = re.search(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)", text)
    return summary is not None and int(summary[1]) > 0


def judge(case, tool, status, text):
    """-> found, and the line that the report names"""
    found = reports(tool, text)
    line = re.search(rf"(?:^|\n)\s*(?:at|read|write)\s+\S*{case}\.cu:(\d+)", text) or re.search(rf"{case}\.cu:(\d+)", text)
    said = "not run" if status == 77 else "yes" if found else "hangs" if status is None else "no"
    return said, line[1] if line and found else ""


def words(tool, program, broken):
    how = "2" if program.name == NEVER_ENDS and tool != "model" else "1"
    command = [str(program), *(["--broken", how] if broken else [])]
    if tool in SANITIZER:
        return ["compute-sanitizer", "--tool", tool, *SANITIZER[tool], "--print-limit", "3", *command]
    return [*DEBUGGER, *command] if tool == "cuda-gdb" else command


def machine():
    gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True,
                         text=True, check=True).stdout.splitlines()[0].replace(", ", ", driver ")
    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    return f"      # {gpu}, nvcc {re.search(r'V([0-9.]+)', nvcc)[1]}"


def measure(where, binaries, output):
    output.mkdir(parents=True, exist_ok=True)
    rows, texts, false_alarms = {}, {}, []

    def try_one(case, tool, broken):
        status, text = run(words(tool, binaries / case, broken), SECONDS_OF_THAT if case == NEVER_ENDS and broken else SECONDS)
        found, line = judge(case, tool, status, text)
        if broken:
            texts[case, tool] = text
            rows[case, tool] = f"{case},{tool},{found},{line}"
            print(rows[case, tool], flush=True)
        elif status != 0 or found != "no":
            false_alarms.append(f"{case}, mended: {tool} says {found}, exit code {status}\n{text}")

    if where == "gpu":
        for case in CASES:
            if case == NEVER_ENDS:
                try_one(case, "alone", True)
                continue
            runs = [run(words("alone", binaries / case, True)) for _ in range(3)]
            rows[case, "alone"] = f"{case},alone,{sum(status != 0 for status, _ in runs)} of 3,"
            texts[case, "alone"] = "".join(text for _, text in runs)
    tools = SANITIZER if where == "gpu" else ["model"]
    jobs = [(case, tool, broken) for broken in (True, False) for tool in tools for case in CASES]
    jobs.sort(key=lambda job: job[0] == NEVER_ENDS)  # it takes the whole device
    with ThreadPoolExecutor(8 if where == "gpu" else 2) as pool:
        list(pool.map(lambda job: try_one(*job), jobs))
    if where == "gpu":
        for case in CASES:  # one debugger at a time
            try_one(case, "cuda-gdb", True)
        where_it_ran = machine()
        for case in CASES:
            (output / f"{case}.tools.txt").write_text("\n".join(
                f"$ {' '.join(words(tool, Path('build-cuda/bin') / case, True))}{where_it_ran}\n{texts[case, tool]}"
                for tool in ("alone", *SANITIZER, "cuda-gdb")))
    text = "case,tool,found,line\n" + "\n".join(rows[key] for key in sorted(rows)) + "\n"
    (output / f"tools-{where}.csv").write_text(text)
    print("\n".join(false_alarms) or "no false alarms")
    return 1 if false_alarms else 0


def table():
    """The lesson's table, from the two files."""
    found = {}
    for where in ("gpu", "model"):
        with open(ROOT / f"docs/measured/{CHAPTER}/tools-{where}.csv", encoding="utf-8") as file:
            found |= {(row["case"], row["tool"]): row for row in csv.DictReader(file)}

    def says(case, tool, name=""):
        row = found[case, tool]
        words = [name, f"line {row['line']}" if row["line"] else "" if name else row["found"]]
        return ", ".join(word for word in words if word) if row["found"] == "yes" else ""

    lines = ["| case | fails by itself | CPU backend | compute-sanitizer | cuda-gdb |", "|---|---|---|---|---|"]
    for name, place in ORDER.items():
        case = f"case_{name}"
        sanitizers = [says(case, tool, tool) for tool in SANITIZER]
        not_run = all(found[case, tool]["found"] in ("not run", "hangs") for tool in SANITIZER)
        cells = [found[case, "alone"]["found"], says(case, "model"),
                 "not run" if not_run else "; ".join(filter(None, sanitizers)), says(case, "cuda-gdb")]
        lines.append(f"| [`{name}`]({place}) | " + " | ".join(cell or "–" for cell in cells) + " |")
    return "\n".join(lines)


def check(write):
    text = LESSON.read_text(encoding="utf-8")
    begin, end = "<!-- which tool -->\n", "<!-- /which tool -->\n"
    before, _, rest = text.partition(begin)
    old, found, after = rest.partition(end)
    if not found:
        sys.exit(f"{LESSON} has no lines {begin.strip()} and {end.strip()}")
    if old == table() + "\n":
        return 0
    if write:
        LESSON.write_text(before + begin + table() + "\n" + end + after, encoding="utf-8")
        return 0
    print(f"{LESSON}: the table of tools should be\n{table()}\n(docs/measured/which_tool.py check --write)")
    return 1


def main():
    if sys.argv[1:] in (["check"], ["check", "--write"]):
        sys.exit(check("--write" in sys.argv))
    if len(sys.argv) != 4 or sys.argv[1] not in ("gpu", "model"):
        sys.exit("\n".join(__doc__.splitlines()[:2]))
    sys.exit(measure(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))


if __name__ == "__main__":
    main()
