#!/usr/bin/env python3
"""Tests of what checks the site: check_site.py, index_search.py."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from charts import FIGURE, charts, number_of, rows_below, tables
from index_search import Sections

TABLE = """$ build-cuda/bin/x      # NVIDIA H200
Adding 10 floats            NVIDIA H200 · copies 4000 GB/s
variant               time   GB/s   of copy
n = 64, block 8   322.0 µs   2501      59 %
both, × 4         1.500 ms   1250      30 %
a host              2.0 s       -         -
PASS
"""


class Charts(unittest.TestCase):
    def test_rows_of_a_table(self):
        (title, rows), = tables(TABLE)
        self.assertIn("Adding 10 floats", title)
        self.assertEqual([row["variant"] for row in rows], ["n = 64, block 8", "both, × 4", "a host"])
        self.assertEqual([row["time"] for row in rows], ["322.0 µs", "1.500 ms", "2.0 s"])
        self.assertEqual([row["GB/s"] for row in rows], ["2501", "1250", "-"])

    def test_rows_without_figures_and_what_follows_a_table(self):
        (_, rows), = tables(TABLE.replace("PASS", """n = 64, block 8: cudaErrorInvalidValue
Only on the CPU backend (cmake --workflow --preset cpu): sectors/load · step 1
PASS"""))
        self.assertEqual([row["variant"] for row in rows], ["n = 64, block 8", "both, × 4", "a host"])
        self.assertEqual([row["of copy"] for row in rows], ["59 %", "30 %", "-"])

    def test_units(self):
        self.assertEqual([number_of(c) for c in ("1.5 ms", "2.0 s", "7", "-")], [1500, 2e6, 7, None])

    def test_a_bar_is_as_long_as_its_number(self):
        (alt, svg), = charts(TABLE)
        self.assertIn("GB/s", alt)
        self.assertIn('width="330.0"', svg)
        self.assertIn('width="164.9"', svg)
        self.assertEqual(svg.count("<rect"), 2)


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

    def test_the_readme_counts_programs_and_exercises(self):
        root = Path(__file__).parents[2]
        for folder in sorted(root.glob("chapters/*/README.md")):
            chapter = folder.parent.name
            programs = len(list(folder.parent.glob("*.cu")))
            exercises = len(list(root.glob(f"exercises/{chapter}/*/README.md")))
            self.assertRegex((root / "README.md").read_text(),
                             rf"\(chapters/{chapter}/README\.md\) \| {programs} \| {exercises} \|")
            self.assertRegex((root / "exercises/README.md").read_text(),
                             rf"\(\.\./chapters/{chapter}/README\.md#exercises\) \| {exercises}: ")


class Search(unittest.TestCase):
    def test_sections_of_a_page(self):
        page = Sections('<div class="title">T</div><div class="contents">a<h1><a class="anchor" id="i"></a>H</h1>'
                        "b<script>no</script></div>")
        self.assertEqual((page.title, page.sections), ("T", [["", "", "a"], ["i", "H", "b"]]))


class Check(unittest.TestCase):
    def faults(self, html, files=()):
        with tempfile.TemporaryDirectory() as folder:
            picture = '<img class="picture" src="p.svg" alt="what it shows"/>'
            Path(folder, "index.html").write_text(html)
            Path(folder, "chapter_01.html").write_text(f'<a id="there"></a>{"" if files else picture}')
            Path(folder, "p.svg").write_text("<svg/>")
            result = subprocess.run([sys.executable, Path(__file__).with_name("check_site.py"), folder],
                                    capture_output=True, text=True, check=False)
            return result.returncode, result.stdout

    def test_a_good_site(self):
        self.assertEqual(self.faults('<a href="chapter_01.html#there">x</a>')[0], 0)

    def test_what_is_broken_is_told(self):
        for html, words in (('<a href="none.html">x</a>', "leads nowhere"),
                            ('<a href="chapter_01.html#nowhere">x</a>', "no such place"),
                            ("<h1>@ref chapter_01 x</h1>", "@ref chapter_01 is not a link"),
                            ('<img class="picture" src="none.svg" alt="x"/>', "leads nowhere"),
                            ('<img class="picture" src="p.svg" alt=""/>', "no text in place of it")):
            status, output = self.faults(html)
            self.assertEqual(status, 1)
            self.assertIn(words, output)
        status, output = self.faults("", files=("no picture",))
        self.assertEqual(status, 1)
        self.assertIn("a chapter without a picture", output)


if __name__ == "__main__":
    unittest.main()
