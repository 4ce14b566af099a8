#!/usr/bin/env python3
"""usage: browse_site.py HTML [SCREENSHOTS]

Opens the site in a headless Chromium as a reader would, in light and dark, on a desktop and on a phone:
the main page, a chapter, an exercise, the search. Prints a line per fault, and writes pictures of the
pages into SCREENSHOTS. Exit code 1 if there is a fault.
"""

import sys
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


class Reader:
    def __init__(self, root, screenshots):
        self.root, self.screenshots, self.faults, self.checks = root, screenshots, [], 0
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         "--allow-file-access-from-files", "--lang=en"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(options=options)
        self.where = ""

    def look(self, size, scheme):
        """From now on the window has this size, and the reader's system this colour scheme."""
        width, height = SIZES[size]
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.size, self.scheme = size, scheme

    def open(self, page):
        self.where = f"{page}, {self.size}, {self.scheme}"
        self.browser.get(f"file://{self.root}/{page}")
        WebDriverWait(self.browser, 20).until(lambda b: b.execute_script("return document.readyState") == "complete")
        if self.screenshots:
            self.browser.save_screenshot(str(self.screenshots / f"{page[:-5]}-{self.size}-{self.scheme}.png"))

    def run(self, script, *arguments):
        return self.browser.execute_script("return " + script, *arguments)

    def expect(self, holds, what):
        self.checks += 1
        if not holds:
            self.faults.append(f"{self.where}: {what}")

    def expect_layout(self):
        """What holds for each page at any size and in both colour schemes."""
        background = self.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        text = self.run("getComputedStyle(document.querySelector('.contents')).color.match(/\\d+/g).map(Number)")
        dark = sum(background[:3]) < sum(text[:3])
        self.expect(dark == (self.scheme == "dark"), f"background {background}, text {text}")
        self.expect(abs(sum(background[:3]) - sum(text[:3])) > 300, "text and background are too much alike")
        width = self.run("[document.documentElement.scrollWidth, window.innerWidth]")
        self.expect(width[0] <= width[1], f"is {width[0]} wide in a window of {width[1]}")
        missing = self.run("[...document.querySelectorAll('img.picture')]"
                           ".filter(i => !i.complete || i.naturalWidth == 0).map(i => i.src)")
        self.expect(not missing, f"pictures that are not drawn: {missing}")
        errors = [e["message"] for e in self.browser.get_log("browser") if e["level"] == "SEVERE"]
        self.expect(not errors, f"errors: {errors}")

    def text(self, selector):
        found = self.browser.find_elements(By.CSS_SELECTOR, selector)
        return found[0].text if found else ""

    def follow(self, words):
        """Clicks the link in the page's text that begins with these words, and tells the new page's title."""
        for link in self.browser.find_elements(By.CSS_SELECTOR, ".contents a"):
            if link.text.startswith(words):
                self.run("arguments[0].click()", link)
                return self.text(".title")
        self.expect(False, f"has no link “{words}”")
        return ""

    def read_main_page(self):
        self.open("index.html")
        self.expect_layout()
        self.expect(self.text(".title") == "CUDA by Chapter", "is not the main page")
        self.expect("cmake --workflow --preset tour" in self.text(".contents"), "does not say how to start")
        self.expect("01 · " in self.follow("01 · "), "does not lead to chapter 01")

    def read_chapter(self):
        self.open("chapter_01.html")
        self.expect_layout()
        self.expect(len(self.browser.find_elements(By.CSS_SELECTOR, "img.picture")) >= 1, "has no picture")
        self.expect("$ build/bin/vector_add" in self.text(".contents"), "does not show a program's run")
        hidden = self.browser.find_elements(By.CSS_SELECTOR, "details")
        self.expect(hidden and not hidden[0].get_attribute("open"), "has no folded answer")
        self.expect("02 · " in self.follow("02 · "), "does not lead to the next chapter")
        self.open("chapter_01.html")
        self.expect(self.follow("vector_add.cu") == "vector_add.cu", "does not lead to its programs")
        self.expect("__global__ void" in self.text(".contents"), "the program's page has no source")
        self.expect("01 · " in self.follow("↑ 01"), "the program's page does not lead back")

    def read_exercise(self):
        self.open("chapter_01.html")
        self.expect(self.follow("scale_vector") == "scale_vector", "does not lead to its exercises")
        self.open("exercise_scale_vector.html")
        self.expect_layout()
        self.expect("// TODO" in self.text(".contents"), "does not show the file to edit")
        hints = self.browser.find_elements(By.CSS_SELECTOR, "details")
        self.expect(len(hints) >= 2 and not hints[0].get_attribute("open"), "has no folded hints")
        before = hints[0].size["height"]
        hints[0].find_element(By.CSS_SELECTOR, "summary").click()
        self.expect(hints[0].size["height"] > before, "a hint does not unfold")

    def search(self):
        self.open("index.html")
        if self.size == "phone":  # the search field is in the menu there
            menu = self.browser.find_elements(By.CSS_SELECTOR, ".main-menu-btn")
            if menu and menu[0].is_displayed():
                menu[0].click()
        field = [f for f in self.browser.find_elements(By.CSS_SELECTOR, "#MSearchField") if f.is_displayed()]
        self.expect(field, "has no search field")
        if not field:
            return
        field[0].click()
        field[0].send_keys("coalesc")
        def results(browser):
            links = browser.find_elements(By.CSS_SELECTOR, "#book-results a")
            return [l.text for l in links if l.is_displayed()]
        try:
            found = WebDriverWait(self.browser, 10).until(results)
        except Exception:
            found = []
        self.expect(any("Coalescing" in f for f in found), f"the search finds {found}")
        if self.screenshots:
            self.browser.save_screenshot(str(self.screenshots / f"search-{self.size}-{self.scheme}.png"))
        field[0].send_keys(Keys.ESCAPE)

    def switch(self):
        """The button for the dark mode, against the system's choice."""
        self.open("index.html")
        button = self.browser.find_elements(By.CSS_SELECTOR, "doxygen-awesome-dark-mode-toggle")
        self.expect(button, "has no switch for the dark mode")
        if button:
            before = self.run("getComputedStyle(document.body).backgroundColor")
            self.run("arguments[0].click()", button[0])
            self.expect(self.run("getComputedStyle(document.body).backgroundColor") != before, "the switch does nothing")
            self.run("arguments[0].click()", button[0])


def main():
    if len(sys.argv) not in (2, 3) or not (Path(sys.argv[1]) / "index.html").exists():
        sys.exit(__doc__.splitlines()[0])
    screenshots = Path(sys.argv[2]) if len(sys.argv) == 3 else None
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    reader = Reader(Path(sys.argv[1]).resolve(), screenshots)
    try:
        for size in SIZES:
            for scheme in ("light", "dark"):
                reader.look(size, scheme)
                for visit in (reader.read_main_page, reader.read_chapter, reader.read_exercise,
                              reader.search, reader.switch):
                    visit()
    finally:
        reader.browser.quit()
    for fault in reader.faults:
        print(fault)
    print(f"{reader.checks} checks, {len(reader.faults)} faults")
    return 1 if reader.faults else 0


if __name__ == "__main__":
    sys.exit(main())
