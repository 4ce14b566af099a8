#!/usr/bin/env python3
"""usage: docs/measured/figures.py [LESSON.md]...

Looks up each time and each bandwidth in the text of lessons (without one: of chapters 01 to 05), tables and
code apart, in the chapter's files beside this script, and tells those that no figure of a file is, rounded
to as many digits. What it tells may be right: the difference of two figures, or what another run or another
GPU has shown. So look at the lines it tells when the files are new. Of numbers that share a unit it sees
those that stand together: "452, 465 and 500 µs", "4396 against 4422 GB/s".
"""

import re
import sys
from decimal import Decimal
from pathlib import Path

from tables import ROOT, UNIT, UNITS, folder_of, read_tables

NUMBER = r"\d+(?:\.\d+)?"
FIGURES = re.compile(rf"(?<![\w.,/×-])((?:(?:{NUMBER}, )*{NUMBER}(?: and| or) |{NUMBER}(?: to| against| instead of) )?)"
                     rf"({NUMBER}) (ns|µs|ms|s|GB/s|TB/s)(?![\w/])")
APART = re.compile(r"^```.*?^ *```|^<!-- measured:.*?^<!-- /measured -->|<!--.*?-->|^\|[^\n]*|^    [^\n]*", re.M | re.S)


def base(number, unit):
    return Decimal(number).scaleb(UNITS[unit][1])


def written(text):
    """Yields (line, figure, its numbers' digits, unit) of what a lesson says."""
    text = APART.sub(lambda match: re.sub(r"[^\n]", "", match[0]), text)
    for match in FIGURES.finditer(re.sub(r"[*`]", " ", text).replace("\n", " ")):
        line = text.count("\n", 0, match.start(2)) + 1
        for number in re.findall(NUMBER, match[1]) + [match[2]]:
            yield line, f"{number} {match[3]}", number, match[3]


def measured(folder):
    """All times and bandwidths of the files, as (kind, value)."""
    found = set()
    for path in folder.rglob("*.txt"):
        text = path.read_text()
        for number, unit in re.findall(rf"({NUMBER}) (ns|µs|ms|s|GB/s|TB/s)(?![\w/])", text):
            found.add((UNITS[unit][0], base(number, unit)))
        for table in read_tables(text):
            for _, row in table.rows:
                for heading, cell in row.items():
                    unit = re.findall(UNIT, f"{heading} {table.headings[0]} {table.title}")
                    if unit and re.fullmatch(NUMBER, cell):
                        found.add((UNITS[unit[0]][0], base(cell, unit[0])))
    return found


def unknown(path, folder):
    """What is in no file, as lines to print."""
    values = measured(folder)
    faults = []
    for line, figure, number, unit in written(path.read_text()):
        exponent = Decimal(number).as_tuple().exponent
        if number.endswith("0") and not exponent:
            exponent = 1  # 4220 may be 4215 to 4225
        half = Decimal(1).scaleb(exponent) / 2
        low, high = base(Decimal(number) - half, unit), base(Decimal(number) + half, unit)
        if not any(kind == UNITS[unit][0] and low <= value <= high for kind, value in values):
            faults.append(f"{path}:{line}: {figure} is in no file of docs/measured/{folder.name}")
    return faults


def main(arguments):
    faults = []
    for path in map(Path, arguments) if arguments else sorted(ROOT.glob("chapters/0[1-5]*/*.md")):
        faults += unknown(path, folder_of(path, ROOT / "docs/measured"))
    print("\n".join(faults + [f"{len(faults)} figures to look at"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
