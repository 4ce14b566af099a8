"""Colours source code for the site, with Pygments."""

import html
import re

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

LEXERS = {"cuda": "cuda", "cpp": "cpp", "c++": "cpp", "sh": "bash", "bash": "bash", "diff": "diff", "cmake": "cmake",
          "python": "python", "json": "json"}


def escaped(text):
    """Text of a page, as HTML."""
    return html.escape(text, quote=False)


def colour(code, language):
    """The code as HTML, without a <pre> around it; plain where the language is not known."""
    if language not in LEXERS:
        return escaped(code)
    lexer = get_lexer_by_name(LEXERS[language], stripnl=False, ensurenl=False)
    return highlight(code, lexer, HtmlFormatter(nowrap=True))


def console(text):
    """What a terminal shows: the commands are marked, for the eye and for the copy button."""
    return re.sub(r"^(\$ )((?:.*\\\n)*.*)$", r'<span class="prompt">\1</span><kbd>\2</kbd>',
                  escaped(text), flags=re.M)


def block(code, language):
    """A fenced block of a README."""
    inside = console(code) if language == "console" else colour(code, language)
    return f'<div class="code"><pre class="{language or "text"}"><code>{inside}</code></pre></div>\n'


def source(code, first_line=1, prefix=""):
    """A CUDA source file or a part of it, with line numbers that links can lead to: `L17` behind the prefix."""
    lines = colour(code, "cuda").rstrip("\n").split("\n")
    numbered = "\n".join(f'<span class="line" id="{prefix}L{number}">{line}</span>'
                         for number, line in enumerate(balanced(lines), first_line))
    return f'<div class="code"><pre class="numbered" style="counter-reset: line {first_line - 1}"><code>{numbered}</code></pre></div>\n'


def part(code, first_line):
    """A part of a source that the page shows as a whole elsewhere: its lines have numbers, and are no places."""
    return re.sub(r' id="[^"]*"', "", source(code, first_line))


def balanced(lines):
    """A token that goes over lines, such as a block comment, ends with each line and begins anew."""
    open_span = ""
    for line in lines:
        whole = open_span + line
        spans = re.findall(r"<span[^>]*>|</span>", whole)
        opened = []
        for span in spans:
            if span == "</span>":
                opened.pop()
            else:
                opened.append(span)
        open_span = "".join(opened)
        yield whole + "</span>" * len(opened)
