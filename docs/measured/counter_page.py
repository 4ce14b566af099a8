"""The page counters_of_programs.md: what the CPU backend counts, and what a GPU counts."""

from counter_comparison import LEFT_OUT, unexplained

NOT_RECORDED = "not recorded"


def short(kernel):
    """A library's kernel without its arguments, which can be long."""
    return f"{kernel.partition('<')[0]}<…>" if len(kernel) > 60 else kernel


def by_reason(results, wanted):
    """A line of the page for each reason and program: why, where, what, how often, the largest difference."""
    groups = {}
    for r in results:
        for kernel, column, a, b, reason in r["differences"]:
            column = column.split(" ")[0]
            if wanted(r["program"], kernel, column, reason):
                why = reason or "**not explained**"
                found = groups.setdefault(why, {}).setdefault(r["program"], [])
                found.append((short(kernel), column, a, b))
    for why, programs in groups.items():
        for program, found in programs.items():
            kernels, columns = ({d[i]: None for d in found} for i in (0, 1))
            values = [d[2:] for d in found if d[3] != ""]
            largest = max(values, key=lambda v: abs(v[0] - v[1]), default=None)
            yield (
                why,
                f"`{program}`: " + ", ".join(f"`{k}`" for k in kernels),
                ", ".join(columns),
                len(found),
                "" if largest is None else f"{largest[0]} / {largest[1]}",
            )
            why = ""  # once is enough


def table(header, rows):
    yield ""
    yield "| " + " | ".join(header) + " |"
    numbers = ("launches", "figures", "equal", "explained", "open")
    yield "|" + "|".join("--:" if name in numbers else "---" for name in header) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |"


def page_text(results, skipped, machine, known, chapters):
    def varies(program, kernel, column, reason):
        return any(row["reason"] == reason and row["allowance"].startswith("varies") for row in known.rows)

    def total(name):
        return sum(r[name] for r in results)

    differing = [d for r in results for d in r["differences"]]
    launches = sum(d[1].startswith("launch ") for d in differing)
    open_ones = sum(d[-1] is None for d in differing)
    counted = [r for r in results if r["launches"] or r["differences"]]
    silent = [f"`{r['program']}`" for r in results if r not in counted]
    reasons = "[below](#why-figures-differ) is the reason of each."
    if open_ones:
        reasons = f"{open_ones} of these have no reason."
    lines = [
        "# What the CPU backend counts, and what a GPU counts",
        "",
        "The programs of the chapters ran on both, with the small sizes that the tests use. Each launch was compared "
        "counter by counter: requests and sectors of global, local and distributed shared memory, requests and bank "
        "conflicts of shared memory, replays of constant memory, texture fetches. "
        f"The GPU: {machine}.",
        "",
        f"**{total('equal')} of {total('compared')} figures are equal**, in {total('launches')} launches of "
        f"{len(counted)} programs. {total('not_zero')} of them are not simply 0 on both sides. "
        f"{len(differing) - launches} figures differ, and {launches} launches were made by one side only: {reasons}",
        "",
        "`docs/measured/model_equals_hardware.py` measures, compares and writes this page. What the GPU has counted is "
        "in [counters_of_programs](counters_of_programs), and the reasons are in "
        "[differences.csv](counters_of_programs/differences.csv). CTest compares the CPU backend with these files; "
        "[`ctest -L model_equals_hardware`](../pages/counters.md#comparing-the-model-with-your-gpu) compares it with "
        "what your GPU counts.",
        "",
        "Not compared are " + "; ".join(f"`{name}` ({why})" for name, why in LEFT_OUT.items()) + ".",
        "",
        "## Program by program",
    ]
    header = ["program", "launches", "figures", "equal", "explained"] + (["open"] if open_ones else [])
    for chapter in dict.fromkeys(chapters.values()):
        mine = [r for r in counted if chapters[r["program"]] == chapter]
        if not mine:
            continue
        title = "Kernels with one kind of access each" if chapter == "calibration" else f"Chapter {chapter[:2]}"
        lines += ["", f"### {title}"]
        if chapter == "calibration":
            lines += [
                "",
                "[patterns.cu](../../common/simt/tests/calibration/patterns.cu) is no program of a chapter: its "
                "kernels are written so that nvcc makes of them what the source says, some for each rule of the model.",
            ]
        rows = []
        for r in mine:
            without = len(unexplained(r))
            cells = [f"`{r['program']}`", r["launches"], r["compared"], r["equal"]]
            rows.append([*cells, len(r["differences"]) - without, *([without] if open_ones else [])])
        lines += table(header, rows)
    if silent:
        lines += ["", f"{', '.join(silent)}: no kernel is launched, neither here nor there."]
    never = [(p, why) for p, why in skipped if why != NOT_RECORDED]
    later = [f"`{p}`" for p, why in skipped if why == NOT_RECORDED]
    if never:
        lines += ["", "These cannot be compared:"]
        lines += table(["program", "why"], [(f"`{p}`", why) for p, why in never])
    if later:
        lines += ["", f"Not measured yet: {', '.join(later)}."]
    lines += [
        "",
        "## Why figures differ",
        "",
        "Of several figures the last column shows those that are furthest apart.",
        "",
        "### What nvcc makes of the source, and what the model does not do",
    ]
    columns = ["why", "where", "counter", "figures", "model / GPU"]

    def section(wanted):
        return table(columns, by_reason(results, wanted))

    lines += section(lambda *d: d[2] != "launch" and not varies(*d))
    lines += [
        "",
        "### What differs from run to run",
        "",
        "A second run of the same program, on the same side, gives other figures.",
    ]
    lines += section(lambda *d: d[2] != "launch" and varies(*d))
    alone = by_reason(results, lambda *d: d[2] == "launch")
    lines += ["", "### Launches of one side only"]
    lines += table(["why", "where", "launches"], [(why, where, n) for why, where, _, n, _ in alone])
    return "\n".join(lines) + "\n"
