#!/usr/bin/env python3
"""Tests of docs/measured/tables.py: lessons and files of figures that are made up, each in a folder of its own."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "docs/measured"))
import tables  # noqa: E402

# As programs print it: a name longer than its column, rows without figures, two runs, a table without a title.
MEASURED = """$ build-cuda/bin/x      # NVIDIA H200, driver 1, nvcc 13
sizes   bytes   first
a          12       0
  b  b              4

Adding 10 floats, once                     NVIDIA H200 · counted by the GPU · copies 4000 GB/s
variant                time   GB/s   of copy   sectors/load
 8 warps ×  1      322.0 µs   2501      59 %           4.00
stride 2           1.038 ms     98       2 %              -
a long name, __ldg, of a row    104.9 ms   1   0 %   8.00
refused: cudaErrorInvalidValue

Adding 20 floats, twice                    NVIDIA H200 · copies 4000 GB/s
variant                time   GB/s   of copy   sectors/load
stride 2            12.5 µs   1250      30 %          16.00
Only on the CPU backend: time   x
PASS

shifted   left   right
c                  1

pairs     bytes each
c                  1
  again            2
d                  3
  again            4

$ build-cuda/bin/x --size 8      # NVIDIA H200, driver 1, nvcc 13
turns               µs each, alone
stride 2, read                 4.10
stride 2, written             10.64
PASS
"""
LESSON = """# A lesson

{begin} -->
{table}
<!-- /measured -->

The end.
"""


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.lesson = self.root / "chapters/01_a/README.md"
        for file, text in ((self.root / "docs/measured/01_a/x.txt", MEASURED), (self.lesson, "")):
            file.parent.mkdir(parents=True)
            file.write_text(text)
        self.addCleanup(setattr, tables, "ROOT", tables.ROOT)
        tables.ROOT = self.root

    def run_tool(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            status = tables.main(list(arguments))
        return status, output.getvalue()

    def made(self, comment, table=""):
        """The rows of the table that is made below the comment, without the line of dashes."""
        self.lesson.write_text(LESSON.format(begin=f"<!-- measured: {comment}", table=table))
        status, output = self.run_tool("--write")
        self.assertEqual((status, output), (0, ""))
        self.assertEqual(self.run_tool(), (0, ""))
        text = self.lesson.read_text()
        self.assertTrue(text.startswith("# A lesson\n\n") and text.endswith("\n\nThe end.\n"))
        rows = text.split("-->\n")[1].splitlines()[:-1]
        self.assertRegex(rows.pop(1), r"^\|(---\|)+$")
        return rows

    def fault(self, comment, words):
        self.lesson.write_text(LESSON.format(begin=f"<!-- measured: {comment}", table="| x |"))
        before = self.lesson.read_text()
        for arguments in ((), ("--write",)):
            status, output = self.run_tool(*arguments)
            self.assertEqual(status, 1)
            self.assertEqual(output.count("\n"), 1)
            self.assertTrue(output.startswith(f"{self.lesson}:3: "), output)
            self.assertIn(words, output)
            self.assertEqual(self.lesson.read_text(), before)

    def test_all_rows_of_chosen_columns(self):
        self.assertEqual(self.made('x.txt "once" | | sectors <- sectors/load | time'),
                         ["| | sectors | time |", "| 8 warps × 1 | 4.00 | 322.0 µs |", "| stride 2 | - | 1.038 ms |",
                          "| a long name, `__ldg`, of a row | 8.00 | 104.9 ms |"])

    def test_a_table_without_title_and_with_an_empty_cell(self):
        self.assertEqual(self.made("x.txt | a | bytes | first", "| a | bytes |\n|---|---|\n| `a` | 1 |"),
                         ["| a | bytes | first |", "| `a` | 12 | 0 |", "| b b | - | 4 |"])

    def test_names_and_order(self):
        self.assertEqual(self.made('x.txt "once" | | time\n| the `last` <- a long*\n| first <- 8 warps × 1'),
                         ["| | time |", "| the `last` | 104.9 ms |", "| first | 322.0 µs |"])

    def test_indented_rows_of_one_name(self):
        self.assertEqual(self.made("x.txt | | bytes each\n| c\n| c, again <- c: again\n| d, again <- d: again"),
                         ["| | bytes each |", "| c | 1 |", "| c, again | 2 |", "| d, again | 4 |"])
        self.fault("x.txt | | bytes each\n| again", 'several rows of "pairs" are called "again"')

    def test_several_tables_side_by_side_and_one_below_the_other(self):
        self.assertEqual(self.made('x.txt | | once <- "once" time | twice <- "twice" time\n| stride 2'),
                         ["| | once | twice |", "| stride 2 | 1.038 ms | 12.5 µs |"])
        self.assertEqual(self.made('x.txt | | time\n| 1 <- "once" stride 2\n| 2 <- "twice" stride 2'),
                         ["| | time |", "| 1 | 1.038 ms |", "| 2 | 12.5 µs |"])

    def test_rows_as_columns(self):
        self.assertEqual(self.made('x.txt | | read <- µs each, alone of "{}, read"\n'
                                   '| written <- µs each, alone of "{}, written" | a <- bytes of "a"\n| stride 2'),
                         ["| | read | written | a |", "| stride 2 | 4.10 | 10.64 | 12 |"])

    def test_a_file_and_a_run_by_their_commands(self):
        self.assertEqual(self.made('{}.txt | | time <- "$ x --size 8" µs each, alone of "stride 2, read"\n| 1 <- x'),
                         ["| | time |", "| 1 | 4.10 |"])

    def test_units(self):
        self.assertEqual(self.made('x.txt | | time <- "once" time in µs | GB/s <- "once" GB/s in TB/s, 2 digits'
                                   '\n| 8 warps × 1\n| stride 2\n| a long*'),
                         ["| | time | GB/s |", "| 8 warps × 1 | 322.0 µs | 2.5 TB/s |",
                          "| stride 2 | 1038 µs | 0.098 TB/s |", "| a long* | 104900 µs | 0.0010 TB/s |"])
        self.assertEqual(self.made('x.txt "$ x --size 8" | | time <- µs each, alone in ms\n| stride 2, read'),
                         ["| | time |", "| stride 2, read | 0.00410 ms |"])

    def test_no_digit_before_the_point_is_lost(self):
        self.assertEqual(self.made('x.txt "once" | | time <- time in µs, 2 digits\n| a long*'),
                         ["| | time |", "| a long* | 104900 µs |"])

    def test_quotients(self):
        self.assertEqual(self.made('x.txt | | TFLOP/s <- 1038000 / "once" time in TFLOP/s, 2 digits '
                                   '| factor <- "once" time / "twice" time\n| stride 2'),
                         ["| | TFLOP/s | factor |", "| stride 2 | 0.0010 | 83.0 |"])

    def test_what_is_missing_has_another_text(self):
        self.assertEqual(self.made('x.txt else "none" | | 1 <- "once" sectors/load | 2 <- "twice" sectors/load'
                                   "\n| stride 2\n| 8 warps × 1"),
                         ["| | 1 | 2 |", "| stride 2 | none | 16.00 |", "| 8 warps × 1 | 4.00 | none |"])

    def test_the_writers_columns_and_bold_figures_stay(self):
        old = "| | why | time |\n|---|---|---|\n| stride 2 | because | **1 s** |\n| gone | no | 1 s |"
        self.assertEqual(self.made('x.txt "once" | | time | why <- by hand\n| stride 2\n| 8 warps × 1', old),
                         ["| | time | why |", "| stride 2 | **1.038 ms** | because |", "| 8 warps × 1 | 322.0 µs | |"])

    def test_a_difference_is_told_and_mended(self):
        self.made('x.txt "once" | | time')
        good = self.lesson.read_text()
        self.lesson.write_text(good.replace("1.038 ms", "1.039 ms"))
        status, output = self.run_tool()
        self.assertEqual(status, 1)
        self.assertIn(f"{self.lesson}: not as docs/measured has it", output)
        self.assertIn("\n-| stride 2 | 1.039 ms |\n+| stride 2 | 1.038 ms |\n", output)
        self.assertEqual(self.run_tool("--write", str(self.lesson)), (0, ""))
        self.assertEqual(self.lesson.read_text(), good)

    def test_faults_of_a_comment(self):
        for comment, words in (
                ("y.txt | | time", "there is no y.txt in 01_a"),
                ('x.txt "thrice" | | time', 'x.txt has no table "thrice"'),
                ('x.txt "$ x --size 9" | | time', 'has no table "$ x --size 9"'),
                ('x.txt "$ x" | | µs each, alone', 'x.txt has no column "µs each, alone"'),
                ("x.txt | | tide", 'x.txt has no column "tide", but bytes | first | time |'),
                ("x.txt | | time", 'x.txt has several tables with a column "time": "Adding 10 floats, once" of "$ x"'),
                ('x.txt "once" | | time\n| stride 3', 'no row "stride 3"'),
                ('x.txt "once" else "none" | | time\n| stride 3', 'no row "stride 3"'),
                ('x.txt "once" | | time\n| *', 'several rows of "Adding 10 floats, once" are called "*"'),
                ('x.txt "once" | | of copy <- of copy in ms', '"59 %" of column "of copy" cannot be told in ms'),
                ('x.txt "once" | | time <- time in GB/s', '"322.0 µs" of column "time" cannot be told in GB/s'),
                ('x.txt "once" | | time <- of copy / time\n| stride 2', '"2 %" of column "of copy" is no figure to divide'),
                ('x.txt "once" | | time <- 1 / 0\n| stride 2', "1 / 0 is no figure"),
                ("x.txt | | left", 'x.txt has a row with empty cells that stand below no heading: "c 1"'),
                ("x.txt", "no headings"),
                ("x.txt |", "the headings stand above the names"),
                ("x.txt | a\n| stride 2 | time", "the headings stand above the names"),
                ("x.txt | | time <-", "nothing behind an arrow"),
                ("x.txt | | why <- by hand", "no column says which rows there are"),
                ("x.txt once | | time", "must begin")):
            with self.subTest(comment):
                self.fault(comment, words)

    def test_names(self):
        file = self.root / "docs/measured/01_a/README.tables"
        inline = self.made('x.txt "once" | | time <- time in µs, 2 digits\n| a long*')
        file.write_text('long_one: x.txt "once" | | time <- time in µs, 2 digits\n| a long*\n')
        self.assertEqual(self.made("long_one"), inline)
        file.write_text("other: x.txt | a | bytes\n\nthird: x.txt | a | first\n")
        self.lesson.write_text(LESSON.format(begin="<!-- measured: long_one", table="| x |"))
        self.assertEqual(self.run_tool(), (1, f"{self.lesson}:3: README.tables has no long_one\n"
                                              f"{self.lesson}: no table is other of README.tables\n"
                                              f"{self.lesson}: no table is third of README.tables\n"))

    def test_begin_and_end(self):
        for text, faults in (("<!-- measured: x.txt | a | bytes -->\n\nx\n", [":1: no <!-- /measured -->"]),
                             ("\n<!-- /measured -->\n", [":2: no <!-- measured: above it"]),
                             ("<!-- measured: x.txt | a | bytes -->\n<!-- measured: x.txt | a | first -->\n"
                              "<!-- /measured -->\n", [":1: no <!-- /measured --> before the next one"]),
                             ("<!-- measured: x.txt | a | bytes\n", [":1: no <!-- /measured -->"])):
            self.lesson.write_text(text)
            status, output = self.run_tool()
            self.assertEqual((status, output), (1, "".join(f"{self.lesson}{fault}\n" for fault in faults)))

    def test_a_page_outside_of_chapters(self):
        page = self.root / "docs/pages/p.md"
        page.parent.mkdir()
        page.write_text('<!-- measured: 01_a/x.txt "once" | | time\n| stride 2 -->\n<!-- /measured -->\n')
        self.assertEqual(self.run_tool("--write"), (0, ""))
        self.assertIn("| stride 2 | 1.038 ms |\n", page.read_text())

    def test_a_file_that_is_not_there(self):
        status, output = self.run_tool(str(self.root / "no.md"))
        self.assertEqual((status, output), (1, f"{self.root}/no.md: there is no such file\n"))
        self.assertEqual(self.run_tool("--wirte")[0], 2)


if __name__ == "__main__":
    unittest.main()
