"""What the check of an exercise looks at, in words: read from the calls that its check.cu makes. What is not
understood is left out."""

import re
from dataclasses import dataclass

from kernels import SKIPPED, blanked, closing
from highlight import escaped

CPU_ONLY = " (only the CPU backend knows)"
MARK = ' <span class="tag">CPU backend</span>'
SIZES = "1, 31, 32, 33, 1009, 20011"  # Exercise::sizes()
SIMPLE = r"[\w* ]+ (?:<|<=|>|>=|==|!=) \d+"  # a condition that can be told as it is
SOMETIMES = "in some of the cases"
NOT_PLAIN = r"[\[\]{}\"?<>=]|\.[a-z]|->|\w\("  # in an expression that is not only arithmetic
SIZE_NAMES = {"n", "rows", "columns", "width", "height", "blocks", "threads", "hunters", "hops", "records", "rounds",
              "levels", "nodes", "size", "steps", "count"}


def coded(text):
    """A sentence with `code` in it as HTML."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped(text))


@dataclass
class Call:
    name: str
    arguments: list
    place: int
    when: str  # "" is always


class Check:
    """A check.cu, as far as it is understood."""

    def __init__(self, text):
        self.text = text
        # Comments are blanks; strings stay in `code`, and are blanks in `plain`, in which brackets are counted.
        self.code = SKIPPED.sub(lambda match: match[0] if match[0].startswith(('"', "'"))
                                else re.sub(r"[^\n]", " ", match[0]), text)
        self.plain = blanked(text)
        self.functions = list(self.find_functions())

    def find_functions(self):
        """(name, begin, end) of the bodies of functions at the outermost level."""
        for match in re.finditer(r"^[\w:&<>,* ]*?\b(\w+)\([^;{]*\)(?: const)? \{$", self.plain, re.M):
            opening = match.end() - 1
            yield match[1], opening, closing(self.plain, opening)

    def calls(self, pattern):
        """The calls of what the pattern matches in front of a parenthesis."""
        for match in re.finditer(rf"(?<![\w:])({pattern})\(", self.plain):
            end = closing(self.plain, match.end() - 1)
            yield Call(match[1], self.split(match.end(), end), match.start(), self.condition(match.start()))

    def split(self, begin, end):
        """The arguments between two places."""
        arguments, depth, first = [], 0, begin
        for place in range(begin, end):
            char = self.plain[place]
            depth += (char in "([{") - (char in ")]}")
            if char == "," and depth == 0:
                arguments.append(self.code[first:place])
                first = place + 1
        return [" ".join(part.split()) for part in (*arguments, self.code[first:end])]

    def condition(self, place, depth=4):
        """In words when a call is made, if not always: "" is always. It is behind an if, a continue or a
        return, in a lambda, or in a function that itself is called under a condition."""
        function = self.function_at(place)
        if not function:
            return SOMETIMES
        name, begin, _ = function
        found = []
        statement = re.split(r"[;{}]", self.plain[begin:place])[-1]
        if re.search(r"\bif \(|\?|\belse\b|\bcase\b|&&|\|\|", statement):
            found.append(SOMETIMES)
        opened = self.opened(begin, place)
        for index in opened[1:]:
            head = re.split(r"[;{}]", self.plain[begin:index])[-1].strip()
            only_if = re.fullmatch(rf"if \(({SIMPLE})\)", head)
            if only_if:
                found.append(f"if `{only_if[1]}`")
            elif re.search(r"\b(?:if|switch|while) \(|\belse\b|\]\s*(?:\([^)]*\))?\s*(?:->[\w: ]+)?$", head) \
                    and not head.startswith("for ("):
                found.append(SOMETIMES)
        for index, inner in zip(opened, [*opened[1:], place]):
            found += self.ways_out(index, inner)
        if name != "main":
            callers = self.callers(name)
            found += [self.condition(caller, depth - 1) for caller in callers] if callers and depth else [SOMETIMES]
        found = [words for words in found if words]
        return SOMETIMES if len(found) > 1 else found[0] if found else ""

    def function_at(self, place):
        return next((function for function in self.functions if function[1] < place < function[2]), None)

    def opened(self, begin, end):
        """The braces that are open at `end`."""
        opened = []
        for index in range(begin, end):
            if self.plain[index] == "{":
                opened.append(index)
            elif self.plain[index] == "}":
                opened.pop()
        return opened

    def callers(self, name):
        """Where a function is called, or named: not where it is defined."""
        defined = [self.plain.rfind("\n\n", 0, begin) for function, begin, _ in self.functions if function == name]
        ends = [begin for function, begin, _ in self.functions if function == name]
        return [match.start() for match in re.finditer(rf"(?<![\w.]){name}\b", self.plain)
                if not any(first <= match.start() < last for first, last in zip(defined, ends))]

    def ways_out(self, begin, end):
        """The conditions under which the statements of a block leave it before a place, other than because
        something has failed or is not started."""
        level, text = 0, []
        for char in self.plain[begin + 1 : end]:
            level += char == "{"
            if level == 0:
                text.append(char)
            level -= char == "}"
        for condition in re.findall(r"\bif \(([^;]*?)\) ?(?:continue|return|break)\b", "".join(text)):
            if not re.search(r"failed\(\)|open\(|is_started|made", condition):
                yield f"unless `{condition}`" if re.fullmatch(SIMPLE, condition) else SOMETIMES

    def formula(self, expression, place):
        """A limit in words: a number, or the source's expression with what its names stand for. None if it
        depends on something else."""
        expression = re.sub(r"(?<![\w.])1\.0 \* ", "", expression)
        told = []
        for name in dict.fromkeys(re.findall(r"(?<![\w.:\"])[a-z_A-Z]\w*(?![\w(:])", expression)):
            definition = self.definition(name, place)
            if definition and re.fullmatch(r"\d+", definition):
                expression = re.sub(rf"\b{name}\b", definition, expression)
            elif definition:
                told.append(f"`{name}` = `{definition}`")
            elif not self.is_size(name, place):
                return None
        if re.search(NOT_PLAIN, re.sub(r"\d\.\d|std::(?:max|min)\(", "", expression)):
            return None
        if re.fullmatch(r"[\d.+* -]+", expression):  # no division: that of C++ rounds
            return f"{eval(expression):g}"
        return f"`{expression}`" + (", where " + " and ".join(told) if told else "")

    def definition(self, name, place):
        """What a constant is, if it is one: of the function, or of the file."""
        function = self.function_at(place)
        if not function:
            return None
        inside = self.code[function[1] : place]
        outside = re.sub(r"^[ }].*", "", self.code, flags=re.M)  # of the file: not indented
        for text in (inside, outside):
            found = re.findall(rf"(?:const|constexpr) (?:int|long long|double|auto) (?:\w+ = [^;{{}}]*, )?{name} = "
                               r"([^;{}]*);", text)
            if found:
                definition = " ".join(outermost(found[0]).split())
                is_plain = len(found) == 1 and not re.search(NOT_PLAIN + r"|\.", definition)
                return self.by_sizes(definition, place) if is_plain else None
        return None

    def by_sizes(self, expression, place):
        """The expression with the file's constants as numbers; None if it has other names than those of sizes."""
        for word in re.findall(r"[A-Za-z_]\w*", expression):
            if self.is_size(word, place):
                continue
            values = re.findall(rf"constexpr int {word} = (\d+);", self.code)
            if len(values) != 1:
                return None
            expression = re.sub(rf"\b{word}\b", values[0], expression)
        return expression

    def is_size(self, name, place):
        """Whether a name is one of the sizes that a case is made of: a parameter, or the variable of a loop."""
        function = self.function_at(place)
        begin = self.plain.rfind("\n\n", 0, function[1]) + 1
        text = self.plain[begin:place]
        return name in SIZE_NAMES and bool(
            re.search(rf"\b(?:int|long long) {name}(?: :|[,)])|\[[\w, ]*\b{name}\b[\w, ]*\] :", text))


def outermost(text):
    """The text up to the first comma outside of brackets."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            return text[:place]
    return text


def literal(argument):
    """The text of an argument that is a string, in one piece or several; None otherwise."""
    pieces = re.findall(r'"((?:\\.|[^"\\])*)"', argument)
    rest = re.sub(r'"(?:\\.|[^"\\])*"', "", argument).strip()
    return "".join(pieces).replace('\\"', '"') if pieces and not rest else None


def what_is_checked(check_cu):
    """What a check looks at, as sentences, with `code` in backticks. What is not understood is left out."""
    check = Check(check_cu)
    said = [*sizes_tried(check), *results(check), *questions(check), *counted(check), *shares(check),
            *calls_watched(check)]
    if re.search(r"\bexercise\.run\(", check.plain):
        said.append("When all is well, the program runs again with its blocks and threads in other orders, and the "
                    f"results must be right there, too{CPU_ONLY}.")
    return list(dict.fromkeys(said))


def sizes_tried(check):
    """The sizes, where the source lists them as numbers."""
    main = next(((begin, end) for name, begin, end in check.functions if name == "main"), None)
    if not main:
        return []
    code = check.code[main[0] : main[1]]
    tried = {}
    for name, values in re.findall(r"for \(const (?:int|long long) (\w+) : "
                                   r"(?:exercise\.|Exercise::|\{)?(sizes\(\)|sizes|[\d, ]+\})\)", code):
        if values == "sizes":
            if not re.search(r"sizes = (?:exercise\.|Exercise::)sizes\(\)", code):
                continue
            values = ", ".join([SIZES, *re.findall(r"sizes\.push_back\((\d+)\)", code)])
        values = SIZES if values == "sizes()" else values.rstrip("}")
        if name in SIZE_NAMES:
            tried.setdefault(name, set()).update(int(number) for number in values.split(","))
    said = [f"It tries {name} = {listed([str(number) for number in sorted(numbers)])}."
            for name, numbers in tried.items()]
    for names, rows in tables_of_sizes(check, main):
        is_shape = set(names) <= {"rows", "columns", "width", "height"}
        names, *shapes = [" × ".join(row) if is_shape else f"({', '.join(row)})" for row in (names, *rows)]
        said.append(f"It tries {names} = {listed(shapes)}.")
    return said


def tables_of_sizes(check, main):
    """(names, rows of numbers) of the loops of main over a list of shapes."""
    code = check.code[main[0] : main[1]]
    for names, array in re.findall(r"for \(const auto& \[([\w, ]+)\] : (\w+)\)", code):
        names = names.split(", ")
        match = re.search(rf"\b{array}(?:\[\])?(?:\[\d+\])? = (\{{)", code)
        if not match:
            continue
        inside = code[match.start(1) + 1 : closing(code, match.start(1))]
        rows = [re.split(r",\s*", row.strip()) for row in re.findall(r"\{([^{}]*)\}", inside)]
        if rows and all(len(row) == len(names) and all(cell.isdigit() for cell in row) for row in rows):
            yield names, rows


def listed(words):
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]


def results(check):
    """Which buffers have to be right, and which as they were."""
    right, kept = [], []
    for call in check.calls(r"exercise\.expect"):
        buffer = call.arguments[0]
        name = literal(call.arguments[3]) if len(call.arguments) > 3 else buffer
        if call.when == SOMETIMES or name == "memory" or not re.fullmatch(r"\w+ \w+", f"{buffer} {name}"):
            continue
        (kept if call.arguments[1] == f"{buffer}.before()" else right).append(f"`{name}`")
    right, kept = list(dict.fromkeys(right)), list(dict.fromkeys(kept))
    if right:
        them = "them" if len(right) > 1 else "it"
        yield f"Every element of {listed(right)} has to be right, and nothing may be written outside of {them}."
    if kept:
        yield f"{listed(kept)} must stay as {'they were' if len(kept) > 1 else 'it was'}."


def questions(check):
    if not re.search(r"\.answer\(", check.plain):
        return
    names = [literal(call.arguments[0]) for call in check.calls(r"exercise\.answer")]
    is_each_told = names and all(names) and len(set(names)) == len(names)
    if not is_each_told or re.search(r"\.answer\(\s*[^\s\"]", check.code):  # by a function, or in a loop
        yield "It compares your answers with the right ones."
    elif len(names) > 1:
        yield f"It compares your {len(names)} answers with the right ones."
    else:
        yield "It compares your answer with the right one."


def counted(check):
    """The limits."""
    for call in check.calls(r"(?:exercise\.)(?:limit_of_model|limit)"):
        what = literal(call.arguments[0])
        if not what:
            continue
        at_most = check.formula(call.arguments[2], call.place)
        some = f", {call.when}" if call.when else ""
        model = CPU_ONLY if call.name.endswith("limit_of_model") else ""
        name = what if "_" in what.split()[0] else what[0].upper() + what[1:]
        if at_most == "0":
            yield f"{name}: none{some}{model}."
        elif at_most:
            yield f"{name}: at most {at_most}{some}{model}."
        else:
            why = literal(call.arguments[3])
            yield f"{name}: counted, with a limit{some}{model}." + (f" The message: “{why}”." if why else "")
    if re.search(r"\blimit_busiest_warp\(|\bexercise\.shared_out\(", check.plain):
        yield f"The busiest warp: how many steps it makes is limited, so the warps have to share the work{CPU_ONLY}."
    if re.search(r"\bexercise\.shared_out\(", check.plain):
        yield f"The result comes from a kernel, not from a copy or a memset{CPU_ONLY}."


def shares(check):
    """Who has to write what."""
    for call in check.calls(r"exercise\.written_by"):
        share = call.arguments[1]
        name = re.search(r'\.name = "([^"]*)"[,}]', share)
        buffer = call.arguments[0]
        name = name[1] if name else "out" if ".name" not in share else None
        name = name if re.fullmatch(r"\w+", buffer) else None
        who = [words for words in ("warps", "blocks") if f".{words}_at_least" in share]
        most = ", and no warp may write too much of it" if ".per_warp_at_most" in share else ""
        some = f", {call.when}" if call.when else ""
        whom = f"`{name}`" if name else "The result"
        whom = f"The part of {whom} that counts" if name and ".where" in share else whom
        how = f", shared out among {' and '.join(who)} where it is large enough" if who else ""
        yield f"{whom} has to be written by kernels{how}{most}{some}{CPU_ONLY}."


def calls_watched(check):
    """What is done to the program, beside running it."""
    plain, code = check.plain, check.code
    if re.search(r"exercise\.open\(kCaseIsOpen\)|\bopen\(kCaseIsOpen\)", plain):
        yield "Nothing runs before `kCaseIsOpen` is `true`."
    unchanged = "although there was an error" in code
    if re.search(r"\bcalls::let_each_fail\(", plain):
        yield ("It lets one CUDA call after the other fail"
               + (": the error has to be returned, and what the caller has must be as it was." if unchanged else "."))
    if re.search(r"\bcalls::refused_launch = true", plain):
        yield "It lets a launch be refused: that must not go unnoticed."
    if re.search(r"\brequire\(calls::wrong_frees\(\)\.empty\(\)", plain):
        yield "What was allocated has to be freed, and nothing twice."
    if re.search(r"\bcalls::not_from_a_kernel\(", plain):
        yield "The result has to come from a kernel, not from the host."
    if re.search(r"\brequire_no_activemask\(exercise\)", plain):
        yield "`__activemask()` and `coalesced_threads()` are not allowed."
    if re.search(r"\bGate gate\(|\bGate \w+\(", plain):
        yield "It holds up work in a stream, and looks at what goes on meanwhile."


def checked_html(check_cu, highlight):
    """What the check looks at, and below it the check itself, folded."""
    sentences = what_is_checked(check_cu)
    said = "".join(f"<li>{coded(sentence).replace(CPU_ONLY, MARK)}</li>\n" for sentence in sentences)
    notes = []
    if any(CPU_ONLY in sentence for sentence in sentences):
        notes.append(f"{MARK.strip()} marks what only the CPU backend knows: a check on a GPU leaves it out.")
    if any(" / " in sentence for sentence in sentences):
        notes.append("A division in a limit is that of C++: of whole numbers it rounds down.")
    if any(re.search(r": (?:at most|counted)", sentence) and CPU_ONLY not in sentence for sentence in sentences):
        notes.append("On a GPU a limit is a quarter wider.")
    note = f'<p class="note">{" ".join(notes)}</p>\n' if notes else ""
    return (f'<ul class="checked">\n{said}</ul>\n{note}' if said else "") + (
        '<details class="check"><summary>The whole check, <code>check.cu</code></summary>\n'
        f"{highlight(check_cu, 1)}</details>\n")
