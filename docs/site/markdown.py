"""Turns a README of the repository into a page for Doxygen: its links become those of the site."""

import posixpath
import re

FENCE = re.compile(r"^(```|~~~)")


def slug(title):
    """The anchor that GitHub gives a heading, which the READMEs' links use."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


class Site:
    """What the pages know of each other."""

    def __init__(self):
        self.pages = {}     # a file or folder of the repository -> the identifier of its page
        self.pictures = {}  # a picture's file -> its name in the site

    def link(self, text, folder, target, page):
        """A link of a README in `folder`, as the site has it. What has no page is named by its place in
        the repository instead."""
        text = text.replace("`", "")
        if re.match(r"[a-z]+:|@ref ", target):
            return f"[{text}]({target})"
        path, _, anchor = target.partition("#")
        if not path:
            return f"[{text}](@ref {page}-{anchor})"
        path = posixpath.normpath(posixpath.join(folder, path))
        if path not in self.pages:
            return f"{text} (`{path}`)"
        return f"[{text}](@ref {self.pages[path]}" + (f"-{anchor})" if anchor else ")")


def html_block(text):
    """HTML that Doxygen hands on as it is: it would break <details> up."""
    return ["", "@htmlonly[block]", text, "@endhtmlonly", ""]


def picture_block(name, alt):
    return html_block(f'<p><img class="picture" src="{name}" alt="{alt}"/></p>')


def beside(block, before):
    """The pictures of two blocks side by side, where there is room."""
    return html_block(before[2].removesuffix("</p>") + "\n" + block[2].removeprefix("<p>"))


def convert(site, text, folder, page, glossary=None):
    """One README. `page` is the identifier of the page, `folder` where the README lies; of the terms
    in `glossary` (term -> anchor) the first mention in bold becomes a link."""
    out, in_fence, was_picture = [], False, False
    text = re.sub(r"^<details><summary>.*?</summary>", lambda m: m[0].replace("\n", " "), text, flags=re.M | re.S)
    text = re.sub(r"^<!-- (measured: .*?|/measured )-->\n", "", text, flags=re.M | re.S)  # of docs/measured/tables.py
    for line in text.splitlines():
        below_picture, was_picture = was_picture, False
        if FENCE.match(line):
            in_fence = not in_fence
            out.append("```{.cpp}" if line == "```cuda" else re.sub(r"^```\w+", "```", line))
            continue
        if in_fence or line.startswith("    "):
            out.append(line)
            continue
        heading = re.match(r"(#+) (.*)", line)
        if heading:
            level, title = heading.groups()
            anchor = f"{page}-{slug(title)}"
            if level == "#":
                anchor = "mainpage" if page == "index" else page  # Doxygen's word for it
            out.append(f"{level} {title.replace('`', '')} {{#{anchor}}}")
            continue
        picture = re.match(r"!\[(.*)\]\((.*)\)$", line)
        if picture:
            alt, target = picture.groups()
            name = site.pictures[posixpath.normpath(posixpath.join(folder, target))]
            block = picture_block(name, alt)
            if below_picture:
                block = beside(block, out[-len(block):])
                del out[-len(block):]
            out += block
            was_picture = True
            continue
        if line.startswith(("<details>", "</details>")):
            out += html_block(re.sub(r"`([^`]*)`", r"<code>\1</code>", line))
            continue
        line = re.sub(r"(?<!!)\[([^\]]+)\]\(([^)]+)\)",
                      lambda m: site.link(m[1], folder, m[2], page), line)
        if glossary:
            line = link_terms(line, glossary)
        out.append(line)
    return "\n".join(out) + "\n"


def link_terms(line, glossary):
    """The terms of the glossary that the line introduces in bold; each is linked once per page."""
    def replace(match):
        anchor = glossary.pop(match[1].lower(), None)
        return f"**[{match[1]}](@ref {anchor})**" if anchor else match[0]
    return re.sub(r"(?<!\[)\*\*([^*\]]+)\*\*(?!\])", replace, line)  # not what is a link already


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
