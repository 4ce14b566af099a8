"""Runs tests that may hang, and says what CTest would run."""

import os
import re
import resource
import signal
import subprocess
import tempfile
import time
import typing
from pathlib import Path

TEST_BYTES = 4 << 30  # a test that takes more memory has failed
IDLE_SECONDS = 10  # so has one that does nothing for so long


class Test(typing.NamedTuple):
    name: str
    command: list
    seconds: float  # of a processor
    environment: dict
    folder: str  # to run it in; empty: any


class Late(Exception):
    """A test that does not end, or takes too much; with what it printed."""


def tests_of_ctest(build):
    """What CTest would run; it names no command of a program that is not built yet, so its files are read."""
    text = "".join(p.read_text() for p in sorted(build.rglob("CTestTestfile.cmake")))
    properties = {}
    # A name is in brackets, or from CMake 4 on in quotation marks.
    lines = re.findall(r'^(set_tests_properties|add_test)\((?:\[=\[|")(.*?)(?:\]=\]|") (.*)\)$', text, flags=re.M)
    for command, name, rest in lines:
        if command != "add_test":
            properties[name] = dict(re.findall(r'(\w+) "((?:\\.|[^"\\])*)"', rest))
    for command, name, rest in lines:
        if command == "add_test":
            own = properties.get(name, {})
            yield Test(name, re.findall(r'"((?:\\.|[^"\\])*)"', rest), float(own.get("TIMEOUT", 60)),
                       dict(e.split("=", 1) for e in own.get("ENVIRONMENT", "").split(";") if e),
                       own.get("WORKING_DIRECTORY", ""))


def passes(test, folder):
    """Runs a test of CTest, with a folder for what it writes. @return whether it passes, or is skipped"""
    environment = {**test.environment, "TMPDIR": str(folder)}
    return run_group(test.command, test.seconds, test.folder or folder, environment).returncode in (0, 77)


def why_unit_test_fails(binary, seconds, folder):
    """@return None if it does not"""
    name = Path(binary).name
    try:
        run = run_group([binary, "--gtest_fail_fast", "--gtest_color=no"], seconds, folder)
    except Late as late:
        return f"{name}: {last_test(str(late))} (timeout)"
    if run.returncode == 0:
        return None
    failed = re.findall(r"^\[  FAILED  \] (\w+\.\w+)", run.stdout, flags=re.M)
    return failed[0] if failed else last_test(run.stdout) + " (crash)"


def last_test(output):
    running = re.findall(r"^\[ RUN      \] (\w+\.\w+)", output, flags=re.M)
    return running[-1] if running else "the start"


def run_group(command, cpu_seconds, folder, environment=()):
    """As subprocess.run, with limits; nothing of it is left at the end. Late: what took too much."""
    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds) + 1, int(cpu_seconds) + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   env={**os.environ, **dict(environment)},
                                   start_new_session=True, preexec_fn=prepare)
        late, ticks, active = False, -1, time.monotonic()
        end = active + 4 * cpu_seconds + IDLE_SECONDS
        while not late:
            try:
                process.wait(1)
                break
            except subprocess.TimeoutExpired:
                now, pages = use_of_session(process.pid)
            if now != ticks:
                ticks, active = now, time.monotonic()
            late = (pages * resource.getpagesize() > TEST_BYTES or ticks > cpu_seconds * os.sysconf("SC_CLK_TCK")
                    or time.monotonic() > min(active + IDLE_SECONDS, end))
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        out.seek(0)
        output = out.read().decode(errors="replace")
    if late or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Late(output)
    return subprocess.CompletedProcess(command, process.returncode, output)


def use_of_session(session):
    """Of its processes, and of children that they have waited for. @return ticks of a processor, pages of memory"""
    ticks = pages = 0
    for entry in os.scandir("/proc"):
        try:
            if entry.name.isdigit():
                fields = Path(entry.path, "stat").read_text().rpartition(")")[2].split()  # proc(5), from "state" on
                if int(fields[3]) == session:
                    ticks += sum(map(int, fields[11:15]))
                    pages += int(fields[21])
        except OSError:
            pass  # it has ended
    return ticks, pages
