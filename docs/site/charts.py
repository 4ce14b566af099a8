"""Bar charts of the tables in docs/measured, as SVG."""

import html
import re
from itertools import takewhile

BAR_HEIGHT, LABEL_WIDTH, BAR_WIDTH, VALUE_WIDTH = 18, 270, 330, 90
FIGURE = re.compile(r"(?:-|\d[\d.]* ?(?:ns|µs|ms|s|%)?)$")
MICROSECONDS = {"ns": 1e-3, "µs": 1, "ms": 1e3, "s": 1e6}


def tables(text):
    """Yields (title, rows) for each table of variants; a row is {column: cell}."""
    title = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("variant "):
            title = line if line else title
            continue
        # Columns are two blanks or more apart, and right-aligned but for the first one.
        heads = [(m.group(), m.end()) for m in re.finditer(r"\S+(?: \S+)*", line)]
        rows = rows_below(lines, number)
        ends = [first_column_end(rows, heads[1][1])] + [end for _, end in heads[1:]]
        begins = [0] + ends
        yield title, [{head: row[begin:end].strip() for (head, _), begin, end in zip(heads, begins, ends)}
                      for row in rows]


def rows_below(lines, number):
    """The rows with figures of the table whose headings are lines[number]."""
    rows = takewhile(lambda row: row not in ("", "PASS", "```") and not row.startswith("Only on "), lines[number + 1:])
    return [row for row in rows if FIGURE.search(row)]


def first_column_end(rows, end):
    """Where the first column ends: left of every cell of the second one, which ends at `end`."""
    cells = [FIGURE.search(row[:end]) for row in rows]
    return min([cell.start() for cell in cells if cell], default=end)


def number_of(cell):
    match = re.match(r"([\d.]+)(?: (ns|µs|ms|s))?$", cell)
    if not match:
        return None
    return float(match.group(1)) * MICROSECONDS.get(match.group(2), 1)


def bar_chart(title, rows, column):
    """An SVG with a bar per variant, or None if the column has fewer than two numbers."""
    bars = [(row["variant"], row.get(column, "")) for row in rows]
    bars = [(name, cell, number_of(cell)) for name, cell in bars]
    bars = [bar for bar in bars if bar[2] is not None]
    if len(bars) < 2:
        return None
    largest = max(value for _, _, value in bars) or 1
    width = LABEL_WIDTH + BAR_WIDTH + VALUE_WIDTH
    height = 40 + len(bars) * (BAR_HEIGHT + 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{html.escape(title)}: {column}</title>",
        "<style>text { font: 12px sans-serif; fill: #1f2328; } .head { font-weight: bold; }"
        " rect { fill: #54aeff; stroke: #0550ae; }</style>",
        f'<text class="head" x="8" y="20">{html.escape(title)} · {column}</text>',
    ]
    for index, (name, cell, value) in enumerate(bars):
        y = 32 + index * (BAR_HEIGHT + 4)
        length = max(1.0, BAR_WIDTH * value / largest)
        unit = "" if column == "time" else " " + column
        parts.append(f'<text x="{LABEL_WIDTH - 8}" y="{y + 13}" text-anchor="end">{html.escape(name)}</text>')
        parts.append(f'<rect x="{LABEL_WIDTH}" y="{y}" width="{length:.1f}" height="{BAR_HEIGHT}"/>')
        parts.append(f'<text x="{LABEL_WIDTH + length + 6:.1f}" y="{y + 13}">{html.escape(cell + unit)}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def charts(text):
    """Yields (alt text, SVG) for each table with times."""
    for title, rows in tables(text):
        title = re.split(r"\s{3,}", title)[0]
        column = "GB/s" if rows and "GB/s" in rows[0] else "time"
        svg = bar_chart(title, rows, column)
        if svg:
            yield f"Bar chart, {title}: {column} of {len(rows)} variants on an H200", svg
