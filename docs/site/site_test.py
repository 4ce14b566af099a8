#!/usr/bin/env python3
"""Tests of what makes and checks the site: markdown.py, charts.py, check_site.py, index_search.py."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from charts import FIGURE, charts, number_of, rows_below, tables
from index_search import Sections
from markdown import Site, convert, sections, slug

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


class Markdown(unittest.TestCase):
    def setUp(self):
        self.site = Site()
        self.site.pages = {"chapters/02_b": "chapter_02", "chapters/01_a/x.cu": "program_x"}
        self.site.pictures = {"chapters/01_a/x.svg": "01-x.svg"}

    def page(self, text, glossary=None):
        return convert(self.site, text, "chapters/01_a", "chapter_01", glossary)

    def test_links(self):
        self.assertIn("[x](@ref program_x)", self.page("[`x`](x.cu)"))
        self.assertIn("(@ref chapter_02-why-not)", self.page("[y](../02_b#why-not)"))
        self.assertIn("(@ref chapter_01-why-not)", self.page("[y](#why-not)"))
        self.assertEqual(self.page("[z](../LICENSE)"), "z (`chapters/LICENSE`)\n")
        self.assertIn("(https://a.b/c)", self.page("[z](https://a.b/c)"))
        self.assertIn("[z](@ref tutorial)", self.page("[z](@ref tutorial)"))

    def test_headings_have_the_anchors_that_links_expect(self):
        self.assertEqual(slug("Who waits, for whom?"), "who-waits-for-whom")
        self.assertIn("## Why? {#chapter_01-why}", self.page("## Why?"))
        self.assertIn("# A {#chapter_01}", self.page("# A"))

    def test_code_stays(self):
        text = "```console\n$ x  # [a](b)\n## c\n```"
        self.assertEqual(self.page(text), text.replace("console", "") + "\n")

    def test_pictures_and_answers_are_html(self):
        self.assertIn('src="01-x.svg" alt="lanes"', self.page("![lanes](x.svg)"))
        self.assertEqual(self.page("![a](x.svg)\n![b](x.svg)").count("<p>"), 1)
        self.assertEqual(self.page("![a](x.svg)\n\n![b](x.svg)").count("<p>"), 2)
        self.assertIn("## C", self.page("![a](x.svg)\n## C\n![b](x.svg)"))
        page = self.page("<details><summary>Is `a`\nb?</summary>\n\nYes\n</details>")
        self.assertIn("<details><summary>Is <code>a</code> b?</summary>\n@endhtmlonly", page)

    def test_where_a_table_is_from_is_not_told(self):
        page = self.page("a\n\n<!-- measured: x.txt | | time\n| [b](b.md) -->\n| | time |\n<!-- /measured -->\n\nc")
        self.assertEqual(page, "a\n\n| | time |\n\nc\n")

    def test_a_term_is_linked_once(self):
        page = self.page("**Lane** and **lane**", {"lane": "glossary-lane"})
        self.assertEqual(page, "**[Lane](@ref glossary-lane)** and **lane**\n")
        page = self.page("[**lane**](../02_b) and **lane**", {"lane": "glossary-lane"})
        self.assertEqual(page, "[**lane**](@ref chapter_02) and **[lane](@ref glossary-lane)**\n")

    def test_sections(self):
        self.assertEqual(list(sections("# A\n## B\nx\n```\n## no\n```\n## C\ny")),
                         [("B", "x\n```\n## no\n```"), ("C", "y")])


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
