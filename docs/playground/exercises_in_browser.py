"""The part of playground_test.py that checks exercises: each stub, its solution and its first wrong answer get the verdict
that they get on a machine."""

import re
import subprocess
import tempfile
from pathlib import Path

from make_playground import table

REASON = re.compile(r"^(?:simt: (?!warning)|FAILED  ).*", re.M)  # the first one is what `learn check` tells
# Whose reason has another figure -> why.
DIFFERENT = {
    "split_the_branch": "clang makes other basic blocks",
}


def first_wrong_answer(root, exercise, make_variants):
    """-> its name and its text"""
    chapter, name = exercise.parent.name, exercise.name
    variants = root / "common/tests/graders" / chapter / f"{name}.diff"
    first = re.search(r"^=== (\S+)", variants.read_text(), re.M)[1]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([make_variants, variants, root / "solutions" / chapter / f"{name}.cu", folder], check=True)
        return first, (Path(folder) / f"{first}.cu").read_text()


def expected(text, name):
    """What is to be said of a wrong answer: `@mark` in it is the line that ends in `// @mark`."""
    places = {mark[1]: f"{name}.cu:{number}" for number, line in enumerate(text.split("\n"), 1)
              if (mark := re.search(r"// (@\w+)$", line))}
    return [re.sub(r"@\w+", lambda mark: places.get(mark[0], mark[0]), words)
            for words in re.findall(r"^// expect: (.*)", text, re.M)]


def first_reason(printed):
    found = REASON.search(printed)
    return found and found[0]


def reason_on_a_machine(program, root):
    run = subprocess.run([program], capture_output=True, text=True, timeout=600, check=False, cwd=root)
    return first_reason((run.stdout + run.stderr).replace(f"{root}/", ""))


def check_one(reader, text, states):
    reader.write(text)
    printed = reader.go()
    state = reader.run("playground.verdict?.state")
    reader.expect(state in states, f"{state!r}:\n{printed}")
    return printed


def check(reader, root, chapters, make_variants, native):
    """`make_variants` writes wrong answers; `native` has the programs that are compared, if they are there."""
    missing = table("not on the site")
    for exercise in sorted(path.parent for number in chapters for path in root.glob(f"exercises/{number}_*/*/check.cu")):
        name = exercise.name
        if name in missing:
            continue
        reader.open(f"exercise_{name}")
        reader.where = f"the stub of {name}"
        check_one(reader, reader.text(), ["not started"])
        reader.where = f"the solution of {name}"
        check_one(reader, (root / "solutions" / exercise.parent.name / f"{name}.cu").read_text(), ["passes"])
        if not make_variants:
            continue
        wrong, text = first_wrong_answer(root, exercise, make_variants)
        reader.where = f"{wrong} of {name}"
        printed, at = check_one(reader, text, ["wrong", "crashes", "takes too long"]), 0
        for words in expected(text, name):
            reader.expect(words in printed[at:], f"does not say {words!r}:\n{printed}")
            at += max(printed[at:].find(words), 0)
        program = native and native / f"wrong_{name}_{wrong}"
        if program and program.exists() and name not in DIFFERENT:
            there, here = reason_on_a_machine(program, root), first_reason(printed)
            reader.expect(here == there, f"the reason is\n{here}\nand on a machine\n{there}")
