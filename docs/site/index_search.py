#!/usr/bin/env python3
"""usage: index_search.py HTML

Writes HTML/search_index.js: the words of every section of the site, for search.js.
"""

import json
import sys
from html.parser import HTMLParser
from pathlib import Path

HEADINGS = ("h1", "h2", "h3", "h4")


class Sections(HTMLParser):
    """The sections of a page: [anchor, heading, text]."""

    def __init__(self, html):
        super().__init__()
        self.sections, self.title = [["", "", ""]], ""
        self.inside, self.heading, self.in_title, self.skip = False, False, False, 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        kind = attributes.get("class", "")
        if tag == "div" and kind == "contents":
            self.inside = True
        self.in_title |= tag == "div" and kind == "title"
        self.skip += tag in ("script", "style")
        if self.inside and tag == "a" and "anchor" in kind and attributes.get("id"):
            self.sections.append([attributes["id"], "", ""])
        self.heading |= tag in HEADINGS

    def handle_endtag(self, tag):
        self.skip -= tag in ("script", "style")
        if tag in HEADINGS:
            self.heading = False
        if tag == "div":
            self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.title += data
        elif self.inside and not self.skip:
            self.sections[-1][1 if self.heading else 2] += data


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    root, entries = Path(sys.argv[1]), []
    for path in sorted(root.glob("*.html")):
        if path.stem.endswith("_source") or path.stem.startswith(("dir_", "files", "pages")):
            continue
        page = Sections(path.read_text())
        for anchor, heading, text in page.sections:
            words = " ".join(text.split())
            if words or heading:
                place = path.name + (f"#{anchor}" if anchor else "")
                entries.append([place, page.title.strip(), heading.strip(), words])
    (root / "search_index.js").write_text(
        "const bookSections = " + json.dumps(entries, ensure_ascii=False, separators=(",", ":")) + ";\n")


if __name__ == "__main__":
    main()
