#!/usr/bin/env python3
"""usage: which_tool.py gpu|model BIN OUTPUT

Runs every case of chapter 12, as it was found, by itself and with each tool, and writes what they said to
OUTPUT/CASE.TOOL.txt and who found it to OUTPUT/tools-gpu.csv or tools-model.csv: `case,tool,found,line`. BIN has
the programs: compiled by nvcc with -lineinfo for `gpu`, where compute-sanitizer is needed, too, or by simtcc for
`model`. A tool has found a case if it reports an error; `line` is the first line of the case's source that it names.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted(path.stem for path in ROOT.glob("chapters/12_*/case_*.cu"))
TOOLS = {"memcheck": ["--tool", "memcheck", "--leak-check", "full"], "racecheck": ["--tool", "racecheck"],
         "initcheck": ["--tool", "initcheck"], "synccheck": ["--tool", "synccheck"]}
SECONDS = 40


def run(command):
    """-> exit code (None: too long) and all that was printed"""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired as late:
        parts = (late.stdout or b"", late.stderr or b"")
        return None, "".join(part.decode() if isinstance(part, bytes) else part for part in parts)


def found_by_tool(text):
    summary = re.search(r"(?:ERROR|RACECHECK) SUMMARY: (\d+)", text)
    return summary is not None and int(summary[1]) > 0


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("gpu", "model"):
        sys.exit(__doc__.splitlines()[0])
    where, binaries, output = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    output.mkdir(parents=True, exist_ok=True)
    rows = []
    for case in CASES:
        command = [str(binaries / case), "--broken", "1"]
        runs = {"alone" if where == "gpu" else "model": command}
        if where == "gpu":
            runs |= {tool: ["compute-sanitizer", *options, "--print-limit", "3", *command]
                     for tool, options in TOOLS.items()}
        for tool, words in runs.items():
            status, text = run(words)
            found = {"alone": status != 0, "model": "simt: " in text}.get(tool, found_by_tool(text))
            said = "hangs" if status is None and not found else "yes" if found else "no"
            if status == 77:
                said = "not run"
            line = re.search(rf"(?:^|\n)\s*(?:at|read|write)\s+{case}\.cu:(\d+)", text) or \
                re.search(rf"{case}\.cu:(\d+)", text)
            rows.append(f"{case},{tool},{said},{line[1] if line and found else ''}")
            print(rows[-1], flush=True)
            (output / f"{case}.{tool}.txt").write_text(text)
    (output / f"tools-{where}.csv").write_text("case,tool,found,line\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
