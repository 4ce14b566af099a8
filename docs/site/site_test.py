#!/usr/bin/env python3
"""Tests of what the READMEs say that the site shows: tables, the order of the programs, and how many there are."""

import re
import unittest
from itertools import takewhile
from pathlib import Path

from book import Book

FIGURE = re.compile(r"(?:-|\d[\d.]* ?(?:ns|µs|ms|s|%)?)$")


def rows_below(lines, number):
    """The rows with figures of the table whose headings are lines[number]."""
    rows = takewhile(lambda row: row not in ("", "PASS", "```") and not row.startswith("Only on "), lines[number + 1:])
    return [row for row in rows if FIGURE.search(row)]


class Chapters(unittest.TestCase):
    def test_rows_are_as_wide_as_their_headings(self):
        """A name longer than what a program says is its longest one moves the figures of its row. (What stands for
        any text, `…`, has another width.)"""
        seen = 0
        for readme in Path(__file__).parents[2].glob("chapters/*/README.md"):
            lines = readme.read_text().splitlines()
            for number, line in enumerate(lines):
                for row in rows_below(lines, number) if line.startswith("variant ") else []:
                    if "…" in row:
                        continue
                    seen += 1
                    self.assertEqual(len(row), len(line), f"{readme}: {row}")
        self.assertGreater(seen, 100)

    def test_each_lesson_begins_with_learn_run(self):
        for folder in sorted(path.parent for path in Path(__file__).parents[2].glob("chapters/*/README.md")):
            command = re.search(r"^```console\n\$ (.*)$", (folder / "README.md").read_text(), re.M).group(1)
            self.assertRegex(command, r"^(SIMT_\w+=\d+ )?build/bin/learn run \w+", folder.name)
            first = Book.program_files(None, folder)[0]
            self.assertEqual(command.split(" run ")[1].split()[0], first.stem, f"the first program of {folder.name}")

    def test_the_readme_counts_programs_and_exercises(self):
        root = Path(__file__).parents[2]
        for folder in sorted(root.glob("chapters/*/README.md")):
            chapter = folder.parent.name
            programs = len(list(folder.parent.glob("*.cu")))
            exercises = len(list(root.glob(f"exercises/{chapter}/*/README.md")))
            self.assertRegex((root / "README.md").read_text(),
                             rf"\(chapters/{chapter}/README\.md\) \| {programs} \| {exercises} \|")
            self.assertRegex((root / "exercises/README.md").read_text(),
                             rf"\(\.\./chapters/{chapter}/README\.md#exercises\) \| ")

    def test_the_first_screen_counts(self):
        root = Path(__file__).parents[2]
        programs = list(root.glob("chapters/*/*.cu"))
        exercises = list(root.glob("exercises/*/*/check.cu"))
        gpu_only = sum(path.read_text().count("GPU_ONLY") for path in root.glob("chapters/*/CMakeLists.txt"))
        equal, compared = re.search(r"\*\*(\d+) of (\d+) figures are equal",
                                    (root / "docs/measured/counters_of_programs.md").read_text()).groups()
        for page in ("README.md", "docs/pages/index.md"):
            text = (root / page).read_text()
            self.assertIn(f"Seventeen chapters, {len(programs)} programs and {len(exercises)} exercises", text)
            self.assertIn("unchanged. Just two need a GPU:", " ".join(text.split()))
            self.assertIn(f"[{int(equal):,} of {int(compared):,} figures]", text)
        self.assertEqual(len(list(root.glob("chapters/*/README.md"))), 17)
        self.assertEqual(gpu_only, 2)
        wrong_answers = sum(path.read_text().count("=== ") for path in root.glob("common/tests/graders/*/*.diff"))
        self.assertGreater(wrong_answers, 1000)


if __name__ == "__main__":
    unittest.main()
