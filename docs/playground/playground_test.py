#!/usr/bin/env python3
"""usage: playground_test.py HTML [--only NAME]

Opens the site's playground in headless Chromium, from a plain server of static files and with an empty profile, as a
reader would on a machine without a compiler: runs programs, breaks them, solves an exercise. Prints a line per fault.
Exit code 1 if there is one, 77 if the site has no playground.
"""

import argparse
import functools
import http.server
import re
import sys
import threading
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.common.exceptions import TimeoutException
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    print("skipped: python3-selenium is missing")
    sys.exit(77)

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CHAPTERS = ("01", "02", "03", "04")
# Programs that print something else in a browser -> why.
ELSEWHERE = {
    "sticky_error": "starts a second process",
    "device_symbols": "a pointer has 4 bytes",
    "shared_arrays": "prints an address",
}
RUN_SECONDS = 600  # the first run fetches the compiler; a busy machine is slow


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Reader:
    """Who uses the page."""

    def __init__(self, html):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=html))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.page = f"http://127.0.0.1:{server.server_port}/playground.html"
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)
        self.faults = []

    def expect(self, holds, what):
        if not holds:
            self.faults.append(what)

    def run(self, script, *arguments):
        return self.browser.execute_script("return " + script, *arguments)

    def wait_for(self, condition, seconds):
        try:
            WebDriverWait(self.browser, seconds, 0.1).until(lambda _: self.run(condition))
            return True
        except TimeoutException:
            return False

    def open(self, name):
        if self.browser.current_url.startswith(self.page):
            self.run("void (location.hash = arguments[0])", name)
        else:
            self.browser.get(f"{self.page}#{name}")
        self.wait_for("document.readyState === 'complete'", 30)
        self.run("localStorage.clear()")
        if not self.wait_for(f"window.playground?.program.name === '{name}'", 60):
            self.faults.append(f"{name} does not open")

    def change(self, before, after):
        """Replaces text of the program, which has to be there once."""
        text = self.run("playground.editor.getValue()")
        self.expect(text.count(before) == 1, f"{before!r} is in the program {text.count(before)} times")
        self.run("playground.editor.setValue(arguments[0])", text.replace(before, after))

    def press(self, button):
        """Presses a button, and waits until what it has begun is over. -> what is printed"""
        self.run(f"document.getElementById('{button}').click()")
        over = self.wait_for("!document.body.classList.contains('busy')", RUN_SECONDS)
        self.expect(over, f"{button} does not end: {self.state()}")
        return self.run("document.getElementById('output').textContent")

    def state(self):
        return self.run("document.getElementById('state').textContent")

    def errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]


def console_blocks(readme):
    """What a lesson says that runs of programs print: [(environment, program, arguments, lines)], with … in the lines for
    what may be different."""
    command = r"((?:SIMT_\w+=\S+ )*)build/bin/(?:learn run )?(\w+)([^\n|>&]*)"
    blocks = re.findall(rf"^```console\n\$ {command}\n((?:(?!\$ ).*\n)*?)```$", readme.read_text(), re.M)
    return [(dict(word.split("=") for word in environment.split()), program, arguments.split("#")[0].strip(), lines)
            for environment, program, arguments, lines in blocks]


def matches(expected, printed):
    """Whether it is what the lesson shows: a line … stands for any lines, in a line it stands for any text."""
    lines, places = printed.splitlines(), {0}
    for wanted in expected.splitlines():
        if wanted.strip() == "…":
            places = set(range(min(places), len(lines) + 1)) if places else places
        else:
            pattern = re.compile(re.escape(wanted).replace("…", ".*"))
            places = {at + 1 for at in places if at < len(lines) and pattern.fullmatch(lines[at])}
    return len(lines) in places


def test_story(reader):
    """The README's own: the same sum, with swapped indices."""
    reader.open("program_matrix_add")
    blocks = console_blocks(ROOT / "chapters/01_thread_hierarchy/README.md")
    expected = next(lines for _, program, _, lines in blocks if program == "matrix_add")
    printed = reader.press("run")
    reader.expect(matches(expected, printed), f"matrix_add prints\n{printed}\nand not\n{expected}")
    reader.change("add_2d<<<grid, block>>>", "add_2d_swapped<<<dim3(blocks_for(height, 32), blocks_for(width, 8)), block>>>")
    printed = reader.press("run")
    reader.expect(re.search(r"^2D grid, 2D block +31\.50 +31\.50 ", printed, re.M), f"no 31.5 sectors:\n{printed}")


def test_consoles(reader):
    """What the lessons show is what is printed here."""
    for readme in sorted(path for number in CHAPTERS for path in ROOT.glob(f"chapters/{number}_*/*.md")):
        for environment, program, arguments, expected in console_blocks(readme):
            if program in ELSEWHERE or not (readme.parent / f"{program}.cu").exists():
                continue
            reader.open(f"program_{program}")
            reader.run("void (playground.environment = arguments[0])", {"SIMT_TIMEOUT": "20", **environment})
            reader.run("document.getElementById('arguments').value = arguments[0]", arguments)
            reader.press("run")
            printed = reader.run("playground.printed[2] + playground.printed[1]")
            reader.expect(matches(expected, printed),
                          f"{readme.parent.name}, {program} {arguments} prints\n{printed}and not\n{expected}")


def test_mistakes(reader):
    """Reports name the program's lines."""
    reader.open("program_vector_add")
    reader.change("if (i < n) c[i] = a[i] + b[i];", "c[i] = a[i] + b[i];")
    printed = reader.press("run")
    line = reader.run("playground.editor.getValue()").split("\n").index("  c[i] = a[i] + b[i];") + 1
    reader.expect(f"01_thread_hierarchy/vector_add.cu:{line}" in printed, f"no report of line {line}:\n{printed}")
    reader.expect("past the end" in printed, f"no report that says how far past the end:\n{printed}")
    reader.change("c[i] = a[i] + b[i];\n}\n\n// Any grid", "c[i] = a[i] + d[i];\n}\n\n// Any grid")
    printed = reader.press("run")
    reader.expect(f"01_thread_hierarchy/vector_add.cu:{line}" in printed and "'d'" in printed, f"no error in line {line}:\n{printed}")


def test_race(reader):
    """A barrier that is missing is a race, and both of its lines are named."""
    reader.open("program_stencil")
    text = reader.run("playground.editor.getValue()")
    at = text.index("__syncthreads();")
    reader.run("playground.editor.setValue(arguments[0])", text[:at] + text[at + len("__syncthreads();"):])
    printed = reader.press("run")
    lines = set(re.findall(r"stencil\.cu:(\d+)", printed))
    reader.expect("race" in printed and len(lines) >= 2, f"no race with two lines:\n{printed}")


def test_exercise(reader):
    """scale_vector: not started, wrong, right."""
    reader.open("exercise_scale_vector")
    printed = reader.press("check")
    reader.expect("not started" in printed.lower() or "SKIPPED" in printed, f"the stub is not told to be one:\n{printed}")
    solution = (ROOT / "solutions/01_thread_hierarchy/scale_vector.cu").read_text()
    reader.run("playground.editor.setValue(arguments[0])", solution)
    printed = reader.press("check")
    reader.expect("exit code 0" in reader.state(), f"the solution does not pass:\n{printed}")
    wrong = re.sub(r"if \(i < n\) ", "", solution)
    reader.expect(wrong != solution, "the solution has no check of the bound")
    reader.run("playground.editor.setValue(arguments[0])", wrong)
    printed = reader.press("check")
    reader.expect("exit code 1" in reader.state() and "FAILED" in printed, f"a wrong answer passes:\n{printed}")


TESTS = {name[5:]: test for name, test in list(globals().items()) if name.startswith("test_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("html", type=Path)
    parser.add_argument("--only", choices=TESTS)
    arguments = parser.parse_args()
    if not (arguments.html / "playground.html").exists():
        print("the site has no playground")
        sys.exit(77)
    reader = Reader(str(arguments.html.resolve()))
    try:
        for name, test in TESTS.items():
            if arguments.only in (None, name):
                test(reader)
        errors = reader.errors()
        reader.expect(not errors, f"errors of the browser: {errors}")
    finally:
        reader.browser.quit()
    for fault in reader.faults:
        print(fault)
    sys.exit(1 if reader.faults else 0)


if __name__ == "__main__":
    main()
