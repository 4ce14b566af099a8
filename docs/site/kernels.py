"""The kernels of a program side by side: each one's text and counters in a tab, and what changed from one
to the next."""

import difflib
import re
from dataclasses import dataclass, field

from measured import ratio
from highlight import escaped

# Comments, strings and characters, in which braces and words do not count.
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
                     r"|'(?:\\.|[^'\\\n])'", re.S)
# (what it is called, its column, the column it is divided by): what a launch is told by.
COUNTERS = (
    ("global load requests", "global_load_requests", None),
    ("sectors per request", "global_load_sectors", "global_load_requests"),
    ("global store requests", "global_store_requests", None),
    ("sectors per request", "global_store_sectors", "global_store_requests"),
    ("global atomic requests", "global_atomic_requests", None),
    ("sectors per request", "global_atomic_sectors", "global_atomic_requests"),
    ("shared load requests", "shared_load_requests", None),
    ("bank conflicts of them", "shared_load_bank_conflicts", None),
    ("shared store requests", "shared_store_requests", None),
    ("bank conflicts of them", "shared_store_bank_conflicts", None),
    ("shared atomic requests", "shared_atomic_requests", None),
    ("bank conflicts of them", "shared_atomic_bank_conflicts", None),
    ("local load requests", "local_load_requests", None),
    ("local store requests", "local_store_requests", None),
    ("loads from other blocks", "distributed_load_requests", None),
    ("sectors per request", "distributed_load_sectors", "distributed_load_requests"),
    ("stores to other blocks", "distributed_store_requests", None),
    ("sectors per request", "distributed_store_sectors", "distributed_store_requests"),
    ("atomics on other blocks", "distributed_atomic_requests", None),
    ("texture requests", "texture_requests", None),
    ("active lanes", "active_lanes_percent", None),
)
# Programs whose kernels are only something to do for streams, launches or allocations.
BESIDE_THE_POINT = {"implicit_waits", "parent_child_memory", "stream_basics", "stream_dependencies",
                    "stream_ordered_allocation", "tail_and_fire_and_forget"}
ALIKE = 0.5          # of two kernels, so that what changed is worth reading
# The index of an element and its bounds check.
INDEX = re.compile(r"(?:const )?(?:int|unsigned|size_t|long long) \w+ = [^;]*blockIdx\.x \* blockDim\.x \+ threadIdx\.x;"
                   r"|if \(\w+ < \w+\)|__global__ void|template")
SHORT_HELPER = 30    # lines of a function that is shown with each kernel that calls it
SHOWN_LAUNCHES = 4   # of one kernel


@dataclass
class Function:
    name: str
    text: str        # with the comment above it
    first_line: int  # in its file
    body: str        # without comments, from the parameters on
    is_kernel: bool
    file: str
    helpers: list = field(default_factory=list)

    def code(self):
        """Its lines without comments, as they are compared."""
        return [line for line in (strip_comment(line) for line in self.text.splitlines()) if line.strip()]


def strip_comment(line):
    return "" if line.lstrip().startswith("//") else re.sub(r"\s*//.*", "", line)


def blanked(text):
    """The text with blanks for comments and strings: places and lines stay."""
    return SKIPPED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def closing(text, place):
    """Where the bracket at `place` is closed."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    opened, closed = text[place], pairs[text[place]]
    for index in range(place, len(text)):
        depth += (text[index] == opened) - (text[index] == closed)
        if depth == 0:
            return index
    raise ValueError(f"no {closed}")


def functions(text, file=""):
    """Yields the kernels and device functions that are defined in a source, in its order."""
    plain = blanked(text)
    end = 0
    for mark in re.finditer(r"__global__|__device__", plain):
        line = plain.rfind("\n", 0, mark.start()) + 1
        if mark.start() < end or plain[line:].startswith("#"):
            continue
        head = parameters_at(plain, mark.end())
        if not head:
            continue
        name, opening = head
        parameters_end = closing(plain, opening)
        rest = re.match(r"[^;{]*\{", plain[parameters_end + 1 :])
        if not rest:
            continue  # a declaration
        end = closing(plain, parameters_end + rest.end()) + 1
        begin = beginning(text, plain, line)
        yield Function(name, text[begin:end], text.count("\n", 0, begin) + 1, plain[opening:end],
                       "__global__" in plain[line:opening], file)


def parameters_at(plain, place):
    """(name, place of the parenthesis) of the function declared there; None for a variable."""
    while True:
        match = re.compile(r"[^();={}]*?(\w+)\s*(?=\()").match(plain, place)
        if not match:
            return None
        if not re.fullmatch(r"__\w+__|alignas", match[1]):
            return match[1], match.end()
        place = closing(plain, match.end()) + 1  # __launch_bounds__(256)


def beginning(text, plain, line):
    """The first line of the function whose line begins at `line`: with its template and the comment above."""
    begin = line
    while begin > 0:
        before = text.rfind("\n", 0, begin - 1) + 1
        words = text[before : begin - 1]
        part_of_it = plain[before : begin - 1].strip()
        if words.startswith("//") or part_of_it and part_of_it[-1] not in ";}" and not part_of_it.startswith("#"):
            begin = before
        else:
            break
    return begin


def headers(source):
    """What the program includes of its own folder."""
    names = re.findall(r'^#include "(\w+\.cuh)"', source.read_text(), re.M)
    return [source.parent / name for name in names if (source.parent / name).exists()]


def kernels(source):
    """The kernels of a program, in order, with the short device functions that they call."""
    found = []
    for path in [*headers(source), source]:
        found += functions(path.read_text(), path.name)
    helpers = {}
    for function in found:
        if not function.is_kernel:
            helpers.setdefault(function.name, []).append(function)
    result = [function for function in found if function.is_kernel]
    for kernel in result:
        kernel.helpers = called(kernel, helpers)
    return result


def called(kernel, helpers):
    """The helpers that a kernel calls, also by each other, in the order of the source."""
    wanted, waiting = [], [kernel]
    while waiting:
        body = waiting.pop().body
        for name, functions_of_name in helpers.items():
            if re.search(rf"(?<![\w.]){name}\s*(?:<[^;{{}}]*>)?\s*\(", body[body.find("{"):]):
                for function in functions_of_name:
                    if function not in wanted and function.text.count("\n") < SHORT_HELPER:
                        wanted.append(function)
                        waiting.append(function)
    return sorted(wanted, key=lambda function: (function.file, function.first_line))


def likeness(one, other):
    """How much of two kernels is the same: 1 is all of it. Words are compared, so that a renamed kernel or
    another indentation does not count; nor does what nearly every kernel begins with."""
    words = [re.findall(r"\w+|[^\w\s]", INDEX.sub(" ", " ".join(function.code()))) for function in (one, other)]
    return difflib.SequenceMatcher(None, *words, autojunk=False).ratio()


def model_of(kernel, before):
    """The kernel of those before that is most like it, of equal ones the nearest; None if none is alike."""
    best = max(reversed(before), key=lambda other: round(likeness(other, kernel), 2), default=None)
    return best if best and likeness(best, kernel) >= ALIKE else None


def parameter_types(function):
    """The types of a function's parameters, without the names."""
    inside = function.body[1 : closing(function.body, 0)]
    return [" ".join(re.sub(r"\w+\s*$", "", part).replace("__restrict__", "").split()) for part in inside.split(",")]


def is_ladder(source, found):
    """Whether a program profits: one of its kernels is made from another, or two can do the same job, since they
    take the same."""
    if source.stem in BESIDE_THE_POINT or len(found) < 2:
        return False
    types = [parameter_types(kernel) for kernel in found]
    return (any(model_of(kernel, found[:index]) for index, kernel in enumerate(found))
            or any(one in types[:index] for index, one in enumerate(types)))


def changes(before, after):
    """Yields (mark, line): '+' for an added line, '-' for one removed, ' ' for one that stays, and '…' where
    lines that stay are left out."""
    old, new = with_helpers(before, after), with_helpers(after, before)
    for number, group in enumerate(difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(3)):
        if number:
            yield "…", ""
        for kind, old_begin, old_end, new_begin, new_end in group:
            if kind == "equal":
                yield from ((" ", line) for line in old[old_begin:old_end])
                continue
            yield from (("-", line) for line in old[old_begin:old_end])
            yield from (("+", line) for line in new[new_begin:new_end])


def with_helpers(function, other):
    """The lines of a kernel, behind those of its helpers that the other one does not call."""
    lines = []
    for helper in function.helpers:
        if helper not in other.helpers:
            lines += helper.code() + [""]
    return lines + function.code()


def launches_by_kernel(counters):
    """{kernel: its launches, of equal ones only the first}."""
    found = {}
    for launch in counters:
        name = launch["kernel"].split("<")[0].split("::")[-1].split(" ")[-1]
        same = found.setdefault(name, [])
        if launch not in same:
            same.append(launch)
    return found


def value(launch, above, below):
    """A figure of a launch as text; "-" where it has none."""
    if launch.get(above) in ("", None) or below and launch.get(below) in ("", None, "0"):
        return "-"
    if below:
        return f"{float(launch[above]) / float(launch[below]):.2f}"
    return f"{float(launch[above]):.1f} %" if above.endswith("percent") else launch[above]


def told_counters(launches):
    """The COUNTERS that are not 0 everywhere and differ between the launches. Requests are told with their sectors."""
    told = []
    for name, above, below in COUNTERS:
        values = {value(launch, above, below) for launch in launches}
        if len(values) > 1:
            told.append((name, above, below))
    requests = {below for _, _, below in told if below}
    named = {above for _, above, below in told if not below}
    return [counter for counter in COUNTERS if counter in told
            or counter[1] in requests - named or is_conflict_of(counter, named)]


def is_conflict_of(counter, named):
    """Conflicts need their requests beside them."""
    return counter[1].endswith("_requests") and counter[1].replace("_requests", "_bank_conflicts") in named


def dimensions(text):
    """(4, 3, 1) as 4 × 3."""
    numbers = re.findall(r"\d+", text)
    while len(numbers) > 1 and numbers[-1] == "1":
        numbers.pop()
    return " × ".join(numbers)


def counters_html(launches, told, before=None, launches_before=()):
    """What the GPU counted for a kernel: a row for each counter, a column for each launch; in front of them a launch
    of the kernel it was made from, if there is one."""
    if not launches or not told:
        return ""
    shown = [(heading_of(launch, number, len(launches)), launch) for number, launch in enumerate(launches[:SHOWN_LAUNCHES], 1)]
    if launches_before:
        alike = [launch for launch in launches_before if shape(launch) == shape(launches[0])]
        shown.insert(0, (before.name, (alike or launches_before)[0]))
    rows = [("blocks", [dimensions(launch["grid"]) for _, launch in shown]),
            ("threads in a block", [dimensions(launch["block"]) for _, launch in shown])]
    rows += [(name, [value(launch, above, below) for _, launch in shown]) for name, above, below in told]
    is_before = [' class="before"' if number == 0 and launches_before else "" for number in range(len(shown))]
    heads = "".join(f'<th scope="col"{kind}>{"before: " if kind else ""}<code>{escaped(heading)}</code></th>'
                    for kind, (heading, _) in zip(is_before, shown))
    body = ""
    for name, cells in rows:
        if set(cells) <= {"-", "0"}:
            continue
        part = ' class="part"' if name.startswith(("sectors per", "bank conflicts")) else ""
        body += f'<tr><th scope="row"{part}>{name}</th>' + "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(is_before, cells)) + "</tr>"
    more = len(launches) - SHOWN_LAUNCHES
    note = f'<p class="note">and {more} more launch{"es" if more > 1 else ""} with other figures</p>' if more > 0 else ""
    return ('<div class="table" tabindex="0" role="region" aria-label="What an H200 counted">'
            '<table class="counters"><caption><span class="caption">Counted by an H200, in a run with a small size</span></caption>'
            f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>{note}")


def heading_of(launch, number, of):
    """What a launch is called: its kernel's arguments, or a number."""
    arguments = re.search(r"<.*>", launch["kernel"])
    return arguments[0] if arguments else f"launch {number}" if of > 1 else launch["kernel"].split("::")[-1]


def shape(launch):
    return launch["grid"], launch["block"]


def changes_html(before, after):
    """What changed from one kernel to the next. + and - stand in front of the lines, and words say it, too."""
    tags, out = {"+": ("ins", "added: "), "-": ("del", "removed: ")}, []
    for mark, line in changes(before, after):
        if mark == "…":
            out.append('<span class="gap">⋮\n</span>')
            continue
        tag, words = tags.get(mark, ("span", ""))
        said = f'<span class="said-once">{words}</span>' if words else ""
        shown = "−" if mark == "-" else mark
        out.append(f'<{tag}><span class="mark" aria-hidden="true">{shown} </span>{said}{escaped(line)}\n</{tag}>')
    return '<pre class="changes">' + "".join(out) + "</pre>"


def ladder_html(source, counters, highlight):
    """The kernels of the program `source` (a path) as tabs, or an empty text for a program that does not profit.
    `counters` are its rows of counters_of_programs; highlight(code, first_line) makes HTML of code. Without a script
    the panels stand one below the other, with headings."""
    found = kernels(source)
    if not is_ladder(source, found):
        return ""
    launches = launches_by_kernel(counters)
    told = told_counters([launch for kernel in found for launch in launches.get(kernel.name, [])])
    name = source.stem
    out = [f'<div class="tabs" data-tabs="{name}">']
    for index, kernel in enumerate(found):
        identifier = f"kernel-{index + 1}-{kernel.name}"
        out.append(f'<section class="tab" id="{identifier}" aria-labelledby="{identifier}-name">')
        out.append(f'<h3 class="tab-name" id="{identifier}-name"><code>{escaped(kernel.name)}</code></h3>')
        before = model_of(kernel, found[:index])
        counted = counters_html(launches.get(kernel.name, []), told, before, launches.get(before.name, []) if before else ())
        out.append(f'<div class="kernel{" counted" if counted else ""}"><div class="kernel-text">')
        where = f'<p class="note">in <code>{kernel.file}</code></p>' if kernel.file != source.name else ""
        whole = where + highlight(kernel.text, kernel.first_line)
        if before:
            out.append(f'<h4>What changed from <code>{escaped(before.name)}</code></h4>{changes_html(before, kernel)}')
            whole = f"<details><summary>The whole kernel</summary>{whole}</details>"
        out.append(whole)
        for helper in kernel.helpers:
            out.append(f"<details><summary>It calls <code>{escaped(helper.name)}</code></summary>"
                       f"{highlight(helper.text, helper.first_line)}</details>")
        out.append("</div>")
        out.append(f'<div class="kernel-counters">{counted}</div>' if counted else "")
        out.append("</div></section>")
    out.append("</div>")
    return "\n".join(part for part in out if part) + "\n"
