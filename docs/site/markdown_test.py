#!/usr/bin/env python3
"""Tests of what makes the book's pages: markdown.py, highlight.py, book.py, make_site.py."""

import re
import unittest
from pathlib import Path

import highlight
from book import Book, lead, lead_html
from make_site import size_of
from markdown import Site, convert, sections, slug

ROOT = Path(__file__).parents[2]


class Markdown(unittest.TestCase):
    def setUp(self):
        self.site = Site()
        self.site.pages = {"chapters/02_b": "chapter_02", "chapters/01_a/x.cu": "program_x"}
        self.site.pictures = {"chapters/01_a/x.svg": ("01-x.svg", 640, 200)}

    def text(self, text, glossary=None):
        return convert(self.site, text, "chapters/01_a", glossary)

    def page(self, text, glossary=None):
        return self.text(text, glossary).html

    def test_links(self):
        self.assertIn('<a href="program_x.html"><code>x</code></a>', self.page("[`x`](x.cu)"))
        self.assertIn('<a href="chapter_02.html#why-not">', self.page("[y](../02_b#why-not)"))
        self.assertIn('<a href="#why-not">', self.page("[y](#why-not)"))
        self.assertIn('<a href="https://a.b/c">', self.page("[z](https://a.b/c)"))

    def test_what_has_no_page_is_named(self):
        page = self.page("[z](../LICENSE)")
        self.assertIn("z (<code>chapters/LICENSE</code>)", page)
        self.assertNotIn("<a", page)

    def test_headings_have_the_anchors_that_links_expect(self):
        self.assertEqual(slug("Who waits, for whom?"), "who-waits-for-whom")
        text = self.text("# A `b`\n## Why `c`?\n### Why\n## Why `c`?")
        self.assertEqual(text.title, "A b")
        self.assertEqual([place for _, place, _ in text.headings], ["why-c", "why", "why-c-1"])
        self.assertNotIn("<h1", text.html)
        self.assertIn('<h2 id="why-c-1">', text.html)

    def test_paragraphs_have_places(self):
        page = self.page("a\n\n## B\n\nb\n\n- no\n\nc")
        self.assertEqual(re.findall(r'<p id="(.*?)"', page), ["top.1", "b.1", "b.2"])

    def test_code_stays(self):
        page = self.page("```text\n# [a](b) <c>\n```")
        self.assertIn('<pre class="text"><code># [a](b) &lt;c&gt;\n</code></pre>', page)

    def test_pictures(self):
        page = self.page("![a **b**](x.svg)")
        self.assertIn('<figure class="picture"><img src="pictures/01-x.svg" alt="a b" width="640" height="200"', page)
        self.assertNotIn("<p", page)
        self.assertEqual(self.page("![a](x.svg)\n![b](x.svg)").count('class="side-by-side"'), 1)
        self.assertEqual(self.page("![a](x.svg)\n\n![b](x.svg)").count('class="side-by-side"'), 0)

    def test_live_pictures(self):
        text = self.text("<!-- live: scan words=8 trace=scan -->\n![a](x.svg)\n\n![b](x.svg)")
        self.assertIn('</figure>\n<figure class="live" data-live="scan" data-words="8" data-trace="scan"></figure>', text.html)
        self.assertEqual(text.html.count("<img"), 2)
        instead = self.page("<!-- live: scan instead=yes words=8 -->\n![a](x.svg)")
        self.assertIn('<figure class="live" data-live="scan" data-words="8"><img', instead)
        self.assertEqual(instead.count("<figure"), 1)
        self.assertEqual(text.html.count('class="live"'), 1)
        self.assertNotIn("<!--", text.html)
        self.assertEqual(text.live, ["scan", "trace_scan"])
        self.assertEqual(self.text("<!-- live: access stride=2 -->\n![a](x.svg)").live, ["access"])

    def test_folded_text_is_text(self):
        page = self.page("<details><summary>Is `a`\nb?</summary>\n\n**Yes**\n</details>")
        self.assertIn("<details><summary>Is <code>a</code>\nb?</summary>\n<p>", page.replace(' id="top.1"', ""))
        self.assertIn("<strong>Yes</strong>", page)

    def test_where_a_table_is_from_is_not_told(self):
        page = self.page("a\n\n<!-- measured: x.txt | | time\n| [b](b.md) -->\n| | time |\n|---|---|\n| a | 1 |\n<!-- /measured -->\n\nc")
        self.assertIn('<div class="table"><table>', page)
        self.assertNotIn("measured", page)

    def test_columns_of_figures_are_aligned(self):
        page = self.page("| | n | time | what |\n|---|---|---|---|\n| a | 4.00 | 1.5 µs | 3 of 4 |\n| b | - | 20 % | x |")
        self.assertEqual(re.findall(r'<t[hd] class="number">(.*?)<', page), ["n", "time", "4.00", "1.5 µs", "-", "20 %"])

    def test_files_that_are_pages_here(self):
        self.assertIn(">Going deeper</a>", convert(self.site, "[DEEPER.md](../02_b)", "chapters/01_a").html)
        self.assertIn("in “Going deeper”.", self.page("in DEEPER.md."))
        self.assertIn("DEEPER.md", convert(self.site, "`DEEPER.md` and DEEPER.md", "").html)

    def test_forms_of_a_word_are_smaller(self):
        page = self.page("# Glossary\n\n### warp, warps\n\n### lane")
        self.assertIn('<h3 id="warp-warps">warp <small>warps</small></h3>', page)
        self.assertIn('<h3 id="lane">lane</h3>', page)

    def test_a_term_is_linked_once(self):
        page = self.page("**Lane** and **lane**", {"lane": "glossary.html#lane"})
        self.assertIn('<a class="term" href="glossary.html#lane"><strong>Lane</strong></a> and <strong>lane</strong>', page)
        page = self.page("[**lane**](../02_b) and **lane**", {"lane": "glossary.html#lane"})
        self.assertIn('<a href="chapter_02.html"><strong>lane</strong></a> and <a class="term"', page)

    def test_sections(self):
        self.assertEqual(list(sections("# A\n## B\nx\n```\n## no\n```\n## C\ny")),
                         [("B", "x\n```\n## no\n```"), ("C", "y")])


class Highlight(unittest.TestCase):
    def test_commands_of_a_console(self):
        self.assertEqual(highlight.console("$ a \\\n  b <c>\nd\n$ e"),
                         '<span class="prompt">$ </span><kbd>a \\\n  b &lt;c&gt;</kbd>\nd\n<span class="prompt">$ </span><kbd>e</kbd>')

    def test_lines_of_a_source_are_places(self):
        page = highlight.source("int a;\n/* b\n c */\nint d;\n", 7, "x-")
        self.assertEqual(re.findall(r'id="(.*?)"', page), ["x-L7", "x-L8", "x-L9", "x-L10"])
        for line in re.findall(r'<span class="line".*', page):  # a comment over lines ends with each of them
            self.assertEqual(line.count("<span"), line.count("</span>"), line)

    def test_all_of_a_source_is_shown(self):
        for path in sorted(ROOT.glob("chapters/*/*.cu")):
            shown = re.sub(r"<[^>]*>", "", highlight.source(path.read_text()))
            for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
                shown = shown.replace(entity, letter)
            self.assertEqual(shown.strip(), path.read_text().strip(), path)


class Programs(unittest.TestCase):
    def test_the_first_comment_as_prose(self):
        paragraphs, lines = lead("// Chapter 01 · x\n//\n// Adds `a`\n// < b.\n//\n//   x [--n N]\n#include <a>\n")
        self.assertEqual(lead("// Adds.\nint a;"), (["Adds."], 1))
        self.assertEqual((paragraphs, lines), (["Adds `a`\n< b.", "  x [--n N]"], 6))
        self.assertEqual(lead_html(paragraphs), '<p>Adds <code>a</code>\n&lt; b.</p>\n<pre class="usage">  x [--n N]</pre>\n')


class TheBook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        pictures = {path.relative_to(ROOT).as_posix(): (path.name, *size_of(path))
                    for pattern in ("chapters/*/*.svg", "chapters/*/*.png", "docs/pictures/*.svg")
                    for path in ROOT.glob(pattern)}
        cls.book = Book(ROOT, pictures)

    def test_every_page_is_read_once(self):
        names = [page.name for page in self.book.reading_order()]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(names[:3], ["index", "why_a_gpu", "chapter_01"])
        self.assertEqual(set(self.book.site.pages.values()) - set(names), {"reference/group__tutorial"})

    def test_programs_in_the_order_of_the_lesson(self):
        names = [page.short for page in self.book.chapters[0].programs]
        self.assertLess(names.index("first_program"), names.index("vector_add"))
        self.assertEqual(len(names), len(list(ROOT.glob("chapters/01_*/*.cu"))))

    def test_the_comment_of_a_program_stands_once(self):
        page = next(page for page in self.book.chapters[0].programs if page.short == "vector_add")
        words = page.text.about.split(".")[0]
        self.assertEqual(re.sub(r"<[^>]*>|\s+", " ", page.text.html).count(words), 1)


if __name__ == "__main__":
    unittest.main()
