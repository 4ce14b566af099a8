#!/usr/bin/env python3
"""usage: check_transcript.py GDB SIMTCC LESSON.md

Has gdb do what a lesson shows: the block below `<!-- gdb transcript -->`, whose first lines compile a program with
`simtcc -G` and start gdb, and whose lines `(gdb) …` are commands. Compares what gdb says to each. Exit code 77: gdb may
not look at processes here.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
NOISE = re.compile(r"\[|Using host|Breakpoint \d+ at|warning: ")  # what depends on the machine


def main():
    gdb, simtcc, lesson = sys.argv[1:]
    block = re.search(r"<!-- gdb transcript -->\n```text\n(.*?)```", Path(lesson).read_text(encoding="utf-8"), re.S)[1]
    head, _, session = block.partition("(gdb) ")
    session = "(gdb) " + session
    compile_line, start = [line[2:].split() for line in head.strip().splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/program"
        words = [{"build/bin/simtcc": simtcc}.get(word, word) for word in compile_line]
        words[words.index("-o") + 1] = program
        subprocess.run(words, cwd=ROOT, check=True)
        script = "set style enabled off\nset width 0\n"
        for line in session.splitlines():
            if line.startswith("(gdb) "):
                script += f"echo {line}\\n\n{line[6:]}\n"
        Path(f"{folder}/script").write_text(script, encoding="utf-8")
        arguments = start[start.index("--args") + 2:]
        done = subprocess.run([gdb, "--batch", "--nx", "-x", "common/simt/gdb/cuda.py", "-x", f"{folder}/script", "--args",
                               program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    if re.search(r"ptrace|Operation not permitted.*\bprocess", done.stdout + done.stderr):
        print(done.stdout + done.stderr)
        sys.exit(77)
    said = done.stdout[done.stdout.index("(gdb) "):] if "(gdb) " in done.stdout else done.stdout + done.stderr
    said = [line.rstrip().expandtabs() for line in said.splitlines() if not NOISE.match(line)]
    shown = [line.rstrip().expandtabs() for line in session.splitlines()]
    if said[:len(shown)] != shown:
        print("The lesson shows\n" + "\n".join(shown) + "\n\ngdb says\n" + "\n".join(said))
        sys.exit(1)


if __name__ == "__main__":
    main()
