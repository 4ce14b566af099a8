#!/usr/bin/env python3
"""usage: make_site.py REPOSITORY PICTURES OUTPUT

Writes the pages that Doxygen makes the site of: OUTPUT/pages/*.md, and OUTPUT/pictures/*.svg, the
pictures that the programs have drawn into PICTURES and bar charts of the tables in docs/measured.
"""

import re
import sys
from itertools import takewhile
from pathlib import Path

from charts import charts
from markdown import Site, convert, picture_block, sections, slug


def title_of(path):
    return path.read_text().splitlines()[0].lstrip("# ").replace("`", "")


def lead(source):
    """The comment that begins a program, as text."""
    lines = takewhile(lambda line: line.startswith("//"), source.read_text().splitlines())
    return "\n".join(line[3:] for line in lines).strip()


def page_of(chapter):
    return f"chapter_{chapter.name[:2]}"


def page_beside(chapter, name):
    """The page of a file beside the chapter's README: deeper_01 of DEEPER.md."""
    return f"{name[:-3].lower()}_{chapter.name[:2]}"


# Files beside a chapter's README, where they exist, and what its list of pages calls them.
BESIDE = {"DEEPER.md": "What may wait", "QUESTIONS.md": "Test yourself"}


FIRST_PAGE = "why_a_gpu"  # of docs/pages; chapter 01 follows it


class Book:
    def __init__(self, root, drawn, output):
        self.root, self.drawn, self.output = root, drawn, output
        self.site = Site()
        self.chapters = sorted(p.parent for p in root.glob("chapters/*/README.md"))
        self.glossary = {}
        for folder in ("pages", "pictures"):
            (output / folder).mkdir(parents=True, exist_ok=True)
            for old in (output / folder).iterdir():
                old.unlink()

    def write(self, page, text):
        (self.output / "pages" / f"{page}.md").write_text(text)

    def relative(self, path):
        return path.relative_to(self.root).as_posix()

    def exercises(self, chapter):
        """The chapter's exercises, in the order of its CMakeLists.txt."""
        folder = self.root / "exercises" / chapter.name
        lists = folder / "CMakeLists.txt"
        names = re.findall(r"^add_exercise\((\w+)", lists.read_text(), re.M) if lists.exists() else []
        return [folder / name for name in names]

    def beside(self, chapter):
        return [name for name in BESIDE if (chapter / name).exists()]

    def name_pages(self):
        """Which file is which page: before the first page is written, since they link each other."""
        pages = self.site.pages
        pages["README.md"] = "index"
        pages["exercises"] = pages["exercises/README.md"] = "exercises"
        pages["common/simt/README.md"] = pages["common/simt"] = "cpu_backend"
        pages["docs/measured/counters_of_programs.md"] = "measured_counters"
        pages["CONTRIBUTING.md"] = "contributing"
        for page in self.root.glob("docs/pages/*.md"):
            pages[self.relative(page)] = page.stem
        for chapter in self.chapters:
            pages[self.relative(chapter)] = pages[self.relative(chapter / "README.md")] = page_of(chapter)
            for name in self.beside(chapter):
                pages[self.relative(chapter / name)] = page_beside(chapter, name)
            pages[f"docs/measured/{chapter.name}"] = f"measured_{chapter.name[:2]}"
            for program in chapter.glob("*.cu"):
                pages[self.relative(program)] = f"program_{program.stem}"
            for exercise in self.exercises(chapter):
                page = f"exercise_{exercise.name}"
                for name in ("", "README.md", f"{exercise.name}.cu"):
                    pages[self.relative(exercise / name)] = page

    def take_pictures(self):
        """What programs and GPUs have drawn; its place in the repository is the READMEs' name for it."""
        for folder in (*self.chapters, self.root / "docs/pictures"):
            for picture in sorted(folder.glob("*.svg")):
                drawn = self.drawn / folder.name / picture.name
                svg = (drawn if drawn.exists() else picture).read_text()  # a GPU's is drawn from records
                # On a white card in light and dark pages: without the colours for a dark background.
                svg = re.sub(r"@media \(prefers-color-scheme: dark\) \{(?:[^{}]*\{[^{}]*\})*\s*\}\n", "", svg)
                name = f"{folder.name[:2]}-{picture.name}" if folder in self.chapters else picture.name
                (self.output / "pictures" / name).write_text(svg)
                self.site.pictures[self.relative(picture)] = name
        for chapter in self.chapters:
            for picture in sorted(chapter.glob("*.png")):
                name = f"{chapter.name[:2]}-{picture.name}"
                (self.output / "pictures" / name).write_bytes(picture.read_bytes())
                self.site.pictures[self.relative(picture)] = name

    def read_glossary(self):
        text = (self.root / "docs/pages/glossary.md").read_text()
        for term in re.findall(r"^### (.*)$", text, re.M):
            for word in term.split(","):
                self.glossary[word.strip().lower()] = f"glossary-{slug(term)}"

    def navigation(self, before, up, after):
        """Links to (title, page) before, above and after; None where there is none."""
        parts = []
        if before:
            parts.append(f"[← {before[0]}](@ref {before[1]})")
        parts.append(f"[↑ {up[0]}](@ref {up[1]})")
        if after:
            parts.append(f"[{after[0]} →](@ref {after[1]})")
        return '\n<div class="book-navigation">\n\n' + " · ".join(parts) + "\n\n</div>\n"

    def first_page(self):
        return title_of(self.root / f"docs/pages/{FIRST_PAGE}.md"), FIRST_PAGE

    def neighbours(self, items, index):
        return (items[index - 1] if index > 0 else None,
                items[index + 1] if index + 1 < len(items) else None)

    def charts_of(self, chapter, program):
        """The program's output on an H200 and its charts, or nothing."""
        measured = self.root / "docs/measured" / chapter.name / f"{program.stem}.txt"
        if not measured.exists():
            return ""
        text, parts = measured.read_text(), []
        for index, (alt, svg) in enumerate(charts(text), 1):
            name = f"chart-{program.stem}-{index}.svg"
            (self.output / "pictures" / name).write_text(svg)
            parts += picture_block(name, alt)
        return "\n".join(parts) + f"\n```\n{text}```\n"

    def write_chapters(self):
        titles = [(title_of(c / "README.md"), page_of(c)) for c in self.chapters]
        for index, chapter in enumerate(self.chapters):
            page = titles[index][1]
            readme = chapter / "README.md"
            text = convert(self.site, readme.read_text(), self.relative(chapter), page,
                           dict(self.glossary))
            programs = sorted(chapter.glob("*.cu"))
            text += f"\n## The pages of this chapter {{#{page}-pages}}\n\n"
            for name in self.beside(chapter):
                other = page_beside(chapter, name)
                text += f"- {BESIDE[name]}: @subpage {other}\n"
                self.write(other, convert(self.site, (chapter / name).read_text(), self.relative(chapter), other,
                                          dict(self.glossary)) + self.navigation(None, titles[index], None))
            text += f"- @subpage measured_{page[-2:]}\n"
            text += "".join(f"- Program @subpage program_{p.stem}\n" for p in programs)
            text += "".join(f"- Exercise @subpage exercise_{e.name}\n" for e in self.exercises(chapter))
            before, after = self.neighbours(titles, index)
            before = before or self.first_page()
            self.write(page, text + self.navigation(before, ("All chapters", "index"), after))
            self.write_programs(chapter, titles[index], programs)
            self.write_exercises(chapter, titles[index])

    def section_about(self, chapter, program):
        """Title and place of the lesson's first section that runs the program, if there is one."""
        for file, page in (("README.md", page_of(chapter)), ("DEEPER.md", page_beside(chapter, "DEEPER.md"))):
            text = (chapter / file).read_text() if (chapter / file).exists() else ""
            for title, body in sections(text):
                if re.search(rf"bin/{program.stem}\b", body) and title != "The idea":
                    return title, f"{page}-{slug(title)}"
        return None

    def write_programs(self, chapter, chapter_title, programs):
        measured = f"# {chapter.name[:2]}: what an H200 measured {{#measured_{chapter.name[:2]}}}\n\n"
        measured += f"`docs/measured/measure.sh {chapter.name}` makes these tables again on your GPU.\n"
        for index, program in enumerate(programs):
            page = f"program_{program.stem}"
            text = f"# {program.stem}.cu {{#{page}}}\n\n"
            section, where = self.section_about(chapter, program) or chapter_title
            text += f"[{section}](@ref {where}) in chapter {chapter.name[:2]} is about this program.\n\n"
            text += "```\n" + lead(program) + "\n```\n\n"
            text += f"## Source {{#{page}-source}}\n\n@include{{lineno}} {chapter.name}/{program.name}\n\n"
            for header in re.findall(r'^#include "(\w+\.cuh)"', program.read_text(), re.M):  # beside the program
                if (chapter / header).exists():
                    text += f"## {header} {{#{page}-{header[:-4]}}}\n\n@include{{lineno}} {chapter.name}/{header}\n\n"
            output = self.charts_of(chapter, program)
            if output:
                text += f"## On an H200 {{#{page}-measured}}\n\n{output}"
                measured += f"\n## {program.stem} {{#{page}-table}}\n\n[The program](@ref {page})\n\n{output}"
            before, after = self.neighbours([(p.stem, f"program_{p.stem}") for p in programs], index)
            self.write(page, text + self.navigation(before, chapter_title, after))
        self.write(f"measured_{chapter.name[:2]}", measured)

    def write_exercises(self, chapter, chapter_title):
        exercises = self.exercises(chapter)
        for index, exercise in enumerate(exercises):
            page = f"exercise_{exercise.name}"
            text = convert(self.site, (exercise / "README.md").read_text(), self.relative(exercise), page)
            path = f"{chapter.name}/{exercise.name}"
            text += f"\n## The file to edit {{#{page}-stub}}\n\n`exercises/{path}/{exercise.name}.cu`\n\n"
            text += f"@include{{lineno}} {path}/{exercise.name}.cu\n"
            text += f"\n## What checks it {{#{page}-check}}\n\n`exercises/{path}/check.cu`\n\n"
            text += f"@include{{lineno}} {path}/check.cu\n"
            before, after = self.neighbours([(e.name, f"exercise_{e.name}") for e in exercises], index)
            self.write(page, text + self.navigation(before, chapter_title, after))

    def chapter_list(self):
        lines = []
        for chapter in self.chapters:
            page = page_of(chapter)
            goals = re.search(r"After this chapter you can\n\n(.*?)\n\n", (chapter / "README.md").read_text(), re.S)
            lines.append(f"### {title_of(chapter / 'README.md')} {{#index-{page}}}\n")
            lines.append(convert(self.site, goals[1], self.relative(chapter), page) if goals else "")
            lines.append(f"→ @subpage {page}, with {len(list(chapter.glob('*.cu')))} "
                         f"[programs](@ref {page}-pages) and {len(self.exercises(chapter))} exercises\n")
        return "\n".join(lines)

    def older_books(self):
        """What the chapters say of older books: their sections, and paragraphs elsewhere."""
        text = ""
        for chapter in self.chapters:
            page, found = page_of(chapter), ""
            for title, body in sections((chapter / "README.md").read_text()):
                if title == "What older books say":
                    found += convert(self.site, body, self.relative(chapter), page) + "\n"
                    continue
                for paragraph in re.split(r"\n\n+", body):
                    if re.match(r"\**Older books\b", paragraph):
                        found += convert(self.site, paragraph, self.relative(chapter), page)
                        found += f"([{title}](@ref {page}-{slug(title)}))\n\n"
            if found:
                text += f"\n## {title_of(chapter / 'README.md')} {{#older_books-{page}}}\n\n"
                text += f"From [chapter {page[-2:]}](@ref {page}):\n\n{found}"
        return text

    def write_other_pages(self):
        inserts = {"<!-- chapters -->": self.chapter_list, "<!-- older books -->": self.older_books}
        for source in sorted(self.root.glob("docs/pages/*.md")):
            text = convert(self.site, source.read_text(), "docs/pages", source.stem)
            for mark, make in inserts.items():
                text = text.replace(mark, make() if mark in text else "")
            if source.stem == FIRST_PAGE:
                chapter = self.chapters[0]
                text += self.navigation(None, ("All chapters", "index"),
                                        (title_of(chapter / "README.md"), page_of(chapter)))
            self.write(source.stem, text)
        for path, page in (("common/simt/README.md", "cpu_backend"),
                           ("docs/measured/counters_of_programs.md", "measured_counters"),
                           ("exercises/README.md", "exercises"), ("CONTRIBUTING.md", "contributing")):
            source = self.root / path
            self.write(page, convert(self.site, source.read_text(), self.relative(source.parent), page))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.splitlines()[0])
    book = Book(*(Path(argument).resolve() for argument in sys.argv[1:]))
    book.name_pages()
    book.take_pictures()
    book.read_glossary()
    book.write_chapters()
    book.write_other_pages()


if __name__ == "__main__":
    main()
