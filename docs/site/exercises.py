"""An exercise's page: its task with hints that open one after the other; and the table of which exercise trains what."""

import re
from dataclasses import dataclass

from checks import coded
from highlight import escaped

TRAINS_PAGE = "trains.html"
LEARNED, LEARNED_ID = "What you learned", "what-you-learned"
# What an exercise can train, in the order of the chapters, and what that means.
SKILLS = {
    "thread index": "which element is a thread's",
    "bounds": "the last block, edges, reads past the end",
    "errors": "errors of calls and launches, and freeing",
    "divergence": "lanes of a warp that go different ways",
    "occupancy": "how many blocks are on a multiprocessor",
    "constant memory": "a few numbers that all threads read",
    "local memory": "arrays of a thread, in registers or not",
    "shared memory": "what the threads of a block share",
    "barriers": "threads that wait for each other",
    "races": "two accesses without an order",
    "coalescing": "neighbouring lanes, neighbouring bytes",
    "data layout": "how structures and tables lie in memory",
    "vector loads": "several values with one load",
    "measuring": "times that mean something",
    "bank conflicts": "lanes that want the same bank",
    "tiles and halos": "loading once what many threads need",
    "reductions and scans": "one result of many values, or one for each",
    "atomics": "many threads, one counter",
    "shuffles and votes": "lanes that exchange registers",
    "streams and events": "copies and kernels side by side",
    "managed memory": "pages that move by themselves",
    "launches by kernels": "grids that launch grids",
    "clusters": "blocks that share their memory",
    "asynchronous copies": "tiles in flight, and barriers that count them",
    "tensor cores": "matrices in the registers of a warp",
    "tile kernels": "blocks that compute with whole tiles",
    "predicting": "with paper and pencil, before you run it",
    "reading reports": "a fault that a tool's report shows",
}
TRAINS = re.compile(r"^<!-- trains: (.*?) -->\s*", re.M)
LEAD = re.compile(r"\*\*Chapter (\d\d), level ([\d–]+)(?:, ([^*]*?))?\.\*\*\s*(.*?)\n\n", re.S)
# In the HTML of a README and of its hints.md:
HINT = re.compile(r"<details[^>]*>\s*<summary>(Hint \d+.*?)</summary>(.*?)</details>\s*", re.S)
WHERE_HINTS_ARE = re.compile(r"<p\b[^>]*>Stuck\? .*?</p>\s*", re.S)
LEARNED_FOLD = re.compile(rf"<details><summary>{LEARNED}</summary>(.*?)</details>\s*", re.S)


def skill_id(skill):
    return "skill-" + skill.replace(" ", "-")


def skills_of(readme):
    """What an exercise trains."""
    match = TRAINS.search(readme)
    return [skill.strip() for skill in match[1].split(",")] if match else []


# The task


def with_hints(folder):
    """An exercise's README and, behind it, its hints.md without the title."""
    return (folder / "README.md").read_text() + (folder / "hints.md").read_text().partition("\n")[2]


def task_html(page, skills=()):
    """Puts an exercise, with_hints() as HTML, into the page's order. The hints come to lie where the README says where
    they are, and hint k + 1 inside of hint k, so that none can be read before the one before it, without a script
    too; what was learned comes last, with a heading; what it trains is told behind the task's lead."""
    skills = skills or skills_of(page)
    page = TRAINS.sub("", page)
    hints, learned = [match.groups() for match in HINT.finditer(page)], LEARNED_FOLD.search(page)
    page = LEARNED_FOLD.sub("", HINT.sub("", page))
    task, _, after = WHERE_HINTS_ARE.sub("\0", page, count=1).partition("\0")
    if skills:
        links = ", ".join(f'<a href="{TRAINS_PAGE}#{skill_id(skill)}">{escaped(skill)}</a>' for skill in skills)
        first = re.search(r"(?=<h2\b)|\Z", task).start()
        task = task[:first] + f'<p class="trains">It trains: {links}.</p>\n' + task[first:]
    out = [task, hints_html(hints), after]
    if learned:
        out.append(f'<details class="learned"><summary><h2 id="{LEARNED_ID}">{LEARNED}</h2></summary>\n'
                   f"{learned[1].strip()}\n</details>")
    return "\n".join(part.strip() for part in out if part.strip()) + "\n"


def hints_html(hints):
    if not hints:
        return ""
    inside = ""
    for summary, text in reversed(hints):
        inside = f'<details class="hint"><summary>{summary}</summary>\n{text.strip()}\n{inside}</details>\n'
    note = f'<p class="note">{len(hints)} hints. Each of them has the next one inside.</p>'
    return f'<div class="hints">\n{note}\n{inside}</div>'


# Which exercise trains what


@dataclass
class Exercise:
    name: str
    chapter: str  # 03
    folder: str   # 03_coalescing
    level: str
    kind: str     # "a case for detectives", or ""
    lead: str     # its first sentence, in Markdown
    skills: list


def exercises(root):
    """All exercises, chapter by chapter in the order of their CMakeLists.txt."""
    for lists in sorted((root / "exercises").glob("*/CMakeLists.txt")):
        for name in re.findall(r"^add_exercise\((\w+)", lists.read_text(), re.M):
            readme = (lists.parent / name / "README.md").read_text()
            chapter, level, kind, lead = LEAD.search(readme).groups()
            yield Exercise(name, chapter, lists.parent.name, level, kind or "", " ".join(lead.split()), skills_of(readme))


def trains_html(root):
    """The table of all exercises with what they train; a script adds a filter and sorts."""
    found = list(exercises(root))
    count = {skill: sum(skill in exercise.skills for exercise in found) for skill in SKILLS}
    out = ['<div class="by-skill" data-by-skill>', '<ul class="skills">']
    for skill, meaning in SKILLS.items():
        out.append(f'<li id="{skill_id(skill)}" data-skill="{skill}"><span class="skill">{skill}</span> '
                   f'<span class="note">{escaped(meaning)} ({count[skill]})</span></li>')
    out += ["</ul>", '<p class="shown" role="status"></p>',
            '<div class="table" tabindex="0" role="region" aria-label="The exercises and what they train">',
            '<table class="exercises"><thead><tr>'
            '<th scope="col" data-sort="text">exercise</th><th scope="col" data-sort="text">chapter</th>'
            '<th scope="col" data-sort="text">level</th><th scope="col">trains</th><th scope="col">what it is</th>'
            "</tr></thead><tbody>"]
    for number, exercise in enumerate(found):
        skills = " ".join(f'<span class="skill">{skill}</span>' for skill in exercise.skills)
        kind = exercise.kind[:1].upper() + exercise.kind[1:]
        kind = f'<span class="kind">{escaped(kind)}</span>. ' if kind else ""
        out.append(f'<tr data-order="{number}" data-skills="{"|".join(exercise.skills)}">'
                   f'<th scope="row"><a href="exercise_{exercise.name}.html">{exercise.name}</a></th>'
                   f'<td><a href="chapter_{exercise.chapter}.html">{exercise.chapter}</a></td><td>{exercise.level}</td>'
                   f'<td class="word">{skills}</td><td class="word">{kind}{coded(exercise.lead)}</td></tr>')
    out.append("</tbody></table></div></div>")
    return "\n".join(out) + "\n"
