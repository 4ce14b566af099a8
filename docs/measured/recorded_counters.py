"""What a GPU has counted for the programs, as docs/measured/counters_of_programs keeps it: a CSV file per chapter, whose
rows begin with the program's name. A program that launches no kernel has one row, with nothing but its name."""

import csv
import os
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent / "counters_of_programs"
DIFFERENCES = "differences.csv"  # the only file there that is no chapter's


def read(chapter, folder=FOLDER):
    """{program: its launches, a {column: text} each} of all programs of a chapter that were recorded."""
    programs = {}
    file = folder / f"{chapter}.csv"
    if file.exists():
        with file.open(newline="") as lines:
            for row in csv.DictReader(lines):
                launches = programs.setdefault(row.pop("program"), [])
                if row["kernel"]:
                    launches.append(row)
    return programs


def launches_of(chapter, program, folder=FOLDER):
    """A program's launches; None if it was not recorded."""
    return read(chapter, folder).get(program)


def keep(chapter, program, launches, columns, folder=FOLDER):
    """Puts what a GPU has counted for one program in the place of what was kept of it."""
    programs = {**read(chapter, folder), program: launches}
    part = folder / f"{chapter}.csv.part"
    with part.open("w", newline="") as lines:
        # A figure that the GPU does not count, or did not when a program was recorded, is empty.
        table = csv.DictWriter(lines, ["program", *columns], extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        for name in sorted(programs):
            table.writerows({"program": name, **row} for row in programs[name] or [{}])
    os.replace(part, folder / f"{chapter}.csv")


def all_recorded(folder=FOLDER):
    """(chapter, program) of all that was recorded."""
    for file in sorted(folder.glob("*.csv")):
        if file.name != DIFFERENCES:
            yield from ((file.stem, program) for program in read(file.stem, folder))
