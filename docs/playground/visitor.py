"""A headless Chromium that uses the site's playground, from a plain server of static files and with an empty profile."""

import functools
import http.server
import threading

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

RUN_SECONDS = 600  # the first run fetches the compiler; a busy machine is slow


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.asked.append(self.path.lstrip("/"))
        super().do_GET()


class Visitor:
    def __init__(self, html):
        self.html, self.faults, self.where = html, 0, ""
        self.serve(0)
        self.site = f"http://127.0.0.1:{self.server.server_port}/"
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                         "--window-size=1280,1000"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)

    def serve(self, port):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=self.html))
        self.server.asked = []  # the paths
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop_serving(self):
        self.server.shutdown()
        self.server.server_close()

    def expect(self, holds, what):
        if not holds:
            self.faults += 1
            print(f"{self.where}: {what}", flush=True)

    def run(self, script, *arguments):
        return self.browser.execute_script("return " + script, *arguments)

    def wait_for(self, condition, seconds):
        try:
            WebDriverWait(self.browser, seconds, 0.1).until(lambda _: self.run(condition))
            return True
        except TimeoutException:
            return False

    def load(self, page):
        """Opens a page of the site anew."""
        self.browser.get("about:blank")
        self.browser.get(self.site + page)
        self.wait_for("document.readyState === 'complete'", 30)

    def wait_for_editor(self, name):
        is_there = self.wait_for(f"window.playground?.program.name === '{name}' && playground.editor.getValue() !== ''", 60)
        self.expect(is_there, f"{name} does not open")

    def open(self, name):
        """Opens a program as it came, on the page where each of them can be: it keeps its compiler."""
        if not self.browser.current_url.startswith(f"{self.site}playground.html"):
            self.load("playground.html")
            self.wait_for_editor("own")
        self.run("localStorage.clear()")
        self.run("void (location.hash = arguments[0])", name)
        self.wait_for_editor(name)
        self.run("void Object.assign(playground, {environment: {SIMT_TIMEOUT: '20'}, checkSeconds: 600})")  # a busy machine is slow

    def text(self):
        return self.run("playground.editor.getValue()")

    def write(self, text):
        self.run("playground.editor.setValue(arguments[0])", text)

    def change(self, before, after):
        """Replaces text of the program, which has to be there once."""
        text = self.text()
        self.expect(text.count(before) == 1, f"{before!r} is in the program {text.count(before)} times")
        self.write(text.replace(before, after))

    def press(self, button):
        self.run(f"void playground.at.{button}.click()")

    def go(self):
        """Runs or checks what is there, and waits for the end. -> what is printed"""
        self.run("void playground.go()")
        over = self.wait_for("!playground.isBusy", RUN_SECONDS)
        self.expect(over, f"does not end: {self.state()}")
        return self.printed()

    def printed(self, fd=None):
        return self.run("playground.output.text(arguments[0] ?? undefined)", fd)

    def shown(self):
        return self.run("playground.at.output.textContent")

    def state(self):
        return self.run("playground.at.state.textContent")

    def errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]
