"""The part of browse_site.py that searches: what somebody types, and the page that has to be among the first three; the
list below the field by keyboard and as a screen reader is told of it; the page of all results; how much work a search
is."""

import json
import re

from selenium.webdriver.common.keys import Keys

import index_search

# What is typed -> the page, or the place on it, that has to be among the first three.
QUERIES = {
    # names of CUDA
    "launch_bounds": "deeper_01.html#registers-and-launch-bounds",
    "__launch_bounds__": "program_launch_bounds.html",
    "cudaMemcpyAsync": "chapter_08.html",
    "memcpy": "chapter_02.html",
    "cuda malloc managed": "chapter_09.html",
    "cudaMallocManaged": "chapter_09.html",
    "atomicAdd": "chapter_05.html",
    "atomic cas": "program_atomic_cas.html",
    "__syncthreads": "chapter_04.html#barriers-write-wait-read",
    "__shfl_down_sync": "chapter_06.html",
    "__ldg": "chapter_07.html",
    "__restrict__": "chapter_03.html",
    "cudaStreamSynchronize": "chapter_08.html",
    "cudaGetLastError": "chapter_01.html",
    "blockIdx": "chapter_01.html",
    # what one wants to know
    "bank conflict": "chapter_04.html",
    "bank conflicts": "glossary.html",
    "warp-level": "chapter_06.html",
    "coalescing": "chapter_03.html",
    "what is a warp": "glossary.html#warp-warps",
    "shared memory": "chapter_02.html#shared-memory-what-the-threads-of-a-block-exchange",
    "dynamic shared memory": "chapter_02.html#dynamic-shared-memory-the-launch-gives-the-size",
    "constant memory": "chapter_07.html",
    "unified memory": "chapter_09.html",
    "pinned memory": "deeper_02.html#pinned-memory-four-kinds-of-host-memory",
    "occupancy": "deeper_01.html#occupancy-how-many-blocks-fit-on-a-multiprocessor",
    "divergence": "chapter_01.html#divergence-a-warp-takes-both-sides-of-a-branch",
    "grid stride loop": "chapter_01.html#any-length-any-grid-bounds-check-and-grid-stride-loop",
    "reduction": "chapter_05.html",
    "race condition": "glossary.html#race",
    "roofline": "chapter_02.html#roofline-which-limit-applies",
    "matrix transpose": "chapter_04.html",
    "matrix multiplication": "chapter_14.html",
    "histogram": "program_histogram.html",
    "ghost cells": "chapter_04.html#several-steps-in-one-launch-ghost-cells",
    "default stream": "chapter_08.html#what-waits-for-what-the-default-stream",
    "cuda graphs": "chapter_08.html#graphs-record-once-launch-often",
    "dynamic parallelism": "chapter_10.html",
    "distributed shared memory": "chapter_11.html",
    "time a kernel": "chapter_01.html#timing-let-the-device-read-the-clock",
    "error checking": "chapter_01.html",
    "amdahl": "why_a_gpu.html",
    "docker": "setup.html",
    "nvidia-smi": "why_a_gpu.html",
    "scale_vector": "exercise_scale_vector.html",
    "game of life": "exercise_game_of_life.html",
    # a word not yet typed to its end
    "coal": "chapter_03.html",
    "asynchron": "chapter_01.html#asynchronous-launches-the-host-does-not-wait",
    "occupan": "glossary.html#occupancy",
    "cudaMemcpyAs": "chapter_08.html",
    # typing errors
    "shared memroy": "chapter_02.html",
    "coalesing": "chapter_03.html",
    "kernal": "glossary.html#kernel",
    "occupency": "glossary.html#occupancy",
    "sycnthreads": "chapter_04.html#barriers-write-wait-read",
    "cudaMemcpyAsinc": "chapter_08.html",
    "dynamic paralelism": "chapter_10.html",
    "page falt": "glossary.html#page-fault",
    "bank conflikt": "chapter_04.html",
    "warp shufle": "chapter_06.html",
    "rooflien": "chapter_02.html",
    "histgram": "chapter_05.html#histograms-private-copies-and-a-bank-for-each-lane",
}

# A search of n words may ask lunr this often for each word, and for each name that neighbouring words may be, and it
# may read so many characters again: work is counted, since times depend on the machine.
ASKS_PER_WORD = 4
CHARACTERS = 300_000

FOUND = "[...document.querySelectorAll('#found a')].map(a => a.href.split('/').pop())"


class Searcher:
    """Types into the field, and reads what is below it."""

    def __init__(self, reader):
        self.reader = reader

    def type(self, query):
        """What a query finds, as somebody sees it who has typed its last letter."""
        self.reader.run("""(query => {
            document.getElementById('found-count').textContent = '';
            const field = document.getElementById('search');
            field.focus();
            field.value = query;
            field.dispatchEvent(new Event('input'));
        })(arguments[0])""", query)
        self.reader.expect(self.reader.wait_for("document.getElementById('found-count').textContent !== ''"),
                           f"“{query}” has no answer")
        return self.reader.run(FOUND)


def find_pages(reader):
    reader.open("chapter_01.html")
    searcher = Searcher(reader)
    for query, place in QUERIES.items():
        found = searcher.type(query)[:3]
        reader.expect(any(link == place or link.split("#")[0] == place for link in found),
                      f"“{query}” finds {found} first and not {place}")
    for query in ("counters", "event", "memory", "launch", "warp"):
        kinds = reader.run("[...document.querySelectorAll('#found a[data-kind]')].map(a => a.dataset.kind)") \
            if searcher.type(query) else []
        prose = [kind in ("chapter", "deeper", "page", "glossary") for kind in kinds]
        reader.expect(prose[:1] == [True] and kinds[:1] != ["reference"], f"“{query}” finds {kinds} in this order")
    reader.expect(searcher.type("qqxqqx") == [], "finds what is not there")
    reader.expect("Nothing found" in reader.text("#found-count"), "does not say that there is nothing")


def find_the_reference(reader):
    """What only the reference has is found there, and it is never before the book."""
    titles = [page for page, _ in index_search.reference_pages(reader.root)]
    reader.expect(len(titles) > 100, f"the reference has {len(titles)} pages")
    reader.open("index.html")
    found = Searcher(reader).type("UnlinkedGraph" if not titles else titles[0][1].split("::")[-1])
    reader.expect(any(link in titles[0][0] for link in found), f"{titles[0]} is not found")


def show_excerpts(reader):
    reader.open("chapter_01.html")
    searcher = Searcher(reader)
    searcher.type("bank conflict")
    texts = reader.run("[...document.querySelectorAll('#found .found-text')].map(e => e.textContent)")
    marks = reader.run("[...document.querySelectorAll('#found mark')].map(e => e.textContent.toLowerCase())")
    reader.expect(all("bank" in mark or "conflict" in mark for mark in marks) and len(marks) > 8, f"marks {marks}")
    reader.expect(len(texts) == 8 and all(20 < len(text) < 200 for text in texts), f"excerpts are {[len(text) for text in texts]} long")
    reader.expect("Chapter 04" in reader.text("#found"), "does not say which chapter it is")
    searcher.type("__launch_bounds__")
    marks = reader.run("[...document.querySelectorAll('#found mark')].map(e => e.textContent)")
    reader.expect("__launch_bounds__" in marks, f"marks {marks}")


def search_by_keyboard(reader):
    reader.open("chapter_01.html")
    reader.press("/")
    reader.expect(reader.focus() == "search", "the key / does not lead to the field")
    reader.press("bank conflict")
    reader.expect(reader.wait_for("document.querySelector('#search[aria-expanded=true]') !== null"), "shows no list")
    reader.expect(reader.run("document.getElementById('search').value") == "bank conflict", "the key / is in the field")
    options = reader.run("[...document.querySelectorAll('#found [role=option]')].map(e => e.id)")
    reader.expect(len(options) == len(set(options)) == 9, f"the list has {options}")
    if not options:
        return

    def active():
        selected = reader.run("[...document.querySelectorAll('#found [aria-selected=true]')].map(e => e.id)")
        told = reader.run("document.getElementById('search').getAttribute('aria-activedescendant')")
        reader.expect(selected == ([told] if told else []), f"{selected} is chosen, and {told} told")
        return told

    reader.expect(active() is None, "something is chosen at first")
    for key, option in ((Keys.DOWN, options[0]), (Keys.DOWN, options[1]), (Keys.UP, options[0]), (Keys.UP, None),
                        (Keys.UP, options[-1]), (Keys.DOWN, None)):
        reader.press(key)
        reader.expect(active() == option, f"an arrow key leads to {active()} and not to {option}")
    reader.expect(reader.focus() == "search", "the focus has left the field")
    reader.press(Keys.ESCAPE)
    reader.expect(reader.run("document.getElementById('found').hidden"), "Escape does not close the list")
    reader.expect(reader.run("document.getElementById('search').value") == "bank conflict", "Escape empties the field")
    reader.press(Keys.DOWN)
    reader.expect(reader.wait_for("!document.getElementById('found').hidden"), "an arrow key does not open the list")
    reader.press(Keys.DOWN)
    target = reader.run("document.querySelector('#found a').href")
    reader.press(Keys.ENTER)
    reader.expect(reader.wait_for("location.href === " + json.dumps(target)), f"Enter does not lead to {target}")


def leave_the_list(reader):
    reader.open("chapter_01.html")
    Searcher(reader).type("warp")
    reader.press(Keys.TAB)
    reader.expect(reader.run("document.getElementById('found').hidden"), "the list stays when the focus leaves")
    reader.press("/")
    reader.expect(reader.focus() == "search", "the key / does not lead back")
    reader.press("/")
    reader.expect(reader.run("document.getElementById('search').value") == "/", "no / can be typed")


def show_all(reader):
    reader.open("chapter_01.html")
    reader.press("/")
    reader.press("shared memroy")
    reader.wait_for("document.querySelector('#search[aria-expanded=true]') !== null")
    reader.press(Keys.ENTER)
    reader.expect(reader.wait_for("location.pathname.endsWith('/search.html')"), "Enter does not lead to all results")
    reader.expect(reader.wait_for("document.querySelectorAll('#search-results > li').length > 8"), "shows no results")
    reader.expect("shared memroy" in reader.text("#search-summary"), "does not say what was asked for")
    reader.expect(reader.run("document.title").startswith("shared memroy"), "the title does not say what was asked for")
    count = reader.run("document.querySelectorAll('#search-results > li').length")
    reader.expect(reader.text("#search-summary").startswith(f"{count} pages"), f"{count} results, but says otherwise")
    reader.expect(not reader.errors(), "has errors")
    reader.open("search.html?q=__launch_bounds__")
    reader.expect(reader.wait_for("document.querySelectorAll('#search-results > li').length > 2"), "finds nothing")
    reader.press("/")
    reader.press("coalescing")
    reader.expect(reader.wait_for("new URLSearchParams(location.search).get('q') === 'coalescing'"),
                  f"the address does not follow: {reader.run('location.search')}")
    reader.expect("coalescing" in reader.text("#search-summary"), "does not follow the field")
    reader.open("search.html")
    reader.expect(reader.wait_for("document.getElementById('search-summary').textContent.startsWith('Type')"),
                  "does not say what to do")


def search_without_a_script(reader):
    reader.script(False)
    reader.open("search.html")
    reader.script(True)
    reader.expect("needs a script" in reader.text("#search-summary"), "does not say that it needs a script")


def count_the_work(reader):
    reader.open("chapter_01.html")
    searcher = Searcher(reader)
    searcher.type("a")
    reader.run("""(() => {
        const ask = lunr.Index.prototype.query, read = String.prototype.matchAll;
        window.work = {asks: 0, characters: 0};
        lunr.Index.prototype.query = function (...rest) { ++work.asks; return ask.apply(this, rest); };
        String.prototype.matchAll = function (...rest) { work.characters += this.length; return read.apply(this, rest); };
    })()""")
    for query in ("c", "co", "bank conflict", "cuda malloc managed", "occupency", "how do the threads of a block wait for each other"):
        reader.run("work.asks = work.characters = 0")
        searcher.type(query)
        asks, characters = reader.run("[work.asks, work.characters]")
        words = len(re.findall(r"\w+", query))
        reader.expect(0 < asks <= ASKS_PER_WORD * (words + 2), f"“{query}” asks lunr {asks} times")
        reader.expect(0 < characters <= CHARACTERS, f"“{query}” reads {characters} characters")
    results = reader.run("document.querySelectorAll('#found a').length")
    reader.expect(results <= 9, f"the list has {results} entries")


def agree_on_words(reader):
    """index_search.py and search.js cut all texts of the site into the same words: what only one of them takes for a
    word is not found."""
    source = (reader.root / "assets/search.js").read_text()
    cut = re.search(r"  function wordsOf\(text\) \{\n.*?\n  \}\n", source, re.S)[0]
    reader.open("chapter_01.html")
    seen = 0
    for _, sections in index_search.book_pages(reader.root):
        text = " ".join(part for section in sections for part in section[1:])
        theirs = reader.run(f"(text => {{ {cut} return wordsOf(text).flatMap(({{word, parts}}) => [word, ...parts]); }})"
                            "(arguments[0])", text)
        different = set(index_search.words_of(text)) ^ set(theirs)
        reader.expect(not different, f"words that are some for one of the two only: {sorted(different)[:9]}")
        seen += len(theirs)
    reader.expect(seen > 100_000, f"there are {seen} words")


def fit_on_a_phone(reader):
    reader.open("chapter_01.html")
    Searcher(reader).type("bank conflict")
    box = reader.run("(b => [b.left, b.right, innerWidth])(document.getElementById('found').getBoundingClientRect())")
    reader.expect(0 <= box[0] < box[1] <= box[2], f"the list lies beside the window: {box}")
    reader.picture("search-list")


def check(reader):
    reader.look("desktop", "light")
    reader.visit(find_pages, find_the_reference, show_excerpts, search_by_keyboard, leave_the_list, show_all,
                 search_without_a_script, count_the_work, agree_on_words)
    reader.look("phone", "dark")
    reader.visit(search_by_keyboard, fit_on_a_phone)
