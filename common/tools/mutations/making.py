"""The mistakes that can be made in a C++ file, and how they are drawn."""

import random
import re


class Mutation:
    def __init__(self, path, text, begin, end, new, operator):
        self.path, self.begin, self.end, self.new, self.operator = path, begin, end, new, operator
        self.line = text.count("\n", 0, begin) + 1
        first = text.rfind("\n", 0, begin) + 1
        last = text.find("\n", end)
        after = text[first:begin] + new + text[end:last]
        self.before, self.after = squeeze(text[first:last]), squeeze(after)
        if operator == "statement dropped":
            self.before, self.after = squeeze(text[begin:end]), ""

    def key(self):
        return self.path, self.begin, self.end, self.new


def squeeze(code):
    code = " ".join(code.split())
    return code if len(code) <= 110 else code[:107] + "…"


def blank(text):
    """The text with comments, strings and preprocessor lines as blanks: every character stays where it is."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])'|^[ \t]*#[^\n]*"
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S | re.M)


def closing(code, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    return len(code)


OPERAND = r"(?:[A-Za-z_]\w*(?:(?:->|\.|::)\w+|\[[^][]*\]|\([^()]*\))*|\d[\w']*)"
OTHER = {"<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="]}


def statements(code):
    """Begin and end of every statement in a function's body."""
    stack = []  # (kind, parentheses around, begin of the statement around)
    kind, depth, begin = "outside", 0, 0
    i = 0
    while i < len(code):
        c = code[i]
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "{":
            head = code[begin:i].strip()
            before = re.sub(r"(\b(const|noexcept|override|mutable)\s*)+$", "", code[max(0, i - 200):i].rstrip())
            if re.match(r"(template\s*<[^>]*>\s*)?(inline\s+)?(namespace|struct|class|enum|union)\b", head) \
                    and depth == 0:
                new = "outside"
            elif before.rstrip().endswith(")") or re.search(r"\b(else|do)$|\)\s*->\s*\w+$", before) \
                    or head.startswith("switch"):
                new = "body"
            elif kind == "outside" and re.search(r"\)\s*:\s", head):
                new = "initialiser"  # of a member
            else:
                new = "initialiser"
            stack.append((kind, depth, begin))
            kind, depth = new, (0 if new != "initialiser" else depth)
            begin = i + 1 if new != "initialiser" else begin
        elif c == "}":
            closed = kind
            if not stack:
                break
            kind, depth, outer = stack.pop()
            begin = i + 1 if closed != "initialiser" and depth == 0 else outer
        elif c == ";" and depth == 0 and kind != "initialiser":
            if kind == "body":
                yield begin, i + 1
            begin = i + 1
        i += 1


def mutations(path, text):
    code = blank(text)
    found = []

    def add(begin, end, new, operator):
        found.append(Mutation(path, text, begin, end, new, operator))

    for m in re.finditer(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)", code):
        for new in OTHER[m.group()]:
            add(m.start(), m.end(), new, "comparison replaced")
    for m in re.finditer(r"(?<![\w.'])(0x[0-9a-fA-F']+|\d[\d']*)([uUlL]*)(?![\w.'])", code):
        digits, suffix = m.group(1).replace("'", ""), m.group(2)
        value = int(digits, 16 if digits.startswith("0x") else 10)
        for new in ([value + 1, value - 1] if value > 0 else [value + 1]):
            add(m.start(), m.end(), (hex(new) if digits.startswith("0x") else str(new)) + suffix, "constant off by one")
    for m in re.finditer(r" (&&|\|\|) ", code):
        add(m.start(1), m.end(1), "||" if m.group(1) == "&&" else "&&", "and, or exchanged")
    for m in re.finditer(r"\b(?:if|while) \(", code):
        begin, end = m.end() - 1, closing(code, m.end() - 1) + 1
        add(begin, end, "(!" + text[begin:end] + ")", "condition negated")
    for m in re.finditer(rf"(?<![\w.>])(?=({OPERAND}) (-|/|%|<<|>>) ({OPERAND}))", code):
        add(m.start(1), m.end(3), text[m.start(3):m.end(3)] + text[m.end(1):m.start(3)] + text[m.start(1):m.end(1)],
            "operands swapped")
    for m in re.finditer(rf"(?<=\w)\(({OPERAND}), ({OPERAND})\)", code):
        add(m.start(1), m.end(2), text[m.start(2):m.end(2)] + ", " + text[m.start(1):m.end(1)], "operands swapped")
    for begin, end in statements(code):
        statement = code[begin:end]
        skip = re.match(r"(\s*(case [\w:]+|default):)*\s*(else\b\s*)?", statement).end()
        if statement[skip:].strip() in ("", ";") or re.match(r"(using|static_assert)\b", statement[skip:]):
            continue
        add(begin + skip, end, ";", "statement dropped")
    return found


def draw(texts, seed):
    """Mutations without end: first a line, each as likely as the others, then one of its mutations."""
    lines = {}
    for path in sorted(texts):
        for mutation in mutations(path, texts[path]):
            lines.setdefault((path, mutation.line), []).append(mutation)
    places = sorted(lines)
    generator = random.Random(seed)
    drawn = set()
    while len(drawn) < sum(len(of_line) for of_line in lines.values()):
        mutation = generator.choice(lines[generator.choice(places)])
        if mutation.key() not in drawn:
            drawn.add(mutation.key())
            yield mutation
