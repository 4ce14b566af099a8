// What a program prints, for a page: lines of the program that a message names lead there, and tables are tables.

/** An element with its text or its children. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("aria-") || key === "role" || key === "for") element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

const cellsOf = (line) => line.trim().split(/ {3,}/);
const isFigure = (cell) => /^-?[\d.]|^-$/.test(cell);

/** Text in parts: {text} and {head, rows}. A table is a line of several columns with lines of as many below it. */
export function parts(text) {
  const lines = text.replace(/\n$/, "").split("\n"), found = [];
  let said = [];
  const tell = () => {
    if (said.length > 0) found.push({text: said.join("\n")});
    said = [];
  };
  for (let i = 0; i < lines.length;) {
    const head = cellsOf(lines[i]), rows = [];
    if (head.length > 1 && !isFigure(head[1])) {
      for (let row = i + 1; row < lines.length && cellsOf(lines[row]).length === head.length; ++row) {
        rows.push({isPart: lines[row].startsWith("  "), cells: cellsOf(lines[row])});
      }
    }
    if (rows.some(({cells}) => cells.slice(1).some(isFigure))) {
      tell();
      found.push({head, rows});
      i += 1 + rows.length;
    } else {
      said.push(lines[i++]);
    }
  }
  tell();
  return found;
}

function table({head, rows}) {
  const isWord = head.map((_, column) => column > 0 && !rows.some(({cells}) => isFigure(cells[column])));
  const kind = (column) => (isWord[column] ? "word" : "");
  const heads = head.map((cell, column) => make("th", {scope: "col", className: kind(column)}, cell));
  const body = rows.map(({cells, isPart}) => make("tr", {}, ...cells.map((cell, column) => (column === 0
    ? make("th", {scope: "row", className: isPart ? "part" : ""}, cell)
    : make("td", {className: kind(column)}, cell)))));
  return make("div", {className: "table", tabIndex: 0, role: "region", "aria-label": head[0]},
    make("table", {className: "measured"}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body)));
}

export class Output {
  /**
   * @param {HTMLElement} element where it is shown
   * @param {(line: number) => void} show of the program, from 1
   * @param {(line: number) => void} mark one that an error names
   */
  constructor(element, show, mark) {
    Object.assign(this, {element, show, mark});
    this.clear("");
  }

  /** @param file of which lines are to be found */
  clear(file) {
    this.file = file;
    this.pieces = [];
    this.element.replaceChildren();
  }

  /** Shows it as it comes. */
  print(fd, text) {
    const last = this.pieces.at(-1);
    if (last?.fd === fd) last.text += text;
    else this.pieces.push({fd, text});
    this.element.append(...this.linked(fd, text));
  }

  /** What was written to a file descriptor, or to any. */
  text(fd) {
    return this.pieces.filter((piece) => fd === undefined || piece.fd === fd).map((piece) => piece.text).join("");
  }

  /** When all is there, tables are seen. */
  finish() {
    this.element.replaceChildren(...this.pieces.flatMap(({fd, text}) => {
      if (fd === 2) return this.linked(fd, text);
      return parts(text).flatMap((part) => (part.head ? [table(part)] : this.linked(fd, part.text + "\n")));
    }));
  }

  /** Says something in place of all that is there. */
  say(text, ...nodes) {
    this.element.replaceChildren(...this.linked(2, text), ...nodes);
  }

  linked(fd, text) {
    const place = new RegExp(`(?<![\\w/])${this.file.replaceAll(".", "\\.")}:(\\d+)`, "g");
    const found = [];
    let at = 0;
    const add = (words) => words && found.push(make("span", {className: fd === 2 ? "error" : ""}, words));
    for (const match of text.matchAll(place)) {
      const line = Number(match[1]);
      add(text.slice(at, match.index));
      found.push(make("button", {type: "button", onclick: () => this.show(line)}, match[0]));
      if (fd === 2) this.mark(line);
      at = match.index + match[0].length;
    }
    add(text.slice(at));
    return found;
  }
}
