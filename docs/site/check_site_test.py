#!/usr/bin/env python3
"""Tests of index_search.py, and that check_site.py tells each kind of fault."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from index_search import WEIGHTS, Reference, kind_of, names_in, spaced, words_of
from index_search import Book as SearchedPage


class Search(unittest.TestCase):
    def test_words_of_a_text(self):
        for text, words in (("cudaMemcpyAsync(x)", ["cudamemcpyasync", "cuda", "memcpy", "async", "x"]),
                            ("__launch_bounds__", ["launch_bounds", "launch", "bounds"]),
                            ("A warp-level sum", ["a", "warp", "level", "sum"]),
                            ("SIMT_PAGES of dim3 and µs", ["simt_pages", "simt", "pages", "of", "dim3", "dim", "and", "µs"])):
            self.assertEqual(words_of(text), words)

    def test_names_in_code(self):
        code = "const int blockId = atomicAdd(&sum, 1.5f); float4 x;"
        self.assertEqual(names_in(code, every_word=False), "blockId atomicAdd float4")
        self.assertEqual(names_in(code, every_word=True), "const int blockId atomicAdd sum float4")

    def test_sections_of_a_page(self):
        page = SearchedPage('<body data-kind="chapter" data-chapter="03"><header>no</header><main><h1>T</h1>'
                            '<details id="contents"><summary>no</summary></details><p>a<br>b</p><h2 id="i">'
                            'H<code>x</code></h2><p>c</p><p>d</p><pre>e</pre><script>no</script></main>no')
        self.assertEqual((page.kind, page.chapter), ("chapter", "03"))
        sections = [[spaced(text) for text in section] for section in page.sections]
        self.assertEqual(sections, [["", "T", "a b", ""], ["i", "Hx", "c d", "e"]])

    def test_tables_of_a_program_are_no_prose(self):
        for kind, text, code in (("chapter", "a", ""), ("program", "", "a")):
            section = SearchedPage(f'<body data-kind="{kind}"><main><h1>T</h1><table><td>a</td></table></main>').sections[0]
            self.assertEqual([part.strip() for part in section[2:]], [text, code])

    def test_a_page_of_the_reference(self):
        page = Reference('<div class="headertitle"><div class="title">Clock Class Reference<div class="ingroups">no</div>'
                         '</div></div><div class="contents"><p>Tells the time.</p><p>no</p><table><tr>'
                         '<td class="memItemRight"><a class="el">now</a> ()</td></tr></table></div>')
        self.assertEqual((spaced(page.title), page.brief), ("Clock Class Reference", "Tells the time."))
        self.assertIn("now", page.members)

    def test_the_kind_of_a_page(self):
        for name, said, kind in (("chapter_03", "chapter", "chapter"), ("deeper_03", "chapter", "deeper"),
                                 ("glossary", "page", "glossary"), ("setup", "page", "page"),
                                 ("program_glossary", "program", "program"), ("x", "new", "page")):
            self.assertEqual(kind_of(name, said), kind)

    def test_lessons_count_more_than_programs_and_those_more_than_the_reference(self):
        order = ("chapter", "page", "exercise", "program", "measured")
        self.assertEqual(sorted(order, key=WEIGHTS.get, reverse=True), list(order))
        self.assertEqual(min(WEIGHTS.values()), WEIGHTS["reference"])


class Check(unittest.TestCase):
    GOOD = '<h2 id="there">There</h2><p>Text, <code>a[i](b) ** `c`</code></p>'

    def faults(self, html="", title="One", head="", html_attributes='lang="en"', others=None):
        """The exit code and what is printed of a chapter with this text, and other pages."""
        pages = {"further_reading.html": '<a href="https://a.b/listed">x</a>', **(others or {})}
        pages = {name: f"<h1>{name}</h1>{text}" for name, text in pages.items()}
        pages = {name: text if name.startswith("reference/") else self.page(name, text) for name, text in pages.items()}
        pages["index.html"] = self.page("Start", "<h1>Start</h1>")
        pages["chapter_01.html"] = self.page(title, f"<h1>T</h1>{self.GOOD}{html}", head, html_attributes)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "reference").mkdir()
            Path(folder, "p.svg").write_text("<svg/>")
            Path(folder, "large.js").write_text(" " * 500_000)
            for name, text in pages.items():
                Path(folder, name).write_text(text)
            result = subprocess.run([sys.executable, Path(__file__).with_name("check_site.py"), folder],
                                    capture_output=True, text=True, check=False)
            return result.returncode, result.stdout

    def page(self, title, text, head='<meta name="description" content="d">', attributes='lang="en"'):
        head = head or '<meta name="description" content="d">'
        return (f'<html {attributes}><head><title>{title}</title>{head}</head><body data-kind="page"><main>'
                f'<img src="p.svg" alt="what it shows">{text}</main></body></html>')

    def test_a_good_site(self):
        status, output = self.faults('<a href="#there">x</a><a href="https://a.b/listed">x</a><a href="reference/a.html#b">x</a>',
                                     others={"reference/a.html": '<a id="b" href="../index.html"></a>'})
        self.assertEqual((status, output.split(", ", 1)[1]), (0, "6 links, 3 pictures, 0 faults\n"))

    def test_what_is_broken_is_told(self):
        for html, words in (('<a href="none.html">x</a>', "none.html leads nowhere"),
                            ('<a href="#nowhere">x</a>', "#nowhere has no such place"),
                            ('<a href="index.html#nowhere">x</a>', "index.html#nowhere has no such place"),
                            ('<img src="none.svg" alt="x">', "none.svg leads nowhere"),
                            ('<script src="none.js"></script>', "none.js leads nowhere"),
                            ('<img src="p.svg" alt="">', "p.svg has no text in place of it"),
                            ('<svg role="img"></svg>', "a drawing has no text in place of it"),
                            ('<a href="https://a.b/unlisted">x</a>', "https://a.b/unlisted is not listed"),
                            ("<p>@ref chapter_01 x</p>", "left of a command of Doxygen"),
                            ("<p>@subpage chapter_01 x</p>", "left of a command of Doxygen"),
                            ("<h2>Title {#title}</h2>", "left of an anchor"),
                            ("<p>**x**</p>", "left of bold"),
                            ("<p>`x`</p>", "left of code"),
                            ('<img src="p.svg" alt="`x`">', "left of code"),
                            ("<p>[x](y.md)</p>", "left of a link"),
                            ("<p>&lt;!-- x</p>", "left of a comment"),
                            ("<p>| a | b |</p>", "left of a row of a table"),
                            ('<script src="large.js"></script>', "bytes with pictures and scripts"),
                            ("<h1>x</h1>", "has 2 headings of the first level"),
                            ("<h4>x</h4>", "a heading of level 4 follows one of level 2")):
            status, output = self.faults(html)
            self.assertIn(words, output)
            self.assertEqual((status, output.count("\n")), (1, 2), output)
        for arguments, words in (({"title": ""}, "has no title"), ({"html_attributes": ""}, "has no language"),
                                 ({"head": "<meta>"}, "has no description"), ({"title": "Start"}, "is the title of 2 pages"),
                                 ({"others": {"reference/a.html": '<a href="b.html">x</a>'}}, "b.html leads nowhere"),
                                 ({"others": {"chapter_02.html": "", "further_reading.html": ""}, "html":
                                   '<a href="https://a.b/listed">x</a>'}, "is not listed")):
            status, output = self.faults(**arguments)
            self.assertIn(words, output)
            self.assertEqual((status, output.count("\n")), (1, 2), output)

    def test_a_site_without_chapters_or_a_chapter_without_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            def run():
                return subprocess.run([sys.executable, Path(__file__).with_name("check_site.py"), folder],
                                      capture_output=True, text=True, check=False).stdout
            page = self.page("Start", "<h1>Start</h1>").replace('<img src="p.svg" alt="what it shows">', "")
            Path(folder, "index.html").write_text(page)
            self.assertIn("no chapters", run())
            Path(folder, "chapter_01.html").write_text(page)
            self.assertIn("a chapter without a picture", run())
            Path(folder, "chapter_01.html").write_text(page.replace('data-kind="page"', 'data-kind="moved"'))
            self.assertNotIn("a chapter without a picture", run())


if __name__ == "__main__":
    unittest.main()
