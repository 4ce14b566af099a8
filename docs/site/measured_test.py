#!/usr/bin/env python3
"""Tests of measured.py, also over all that docs/measured has."""

import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

from measured import RATIOS, gpu_of, identifier_of, join_launches, launches_of, number_of, parts, program_html, tables_html

ROOT = Path(__file__).resolve().parents[2]
OUTPUTS = sorted(path for path in ROOT.glob("docs/measured/[0-9]*/*.txt") if not re.search(r"\.(sass|ptxas|tried)\.", path.name))
PROGRAMS = sorted(ROOT.glob("chapters/*/*.cu"))

TABLE = """$ build-cuda/bin/x      # NVIDIA H200
Adding 10 floats            NVIDIA H200 · copies 4000 GB/s
variant               time   GB/s   of copy
n = 64, block 8   322.0 µs   2501      59 %
both, × 4         1.500 ms   1250      30 %
  a part of it        2.0 s       -         -
PASS
"""


class Page(HTMLParser):
    """The words that a reader sees, without those that are added to what was printed, and what else a test asks."""

    VOID = {"br", "img", "input", "meta", "link", "wbr"}

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.ids, self.labels, self.bars, self.faults = [], "", [], [], [], []
        self.feed(text)
        self.words = self.text.split()
        if self.open:
            self.faults.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.text += " " if tag in ("th", "td", "p", "pre", "span", "tr") else ""
        if tag not in self.VOID:
            self.open.append((tag, (attributes.get("class") or "").split()))
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.labels += [attributes["aria-labelledby"]] if "aria-labelledby" in attributes else []
        width = re.search(r"width:([\d.]+)%", attributes.get("style") or "")
        self.bars += [float(width[1])] if width else []

    def handle_endtag(self, tag):
        if not self.open or self.open.pop()[0] != tag:
            self.faults.append(f"</{tag}> closes something else")
        self.text += " " if tag in ("th", "td", "p", "pre", "span", "tr") else ""

    def handle_data(self, data):
        classes = {name for _, names in self.open for name in names}
        if not classes & {"added", "said-once", "as-printed"}:
            self.text += data


def tables_of(text):
    return [piece for kind, piece in parts(text) if kind == "table"]


class OneTable(unittest.TestCase):
    def test_rows_of_a_table(self):
        table, = tables_of(TABLE)
        self.assertEqual((table.title, table.machine), ("Adding 10 floats", "NVIDIA H200 · copies 4000 GB/s"))
        self.assertEqual(table.headings, ["variant", "time", "GB/s", "of copy"])
        self.assertEqual([row.name for row in table.rows], ["n = 64, block 8", "both, × 4", "a part of it"])
        self.assertEqual([row.cells for row in table.rows],
                         [["322.0 µs", "2501", "59 %"], ["1.500 ms", "1250", "30 %"], ["2.0 s", "-", "-"]])
        self.assertEqual([row.is_part for row in table.rows], [False, False, True])

    def test_what_could_not_run_is_a_row_and_what_follows_is_text(self):
        text = TABLE.replace("PASS", """n = 64, block 8: cudaErrorInvalidValue
Only on the CPU backend (cmake --workflow --preset cpu): sectors/load · step 1
PASS""")
        kinds = [kind for kind, _ in parts(text)]
        self.assertEqual(kinds, ["command", "table", "text", "text"])
        row = tables_of(text)[0].rows[-1]
        self.assertEqual((row.name, row.cells, row.is_error), ("n = 64, block 8", ["cudaErrorInvalidValue"], True))
        self.assertIn('colspan="3">cudaErrorInvalidValue</td>', tables_html(text))

    def test_a_mark_behind_the_last_column(self):
        row = tables_of(TABLE.replace("30 %", "30 %   WRONG"))[0].rows[1]
        self.assertEqual((row.name, row.cells[0], row.mark), ("both, × 4", "1.500 ms", "WRONG"))

    def test_text_with_blanks_is_no_table(self):
        for text in ("host:   launching 2 blocks\nhost:   done\n", "volatile   wrong\nexit 1\n"):
            self.assertEqual([kind for kind, _ in parts(text)], ["text"], text)

    def test_a_line_below_no_heading_ends_the_table(self):
        text = "size    first   second\n8           1        2\nlooks like   a row\n9           3        4\n"
        self.assertEqual([row.name for row in tables_of(text)[0].rows], ["8"])
        self.assertIn("looks like", tables_html(text).partition("</table>")[2])

    def test_nsight_computes_columns(self):
        table, = tables_of("$ ncu bin/x\nkernel   loads  hit rate\nadd          8    10.0 %\n")
        self.assertEqual((table.headings, table.rows[0].cells), (["kernel", "loads", "hit rate"], ["8", "10.0 %"]))

    def test_units(self):
        self.assertEqual([number_of(c, "ms", -6) for c in ("1.5 ms", "2.0 s", "7", "-")], [1500, 2e6, 7000, None])
        self.assertAlmostEqual(number_of("20 ns", "µs", -6), 0.02)

    def test_a_bar_is_as_long_as_its_time(self):
        table, = tables_of(TABLE)
        lengths, base = table.bars()
        self.assertEqual((list(lengths), base), ([0], "s"))
        self.assertEqual(lengths[0][2], 100)
        self.assertAlmostEqual(lengths[0][1], 0.075)
        self.assertEqual(Page(tables_html(TABLE)).bars, [0.5, 0.5, 100])  # one that can be seen

    def test_bandwidths_have_bars_where_there_are_no_times(self):
        table, = tables_of("host to device, GB/s   pageable   pinned\n4 KiB                      0.5     1.0\n"
                           "1 MiB                      2.0     4.0\n")
        self.assertEqual(table.bars(), ({0: [12.5, 50], 1: [25, 100]}, "B/s"))

    def test_no_bars_in_percent_or_counts(self):
        self.assertEqual(tables_of("block   threads   idle\n8             3   10 %\n9             5   20 %\n")[0].bars(), ({}, ""))

    def test_pairs_without_headings(self):
        table, = tables_of("Little's law\nlatency      347 ns\nbandwidth   20 GB/s\n")
        self.assertTrue(table.is_headless)
        self.assertEqual([row.cells for row in table.rows], [["347 ns"], ["20 GB/s"]])
        self.assertNotIn("<thead>", tables_html("Little's law\nlatency      347 ns\nbandwidth   20 GB/s\n"))

    def test_commands_have_tables_of_their_own(self):
        self.assertEqual(identifier_of("build-cuda/bin/x --size 8"), "table-x-size-8")


class Joined(unittest.TestCase):
    def joined(self, name, chapter, change=lambda launches: launches):
        tables = tables_of((ROOT / f"docs/measured/{chapter}/{name}.txt").read_text())
        join_launches(tables, change(launches_of(ROOT, chapter, name)))
        return {heading: column for table in tables for heading, _, column in table.extra}

    def test_counters_stand_beside_the_times_of_the_same_variant(self):
        self.assertEqual(self.joined("reduce_ladder", "05_reduction")["sectors/store"],
                         ["2.86", "8.65", "3.54", "3.54", "3.54", "3.54", "3.92", "3.92", "1.00"])

    def test_launches_that_are_others_are_not_joined(self):
        for change in (lambda launches: launches[1:], lambda launches: launches[::-1], lambda launches: []):
            self.assertEqual(self.joined("reduce_ladder", "05_reduction", change), {})

    def test_what_is_said_already_is_not_told_again(self):
        for program in PROGRAMS:
            for text in (ROOT / f"docs/measured/{program.parent.name}/{program.stem}.txt",):
                for table in tables_of(text.read_text()) if text.exists() else ():
                    join_launches([table], launches_of(ROOT, program.parent.name, program.stem))
                    names = table.headings + [heading for heading, _, _ in table.extra]
                    self.assertEqual(len(names), len(set(names)), program.stem)
                    self.assertFalse("bank conflicts" in names and any("conflicts/" in name for name in names), program.stem)

    def test_nsight_computes_counters_of_the_same_variants(self):
        page = program_html(ROOT, "03_coalescing", "strided_access")
        row = re.search(r"<tr><th scope=\"row\">stride 32</th>.*?</tr>", page)[0]
        for cell in ("1.181 ms", "32.00", "134,219,160", "67,108,864"):
            self.assertIn(cell, row)

    def test_every_ratio_has_its_columns(self):
        for above, below in RATIOS.values():
            self.assertIn(above, launches_of(ROOT, "05_reduction", "reduce_ladder")[0])
            self.assertTrue(below is None or below in launches_of(ROOT, "05_reduction", "reduce_ladder")[0])


class All(unittest.TestCase):
    def test_the_gpu_is_named(self):
        gpus = {folder.name[:2]: gpu_of(ROOT, folder.name) for folder in ROOT.glob("docs/measured/[0-9]*")}
        self.assertEqual(set(gpus.values()), {"H200"})

    def test_everything_printed_is_there_once_and_in_order(self):
        self.assertGreater(len(OUTPUTS), 120)
        for path in OUTPUTS:
            text = path.read_text()
            page = Page(tables_html(text))
            words = [word.replace("`", "") for word in page.words]
            self.assertEqual(words, [word for word in text.replace("`", "").split()], path)

    def test_nothing_is_lost_as_printed(self):
        for path in OUTPUTS:
            printed = re.search(r"<pre>(.*)</pre></div></details>", tables_html(path.read_text()), re.S)[1]
            self.assertEqual(printed.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), path.read_text())

    def test_pages_are_sound(self):
        seen = 0
        for program in PROGRAMS:
            text = program_html(ROOT, program.parent.name, program.stem)
            page = Page(text)
            self.assertEqual(page.faults, [], program.stem)
            self.assertEqual(len(page.ids), len(set(page.ids)), f"{program.stem}: an id twice")
            self.assertLessEqual(set(page.labels), set(page.ids), program.stem)
            self.assertTrue(all(0 < bar <= 100 for bar in page.bars), program.stem)
            seen += bool(text)
        self.assertGreater(seen, 100)

    def test_times_have_bars_in_the_order_of_the_times(self):
        seen = 0
        for path in OUTPUTS:
            for table in tables_of(path.read_text()):
                if "time" not in table.headings[1:] or len(table.rows) < 2:
                    continue
                number = table.headings.index("time") - 1
                cells = table.column(number)
                times = [re.fullmatch(r"([\d.]+) (µs|ms|s)", cell or "") for cell in cells]
                seconds = [float(time[1]) / {"µs": 1e6, "ms": 1e3, "s": 1}[time[2]] for time in times if time]
                lengths = [length for length in table.bars()[0][number] if length is not None]
                self.assertEqual(len(lengths), len(seconds), path)
                for length, second in zip(lengths, seconds):
                    self.assertAlmostEqual(length, 100 * second / max(seconds), msg=path)
                seen += 1
        self.assertGreater(seen, 100)

    def test_every_table_of_variants_is_one(self):
        for path in OUTPUTS:
            lines = path.read_text().splitlines()
            heads = [n for n, line in enumerate(lines[:-1]) if re.match(r"variant  ", line) and re.search(r"   \d", lines[n + 1])]
            tables = [table for table in tables_of(path.read_text()) if table.headings[0] == "variant"]
            self.assertEqual(len(tables), len(heads), path)
            for table in tables:
                self.assertTrue(table.title or ".ncu." in path.name, path)


if __name__ == "__main__":
    unittest.main()
