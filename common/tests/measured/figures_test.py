#!/usr/bin/env python3
"""Tests of docs/measured/figures.py."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "docs/measured"))
import figures  # noqa: E402

MEASURED = """$ build-cuda/bin/x      # NVIDIA H200
Adding 10 floats      NVIDIA H200 · copies 4217 GB/s
variant       time   GB/s   of copy
a         1.038 ms   2501      59 %
b         465.1 µs    817      12 %

turns     µs each
c           10.64
"""


class Figures(unittest.TestCase):
    def unknown(self, text):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "x.txt").write_text(MEASURED)
            lesson = Path(folder, "README.md")
            lesson.write_text(text)
            return [line.removeprefix(f"{lesson}:").partition(" is in")[0]
                    for line in figures.unknown(lesson, Path(folder))]

    def test_what_a_file_has_in_any_unit_and_rounded(self):
        self.assertEqual(self.unknown("1038 µs, 1.04 ms, 1 ms, 465 µs, **10.6 µs** and 2501\nGB/s, 2.5 TB/s, "
                                      "`a`: 0.82 TB/s, some 4220 GB/s, 465.1 to 1038 µs"), [])

    def test_what_it_has_not(self):
        self.assertEqual(self.unknown("a\n1039 µs, 1.03 ms, then 465.0 µs\n\n2502 GB/s"),
                         ["2: 1039 µs", "2: 1.03 ms", "2: 465.0 µs", "4: 2502 GB/s"])

    def test_numbers_that_share_a_unit(self):
        self.assertEqual(self.unknown("464, 465 and 1038 µs; 2501 against 816 GB/s; by 7, 465.1 µs"),
                         ["1: 464 µs", "1: 816 GB/s"])

    def test_tables_and_code_are_no_text(self):
        self.assertEqual(self.unknown("| 7 ms |\n```console\n7 ms\n```\n<!-- 7 ms -->\n    7 ms\n7 ms"), ["7: 7 ms"])


if __name__ == "__main__":
    unittest.main()
