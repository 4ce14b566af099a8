#!/usr/bin/env python3
"""usage: check_site.py HTML

Looks at every page of the site: a link inside of it must lead to a page and a place that exist, and
must not have been left as Doxygen's `@ref`; a picture must be there and say in words what it shows,
and each chapter must have one.
Prints a line per fault. Exit code 1 if there is one.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.pictures, self.places, self.left = [], [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places.update(attributes[key] for key in ("id", "name") if attributes.get(key))
        if tag in ("a", "link") and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag in ("script", "img", "iframe") and attributes.get("src"):
            self.links.append(attributes["src"])
        if tag == "img" and attributes.get("class") == "picture":
            self.pictures.append((attributes.get("src", ""), attributes.get("alt", "")))


    def handle_data(self, data):
        self.left += re.findall(r"@(?:sub)?(?:ref|page) \w+", data)


def main():
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "index.html").exists():
        sys.exit(__doc__.splitlines()[0])
    root = Path(sys.argv[1])
    pages = {path.name: Page(path.read_text()) for path in root.glob("*.html")}
    faults, links = [], 0
    for name, page in sorted(pages.items()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            links += 1
            target = unquote(parts.path) or name
            if not (root / target).exists():
                faults.append(f"{name}: {link} leads nowhere")
            elif parts.fragment and target in pages:
                if unquote(parts.fragment) not in pages[target].places:
                    faults.append(f"{name}: {link} has no such place")
        faults += [f"{name}: {text} is not a link" for text in page.left]
        faults += [f"{name}: {source} has no text in place of it" for source, alt in page.pictures if not alt]
    chapters = sorted(name for name in pages if name.startswith("chapter_"))
    faults += [f"{name}: a chapter without a picture" for name in chapters if not pages[name].pictures]
    if not chapters:
        faults.append("no chapters")
    for fault in faults:
        print(fault)
    pictures = sum(len(page.pictures) for page in pages.values())
    print(f"{len(pages)} pages, {links} links, {pictures} pictures, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
