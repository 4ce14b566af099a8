"""What a program printed on a GPU (docs/measured) as HTML: text, and tables with bars for the times."""

import html
import re
import sys
from itertools import takewhile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "measured"))
import recorded_counters  # noqa: E402
from tables import UNITS, Table, in_unit, plain  # noqa: E402

from highlight import escaped

FOLDED = {"ncu": "Counted by Nsight Compute", "sass": "Instructions, as compiled", "ptxas": "What the compiler says",
          "tried": "What else was tried", "tools": "What the tools say of it"}
RAW = ("sass", "ptxas", "tried", "tools")  # as they are, without tables
UNIT = "|".join(UNITS)
FIGURE = re.compile(rf"(?P<number>[\d.]+)(?: (?P<unit>{UNIT}))?$")
# A unit in a heading: alone, behind a comma, or before "per …" or "each".
UNIT_OF_HEADING = re.compile(rf"(?:^|(?:^|.*,? )(?=\S+(?: per .*| each)?$))({UNIT})(?= per | each|$)")
COMMAND = re.compile(r"\$ (.*?)(?: {6}# (.*))?$")
ERROR_ROW, WRONG = re.compile(r"(.*?): (cuda\w+|too many \w+)$"), re.compile(r" {3}(WRONG)$")
MACHINE = re.compile(r" {3,}((?:NVIDIA|CPU backend).*)$")
# What counters of small sizes are told as: ratios, which do not depend on the size.
RATIOS = {
    "sectors/load": ("global_load_sectors", "global_load_requests"),
    "sectors/store": ("global_store_sectors", "global_store_requests"),
    "sectors/atomic": ("global_atomic_sectors", "global_atomic_requests"),
    "local sectors/load": ("local_load_sectors", "local_load_requests"),
    "conflicts/shared load": ("shared_load_bank_conflicts", "shared_load_requests"),
    "conflicts/shared store": ("shared_store_bank_conflicts", "shared_store_requests"),
    "conflicts/shared atomic": ("shared_atomic_bank_conflicts", "shared_atomic_requests"),
    "sectors/load from another block": ("distributed_load_sectors", "distributed_load_requests"),
    "sectors/store to another block": ("distributed_store_sectors", "distributed_store_requests"),
    "active lanes": ("active_lanes_percent", None),
}
# A column of a program's own table that says the same.
SAID_BY = {"conflicts": "bank conflicts", "local": "local sectors", "sectors/atomic": "turns in L2"}
AGREES_WITHIN = 0.35  # sizes differ, and with them the share of blocks at an edge


class Printed:
    """A table of a program's output as it stands there. `cells` of a row are texts, the first one its name; a
    row of two cells with `is_error` is a variant that could not run."""

    def __init__(self, title, machine, line, is_headless):
        self.title, self.machine, self.is_headless = title, machine, is_headless
        self.layout = Table("", title, line)
        self.headings = self.layout.headings
        self.rows, self.extra = [], []  # extra: (heading, source, a cell for each row) of other files
        if is_headless:
            self.add(line)

    def add(self, line):
        """Takes a row; False if the line is none."""
        error = ERROR_ROW.match(line)
        if error and not self.is_headless and len(self.headings) > 2:
            self.rows.append(Row(error[1], [error[2]], line, True))
            return True
        wrong = WRONG.search(line)
        before = len(self.layout.rows)
        self.layout.add(WRONG.sub("", line))
        if len(self.layout.rows) == before:
            return False
        name, cells = self.layout.rows[-1]
        self.rows.append(Row(name, [cells.get(heading, "") for heading in self.headings[1:]], line))
        self.rows[-1].mark = wrong[1] if wrong else ""
        return True

    def column(self, number):
        """The cells below a heading but the first one: number is 0 for the second column."""
        return [None if row.is_error else row.cells[number] for row in self.rows]

    def unit(self, number):
        """The unit of a column's figures: of its heading, of all its cells, or of the first heading."""
        heading = self.headings[number + 1]
        own = UNIT_OF_HEADING.match(heading)
        if own:
            return own[1]
        cells = [cell for cell in self.column(number) if cell not in (None, "", "-")]
        figures = [FIGURE.match(cell) for cell in cells]
        if not cells or not all(figures):
            return None
        if all(figure["unit"] for figure in figures):
            return figures[0]["unit"]
        of_all = re.search(rf"(?:^|, )({UNIT})(?: per |$)", self.headings[0])
        return of_all[1] if of_all and not any(figure["unit"] for figure in figures) else None

    def bars(self):
        """{column: its cells' lengths in percent, None for a cell without a figure}. Times have bars, and
        where no column has times bandwidths; columns of one dimension have one scale."""
        for base, per in (("s", UNITS["µs"]), ("B/s", UNITS["GB/s"])):
            values = {}
            for number in range(len(self.headings) - 1):
                unit = self.unit(number)
                if self.is_headless or not unit or UNITS[unit][0] != base:
                    continue
                values[number] = [number_of(cell, unit, per[1]) for cell in self.column(number)]
            known = [value for column in values.values() for value in column if value is not None]
            if len(known) > 1 and max(known):
                return {number: [None if value is None else 100 * value / max(known) for value in column]
                        for number, column in values.items()}, base
        return {}, ""


class Row:
    def __init__(self, name, cells, line, is_error=False):
        self.name, self.cells, self.is_error = name, cells, is_error
        self.is_part = line.startswith("  ")  # set in: it belongs to the row above
        self.mark = ""  # what stands behind the last column


def number_of(cell, unit, exponent):
    """The figure of a cell, whose unit is `unit` if it has none of its own, in 10^exponent."""
    figure = FIGURE.match(cell or "")
    return float(figure["number"]) * 10.0 ** (UNITS[figure["unit"] or unit][1] - exponent) if figure else None


def cells_of(line):
    return re.split(" {3,}", line.strip())


def is_headless(line, following):
    """Whether a table begins with a row: if that has a figure with its unit, or a word that rows below have, too."""
    cells = cells_of(line)[1:]
    if any(re.fullmatch(rf"[\d.,]+ (?:{UNIT}|%|[KMGT]i?B)|[\d.]+ \(.*\)", cell) for cell in cells):
        return True
    if len(cells) != 1:
        return False
    below = {cell for row in following for cell in cells_of(row)[1:2]}
    return cells[0] in below or bool(re.match(r"\d|cuda[A-Z]", cells[0]))


def parts(text):
    """Yields what a program printed, in order: ("command", line), ("text", lines), ("table", Printed)."""
    lines = text.splitlines()
    if text.startswith("$ ncu "):  # its columns are two blanks apart
        lines = [re.sub(r"(?<=\S)  (?=\S)", "   ", line) for line in lines]
    said, table = [], None
    for number, line in enumerate(lines):
        is_inside = line and not line.startswith(("$ ", "Only on "))
        if table and is_inside and table.add(line):
            continue
        if table:
            yield "table", table
            table = None
        if is_inside:
            below = list(takewhile(lambda row: row and not row.startswith("$ "), lines[number + 1:]))
            table = table_at(line, said, below)
            if table:
                yield from told(said[: -1 if table.title else None])
                said = []
            else:
                said.append(line)
            continue
        yield from told(said)
        said = []
        if line.startswith("$ "):
            yield "command", line
        elif line:
            yield from told([line])
    if table:
        yield "table", table
    yield from told(said)


def table_at(line, said, below):
    """The table that begins with a line, below what was said and above the other lines; or None."""
    cells = cells_of(line)
    if len(cells) < 2 or cells[0].endswith(":") or MACHINE.search(line):
        return None
    # The line above is the title, unless it is the last one of a text, or a finding.
    title = said[-1] if said else ""
    if not MACHINE.search(title) and (len(said) > 1 or re.search(r": \d|: \w+$", title)):
        title = ""
    machine = MACHINE.search(title)
    title = MACHINE.sub("", title).strip(), machine[1] if machine else ""
    trial = Printed(*title, line, False)
    if not is_headless(line, below):
        if all(re.fullmatch(r"[\d. ]+", cell) for cell in cells):  # a picture of numbers, not headings
            return None
        return Printed(*title, line, False) if any(trial.add(row) for row in below[:1]) else None
    return Printed(*title, line, True)


def told(lines):
    return [("text", lines)] if lines else []


def breakable(heading):
    """A heading, which may go on in another line behind a slash."""
    return escaped(heading).replace("/", "/<wbr>")


def bar(length):
    """A bar in front of a figure, `length` percent of its track."""
    return f'<span class="track" aria-hidden="true"><span style="width:{max(length, 0.5):.1f}%"></span></span>'


def table_html(table, identifier):
    """One table. Its counters of other runs, `extra`, are the last columns."""
    bars, base = table.bars()
    columns = [table.column(number) for number in range(len(table.headings) - 1)]
    is_text = [not any(re.match(r"[\d.-]", cell or "-") for cell in cells) for cells in columns]
    caption = table.title or table.headings[0] or "figures"
    hidden = "" if table.title or table.is_headless else ' class="said-once"'  # the first heading says it
    marks = any(row.mark for row in table.rows)
    notes = f' <span class="machine">{escaped(table.machine)}</span>' if table.machine else ""
    if table.is_headless and not table.title:
        caption, hidden = "figures", ' class="said-once"'
    key = {"s": "bars: time, shorter is faster", "B/s": "bars: bandwidth, longer is faster", "": ""}[base]
    notes += f' <span class="key added">{key}</span>' if key else ""
    out = [f'<div class="table" tabindex="0" role="region" aria-labelledby="{identifier}">',
           f'<table class="measured"><caption><span class="caption"><span id="{identifier}"{hidden}>{escaped(caption)}</span>'
           f"{notes}</span></caption>"]
    if not table.is_headless:
        heads = "".join(f'<th scope="col"{" class=word" if number and is_text[number - 1] else ""}>{breakable(heading)}</th>'
                        for number, heading in enumerate(table.headings))
        heads += "".join(f'<th scope="col" class="added" title="{escaped(source)}">{breakable(heading)}</th>'
                         for heading, source, _ in table.extra)
        heads += '<th scope="col" class="word"></th>' if marks else ""
        out.append(f"<thead><tr>{heads}</tr></thead>")
    out.append("<tbody>")
    for place, row in enumerate(table.rows):
        part = ' class="part"' if row.is_part else ""
        cells = f'<th scope="row"{part}>{escaped(row.name)}{":" if row.is_error else ""}</th>'
        if row.is_error:
            cells += f'<td class="word" colspan="{len(columns) + len(table.extra) + marks}">{escaped(row.cells[0])}</td>'
            out.append(f"<tr>{cells}</tr>")
            continue
        for number, cell in enumerate(row.cells):
            length = bars.get(number, [None] * len(table.rows))[place]
            kind = ' class="timed"' if number in bars else ' class="word"' if is_text[number] else ""
            cells += f"<td{kind}>{bar(length) if length is not None else ''}{escaped(cell)}</td>"
        cells += "".join(f'<td class="added">{escaped(column[place])}</td>' for _, _, column in table.extra)
        cells += f'<td class="word">{row.mark}</td>' if marks else ""
        out.append(f"<tr>{cells}</tr>")
    out.append("</tbody></table></div>")
    if table.extra:
        sources = dict.fromkeys(source for _, source, _ in table.extra)
        for source in sources:
            names = ", ".join(heading for heading, of, _ in table.extra if of == source)
            out.append(f'<p class="note added">{escaped(names)}: {escaped(source)}.</p>')
    return "\n".join(out)


def identifier_of(command):
    """Of a command's tables: the program and its arguments."""
    return "table-" + re.sub(r"\W+", "-", command.rpartition("/bin/")[2]).strip("-")


def tables_html(text, launches=(), beside=(), ratios=tuple(RATIOS), name=""):
    """The output of a program: what it says, and its tables. `launches` are the rows of counters_of_programs,
    `beside` are outputs of Nsight Compute: what they have of the same variants stands in the same tables, of
    the launches only `ratios`. `name` tells the tables' identifiers from those of other outputs on the page."""
    pieces = list(parts(text))
    tables = [piece for kind, piece in pieces if kind == "table"]
    for other in beside:
        join_variants(tables, other)
    join_launches(tables, launches, ratios)
    out, identifier, count = [], "table", {}
    for kind, piece in pieces:
        if kind == "command":
            command, machine = COMMAND.match(piece).groups()
            identifier = identifier_of(command) + (f"-{name}" if name else "")
            machine = f' <span class="machine"># {escaped(machine)}</span>' if machine else ""
            out.append(f'<p class="command"><code>$ {escaped(command)}</code>{machine}</p>')
        elif kind == "text":
            verdict = [line for line in piece[-1:] if line == "PASS"]
            for style, lines in (("said", piece[: len(piece) - len(verdict)]), ("verdict", verdict)):
                if lines:
                    out.append(f'<pre class="{style}">{escaped(chr(10).join(lines))}</pre>')
        else:
            count[identifier] = count.get(identifier, 0) + 1
            out.append(table_html(piece, f"{identifier}-{count[identifier]}"))
    return f'<div class="printed">\n{chr(10).join(out)}\n{folded("As printed", text)}\n</div>\n'


def folded(summary, text):
    return (f'<details class="as-printed"><summary>{escaped(summary)}</summary>\n'
            f'<div class="table" tabindex="0" role="region" aria-label="{html.escape(summary)}">'
            f"<pre>{escaped(text)}</pre></div></details>")


def join_variants(tables, text):
    """Puts the columns of another output to the table whose rows have the same names."""
    for kind, other in parts(text):
        if kind != "table":
            continue
        cells = {row.name: row.cells for row in other.rows}
        for table in tables:
            if [row.name for row in table.rows] == [row.name for row in other.rows] and len(cells) == len(other.rows):
                for number, heading in enumerate(other.headings[1:]):
                    if heading not in table.headings:
                        table.extra.append((heading, "counted by Nsight Compute",
                                            [cells[row.name][number] for row in table.rows]))


def ratio(launch, heading):
    """A counter of a launch, per request; None if there was no request."""
    above, below = RATIOS[heading]
    if launch.get(above) in ("", None) or below and launch.get(below) in ("", None, "0"):
        return None
    return float(launch[above]) / (float(launch[below]) if below else 1)


def join_launches(tables, launches, ratios=tuple(RATIOS)):
    """Puts counters of the small sizes to the variants, which must be as many as the launches and have
    the same figures in the columns that both have. Only what differs between the variants is told."""
    tables = [table for table in tables if table.headings[0] == "variant" and not table.is_headless]
    rows = [(table, number) for table in tables for number, row in enumerate(table.rows) if not row.is_error]
    if not launches or len(rows) != len(launches) or len(rows) < 2 or not agree(rows, launches):
        return
    of = {(id(table), number): launch for (table, number), launch in zip(rows, launches)}
    for heading in ratios:
        for table in tables:
            if any(already in table_heading for already in said_by(heading) for table_heading in table.headings):
                continue
            cells = [ratio(of[id(table), number], heading) if (id(table), number) in of else None
                     for number in range(len(table.rows))]
            known = [cell for cell in cells if cell is not None]
            if len(known) > 1 and max(known) > 1.1 * min(known) and max(known) - min(known) > 0.1:
                mark = " %" if heading == "active lanes" else ""
                table.extra.append((heading, "counted by the GPU in a run with a small size",
                                    ["-" if cell is None else f"{cell:.{1 if mark else 2}f}{mark}" for cell in cells]))


def said_by(heading):
    return [heading] + [said for begin, said in SAID_BY.items() if heading.startswith(begin)]


def agree(rows, launches):
    """Whether columns that a table and the launches both have are the same but for the size. One at least must be."""
    found = False
    for (table, number), launch in zip(rows, launches):
        cells = dict(zip(table.headings[1:], table.rows[number].cells))
        for heading, cell in cells.items():
            if heading in RATIOS:
                value, figure = ratio(launch, heading), re.match(r"[\d.]+", cell)
                if (value is None) != (figure is None):
                    return False
                if figure:
                    found = True
                    if abs(value - float(figure[0])) > AGREES_WITHIN * max(value, float(figure[0])):
                        return False
            elif heading == "bank conflicts" and cell.isdigit():
                found = True
                conflicts = sum(int(launch[f"shared_{what}_bank_conflicts"] or 0) for what in ("load", "store", "atomic"))
                if (conflicts > 0) != (int(cell) > 0):
                    return False
    return found


def launches_of(root, chapter, name):
    """What the GPU counted for a program with a small size, one {column: text} per launch."""
    return recorded_counters.launches_of(chapter, name, root / "docs/measured/counters_of_programs") or []


def talked_about(root, chapter):
    """The counters that tables of the chapter's lessons have."""
    lessons = "".join(path.read_text() for path in (root / "docs/measured" / chapter).glob("*.tables"))
    return [heading for heading in RATIOS if any(said in lessons for said in said_by(heading))]


def gpu_of(root, chapter):
    """The short name of the GPU on which a chapter's programs ran: H200."""
    for path in sorted((root / "docs/measured" / chapter).glob("*.txt")):
        machine = re.search(r"^\$ .* {6}# NVIDIA (\w+)", path.read_text(), re.M)
        if machine:
            return machine[1]
    return "H200"


def program_html(root, chapter, name):
    """All that docs/measured has of a program, or an empty text: its output with its counters, and folded
    what other runs and tools have printed."""
    folder = root / "docs/measured" / chapter
    path = folder / f"{name}.txt"
    if not path.exists():
        return ""
    others = sorted(other for other in folder.glob(f"{name}.*.txt"))
    beside = [other.read_text() for other in others if other.name.endswith(".ncu.txt")]
    out = tables_html(path.read_text(), launches_of(root, chapter, name), beside, talked_about(root, chapter))
    for other in others:
        kind = other.stem.rpartition(".")[2].rstrip("0123456789")
        text, summary = other.read_text(), FOLDED.get(kind, "Another run")
        command = COMMAND.match(text.splitlines()[0])
        if kind not in RAW and command:
            runs = [line.partition("/bin/")[2].partition("      # ")[0] for line in text.splitlines() if line.startswith("$ ")]
            summary = f"{len(runs)} other runs" if len(runs) > 1 else f"{summary}: <code>{escaped(runs[0].strip())}</code>"
            out += (f'<details class="other-run"><summary>{summary}</summary>\n'
                    f"{tables_html(text, name=other.stem.replace('.', '-'))}</details>\n")
        else:
            out += folded(summary, text) + "\n"
    return out
