#!/usr/bin/env python3
"""usage: docs/measured/tables.py [--write] [LESSON.md]...

Makes the lessons' tables of what a GPU measured from the files beside this script. Says which of them
differ, and fails; --write puts them right. Without a LESSON: all of chapters/ and docs/pages/.

A comment above a table says what is in it, and `<!-- /measured -->` ends it:

    <!-- measured: strided_access.txt | | time | GB/s, useful <- GB/s | sectors/load <- by hand -->

Or the comment has a name, <!-- measured: strides -->, and what would stand in it is in a file beside this script,
so that a lesson's text is what its readers read: 03_coalescing/README.tables for that chapter's README.md. A
name, a colon and the rest, with an empty line behind each.

The file is one of the chapter's folder here; of pages outside of chapters/ it is named with its folder
(02_memory_spaces/zero_copy.txt). Then come the table's headings, that of the names first.
A column is the one of that heading in the file, or what `heading <- …` says; each part may be left out
but for COLUMN:

    FILE "TABLE" COLUMN of "ROW" in UNIT, N digits
    A / B, N digits     each a number or one of the above; "in TFLOP/s" may stand before the comma
    by hand

TABLE is in the title or the first heading of one table of the file, or a command of the file: "$ scan
--size 8". FILE and "TABLE" may stand behind `measured:`, for all columns. ROW is a row's name; {} in it, or in
FILE, stands for the name that the line of the row gives. UNIT is one of time or bandwidth; a figure without
one has the unit in its column's heading, or in the first.

Headings may go on in further lines, two or more in each. All rows of the first column's table are taken,
or those that stand below the headings, one in each line:

    | name
    | another name <- "TABLE" row in the file

In a row's name `*` stands for any text, as long as one row matches. One that is indented may also be named with
the row that it belongs to: `NAME ABOVE: NAME`. What a file does not have is an
error, unless `else "text"` stands before the headings: then a cell without a figure has that text.
Columns `by hand` and **bold** figures are the writer's: they stay as they are, by name and heading.
"""

import difflib
import re
import sys
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNITS = {"ns": ("s", -9), "µs": ("s", -6), "ms": ("s", -3), "s": ("s", 0), "GB/s": ("B/s", 9), "TB/s": ("B/s", 12)}
UNIT = r"(?<![^\s])(ns|µs|ms|s|GB/s|TB/s)(?![^\s,])"
BEGIN, END = "<!-- measured:", "<!-- /measured -->"
BLOCK = re.compile(rf"^{BEGIN}(.*?)-->\n(?:(.*?)\n)??{END}$", re.M | re.S)
HEAD = re.compile(r'(\S+)(?: "([^"]*)")?(?: else "([^"]*)")?$')
COLUMN = re.compile(r'(?:(\S+\.txt) )?(?:"([^"]*)" )?(.+?)(?: of "([^"]*)")?'
                    r'(?: in (ns|µs|ms|s|GB/s|TB/s)(?:, (\d+) digits?)?)?$')
NUMBER = r"[\d.]+(?:e\d+)?"
QUOTIENT = re.compile(r"(.+?)(?:, (\d+) digits?)?$")
ROW = re.compile(r'(?:"([^"]*)" ?)?(.*)$')
NAME = re.compile(r"\w+$")


class Fault(Exception):
    """Something to be mended in a lesson's comment."""


def plain(text):
    """As a file has it: without Markdown, one blank between words."""
    return " ".join(re.sub(r"[`]|\*\*", "", text).split())


class Table:
    """A table of text. `rows` are (name, {heading: cell})."""

    def __init__(self, command, title, head):
        self.command = command
        self.places = list(re.finditer(r"\S+(?: {1,2}\S+)*", head))
        self.headings = [plain(place[0]) for place in self.places]
        self.title = plain(title or self.headings[0])
        self.rows = []
        self.above = []  # of each row: the name of the last one that is not indented
        self.unread = None

    def add(self, line):
        """Columns are three blanks or more apart and right-aligned, but for the first, in which anything
        may stand."""
        cells = list(re.finditer(r"\S+(?: {1,2}\S+)*", line))
        last = len(self.headings) - 1
        if len(cells) > last:
            name, cells = line[: cells[-last].start()], cells[-last:]
            row = dict(zip(self.headings[1:], (cell[0] for cell in cells)))
        else:  # empty cells
            ends = {place.end(): heading for place, heading in zip(self.places, self.headings)}
            if len(cells) < 2:
                return
            if not all(cell.end() in ends for cell in cells[1:]):
                self.unread = line
                return
            name, row = cells[0][0], {ends[cell.end()]: cell[0] for cell in cells[1:]}
        self.rows.append((plain(name), row))
        self.above.append(self.above[-1] if self.above and line.startswith("  ") else plain(name))

    def row(self, name):
        """The one row of that name; None if there is none."""
        pattern = re.compile(".*".join(map(re.escape, name.split("*"))))
        found = [row for row in self.rows if pattern.fullmatch(row[0])]
        if not found:
            found = [row for above, row in zip(self.above, self.rows) if pattern.fullmatch(f"{above}: {row[0]}")]
        if len(found) > 1:
            raise Fault(f'several rows of "{self.title}" are called "{name}"')
        return found[0][1] if found else None


def read_tables(text):
    """The tables of a file."""
    tables, table, command, title = [], None, "", ""
    for line in text.splitlines():
        if line.startswith("$ "):
            command = plain("$ " + line[2:].partition("      # ")[0].rpartition("/bin/")[2])
        if not line or line.startswith(("$ ", "Only on ")):
            table, title = None, ""
        elif table:
            table.add(line)
        elif "   " in line.strip() and not re.search("   (NVIDIA|CPU backend)", line):
            table = Table(command, re.split("   +", title)[0], line)
            tables.append(table)
        else:
            title = line
    return [table for table in tables if table.rows or table.unread]


def one_table(tables, file, wanted, heading):
    """The table that is called `wanted`, if it is, and has a column `heading`."""
    if wanted:
        of_command, wanted = wanted.startswith("$"), plain(wanted)
        tables = [t for t in tables if (wanted == t.command if of_command else wanted in t.title + "\n" + t.headings[0])]
        if not tables:
            raise Fault(f'{file} has no table "{wanted}"')
    found = [table for table in tables if heading in table.headings[1:]]
    if not found:
        there = dict.fromkeys(heading for table in tables for heading in table.headings[1:])
        raise Fault(f'{file} has no column "{heading}", but {" | ".join(there)}')
    if len(found) > 1:
        raise Fault(f'{file} has several tables with a column "{heading}": '
                    + ", ".join(f'"{table.title}" of "{table.command}"' for table in found))
    if found[0].unread:
        raise Fault(f'{file} has a row with empty cells that stand below no heading: "{plain(found[0].unread)}"')
    return found[0]


def rounded(value, digits):
    """With that many digits, but no fewer than it has before the point."""
    return f"{value.quantize(Decimal(1).scaleb(min(0, value.adjusted() + 1 - digits))):f}"


def in_unit(cell, headings, unit, digits):
    """The figure in another unit, with as many digits unless told otherwise."""
    figure = re.match(r"([\d.]+)(?: (\S+))?$", cell)
    given = figure and (figure[2] or (re.findall(UNIT, " ".join(headings)) or [None])[0])
    if given not in UNITS or UNITS[given][0] != UNITS[unit][0]:
        raise Fault(f'"{cell}" of column "{headings[0]}" cannot be told in {unit}')
    value = Decimal(figure[1])
    digits = int(digits or len(value.as_tuple().digits))
    return f"{rounded(value.scaleb(UNITS[given][1] - UNITS[unit][1]), digits)} {unit}"


class Block:
    """A comment and its table."""

    def __init__(self, folder, comment, table):
        self.folder, self.files = folder, {}
        head, _, rest = comment.strip().partition("|")
        match = HEAD.match(head.strip())
        if not match:
            raise Fault('the comment must begin: measured: FILE "TABLE" else "text" |, the two in quotes if need be')
        if not rest.strip():
            raise Fault("no headings: the headings stand above the names, of which each has a line")
        self.file, self.table, self.other = match.groups()
        lines = [self.cells(line) for line in ("|" + rest).split("\n")]
        names = [line for line in lines if len(line) == 1]
        headings = lines[: len(lines) - len(names)]
        if not all(len(line) > 1 for line in headings):
            raise Fault("the headings stand above the names, of which each has a line")
        self.first, *self.columns = [self.aliased(cell) for line in headings for cell in line]
        if not all(source for _, source in self.columns):
            raise Fault("a column without a heading, or nothing behind an arrow")
        self.names = [self.aliased(name) for name, in names]
        old = [self.cells(line) for line in table.splitlines() if line.startswith("|")]
        self.old_headings, self.old = (old[0], {row[0]: row for row in old[2:]}) if old else ([], {})

    @staticmethod
    def cells(line):
        return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]

    @staticmethod
    def aliased(cell):
        name, arrow, source = cell.partition("<-")
        return name.strip(), source.strip() if arrow else plain(name)

    def tables(self, file):
        if file not in self.files:
            path = self.folder / file
            if not path.is_file():
                raise Fault(f"there is no {file} in {self.folder.name}")
            self.files[file] = read_tables(path.read_text())
        return self.files[file]

    def source(self, column):
        """(table or what it is called, heading, row, unit, digits) of a column."""
        file, table, heading, row, unit, digits = COLUMN.match(column).groups()
        file, heading = file or self.file, plain(heading)
        return file, table or self.table, heading, row or "{}", unit, digits

    def all_names(self):
        """The rows of the table that the first column is from, as a lesson writes them."""
        column = next((s for _, s in self.columns if s != "by hand" and " / " not in s), None)
        if not column:
            raise Fault("no column says which rows there are")
        file, table, heading, *_ = self.source(column)
        names = [name for name, _ in one_table(self.tables(file), file, table, heading).rows]
        spelled = {plain(name): name for name in self.old}
        return [(spelled.get(name) or re.sub(r"[^\s,]*[_<][^\s,]*", r"`\g<0>`", name), name) for name in names]

    def cell(self, column, row):
        """What stands there, by the files; None if they have no such row."""
        if " / " in column:
            return self.quotient(column, row)
        file, table, heading, pattern, unit, digits = self.source(column)
        row_table, name = ROW.match(row).groups()
        file = file.replace("{}", name)
        table = one_table(self.tables(file), file, row_table or table, heading)
        row = table.row(pattern.replace("{}", plain(name)))
        cell = row and row.get(heading, "-")
        if cell in (None, "-"):
            return cell
        return in_unit(cell, (heading, table.headings[0]), unit, digits) if unit else cell

    def quotient(self, column, row):
        """One figure divided by another; times are in seconds, bandwidths in bytes per second."""
        terms, digits = QUOTIENT.match(column).groups()
        terms, unit = (terms[: -len(" in TFLOP/s")], 12) if terms.endswith(" in TFLOP/s") else (terms, 0)
        values = []
        for term in terms.split(" / "):
            cell = term if re.fullmatch(NUMBER, term) else self.cell(term, row)
            if cell in (None, "-"):
                return cell
            figure = re.fullmatch(rf"({NUMBER})(?: (\S+))?", cell)
            if not figure or (figure[2] or "s") not in UNITS:
                raise Fault(f'"{cell}" of column "{term}" is no figure to divide')
            values.append(Decimal(figure[1]).scaleb(UNITS[figure[2]][1] if figure[2] else 0))
        if len(values) > 2 or not values[1]:
            raise Fault(f"{terms} is no figure")
        return rounded((values[0] / values[1]).scaleb(-unit), int(digits or 3))

    def by_hand(self, name, heading, number):
        """What the lesson's table has there."""
        if self.old_headings[number : number + 1] != [heading]:
            number = self.old_headings.index(heading) if heading in self.old_headings else len(self.old_headings)
        return "".join(self.old.get(name, [])[number : number + 1])

    def line(self, name, row):
        cells, found = [name], False
        for number, (heading, column) in enumerate(self.columns, 1):
            hand = self.by_hand(name, heading, number)
            if column == "by hand":
                cells.append(hand)
                continue
            cell = self.cell(column, row)
            found |= cell is not None
            if cell is None and self.other is None:
                raise Fault(f'no row "{row}" in the table with "{heading}"')
            if cell in (None, "-") and self.other is not None:
                cell = self.other
            elif hand.startswith("**") and hand.endswith("**"):
                cell = f"**{cell}**"
            cells.append(cell)
        if not found:
            raise Fault(f'no row "{row}"')
        return cells

    def lines(self):
        headings = [self.first[0]] + [heading for heading, _ in self.columns]
        rows = [self.line(*name) for name in self.names or self.all_names()]
        written = [headings] + rows
        lines = ["| " + " | ".join(row) + " |" for row in written]
        lines.insert(1, "|" + "---|" * len(headings))
        return [re.sub(r"(?<=\|)  (?=\|)", " ", line) for line in lines]


def folder_of(lesson, measured):
    """Where the files are that a lesson names: the folder of its chapter, or, of another page, all of them."""
    chapter = measured / lesson.resolve().parent.name
    return chapter if chapter.is_dir() or lesson.resolve().parents[1].name == "chapters" else measured


def read_named(path, measured):
    """What a lesson's named comments stand for."""
    file = folder_of(path, measured) / f"{path.stem}.tables"
    parts = file.read_text().split("\n\n") if file.is_file() else []
    return {name.strip(): spec.strip() for name, _, spec in (part.partition(":") for part in parts)}


def made_anew(path, text, measured):
    """The text of a lesson with its tables as they should be, and what is wrong with its comments."""
    faults = []
    named = read_named(path, measured)
    used = set()

    def line_of(position):
        return f"{path}:{text.count(chr(10), 0, position) + 1}"

    def table(match):
        try:
            if BEGIN in match[0][1:]:
                raise Fault(f"no {END} before the next one")
            comment = f"{BEGIN}{match[1]}-->"
            spec = match[1].strip()
            if NAME.match(spec):
                if spec not in named:
                    raise Fault(f"{path.stem}.tables has no {spec}")
                used.add(spec)
                spec = named[spec]
            lines = Block(folder_of(path, measured), spec, match[2] or "").lines()
            return "\n".join([comment, *lines, END])
        except Fault as fault:
            faults.append(f"{line_of(match.start())}: {fault}")
            return match[0]

    new = BLOCK.sub(table, text)
    faults += [f"{path}: no table is {name} of {path.stem}.tables" for name in named if name not in used]
    outside = BLOCK.sub(lambda match: re.sub(r"[^\n]", "", match[0]), text)
    for number, line in enumerate(outside.splitlines(), 1):
        if line.startswith((BEGIN, END)):
            faults.append(f"{path}:{number}: " + (f"no {BEGIN} above it" if line.startswith(END) else f"no {END}"))
    return new, faults


def main(arguments):
    write = "--write" in arguments
    paths = [Path(argument) for argument in arguments if argument != "--write"]
    if any(str(path).startswith("-") for path in paths):
        print(__doc__)
        return 2
    measured = ROOT / "docs/measured"
    wrong = 0
    for path in paths or sorted([*ROOT.glob("chapters/*/*.md"), *ROOT.glob("docs/pages/*.md")]):
        if not path.is_file():
            print(f"{path}: there is no such file")
            wrong += 1
            continue
        text = path.read_text()
        new, faults = made_anew(path, text, measured)
        print("\n".join(faults), end="\n" if faults else "")
        wrong += len(faults)
        if new == text:
            continue
        if write:
            path.write_text(new)
            continue
        wrong += 1
        print(f"{path}: not as docs/measured has it (docs/measured/tables.py --write)")
        print("\n".join(difflib.unified_diff(text.splitlines(), new.splitlines(), "as it is", "as measured", "", "", 1, "")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
