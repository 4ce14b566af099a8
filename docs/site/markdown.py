"""Turns a README of the repository into HTML for the site: it reads as on GitHub, and its links, pictures
and code become those of the site."""

import html
import posixpath
import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

import highlight

FENCE = re.compile(r"^(```|~~~)")
FIGURE = re.compile(r"[<>≈~≤≥]? ?[−-]?\d[\d.,  ]*(?:[×e]?10?[⁻⁰¹²³⁴-⁹]+)? ?(?:%|[nµm]?s|×|[KMGT]?i?B(?:/s)?|T?FLOPS?|x)?")
# Words of links that are files on GitHub, and pages here.
FILES = {"DEEPER.md": "Going deeper", "QUESTIONS.md": "Test yourself", "docs/measured": "its measurements"}
LIVE = re.compile(r"<!-- live: (\w+)((?: [\w-]+=\S+)*) -->")


def slug(title):
    """The anchor that GitHub gives a heading, which the READMEs' links use."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


@dataclass
class Text:
    """A page's text."""
    title: str = ""
    html: str = ""
    headings: list = field(default_factory=list)  # (level, place, words as HTML)
    live: list = field(default_factory=list)      # the live pictures, and the traces that they play
    about: str = ""                               # its first paragraph, in plain words


class Site:
    """What the pages know of each other."""

    def __init__(self):
        self.pages = {}     # a file or folder of the repository -> its page, without `.html`
        self.pictures = {}  # a picture's file -> (its name in the site, width, height)

    def link(self, folder, target):
        """Where a link of a README in `folder` leads in the site, or None: what has no page."""
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return target
        path, _, anchor = target.partition("#")
        page = self.pages.get(posixpath.normpath(posixpath.join(folder, path)))
        return page and f"{page}.html" + (f"#{anchor}" if anchor else "")


def plain(tokens):
    """The words of inline tokens, as GitHub takes them for a heading's anchor."""
    return "".join(token.content for token in tokens or () if token.type in ("text", "code_inline")
                   ) + "".join(plain(token.children) for token in tokens or () if token.type == "image")


def align_figures(match):
    """Marks the columns of a table whose cells are figures, a blank or a unit behind them or not."""
    rows = [re.findall(r"<(?:th|td)\b[^>]*>.*?</(?:th|td)>", row, re.S) for row in re.findall(r"<tr>(.*?)</tr>", match[0], re.S)]
    body = [row for row in rows if row and row[0].startswith("<td")]
    columns = set()
    for column in range(1, max(map(len, rows), default=0)):
        cells = [re.sub(r"<[^>]*>", "", row[column]).strip() for row in body if column < len(row)]
        figures = [cell for cell in cells if cell in ("", "-", "–") or FIGURE.fullmatch(cell)]
        if cells and len(figures) == len(cells) and any(figures):
            columns.add(column)
    def mark(row):
        count = iter(range(len(rows[0]) + 1))
        return re.sub(r"<(th|td)\b", lambda cell: cell[0] + (' class="number"' if next(count) in columns else ""), row[0])
    return re.sub(r"<tr>.*?</tr>", mark, match[0], flags=re.S)


def raw(text, kind="html_inline"):
    return Token(kind, "", 0, content=text)


class Converter:
    """One README in `folder`; of the terms in `glossary` (term -> place) the first mention in bold becomes a
    link."""

    def __init__(self, site, folder, glossary):
        self.site, self.folder, self.glossary = site, folder, glossary
        self.text, self.taken, self.live = Text(), {}, None
        self.section, self.paragraphs = "top", 0
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        rules = self.markdown.renderer.rules
        rules["fence"] = lambda tokens, i, *_: highlight.block(tokens[i].content, tokens[i].info.strip())
        rules["code_block"] = lambda tokens, i, *_: highlight.block(tokens[i].content, "")
        rules["table_open"] = lambda *_: '<div class="table"><table>\n'
        rules["table_close"] = lambda *_: "</table></div>\n"

    def convert(self, text):
        # A summary goes over lines in the READMEs, and may have code in it as the text around it has.
        text = re.sub(r"^<details><summary>.*?</summary>",
                      lambda m: re.sub(r"`([^`]*)`", r"<code>\1</code>", m[0]), text, flags=re.M | re.S)
        tokens = self.markdown.parse(text)
        out = []
        for index, token in enumerate(tokens):
            if token.type == "inline":
                self.inline(token)
            before = getattr(self, "on_" + token.type, None)
            if before:
                before(token, tokens, index)
            out.append(token)
        self.text.html = self.markdown.renderer.render(tokens, self.markdown.options, {})
        self.text.html = re.sub(r"<table>.*?</table>", align_figures, self.text.html, flags=re.S)
        return self.text

    def on_heading_open(self, token, tokens, index):
        words, level = tokens[index + 1], int(token.tag[1])
        if level == 1 and not self.text.title:
            self.text.title = plain(words.children)
            token.hidden = tokens[index + 2].hidden = True
            words.children = []
            return
        place = slug(plain(words.children))
        self.taken[place] = self.taken.get(place, -1) + 1
        if self.taken[place]:
            place += f"-{self.taken[place]}"
        token.attrSet("id", place)
        self.section, self.paragraphs = place, 0
        self.text.headings.append((level, place, html.escape(plain(words.children))))
        if self.text.title == "Glossary" and level == 3:  # other forms of the word are smaller
            term, _, others = words.content.partition(", ")
            words.children = [raw(html.escape(term) + (f" <small>{html.escape(others)}</small>" if others else ""))]

    def on_paragraph_open(self, token, tokens, index):
        inline = tokens[index + 1]
        pictures = [child for child in inline.children if child.type == "image"]
        if pictures and all(child.type in ("image", "softbreak") for child in inline.children):
            figures = "".join(self.figure(picture) for picture in pictures)
            inline.children = [raw(figures if len(pictures) == 1 else f'<div class="side-by-side">{figures}</div>\n')]
            token.hidden = tokens[index + 2].hidden = True
            return
        if token.level == 0:
            self.paragraphs += 1
            token.attrSet("id", f"{self.section}.{self.paragraphs}")
            if not self.text.about:
                self.text.about = " ".join(plain(inline.children).split())

    def on_html_block(self, token, *_):
        self.live = LIVE.match(token.content) or self.live
        # Comments are for those who edit a README; lists of chapters and exercises will stand in place of one.
        token.content = re.sub(r"<!-- (?!chapters |exercises ).*?-->\n?", "", token.content, flags=re.S)

    def figure(self, picture):
        """A picture that stands alone. Where the README says so, a live one stands below it, or instead of it."""
        path = posixpath.normpath(posixpath.join(self.folder, picture.attrs["src"]))
        name, width, height = self.site.pictures[path]
        size = f' width="{width}" height="{height}"' if width else ""
        words = html.escape(plain(picture.children))
        image = f'<img src="pictures/{name}" alt="{words}"{size} loading="lazy">'
        still = f'<figure class="picture">{image}</figure>\n'
        live, self.live = self.live, None
        if not live:
            return still
        settings = dict(pair.split("=", 1) for pair in live[2].split())
        instead = settings.pop("instead", None)
        self.text.live += [live[1], *(f"trace_{value}" for key, value in settings.items() if key == "trace")]
        data = "".join(f' data-{key}="{html.escape(value)}"' for key, value in settings.items())
        figure = f'<figure class="live" data-live="{live[1]}"{data}>{image if instead else ""}</figure>\n'
        return figure if instead else still + figure

    def inline(self, token):
        """Links of the site, and terms of the glossary."""
        link, bold, out = None, False, []
        children = token.children
        for index, child in enumerate(children):
            if child.type == "text" and self.folder.startswith("chapters/"):
                for name, words in FILES.items():
                    if link or name.endswith(".md"):
                        child.content = child.content.replace(name, words if link else f"“{words}”")
            if child.type == "link_open":
                target = child.attrs["href"]
                link = self.site.link(self.folder, target)
                if link is None:
                    child = raw("")
                else:
                    child.attrSet("href", link)
            elif child.type == "link_close":
                if link is None:  # no page of the site: told by its place in the repository
                    path = posixpath.normpath(posixpath.join(self.folder, target))
                    child = raw(f" (<code>{html.escape(path)}</code>)")
                link = None
            elif child.type == "strong_open" and self.glossary and link is None:
                term = children[index + 1]
                place = self.glossary.pop(term.content.lower(), None) if term.type == "text" else None
                if place and children[index + 2].type == "strong_close":
                    bold = True
                    out.append(raw(f'<a class="term" href="{place}">'))
            out.append(child)
            if child.type == "strong_close" and bold:
                bold = False
                out.append(raw("</a>"))
        token.children = out


def convert(site, text, folder, glossary=None):
    """The README `text` of `folder`."""
    return Converter(site, folder, glossary).convert(text)


def sections(text):
    """Yields (title, body) of the second-level sections of a README."""
    title, body, in_fence = None, [], False
    for line in text.splitlines():
        in_fence ^= bool(FENCE.match(line))
        if line.startswith("## ") and not in_fence:
            if title:
                yield title, "\n".join(body)
            title, body = line[3:], []
        else:
            body.append(line)
    if title:
        yield title, "\n".join(body)
