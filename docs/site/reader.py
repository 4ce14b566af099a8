"""A headless Chromium that opens the site as a reader would, in light and dark, on a desktop and on a phone, and notes
what is not as it should be."""

from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SIZES = {"desktop": (1280, 900), "phone": (356, 740)}
SCHEMES = ("light", "dark")


class Reader:
    """With `screenshots`, a folder, each page that is opened is pictured there."""

    def __init__(self, root, screenshots=None):
        self.root, self.screenshots, self.faults, self.checks = Path(root).resolve(), screenshots, [], 0
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--allow-file-access-from-files", "--lang=en"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)
        self.browser.set_script_timeout(60)
        self.where = self.size = self.scheme = ""
        self.look("desktop", "light")

    def look(self, size, scheme):
        """From now on the window has this size, and the reader's system this colour scheme."""
        width, height = SIZES[size]
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme},
                         {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.size, self.scheme = size, scheme

    def script(self, allowed):
        """From the next page on scripts run or not."""
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not allowed})

    def open(self, page):
        """Opens a page, `chapter_01.html` or with `?q=…` or `#…` behind it."""
        self.where = f"{page}, {self.size}, {self.scheme}"
        self.browser.get(f"file://{self.root}/{page}")
        self.wait_for("document.readyState === 'complete'")
        self.picture(page.split(".html")[0])

    def picture(self, name):
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(str(self.screenshots / f"{name}-{self.size}-{self.scheme}.png"))

    def run(self, script, *arguments):
        return self.browser.execute_script("return " + script, *arguments)

    def wait_for(self, condition, seconds=20):
        """Whether the script's expression becomes true."""
        try:
            WebDriverWait(self.browser, seconds, 0.02).until(lambda _: self.run(condition))
            return True
        except TimeoutException:
            return False

    def find(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        found = self.find(selector)
        return found[0].text if found else ""

    def press(self, *keys):
        """Presses keys where the focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def focus(self):
        """What has the focus: its id, or else its class, or else its element's name."""
        return self.run("(e => e.id || e.className || e.tagName)(document.activeElement)")

    def errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]

    def expect(self, holds, what):
        self.checks += 1
        if not holds:
            self.faults.append(f"{self.where}: {what}")

    def visit(self, *visits):
        """Makes each visit, a function of the reader; one that breaks off is a fault and does not hide those behind it."""
        for visit in visits:
            try:
                visit(self)
            except (WebDriverException, IndexError, TypeError, StopIteration) as error:
                self.expect(False, f"{visit.__name__} broke off: {error!r:.300}")

    def report(self):
        """Prints a line per fault and a count; the exit code."""
        for fault in self.faults:
            print(fault)
        print(f"{self.checks} checks, {len(self.faults)} faults")
        return 1 if self.faults else 0
