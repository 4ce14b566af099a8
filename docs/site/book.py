"""The pages of the site and their order: chapters with their programs and exercises, and the pages beside them."""

import html
import re
from dataclasses import dataclass, field
from itertools import takewhile

import checks
import exercises
import highlight
import kernels
import measured
from markdown import Site, Text, convert, sections, slug

FIRST_PAGE = "why_a_gpu"  # of docs/pages; chapter 01 follows it

RUN = "bin/(?:learn run )?"  # in front of a program's name, where a lesson runs it

# Files beside a chapter's README, where they exist, and what the menu calls them.
BESIDE = {"QUESTIONS.md": "Test yourself", "DEEPER.md": "Going deeper"}

# Pages that are READMEs of their own, and what the menu calls them.
OTHER = {"exercises/README.md": ("exercises", "The exercises"),
         "common/simt/README.md": ("inside_the_cpu_backend", "Inside the CPU backend"),
         "docs/measured/counters_of_programs.md": ("measured_counters", "The model against the hardware"),
         "CONTRIBUTING.md": ("contributing", "Contributing")}


@dataclass
class Page:
    """A page of the site. `name` is that of its file, without `.html`."""
    name: str
    text: Text
    kind: str = "page"
    chapter: str = ""  # its number
    short: str = ""    # what the menu and links to it call it
    scripts: list = field(default_factory=list)

    def __post_init__(self):
        self.short = self.short or self.text.title


@dataclass
class Chapter:
    """A chapter's pages: the lesson, and by kind those that belong to it."""
    number: str
    lesson: Page
    programs: list = field(default_factory=list)
    exercises: list = field(default_factory=list)
    beside: list = field(default_factory=list)

    def pages(self):
        return [self.lesson, *self.exercises, *self.beside, *self.programs]


def lead(source):
    """The comment that begins a program: its paragraphs without the title, and how many lines it has."""
    lines = list(takewhile(lambda line: line.startswith("//"), source.splitlines()))
    titles = 1 if lines and lines[0].startswith("// Chapter ") else 0
    return "\n".join(line[3:] for line in lines[titles:]).strip("\n").split("\n\n"), len(lines)


def lead_html(paragraphs):
    """A program's first comment as prose, with its usage as it stands."""
    out = ""
    for paragraph in paragraphs:
        words = re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(paragraph, quote=False))
        out += f'<pre class="usage">{words}</pre>\n' if paragraph.startswith("  ") else f"<p>{words}</p>\n"
    return out


def add_section(text, place, title, body):
    """Puts a section behind the text."""
    text.headings.append((2, place, title))
    text.html += f'<h2 id="{place}">{title}</h2>\n{body}'


class Book:
    """Reads the repository in `root`; pictures that programs have drawn are in `drawn`."""

    def __init__(self, root, pictures):
        self.root, self.site = root, Site()
        self.site.pictures = pictures
        self.folders = sorted(path.parent for path in root.glob("chapters/*/README.md"))
        self.name_pages()
        self.glossary = self.read_glossary()
        self.chapters = [self.chapter(folder) for folder in self.folders]
        self.others = self.other_pages()

    def relative(self, path):
        return path.relative_to(self.root).as_posix()

    def convert(self, path):
        """A README as text of the site; each page links the glossary's terms where it introduces them."""
        return convert(self.site, path.read_text(), self.relative(path.parent), dict(self.glossary))

    def exercise_folders(self, chapter):
        """The chapter's exercises, in the order of its CMakeLists.txt."""
        folder = self.root / "exercises" / chapter.name
        lists = folder / "CMakeLists.txt"
        names = re.findall(r"^add_exercise\((\w+)", lists.read_text(), re.M) if lists.exists() else []
        return [folder / name for name in names]

    def program_files(self, chapter):
        """The chapter's programs, in the order in which its lesson runs them."""
        text = "".join((chapter / name).read_text() for name in ("README.md", "DEEPER.md") if (chapter / name).exists())
        order = {name: at for at, name in reversed(list(enumerate(re.findall(rf"{RUN}(\w+)", text))))}
        return sorted(chapter.glob("*.cu"), key=lambda path: (order.get(path.stem, len(order) + len(text)), path.name))

    def name_pages(self):
        """Which file is which page: before the first page is made, since they link each other."""
        pages = self.site.pages
        pages.update({"README.md": "index", "exercises": "exercises", "common/simt": "inside_the_cpu_backend",
                      "common/tutorial.cuh": "reference/group__tutorial"})
        pages.update({path: name for path, (name, _) in OTHER.items()})
        for page in self.root.glob("docs/pages/*.md"):
            pages[self.relative(page)] = page.stem
        for chapter in self.folders:
            number = chapter.name[:2]
            pages[self.relative(chapter)] = pages[self.relative(chapter / "README.md")] = f"chapter_{number}"
            for name in BESIDE:
                if (chapter / name).exists():
                    pages[self.relative(chapter / name)] = f"{name[:-3].lower()}_{number}"
            pages[f"docs/measured/{chapter.name}"] = f"measured_{number}"
            for program in chapter.glob("*.cu"):
                pages[self.relative(program)] = f"program_{program.stem}"
            for exercise in self.exercise_folders(chapter):
                for name in ("", "README.md", "hints.md", f"{exercise.name}.cu"):
                    pages[self.relative(exercise / name)] = f"exercise_{exercise.name}"

    def read_glossary(self):
        """Each word that the glossary explains -> its place."""
        text = (self.root / "docs/pages/glossary.md").read_text()
        return {word.strip().lower(): f"glossary.html#{slug(term)}"
                for term in re.findall(r"^### (.*)$", text, re.M) for word in term.split(",")}

    def chapter(self, folder):
        number = folder.name[:2]
        lesson = Page(f"chapter_{number}", self.convert(folder / "README.md"), "chapter", number)
        chapter = Chapter(number, lesson)
        chapter.programs = [self.program(folder, path) for path in self.program_files(folder)]
        chapter.exercises = [self.exercise(folder, path) for path in self.exercise_folders(folder)]
        chapter.beside = [Page(f"{name[:-3].lower()}_{number}", self.convert(folder / name), "chapter", number, short)
                          for name, short in BESIDE.items() if (folder / name).exists()]
        chapter.beside.append(self.measured(folder, chapter.programs))
        return chapter

    def section_about(self, folder, program):
        """Where the chapter is about a program: the first section that runs it, as (title, link)."""
        for name in ("README.md", "DEEPER.md"):
            path = folder / name
            for title, body in sections(path.read_text()) if path.exists() else ():
                if re.search(rf"{RUN}{program.stem}\b", body) and title != "The idea":
                    return title, f"{self.site.pages[self.relative(path)]}.html#{slug(title)}"
        return None

    def program(self, folder, path):
        number, code = folder.name[:2], path.read_text()
        paragraphs, lines = lead(code)
        text = Text(title=path.name, html=lead_html(paragraphs), about=" ".join(paragraphs[0].split()) or f"A program of chapter {number}.")
        about = self.section_about(folder, path)
        if about:
            text.html += f'<p class="about">In the lesson: <a href="{about[1]}">{about[0]}</a>, chapter {number}.</p>\n'
        else:
            text.html += f'<p class="about">A program of <a href="chapter_{number}.html">chapter {number}</a>.</p>\n'
        tables = measured.program_html(self.root, folder.name, path.stem)
        if tables:
            add_section(text, "measured", f"On an {measured.gpu_of(self.root, folder.name)}", tables)
        headers = [folder / name for name in re.findall(r'^#include "(\w+\.cuh)"', code, re.M) if (folder / name).exists()]
        ladder = kernels.ladder_html(path, measured.launches_of(self.root, folder.name, path.stem), highlight.part)
        if ladder:
            add_section(text, "kernels", "Its kernels", ladder)
        add_section(text, "source", f"Source: {path.name}", highlight.source("\n".join(code.split("\n")[lines:]), lines + 1))
        for header in headers:
            add_section(text, header.stem, header.name, highlight.source(header.read_text(), prefix=f"{header.stem}-"))
        return Page(f"program_{path.stem}", text, "program", number, path.stem)

    def measured(self, folder, programs):
        """All that a GPU measured for a chapter, on a page."""
        number, gpu = folder.name[:2], measured.gpu_of(self.root, folder.name)
        text = Text(title=f"{number}: what an {gpu} measured",
                    about=f"Times and counters of the programs of chapter {number}, from an NVIDIA {gpu}.")
        text.html = f"<p><code>docs/measured/measure.sh {folder.name}</code> makes these tables again on your GPU.</p>\n"
        for page in programs:
            tables = measured.program_html(self.root, folder.name, page.short)
            if tables:
                link = f'<p><a href="{page.name}.html">The program</a></p>\n'
                add_section(text, page.short, page.short, link + tables)
        return Page(f"measured_{number}", text, "measured", number, f"What an {gpu} measured")

    def exercise(self, folder, path):
        readme, check, stub = path / "README.md", path / "check.cu", path / f"{path.name}.cu"
        text = convert(self.site, exercises.with_hints(path), self.relative(path))
        text.html = exercises.task_html(text.html, exercises.skills_of(readme.read_text()))
        text.headings.append((2, exercises.LEARNED_ID, exercises.LEARNED))
        add_section(text, "file-to-edit", "The file to edit",
                    f"<p><code>{self.relative(stub)}</code></p>\n" + highlight.source(stub.read_text()))
        add_section(text, "check", "What the check looks at", checks.checked_html(check.read_text(), highlight.part))
        return Page(f"exercise_{path.name}", text, "exercise", folder.name[:2], path.name)

    def chapter_list(self):
        """The chapters as cards, for the first page."""
        cards = ""
        for folder, chapter in zip(self.folders, self.chapters):
            goals = re.search(r"After this chapter you can\n\n(.*?)\n\n", (folder / "README.md").read_text(), re.S)
            cards += (f'<section class="card" id="{chapter.lesson.name}">'
                      f'<h3><a href="{chapter.lesson.name}.html">{chapter.lesson.text.title}</a></h3>\n'
                      + (convert(self.site, goals[1], self.relative(folder)).html if goals else "") +
                      f'<p class="about">{len(chapter.programs)} programs, {len(chapter.exercises)} exercises</p></section>\n')
        return f'<div class="cards">{cards}</div>\n'

    def other_pages(self):
        paths = {path: (path.stem, "") for path in sorted(self.root.glob("docs/pages/*.md"))}
        paths.update({self.root / path: page for path, page in OTHER.items()})
        pages = []
        for path, (name, short) in paths.items():
            text = self.convert(path)
            for mark, make in LISTS.items():
                text.html = text.html.replace(f"<!-- {mark} -->", make(self) if f"<!-- {mark} -->" in text.html else "")
            pages.append(Page(name, text, "start" if name == "index" else "page", "", short))
        return pages

    def other(self, name):
        return next(page for page in self.others if page.name == name)

    def reading_order(self):
        """Every page once, as somebody reads who leaves nothing out."""
        first = [self.other("index"), self.other(FIRST_PAGE)]
        rest = [page for page in self.others if page not in first]
        return first + [page for chapter in self.chapters for page in chapter.pages()] + rest


# What stands in place of a comment of a page.
LISTS = {"chapters": Book.chapter_list, "exercises": lambda book: exercises.trains_html(book.root)}
