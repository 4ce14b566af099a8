#!/usr/bin/env python3
"""usage: browse_site.py HTML [--axe FILE] [--screenshots FOLDER] [--only pages|search|axe]

Opens the site in a headless Chromium as a reader would, in light and dark, on a desktop and on a phone: pages of each
kind, the theme's switch, the menu, the keyboard, the page without a script. Then it searches (search_test.py), and has
axe-core look at the pages (axe_test.py), if FILE is its axe.min.js. Prints a line per fault. Exit code 1 if there is
one.
"""

import argparse
import sys
from pathlib import Path

from selenium.webdriver.common.keys import Keys

import axe_test
import search_test
from reader import SCHEMES, SIZES, Reader

BACKGROUND = "getComputedStyle(document.body).backgroundColor"
MENU_IS_SHOWN = "document.getElementById('book').getClientRects().length > 0"


def expect_layout(reader):
    """What holds for each page at any size and in both colour schemes."""
    background = reader.run(f"{BACKGROUND}.match(/\\d+/g).map(Number)")
    text = reader.run("getComputedStyle(document.querySelector('main')).color.match(/\\d+/g).map(Number)")
    dark = sum(background[:3]) < sum(text[:3])
    reader.expect(dark == (reader.scheme == "dark"), f"background {background}, text {text}")
    reader.expect(abs(sum(background[:3]) - sum(text[:3])) > 300, "text and background are too much alike")
    width, window = reader.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    reader.expect(width <= window, f"is {width} wide in a window of {window}")
    missing = reader.run("[...document.images].filter(i => i.complete && i.naturalWidth === 0).map(i => i.src)")
    reader.expect(not missing, f"pictures that are not drawn: {missing}")
    reader.expect(not (errors := reader.errors()), f"errors: {errors}")


def follow(reader, page):
    """Clicks the page's first link to another, and tells the title that then is there."""
    links = reader.find(f"main a[href='{page}'], #book a[href='{page}']")
    reader.expect(links, f"has no link to {page}")
    if links:
        reader.run("arguments[0].click()", links[0])
        reader.wait_for(f"location.pathname.endsWith('/{page}') && document.readyState === 'complete'")
    return reader.text("h1")


def read_main_page(reader):
    reader.open("index.html")
    expect_layout(reader)
    reader.expect(reader.text("h1") == "CUDA by Chapter", "is not the main page")
    reader.expect("cmake --workflow --preset tour" in reader.text("main"), "does not say how to start")
    reader.expect("01 · " in follow(reader, "chapter_01.html"), "does not lead to chapter 01")


def read_chapter(reader):
    reader.open("chapter_01.html")
    expect_layout(reader)
    reader.expect(len(reader.find("main img")) >= 1, "has no picture")
    reader.expect("$ build/bin/thread_index" in reader.text("main"), "does not show a program's run")
    hidden = [details for details in reader.find("main details") if details.get_attribute("id") != "contents"]
    reader.expect(hidden and not hidden[0].get_attribute("open"), "has no folded answer")
    reader.expect(follow(reader, "program_vector_add.html") == "vector_add.cu", "does not lead to its programs")
    expect_layout(reader)
    reader.expect("__global__ void" in reader.text("main"), "the program's page has no source")


def read_exercise(reader):
    reader.open("chapter_01.html")
    reader.expect(follow(reader, "exercise_scale_vector.html") == "scale_vector", "does not lead to its exercises")
    reader.open("exercise_scale_vector.html")
    expect_layout(reader)
    reader.expect("// TODO" in reader.text("main"), "does not show the file to edit")
    hints = reader.find("main .hints > details, main .hints details details")
    reader.expect(len(hints) >= 2 and not any(hint.get_attribute("open") for hint in hints), "has no folded hints")
    if hints:
        before = hints[0].size["height"]
        hints[0].find_element("css selector", "summary").click()
        reader.expect(hints[0].size["height"] > before, "a hint does not unfold")
        reader.expect(not hints[1].get_attribute("open") and hints[1].is_displayed(), "the next hint is not offered, folded")


def read_other_pages(reader):
    for page in ("glossary.html", "measured_03.html", "setup.html", "questions_02.html", "search.html"):
        reader.open(page)
        expect_layout(reader)


def use_the_menu(reader):
    """Beside the text on a desktop; a button opens it on a phone, and Escape closes it."""
    reader.open("chapter_02.html")
    shown = reader.run(MENU_IS_SHOWN)
    reader.expect(shown == (reader.size == "desktop"), f"the menu is {'' if shown else 'not '}shown at first")
    if reader.size == "phone":
        button = reader.find("button#menu")
        reader.expect(button and button[0].get_attribute("aria-expanded") == "false", "has no button for its menu")
        button[0].click()
        reader.expect(reader.run(MENU_IS_SHOWN), "the button does not show the menu")
        reader.expect(button[0].get_attribute("aria-expanded") == "true", "does not tell that the menu is shown")
        reader.picture("menu")
        reader.run("document.querySelector('#book a').focus()")
        reader.press(Keys.ESCAPE)
        reader.expect(not reader.run(MENU_IS_SHOWN), "Escape does not close the menu")
        reader.expect(reader.focus() == "menu", "the focus does not come back from the menu")
        button[0].click()
    current = reader.find("#book [aria-current=page]")
    reader.expect(len(current) == 1 and "02 · " in current[0].text, "the menu does not say where one is")
    here = reader.run("location.href")
    next(link for link in reader.find("#book a") if link.text.startswith("03 · ")).click()
    reader.expect(reader.wait_for(f"location.href !== {here!r}") and reader.text("h1").startswith("03 · "),
                  "the menu does not lead to chapter 03")


def switch_the_theme(reader):
    """The button takes the other colours, against the system's choice, and the next page has them, too."""
    reader.open("index.html")
    before = reader.run(BACKGROUND)
    button = reader.find("#theme")
    reader.expect(button and button[0].is_displayed(), "has no switch for its colours")
    other = {"light": "Dark", "dark": "Light"}[reader.scheme]
    reader.expect(button[0].text == other, f"the switch says {button[0].text}")
    button[0].click()
    after = reader.run(BACKGROUND)
    reader.expect(after != before, "the switch does nothing")
    reader.open("chapter_01.html")
    reader.expect(reader.run(BACKGROUND) == after, "the next page has not the colours that were chosen")
    reader.find("#theme")[0].click()
    reader.expect(reader.run(BACKGROUND) == before, "the switch does not go back")
    reader.run("localStorage.clear()")


def tab_through(reader):
    """By Tab one comes to the link that skips, the search, the switch, on a phone the menu, and then the text."""
    reader.open("chapter_01.html")
    seen = []
    for _ in range(8):
        reader.press(Keys.TAB)
        seen.append(reader.focus())
        if seen[-1] == "skip":
            box = reader.run("(b => [b.left, b.right, b.bottom])(document.activeElement.getBoundingClientRect())")
            reader.expect(box[0] >= 0 and box[2] > 0, f"the link that skips stays outside of the window: {box}")
    wanted = ["skip", "home", *(["menu"] if reader.size == "phone" else []), "search", "theme"]
    reader.expect(seen[:len(wanted)] == wanted, f"Tab leads to {seen}")
    outline = reader.run("getComputedStyle(document.activeElement).outlineStyle")
    reader.expect(outline != "none", "what has the focus has no outline")
    reader.open("chapter_01.html")
    reader.press(Keys.TAB)
    reader.press(Keys.ENTER)
    reader.expect(reader.wait_for("location.hash === '#content'"), "the link that skips does not lead to the text")
    reader.press(Keys.TAB)
    reader.expect(reader.run("document.querySelector('main').contains(document.activeElement)"),
                  f"behind the link that skips Tab leads to {reader.focus()}")


def turn_pages(reader):
    reader.open("chapter_01.html")
    titles = [reader.text("h1")]
    for key, rel in ((Keys.RIGHT, "next"), (Keys.RIGHT, "next"), (Keys.LEFT, "prev")):
        target = reader.run(f"document.querySelector('link[rel={rel}]').href")
        reader.press(key)
        reader.expect(reader.wait_for(f"location.href === {target!r} && document.readyState === 'complete'"),
                      f"an arrow key does not lead to {target}")
        titles.append(reader.text("h1"))
    reader.expect(titles[3] == titles[1] and len(set(titles)) == 3, f"arrow keys lead to {titles}")
    here = reader.run("location.href")
    reader.find("#search")[0].send_keys("a", Keys.LEFT, Keys.RIGHT)
    reader.expect(reader.run("location.href") == here, "an arrow key in the field turns the page")


def copy_code(reader):
    """Of a console the commands, of a source all."""
    reader.browser.execute_cdp_cmd("Browser.grantPermissions", {
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    reader.open("chapter_01.html")
    for kind, selector in (("a console", ".code:has(kbd)"), ("a source", ".code:not(:has(kbd))")):
        wanted = reader.run(f"""(block => [...block.querySelectorAll('kbd')].map(k => k.textContent).join('\\n') ||
            block.querySelector('pre').textContent)(document.querySelector('{selector}'))""")
        button = reader.find(f"{selector} button.copy, {selector} + button.copy")
        reader.expect(button, f"{kind} has no button that copies")
        if not button:
            continue
        reader.run("window.focus()")
        reader.run("arguments[0].scrollIntoView({block: 'center'})", button[0])
        button[0].click()
        reader.expect(reader.wait_for("[...document.querySelectorAll('.copy')].some(b => b.textContent === 'Copied')", 5),
                      f"the button of {kind} does not tell that it has copied")
        copied = reader.browser.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
        reader.expect(copied == wanted and "$ " not in str(copied)[:2], f"of {kind} is copied {str(copied)[:60]!r}")


def read_without_a_script(reader):
    """Nothing of the text needs one, and the menu is at the foot."""
    reader.script(False)
    reader.open("chapter_01.html")
    texts = [reader.text(selector) for selector in ("h1", "#book", "main")]
    hidden = [button.text for button in reader.find("button") if button.is_displayed()]
    reader.script(True)
    reader.expect("01 · " in texts[0] and "02 · " in texts[1] and "vector_add" in texts[2], "has no text without a script")
    reader.expect(not hidden, f"without a script the buttons {hidden} do nothing")


def fit_a_phone(reader):
    """No page of the book is wider than a phone: what is too wide scrolls by itself."""
    reader.look("phone", "light")
    for path in sorted(reader.root.glob("*.html")):
        reader.open(path.name)
        width, window = reader.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        reader.expect(width <= window, f"is {width} wide in a window of {window}")


def check(reader):
    for size in SIZES:
        for scheme in SCHEMES:
            reader.look(size, scheme)
            reader.visit(read_main_page, read_chapter, read_exercise, read_other_pages, use_the_menu, switch_the_theme)
        reader.visit(tab_through, turn_pages, copy_code, read_without_a_script)
    reader.visit(fit_a_phone)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[0].removeprefix("usage: "))
    parser.add_argument("html", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--screenshots", type=Path)
    parser.add_argument("--only", choices=("pages", "search", "axe"))
    options = parser.parse_args()
    if not (options.html / "index.html").exists() or options.axe and not options.axe.exists():
        parser.error("there is no such file")
    parts = {"pages": check, "search": search_test.check}
    if options.axe:
        parts["axe"] = lambda reader: axe_test.check(reader, options.axe.read_text())
    reader = Reader(options.html, options.screenshots)
    try:
        for name, part in parts.items():
            if options.only in (None, name):
                part(reader)
    finally:
        reader.browser.quit()
    return reader.report()


if __name__ == "__main__":
    sys.exit(main())
