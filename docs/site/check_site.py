#!/usr/bin/env python3
"""usage: check_site.py HTML

Looks at every page of the site, and prints a line per fault:
- a link or picture of any page, the reference's too, that leads to no file, or to a place that is not there;
- a picture without words in place of it, a chapter without a picture, a chapter that is more than 500 KB with its
  pictures and scripts;
- a link to another site that further_reading.html does not list: there they are looked after;
- what should be markup and is text: a heading's {#anchor}, **bold**, `code`, [a link](to.md), <!-- a comment -->;
- a page without title, language or description, without a heading of the first level or with two, or one that leaves
  out a level.
Exit code 1 if there is a fault.
"""

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

READING = "further_reading.html"
CHAPTER_BYTES = 500_000
CODE = ("code", "pre", "kbd", "samp", "script", "style", "svg")
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
MARKUP = {
    r"@(?:sub)?(?:ref|page)\b": "a command of Doxygen",
    r"\{#": "an anchor",
    r"\*\*": "bold",
    r"`": "code",
    r"\]\([^)\s]+\)": "a link",
    r"<!--|-->": "a comment",
    r"^\s*\|.*\|\s*$": "a row of a table",
}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.outside, self.pictures, self.loads, self.places = [], [], [], [], set()
        self.language = self.kind = self.title = self.description = ""
        self.levels, self.texts, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = {key: value or "" for key, value in attributes}
        self.places.update(attributes[key] for key in ("id", "name") if attributes.get(key))
        target = attributes.get("href" if tag in ("a", "link") else "src", "")
        if tag == "a" and re.match(r"https?:", target):
            self.outside.append(target)
        if tag in ("a", "link", "script", "img", "iframe", "source") and target:
            self.links.append(target)
        if tag in ("script", "img") and target or attributes.get("rel") == "stylesheet":
            self.loads.append(target)
        if tag == "img":
            self.pictures.append((target, attributes.get("alt", "")))
            self.texts.append(attributes.get("alt", ""))
        if tag == "svg" and attributes.get("role") == "img":
            self.pictures.append(("a drawing", attributes.get("aria-label", "") or attributes.get("aria-labelledby", "")))
        if re.fullmatch(r"h[1-6]", tag):
            self.levels.append(int(tag[1]))
        self.language = attributes.get("lang", "") if tag == "html" else self.language
        self.kind = attributes.get("data-kind", "") if tag == "body" else self.kind
        if tag == "meta" and attributes.get("name") == "description":
            self.description = attributes.get("content", "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:  # with what was left open inside of it
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        if self.open and self.open[-1] == "title" and "svg" not in self.open:
            self.title += data
        if not any(tag in self.open for tag in CODE):
            self.texts.append(data)


class Check:
    def __init__(self, root):
        self.root = root
        self.pages = {path.relative_to(root).as_posix(): Page(path.read_text())
                      for pattern in ("*.html", "reference/*.html") for path in sorted(root.glob(pattern))}
        self.book = {name: page for name, page in self.pages.items() if "/" not in name}
        self.faults, self.links = [], 0

    def fault(self, name, what):
        self.faults.append(f"{name}: {what}")

    def check_links(self, name, page):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            self.links += 1
            target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
            if not (self.root / target).is_file():
                self.fault(name, f"{link} leads nowhere")
            elif parts.fragment and target in self.pages and unquote(parts.fragment) not in self.pages[target].places:
                self.fault(name, f"{link} has no such place")

    def check_pictures(self, name, page):
        for source, words in page.pictures:
            if not words.strip():
                self.fault(name, f"{source} has no text in place of it")
        if re.fullmatch(r"chapter_\d\d\.html", name) and page.kind != "moved":
            if not page.pictures:
                self.fault(name, "a chapter without a picture")
            files = {name, *(load for load in page.loads if (self.root / load).is_file())}
            size = sum((self.root / file).stat().st_size for file in files)
            if size > CHAPTER_BYTES:
                self.fault(name, f"is {size} bytes with pictures and scripts")

    def check_outside(self, name, page):
        listed = self.book[READING].outside if READING in self.book else []
        for link in page.outside:
            if link not in listed:
                self.fault(name, f"{link} is not listed in {READING}")

    def check_markup(self, name, page):
        for text in page.texts:
            for pattern, what in MARKUP.items():
                left = re.search(pattern, text, re.M)
                if left:
                    around = " ".join(text[max(0, left.start() - 20):left.end() + 20].split())
                    self.fault(name, f"“{around}” is left of {what}")

    def check_frame(self, name, page):
        for what, words in (("title", page.title), ("language", page.language), ("description", page.description),
                            ("kind", page.kind)):
            if not words.strip():
                self.fault(name, f"has no {what}")
        count = page.levels.count(1)
        if count != 1:
            self.fault(name, f"has {count} headings of the first level")
        for before, level in zip(page.levels, page.levels[1:]):
            if level > before + 1:
                self.fault(name, f"a heading of level {level} follows one of level {before}")

    def run(self):
        for name, page in self.pages.items():
            self.check_links(name, page)
        for name, page in self.book.items():
            for check in (self.check_pictures, self.check_outside, self.check_markup, self.check_frame):
                check(name, page)
        if not any(name.startswith("chapter_") for name in self.book):
            self.fault("index.html", "no chapters")
        for title, count in Counter(page.title for page in self.book.values()).items():
            if count > 1:
                self.fault(title, f"is the title of {count} pages")


def main():
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "index.html").exists():
        sys.exit(__doc__.splitlines()[0])
    check = Check(Path(sys.argv[1]))
    check.run()
    for fault in check.faults:
        print(fault)
    pictures = sum(len(page.pictures) for page in check.book.values())
    print(f"{len(check.pages)} pages, {check.links} links, {pictures} pictures, {len(check.faults)} faults")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
