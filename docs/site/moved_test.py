#!/usr/bin/env python3
"""Tests of moved.py: every former address leads somewhere, and what is written there."""

import re
import tempfile
import unittest
from pathlib import Path

from book import Book, Page
from check_site import Page as Checked
from index_search import book_pages
from make_site import size_of
from markdown import Text
from moved import MOVED, stay_reachable

ROOT = Path(__file__).parents[2]


class Moved(unittest.TestCase):
    def written(self, pages, moved, url=""):
        """The files that are written for former names, and the texts of the pages afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            stay_reachable(pages, Path(folder), url, moved)
            Path(folder, "index.html").write_text("<main><h1>Start</h1></main>")
            self.assertEqual([page[0] for page, _ in book_pages(Path(folder))], ["index.html"], "found by the search")
            return {path.stem: path.read_text() for path in Path(folder).glob("*.html") if path.stem != "index"}

    def test_a_name_that_is_free_leads_to_the_page(self):
        page = Page("new", Text(title="A < B", html="<p>x</p>"))
        files = self.written([page], {"old": "new"}, "https://a.b")
        self.assertEqual(list(files), ["old"])
        self.assertIn('location.replace("new.html" + location.hash)', files["old"])
        self.assertIn('<meta http-equiv="refresh" content="0; url=new.html">', files["old"])
        self.assertIn('<link rel="canonical" href="https://a.b/new.html">', files["old"])
        checked = Checked(files["old"])
        self.assertEqual((checked.links, checked.levels, checked.language), (["https://a.b/new.html", "new.html"], [1], "en"))
        self.assertEqual(checked.title, "Moved: A < B · CUDA by Chapter")
        self.assertEqual(page.text.html, "<p>x</p>")

    def test_a_name_that_is_taken_has_a_line(self):
        pages = [Page("old", Text(title="Another", html="<p>x</p>")), Page("new", Text(title="A < B", html="<p>y</p>"))]
        self.assertEqual(self.written(pages, {"old": "new"}), {})
        self.assertRegex(pages[0].text.html, r'^<p class="about">.*<a href="new\.html">A &lt; B</a>.*</p>\n<p>x</p>$')
        self.assertEqual(pages[1].text.html, "<p>y</p>")

    def test_a_page_that_is_not_there_is_a_mistake(self):
        with self.assertRaises(KeyError):
            self.written([], {"old": "new"})

    def test_the_pages_of_the_table(self):
        pictures = {path.relative_to(ROOT).as_posix(): (path.name, *size_of(path))
                    for pattern in ("chapters/*/*.svg", "chapters/*/*.png", "docs/pictures/*.svg") for path in ROOT.glob(pattern)}
        pages = {page.name: page for page in Book(ROOT, pictures).reading_order()}
        self.assertEqual(set(MOVED.values()) - set(pages), set())
        for former, name in MOVED.items():
            self.assertEqual(re.sub(r"\d\d", "", former), re.sub(r"\d\d", "", name))
        self.assertIn("14 · Fast matrix multiplication", pages[MOVED["chapter_13"]].text.title)


if __name__ == "__main__":
    unittest.main()
