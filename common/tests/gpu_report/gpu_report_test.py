#!/usr/bin/env python3
"""usage: gpu_report_test.py BUILD [TEST]...

Tests common/tools/gpu_report.py and docs/measured/model_equals_hardware.py without a GPU: bin/ncu stands in
for Nsight Compute, and programs of the CPU backend in BUILD for those of nvcc.
"""

import contextlib
import csv
import fnmatch
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
PATTERNS = str(BUILD / "bin/calibration_patterns")

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "docs/measured"))
import model_equals_hardware  # noqa: E402
import recorded_counters  # noqa: E402
from model_equals_hardware import COLUMNS, Differences, compare, gpu_report, unexplained  # noqa: E402


def run(*command, wrong="", **environment):
    return subprocess.run(
        [str(part) for part in command],
        env={**os.environ, "PATH": f"{HERE}/bin:{os.environ['PATH']}", "FAKE_NCU": wrong, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
    )


def report(*arguments, **options):
    return run(sys.executable, ROOT / "common/tools/gpu_report.py", *arguments, **options)


def totals(text, left_out):
    """The lines that both tables have, without their blanks: launches, headings, totals."""
    lines = [re.sub(" +", " ", line) for line in text.splitlines()]
    lines = [re.sub("^(gpu|simt):|, launched at .*", "", line) for line in lines]
    return [li for li in lines if re.match(" (total|line|.*, grid)", li) and left_out not in li]


def read(file):
    with open(file) as lines:
        return list(csv.DictReader(lines))


class GpuReport(unittest.TestCase):
    def test_table_is_that_of_the_cpu_backend(self):
        gpu = report(PATTERNS)
        self.assertEqual(gpu.returncode, 0, gpu.stderr)
        mine = totals(gpu.stderr, " instruction ")
        cpu = run(PATTERNS, SIMT_REPORT="text")
        self.assertGreater(len(mine), 300)
        self.assertEqual(mine, totals(cpu.stderr, "basic block"))
        self.assertIn("total  instruction            4096        31.25 active lanes (97.7 %)", gpu.stderr)
        self.assertEqual(gpu.stdout, cpu.stdout)

    def test_csv_is_that_of_the_cpu_backend(self):
        with tempfile.TemporaryDirectory() as folder:
            gpu = report("--csv", f"{folder}/gpu.csv", PATTERNS)
            self.assertEqual((gpu.returncode, gpu.stderr), (0, ""))
            run(PATTERNS, SIMT_REPORT=f"{folder}/cpu.csv")
            mine, its = read(f"{folder}/cpu.csv"), read(f"{folder}/gpu.csv")
            self.assertEqual(list(its[0]), list(mine[0]))
            self.assertEqual(list(mine[0]), gpu_report.NAMES)
            self.assertEqual(len(its), 80)
            for row in mine + its:
                del row["active_lanes_percent"]
            self.assertEqual(its, mine)

    def test_more(self):
        gpu = report("--more", BUILD / "bin/vector_add", "--size", "1000")
        self.assertIn(
            "  L1 hits 24.8 %, L2 hits 60.0 %, 1048576 bytes read from device memory, 2048 written\n"
            "  occupancy 75.0 %, 4096 instructions, most warps wait for: long scoreboard (6.50 per instruction)\n",
            gpu.stderr,
        )
        with tempfile.TemporaryDirectory() as folder:
            report("--more", "--csv", f"{folder}/gpu.csv", BUILD / "bin/vector_add", "--size", "1000")
            row = read(f"{folder}/gpu.csv")[0]
            self.assertEqual(list(row), gpu_report.NAMES + gpu_report.NAMES_OF_MORE)
            self.assertEqual(row["l2_hit_percent"], "60.0")
            self.assertEqual(row["largest_stall"], "long_scoreboard")

    def test_what_a_gpu_does_not_count_is_left_empty(self):
        with tempfile.TemporaryDirectory() as folder:
            report("--csv", f"{folder}/gpu.csv", PATTERNS, wrong="old GPU")
            row = read(f"{folder}/gpu.csv")[0]
            self.assertEqual((row["distributed_load_requests"], row["local_load_requests"]), ("", "0"))

    def test_names_of_kernels(self):
        for signature, name in {
            "copy(const float *, float *, int)": "copy",
            "void scale<float, (int)4>(T1 *, int)": "scale<float, 4>",
            "void <unnamed>::pull<(bool)1, (bool)0>(int (*)[2])": "pull<1, 0>",
            "void (anonymous namespace)::part(Range)": "part",
            "void read_constant<ByLane>(T1, float *)": "read_constant<ByLane>",
            "void a::map<void (*)(int), &f>(T1)": "a::map<void (*)(int), &f>",
        }.items():
            self.assertEqual(gpu_report.kernel_name(signature), name)

    def test_errors(self):
        def fails(code, words, *arguments, **options):
            result = report(*arguments, **options)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertIn(words, result.stderr)
            last = result.stderr.splitlines()[-1]
            self.assertTrue(last.startswith("gpu_report: ") or code == 0, last)
            return result

        small = [BUILD / "bin/vector_add", "--size", "1000"]
        with mock.patch("shutil.which", return_value=None):  # ncu may be on this machine
            with self.assertRaisesRegex(gpu_report.Problem, "install the toolkit's package") as missing:
                gpu_report.measure(["/bin/true"])
            self.assertEqual(missing.exception.code, 125)
        fails(125, "NVreg_RestrictProfilingToAdminUsers=0", *small, wrong="permission")
        fails(125, "ncu: Cuda driver is not compatible", *small, wrong="no GPU")
        fails(125, "has launched no kernel on a GPU", "/bin/true")
        fails(125, "has launched no kernel on a GPU", *small, wrong="no kernel")
        fails(127, "there is no program ./none", "./none")
        fails(126, "is no program that can be run", __file__.replace("gpu_report_test.py", "CMakeLists.txt"))
        fails(7, "ended with exit code 7", "/bin/sh", "-c", "exit 7")
        fails(2, "ended with exit code 2", small[0], "--size", "-1")
        fails(125, "--fast: no such option", "--fast", *small)
        fails(125, "usage: ")
        fails(125, "/none/x.csv: No such file or directory", "--csv", "/none/x.csv", *small)

    def test_a_program_that_never_ends_is_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            script = f"echo $$ >{folder}/pid; sleep 100; true"
            result = report("--timeout", "2", "/bin/sh", "-c", script)
            self.assertLess(time.monotonic() - started, 60)
            self.assertEqual(result.returncode, 124)
            self.assertIn("has not ended after 2 s", result.stderr)
            pid = int(pathlib.Path(f"{folder}/pid").read_text())
            for _ in range(50):  # it ends as soon as init has noticed
                state = pathlib.Path(f"/proc/{pid}/stat")
                if not state.exists() or state.read_text().split()[2] == "Z":
                    return
                time.sleep(0.1)
            self.fail(f"process {pid} still runs")


def launch(kernel, grid=1, **figures):
    row = {name: 0 for name in gpu_report.COLUMNS}
    row.update(kernel=kernel, grid=f"({grid}, 1, 1)", block="(32, 1, 1)", **figures)
    return row


class Comparison(unittest.TestCase):
    def known(self, *rows):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            print("program,kernel,column,allowance,reason", *rows, sep="\n", file=file, flush=True)
            return Differences(file.name)

    def compare(self, model, hardware, *rows):
        return compare("program", model, hardware, self.known(*rows))

    def test_equal(self):
        launches = [launch("copy<4>", n, global_load_requests=n) for n in range(1, 6)]
        result = self.compare(launches, [{**row, "kernel": "copy<int>"} for row in launches])
        self.assertEqual((result["launches"], result["equal"]), (5, 5 * len(COLUMNS)))
        self.assertEqual((result["compared"], result["not_zero"]), (5 * len(COLUMNS), 5))
        self.assertEqual(result["differences"], [])

    def test_one_planted_difference(self):
        model = [launch("copy", global_load_sectors=n) for n in (4, 8, 16)]
        hardware = [dict(row) for row in model]
        hardware[1]["global_load_sectors"] = 9
        result = self.compare(model, hardware)
        self.assertEqual(unexplained(result), [("copy", "global_load_sectors", 8, 9, None)])
        self.assertEqual(result["equal"], 3 * len(COLUMNS) - 1)

    def test_replays_of_constants_are_compared_and_requests_are_not(self):
        model = [launch("read", constant_requests=2, constant_addresses=64)]
        hardware = [launch("read", constant_requests=5, constant_addresses=67)]
        self.assertEqual(self.compare(model, hardware)["differences"], [])
        hardware[0]["constant_addresses"] = 68
        self.assertEqual(
            unexplained(self.compare(model, hardware)), [("read", "constant_replays", 62, 63, None)]
        )

    def test_what_is_not_counted_is_not_equal(self):
        model, hardware = [launch("copy")], [launch("copy", distributed_load_requests="")]
        result = self.compare(model, hardware)
        self.assertEqual(result["missing"], {"distributed_load_requests"})
        self.assertEqual(result["equal"], len(COLUMNS) - 1)

    def test_launches_of_one_side_only(self):
        a, b, c = launch("a"), launch("b"), launch("c")
        result = self.compare([a, b], [a, c, b])
        self.assertEqual(result["launches"], 2)
        self.assertEqual([d[0:3:2] for d in unexplained(result)], [("c", "GPU only")])
        result = self.compare([a, b], [b])
        self.assertEqual([d[0:3:2] for d in unexplained(result)], [("a", "model only")])
        row = "program,a,launch,model only,launched by a kernel"
        self.assertEqual(unexplained(self.compare([a, b], [b], row)), [])
        self.assertEqual(len(unexplained(self.compare([b], [a, b], row))), 1)

    def test_the_most_alike_are_paired_in_order(self):
        model = [launch("copy", global_load_sectors=n) for n in (1, 2, 3)]
        hardware = [launch("copy", global_load_sectors=n) for n in (1, 1, 2, 9, 3, 3)]
        result = self.compare(model, hardware)
        self.assertEqual(result["equal"], 3 * len(COLUMNS))
        self.assertEqual(len(unexplained(result)), 3)
        # Another order is a difference.
        result = self.compare(model, [hardware[4], hardware[2], hardware[0]])
        self.assertEqual(len(unexplained(result)), 2)

    def test_thousands_of_launches(self):
        model = [launch("a" if n % 3 else "b", global_load_sectors=n % 7) for n in range(8000)]
        hardware = [launch("new")] + [dict(row) for row in model] + [launch("new")]
        hardware[4000]["global_load_sectors"] = 100
        result = self.compare(model, hardware)
        self.assertEqual(result["launches"], 8000)
        self.assertEqual([d[1] for d in unexplained(result) if d[0] != "new"], ["global_load_sectors"])

    def test_reasons(self):
        model = [launch("scan<int>", local_load_requests=100)]
        for allowance, value, explained in [
            *[("any", 7, True), ("less", 7, True), ("less", 101, False), ("more", 101, True)],
            *[("more", 99, False), ("3", 103, True), ("3", 96, False), ("5%", 105, True)],
            *[("5%", 106, False), ("0", 101, False), ("less 5%", 95, True), ("less 5%", 94, False)],
            *[("less 5%", 101, False), ("more 3", 103, True), ("more 3", 99, False), ("varies", 7, True)],
            *[("varies 5%", 95, True), ("varies 5%", 94, False), ("less 37.5%", 63, True)],
        ]:
            hardware = [launch("scan<int>", local_load_requests=value)]
            for row in f"program,scan,local_*,{allowance},why", f"*,scan<int>,local_load_requests,{allowance},why":
                result = self.compare(model, hardware, row)
                self.assertEqual(unexplained(result) == [], explained, (row, value))
        for row in "other,*,*,any,why", "program,sca,*,any,why", "program,*,shared_*,any,why":
            self.assertEqual(len(unexplained(self.compare(model, [launch("scan")], row))), 1)

    def test_no_other_allowances(self):
        for allowance in "", "few", "less than 3", "-3", "varies much":
            with self.assertRaisesRegex(SystemExit, "no such allowance"):
                self.known(f"program,scan,local_*,{allowance},why")

    def test_a_load_without_lanes_is_no_replay_below_zero(self):
        model = [launch("sum", constant_requests=0, constant_addresses=0)]
        hardware = [launch("sum", constant_requests=20, constant_addresses=13)]
        self.assertEqual(self.compare(model, hardware)["differences"], [])

    def test_every_reason_names_a_program_and_a_column(self):
        programs = {name for _, name, _ in model_equals_hardware.chapter_programs(BUILD)}
        known = Differences(model_equals_hardware.FOLDER / "differences.csv")
        for row in known.rows:
            self.assertEqual(set(row) - {None}, {"program", "kernel", "column", "allowance", "reason"}, row)
            self.assertTrue(row["reason"], row)
            self.assertTrue(fnmatch.filter(programs, row["program"]), row)
            self.assertTrue(row["column"] in [*COLUMNS, "launch", "program"] or "*" in row["column"], row)


class Recorded(unittest.TestCase):
    """model_equals_hardware.py --recorded, with files that the model has written as if it were a GPU."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "patterns").mkdir()
        (self.folder / "patterns/differences.csv").write_text("kernel,column,model,reason\n")
        for name, folder in ("FOLDER", self.folder), ("OF_PATTERNS", self.folder / "patterns"):
            patch = mock.patch.object(model_equals_hardware, name, folder)
            patch.start()
            self.addCleanup(patch.stop)
        self.program = "strided_access"
        self.chapter, arguments = next(
            (c, a) for c, p, a in model_equals_hardware.chapter_programs(BUILD) if p == self.program
        )
        self.rows = model_equals_hardware.run_model(BUILD, self.program, arguments)
        self.record(self.program, self.rows)
        self.explain()

    def record(self, name, rows, chapter=None):
        recorded_counters.keep(chapter or self.chapter, name, rows, gpu_report.NAMES_OF_GPU, self.folder)

    def explain(self, *rows):
        text = "\n".join(["program,kernel,column,allowance,reason", *rows])
        (self.folder / "differences.csv").write_text(text + "\n")

    def compare(self, *names):
        arguments = ["", "--cpu", str(BUILD), "--recorded", *names]
        with mock.patch("sys.argv", arguments), contextlib.redirect_stdout(io.StringIO()) as output:
            status = model_equals_hardware.main()
        return status, output.getvalue()

    def plant(self):
        self.rows[1]["global_load_sectors"] = str(int(self.rows[1]["global_load_sectors"]) + 3)
        self.record(self.program, self.rows)

    def test_equal(self):
        status, output = self.compare()
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^1 programs, (\d+) of \1 figures equal, 0 differences")
        self.assertIn("vector_add is not compared: not recorded", output)

    def test_a_difference_without_a_reason(self):
        self.plant()
        status, output = self.compare()
        self.assertEqual(status, 1, output)
        self.assertRegex(output, r"copy_strided: global_load_sectors, 1 times, model / GPU \d+ / \d+")
        self.explain("strided_access,copy_strided,global_load_sectors,more 3,why")
        self.assertEqual(self.compare()[0], 0)
        self.explain("strided_access,copy_strided,global_load_sectors,more 2,why")
        self.assertEqual(self.compare()[0], 1)

    def test_a_reason_that_explains_nothing(self):
        self.explain("strided_access,copy_strided,global_load_sectors,more 3,why")
        status, output = self.compare()
        self.assertEqual(status, 1, output)
        self.assertIn("explains no difference: strided_access,copy_strided,global_load_sectors,why", output)
        self.assertEqual(self.compare(self.program)[0], 0)  # of one program only, that says nothing
        self.explain("strided_access,copy_strided,global_load_sectors,varies,why")
        self.assertEqual(self.compare()[0], 0)

    def test_reasons_of_what_was_not_recorded(self):
        self.explain("vector_add,add,global_load_sectors,more 3,why")
        self.assertEqual(self.compare()[0], 0)
        self.explain("no_such_program,*,program,any,why")
        self.assertEqual(self.compare()[0], 1)

    def test_a_program_that_is_gone(self):
        self.record("no_such_program", self.rows)
        status, output = self.compare()
        self.assertEqual(status, 1, output)
        self.assertRegex(output, "recorded, but there is no such .*: no_such_program in .*/03_coalescing.csv")

    def test_a_program_of_another_chapter(self):
        self.record("vector_add", [])
        status, output = self.compare()
        self.assertEqual(status, 1, output)
        self.assertRegex(output, "recorded, but there is no such .*: vector_add in .*/03_coalescing.csv")
        self.assertIn("vector_add is not compared: not recorded", output)

    def test_a_program_without_launches(self):
        self.record("device_query", [], "01_thread_hierarchy")
        status, output = self.compare()
        self.assertEqual(status, 0, output)
        self.assertIn("device_query: 0 launches", output)
        self.record("vector_add", [], "01_thread_hierarchy")
        self.assertEqual(self.compare()[0], 1)

    def test_one_program_is_recorded_in_its_place(self):
        """model_equals_hardware.py --record: its own rows are new, and all others as they were."""
        others = {"aligned_access": [launch("read<int, 4>", case="", active_lanes_percent=50)], "transpose": []}
        for name, rows in others.items():
            self.record(name, rows)
        file = self.folder / "03_coalescing.csv"
        before = file.read_text().splitlines()
        counted = [dict(row) for row in self.rows]
        self.plant()
        self.assertNotEqual(file.read_text().splitlines(), before)
        with (
            mock.patch("sys.argv", ["", "--gpu", str(BUILD), "--record", self.program]),
            mock.patch.object(gpu_report, "measure", return_value=(counted, 0)),
            mock.patch.object(model_equals_hardware, "describe_machine", return_value="a GPU"),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            self.assertEqual(model_equals_hardware.main(), 0)
        self.assertEqual(file.read_text().splitlines(), before)
        self.assertEqual(before[1].split(",")[0], "aligned_access")
        self.assertTrue(before[-1].startswith("transpose,,"))
        self.assertEqual((self.folder / "machine.txt").read_text(), "a GPU\n")


class Kept(unittest.TestCase):
    """docs/measured/counters_of_programs: read as it was written, and written as it was read."""

    def test_all_files(self):
        recorded = list(recorded_counters.all_recorded())
        self.assertGreater(len(recorded), 100)
        self.assertEqual(len(recorded), len({program for _, program in recorded}))
        self.assertTrue(any(recorded_counters.launches_of(*place) == [] for place in recorded))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for chapter, program in recorded:
                launches = recorded_counters.launches_of(chapter, program)
                recorded_counters.keep(chapter, program, launches, gpu_report.NAMES_OF_GPU, folder)
            chapters = {chapter for chapter, _ in recorded}
            self.assertEqual({file.stem for file in folder.iterdir()}, chapters)
            for chapter in chapters:
                mine, its = (where / f"{chapter}.csv" for where in (folder, recorded_counters.FOLDER))
                self.assertEqual(mine.read_bytes(), its.read_bytes(), chapter)

    def test_columns_that_come_and_go(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            recorded_counters.keep("01_one", "old", [{"kernel": "a", "gone": 1, "n": None}], ["kernel", "gone", "n"], folder)
            recorded_counters.keep("01_one", "new", [{"kernel": "b", "n": 2, "come": 3}], ["kernel", "n", "come"], folder)
            self.assertEqual((folder / "01_one.csv").read_text(), "program,kernel,n,come\nnew,b,2,3\nold,a,,\n")
            self.assertEqual(recorded_counters.launches_of("01_one", "old", folder), [{"kernel": "a", "n": "", "come": ""}])
            self.assertIsNone(recorded_counters.launches_of("01_one", "other", folder))
            self.assertIsNone(recorded_counters.launches_of("02_two", "old", folder))


class Metrics(unittest.TestCase):
    """A program's own table (common/tutorial/metrics.cpp) asks the GPU for what gpu_report.py asks ncu for."""

    def setUp(self):
        self.source = (ROOT / "common/tutorial/metrics.cpp").read_text()
        self.constants = dict(re.findall(r'constexpr const char\* (k\w+) = "([^"]+)";', self.source))

    def summands(self):
        """Figure of metrics.cpp: its metrics, with their signs."""
        prefixes = dict(re.findall(r'\b(\w+) = "((?:smsp|l1tex)__[^"]+)"', self.source))
        found = {}
        for requests, sectors, name in re.findall(r'traffic\(&C::(\w+), &C::(\w+), "(\w+)"\)', self.source):
            for figure, what in (requests, "requests"), (sectors, "sectors"):
                self.assertIn(f'"l1tex__t_{what}_pipe_lsu_mem_" + operation + ".sum"', self.source)
                found.setdefault(figure, set()).add(("+", f"l1tex__t_{what}_pipe_lsu_mem_{name}.sum"))
        for figures, prefix, op, factor in re.findall(
            r'push_back\(\{([^{}]*?),\s*(\w+) \+ (op|"atom\.sum")(?: \+ "\.sum")?(, -1)?\}\)', self.source
        ):
            names = re.findall(r"C::(\w+)", figures)
            for i, kind in enumerate(["ld", "st"] if op == "op" else ["atom"]):
                metric = f"{prefixes[prefix]}{kind}.sum"
                found.setdefault(names[i % len(names)], set()).add(("-" if factor else "+", metric))
        of_matrices = re.findall(r'of_matrices\(&C::(\w+),\s*"([^"]+)"\)', self.source)
        self.assertEqual({metric for _, metric in of_matrices}, gpu_report.NOT_OF_ALL_GPUS)
        for figure, metric in of_matrices:
            found.setdefault(figure, set()).add(("+", metric))
        return found

    def test_counters(self):
        mine = {}
        for name, (add, subtract) in gpu_report.COLUMNS.items():
            if name.startswith(("constant", "texture")):
                continue  # only in this table
            name = "bank_conflicts" if name.endswith("bank_conflicts") else name
            signed = {("+", m) for m in add} | {("-", m) for m in subtract}
            mine.setdefault(name, set()).update(signed)
        its = self.summands()
        wavefronts = its.pop("shared_atomic_wavefronts")  # only in that one
        self.assertLess(wavefronts, its["bank_conflicts"])
        self.assertEqual(its, mine)
        self.assertEqual(len(its), 20)

    def test_what_only_a_gpu_has(self):
        constants = self.constants
        self.assertEqual(constants["kInstructions"], gpu_report.INSTRUCTIONS)
        self.assertEqual(constants["kOccupancy"], gpu_report.MORE["occupancy_percent"][0])
        l1, l2 = gpu_report.PERCENT["l1_hit_percent"], gpu_report.PERCENT["l2_hit_percent"]
        self.assertEqual((constants["kL1Hits"], constants["kL2Hits"]), (l1[0], l2[0]))
        self.assertEqual(l2[1], [constants["kL2Hits"], constants["kL2Misses"]])
        self.assertIn("figure(figures, kL1Hits) / counted.counters.global_load_sectors", self.source)
        self.assertEqual(l1[1], gpu_report.COLUMNS["global_load_sectors"][0])
        stalls = re.search(r"kStalls\[\] = \{([^}]*)\}", self.source)[1]
        self.assertLessEqual(set(re.findall(r'"(\w+)"', stalls)), set(gpu_report.STALLS))
        self.assertIn('"smsp__average_warps_issue_stalled_" + reason + "_per_issue_active.ratio"', self.source)
        self.assertEqual(gpu_report.STALL, "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio")


class Programs(unittest.TestCase):
    def compare(self, *names, **options):
        script = ROOT / "docs/measured/model_equals_hardware.py"
        return run(sys.executable, script, "--cpu", BUILD, "--gpu", BUILD, *names, **options)

    def test_equal(self):
        result = self.compare("strided_access", "vector_add")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"(?m)^2 programs, (\d+) of \1 figures equal, 0 differences")

    def test_planted(self):
        result = self.compare("strided_access", wrong="planted")
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"copy_strided: global_load_sectors, 1 times, model / GPU (\d+) / \d+")

    def test_extra_launch(self):
        result = self.compare("strided_access", wrong="extra launch")
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("warm_up: launch, 1 times, GPU only", result.stdout)

    def test_failures(self):
        result = self.compare("strided_access", wrong="permission")
        self.assertEqual(result.returncode, 1)
        self.assertIn("NVreg_RestrictProfilingToAdminUsers=0", result.stdout)
        result = self.compare("no_such_program")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no such program", result.stderr)


if __name__ == "__main__":
    unittest.main()
