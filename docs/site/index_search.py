#!/usr/bin/env python3
"""usage: index_search.py HTML LUNR

Writes HTML/assets/search_index.js for search.js: the sections of the book's pages, titles and briefs of the
reference, and lunr's index of their words, which python3-lunr makes and libjs-lunr, the file LUNR, loads.
"""

import json
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path

from lunr.builder import Builder

# What counts more where the words are the same. A page is of the kind that its <body data-kind="…"> says, unless
# its name begins with one of these words: pages beside a chapter come after it, and those that repeat what other
# pages say after those.
WEIGHTS = {"chapter": 4, "deeper": 2.5, "page": 2.5, "glossary": 2.5, "exercise": 2, "program": 1.5, "questions": 1.2,
           "older": 1, "start": 1, "further": 0.6, "contributing": 0.6, "measured": 0.4, "reference": 0.4}
FIELDS = {"heading": 4, "text": 1, "code": 0.5}
LISTS = {"References": 0.2, "Exercises": 0.4, "What to remember": 0.7}  # sections that name much and explain little
NO_PROSE = 0.4  # a section of code or tables alone

HEADINGS = ("h1", "h2", "h3", "h4")
INLINE = ("a", "abbr", "b", "code", "em", "i", "kbd", "mark", "small", "span", "strong", "sub", "sup", "var", "wbr")
UNREAD = ("script", "style", "button", "nav", "template", "noscript")
WORD = re.compile(r"[^\W_]\w*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words_of(text):
    """The words of a text as the index has them; search.js has the same function. A name counts as a whole and by
    its parts: cudaMemcpyAsync is found by memcpy, too, and __launch_bounds__ by bounds."""
    words = []
    for name in WORD.findall(text):
        name = name.rstrip("_")
        words.append(name.lower())
        parts = [part.lower() for part in PART.findall(name) if len(part) > 1]
        if parts != words[-1:]:
            words += parts
    return words


def names_in(code, every_word):
    """The names in a piece of code, each once; or only those that are no plain word or number."""
    names = dict.fromkeys(name.rstrip("_") for name in WORD.findall(code))
    return " ".join(name for name in names if len(name) > 2 and not name[0].isdigit()
                    and (every_word or not re.fullmatch(r"[A-Za-z][a-z]*|[A-Z]+", name)))


class Book(HTMLParser):
    """A page of the book: its kind, chapter, and sections [anchor, heading, text, code]."""

    def __init__(self, html):
        super().__init__()
        self.kind, self.chapter, self.sections = "page", "", []
        self.inside = self.heading = False
        self.code, self.unread, self.closes = 0, 0, ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "body":
            self.kind, self.chapter = attributes.get("data-kind", "page"), attributes.get("data-chapter", "")
        self.inside |= tag == "main"
        if not self.inside:
            return
        if attributes.get("id") == "contents":  # the page's headings once more
            self.closes = tag
        self.unread += tag in UNREAD or tag == self.closes
        self.code += self.is_code(tag)
        if tag in HEADINGS:
            self.sections.append([attributes.get("id", ""), "", "", ""])
            self.heading = True
        self.space(tag)

    def handle_endtag(self, tag):
        if not self.inside:
            return
        self.inside = tag != "main"
        self.unread -= tag in UNREAD or tag == self.closes
        self.closes = "" if tag == self.closes else self.closes
        self.code -= self.is_code(tag)
        self.heading &= tag not in HEADINGS
        self.space(tag)

    def is_code(self, tag):
        """A lesson's table is to be read; a program's has what it printed."""
        return tag == "pre" or tag == "table" and self.kind in ("program", "exercise", "measured")

    def space(self, tag):
        """The words of two paragraphs or cells are not one."""
        if tag not in INLINE:
            self.handle_data(" ")

    def handle_data(self, data):
        if self.inside and self.sections and not self.unread:
            self.sections[-1][1 if self.heading else 3 if self.code else 2] += data


class Reference(HTMLParser):
    """A page by Doxygen: its title, what it is in a sentence, and the names of its members."""

    def __init__(self, html):
        super().__init__()
        self.title, self.brief, self.members = "", "", ""
        self.open, self.into = [], None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        kind = dict(attributes).get("class") or ""
        if tag == "div":
            self.open.append(kind)
            if kind in ("title", "ingroups", "summary"):
                self.into = "title" if kind == "title" else None
        elif tag == "p" and "contents" in self.open and not self.brief:
            self.into = "brief"
        elif tag == "a" and "el" in kind.split() and self.into == "members":
            self.members += " "
        elif tag == "td":
            self.into = {"memItemRight": "members"}.get(kind)

    def handle_endtag(self, tag):
        if tag == "div" and self.open:
            self.open.pop()
        if tag in ("div", "p", "td"):
            self.into = None

    def handle_data(self, data):
        if self.into:
            setattr(self, self.into, getattr(self, self.into) + data)


def spaced(text):
    return " ".join(text.split())


def kind_of(name, kind):
    """The kind of a page as its results call it."""
    beside = name.split("_")[0]
    if kind in ("chapter", "page") and beside in WEIGHTS and (kind, beside) != ("page", "measured"):  # that has a chapter
        return beside
    return kind if kind in WEIGHTS else "page"


def book_pages(root):
    """Yields ([file, title, kind, chapter], sections) of each page of the book."""
    for path in sorted(root.glob("*.html")):
        page = Book(path.read_text())
        if not page.sections or path.stem in ("search", "404"):
            continue
        kind = kind_of(path.stem, page.kind)
        sections = [(anchor, spaced(heading), spaced(text),
                     names_in(code, every_word=kind not in ("program", "exercise", "measured")))
                    for anchor, heading, text, code in page.sections]
        title = sections[0][1]
        # The page's own heading leads to its beginning.
        yield [path.name, title, kind, page.chapter], [("", *sections[0][1:])] + sections[1:]


def reference_pages(root):
    for path in sorted(root.glob("reference/*.html")):
        if re.match(r"dir_|files$|index$|pages$|modules$|annotated$|classes$|hierarchy$|functions|globals|namespaces$|"
                    r"namespacemembers|todo$", path.stem) or re.search(r"_source$|-members$", path.stem):
            continue
        page = Reference(path.read_text())
        title = re.sub(r" (\w+ )?(Struct|Class|File|Namespace|Union)?( Template)? ?Reference$", "", spaced(page.title))
        if title:
            brief = spaced(page.brief).removesuffix("More...").strip()
            yield [f"reference/{path.name}", title, "reference", ""], [("", title, brief, names_in(page.members, True))]


def index_of(pages, sections):
    """lunr's index. It gets the words as they are: search.js looks for beginnings of words instead of stems, since
    a search that follows each key would not find `synchroniz` among stems."""
    builder = Builder()
    builder.ref("id")
    for field, boost in FIELDS.items():
        builder.field(field, boost=boost)
    for number, (page, _, heading, *texts) in enumerate(sections):
        words = {field: words_of(text) for field, text in zip(FIELDS, (heading, *texts))}
        weight = WEIGHTS[pages[page][2]] * LISTS.get(heading, 1) * (1 if texts[0] else NO_PROSE)
        builder.add({"id": str(number), **words}, {"boost": weight})
    return builder.build().serialize()


def main():
    if len(sys.argv) != 3 or not (Path(sys.argv[1]) / "index.html").exists():
        sys.exit(__doc__.splitlines()[0])
    root, lunr, pages, sections = Path(sys.argv[1]), Path(sys.argv[2]), [], []
    for page, parts in (*book_pages(root), *reference_pages(root)):
        sections += [(len(pages), *part) for part in parts]
        pages.append(page)
    data = {"pages": pages, "sections": sections, "lunr": index_of(pages, sections)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    shutil.copyfile(lunr, root / "assets/lunr.min.js")
    # JSON in a string is read faster than a script's own notation.
    quoted = text.replace("\\", "\\\\").replace("'", "\\'").replace("\u2028", " ").replace("\u2029", " ")
    (root / "assets/search_index.js").write_text(f"bookSearch(JSON.parse('{quoted}'));\n")
    print(f"search: {len(pages)} pages, {len(sections)} sections, {len(text) // 1024} KiB")


if __name__ == "__main__":
    main()
