// The page on which CUDA C++ is changed and run. Nothing is fetched before the reader asks for it, nothing runs by itself,
// and what is typed stays in this browser.
import {missingFeature} from "./program.js";

const FOLDER = new URL("./", import.meta.url).href;
const STEPS = {headers: "reads the headers (once)", translate: "translates", compile: "compiles", link: "links"};
const element = (id) => document.getElementById(id);

/** A worker that answers one request at a time. */
class Worker_ {
  constructor(told) {
    this.worker = new Worker(FOLDER + "worker.js", {type: "module"});
    this.told = told;
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      this.reject = reject;
      this.worker.onerror = (event) => reject(new Error(event.message));
      this.worker.onmessage = ({data}) => {
        if (data.kind === "done") resolve(data);
        else if (data.kind === "failed") reject(Object.assign(new Error(data.text), data));
        else this.told(data);
      };
      this.worker.postMessage(message);
    });
  }

  stop() {
    this.worker.terminate();
    this.reject?.(new Error("stopped"));
  }
}

/** Text in a link: compressed, in letters that an address may have. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** The lines of two texts: [" " | "-" | "+", line]. */
export function difference(before, after) {
  const a = before.split("\n"), b = after.split("\n");
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) ++begin;
  let end = 0;
  while (end < a.length - begin && end < b.length - begin && a.at(-1 - end) === b.at(-1 - end)) ++end;
  const x = a.slice(begin, a.length - end), y = b.slice(begin, b.length - end);
  const common = Array.from({length: x.length + 1}, () => new Uint16Array(y.length + 1));
  for (let i = x.length; i-- > 0;) {
    for (let j = y.length; j-- > 0;) {
      common[i][j] = x[i] === y[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const lines = a.slice(Math.max(0, begin - 2), begin).map((line) => [" ", line]);
  for (let i = 0, j = 0; i < x.length || j < y.length;) {
    if (i < x.length && j < y.length && x[i] === y[j]) lines.push([" ", x[i++]], ++j && null);
    else if (j === y.length || (i < x.length && common[i + 1][j] >= common[i][j + 1])) lines.push(["-", x[i++]]);
    else lines.push(["+", y[j++]]);
  }
  return lines.filter((line) => line).concat(a.slice(a.length - end, a.length - end + 2).map((line) => [" ", line]));
}

class Playground {
  constructor() {
    this.program = {name: "", file: "program.cu", text: "", check: undefined};
    this.compiler = null;
    this.environment = {SIMT_TIMEOUT: "2"};
    this.editor = CodeMirror.fromTextArea(element("code"), {
      mode: "text/x-c++src", lineNumbers: true, matchBrackets: true, tabSize: 2, indentUnit: 2,
      extraKeys: {"Ctrl-Enter": () => this.go(false), "Cmd-Enter": () => this.go(false), Tab: false, "Shift-Tab": false},
    });
    this.editor.getInputField().setAttribute("aria-label", "The program");
    this.editor.on("change", () => this.keep());
    element("run").onclick = () => this.go(false);
    element("check").onclick = () => this.go(true);
    element("stop").onclick = () => this.stop();
    element("reset").onclick = () => this.show(this.program.text);
    element("changed").onclick = () => this.showDifference();
    element("link").onclick = () => this.copyLink();
    element("which").onchange = () => { location.hash = element("which").value; };
    addEventListener("hashchange", () => this.open());
    const missing = missingFeature();
    if (missing) {
      element("state").textContent = `This browser cannot run it: it lacks ${missing}.`;
      for (const button of ["run", "check"]) element(button).disabled = true;
    }
    this.open();
  }

  /** What the address names: a program of the tutorial, or a text. */
  async open() {
    const place = location.hash.slice(1) || location.search.slice(1) || "program_vector_add";
    this.stop();
    if (place.startsWith("code=")) {
      this.program = {name: "code", file: "program.cu", text: await unpacked(place.slice(5)), check: undefined};
      this.show(this.program.text);
    } else if (/^\w+$/.test(place)) {
      const response = await fetch(`${FOLDER}sources/${place}.json`);
      if (!response.ok) {
        element("state").textContent = `There is no ${place} here.`;
        return;
      }
      const {file, text, check} = await response.json();
      this.program = {name: place, file, text, check};
      element("which").value = place;
      this.show(localStorage.getItem(`playground ${place}`) ?? text);
    }
    element("check").hidden = this.program.check === undefined;
    element("run").hidden = this.program.check !== undefined;
    element("arguments").parentElement.hidden = this.program.check !== undefined;
    element("output").textContent = "";
  }

  show(text) {
    this.editor.setValue(text);
    this.editor.clearHistory();
  }

  keep() {
    const {name, text} = this.program, now = this.editor.getValue();
    if (name && name !== "code") {
      if (now === text) localStorage.removeItem(`playground ${name}`);
      else localStorage.setItem(`playground ${name}`, now);
    }
    element("reset").disabled = element("changed").disabled = now === text;
  }

  /** The worker that compiles, with all that it is made of. */
  async ready() {
    if (this.compiler) return;
    const manifest = await (await fetch(FOLDER + "manifest.json")).json();
    const compiler = new Worker_((data) => {
      if (data.kind === "loaded") {
        const mega = (bytes) => (bytes / 1e6).toFixed(0);
        element("progress").hidden = false;
        element("progress").max = data.total;
        element("progress").value = data.loaded;
        element("state").textContent = data.loaded < data.total
          ? `fetches the compiler, ${mega(data.loaded)} of ${mega(data.total)} MB (once)` : "starts the compiler";
      } else if (data.kind === "step") {
        element("state").textContent = STEPS[data.step];
      }
    });
    this.worker = compiler;
    await compiler.ask({kind: "load", manifest});
    element("progress").hidden = true;
    this.compiler = compiler;
  }

  busy(is) {
    element("stop").disabled = !is;
    for (const button of ["run", "check"]) element(button).disabled = is;
    document.body.classList.toggle("busy", is);
  }

  async go(isCheck) {
    if (document.body.classList.contains("busy") || missingFeature()) return;
    isCheck = isCheck || this.program.check !== undefined;
    this.busy(true);
    element("output").textContent = "";
    this.printed = ["", "", ""];  // by file descriptor
    this.marks?.forEach((line) => this.editor.removeLineClass(line, "background"));
    this.marks = [];
    const began = performance.now();
    const {file, check} = this.program;
    try {
      await this.ready();
      this.worker = this.compiler;
      const {program, messages, times} = await this.compiler.ask({
        kind: "compile", name: file, source: this.editor.getValue(), check: isCheck ? check : undefined});
      this.times = times;
      this.print(2, messages);
      element("state").textContent = "runs";
      const runner = this.worker = new Worker_((data) => this.print(data.fd, data.text));
      const name = file.replace(/^.*\/|\.cu$/g, "");
      const words = element("arguments").value.split(" ").filter((word) => word);
      const {code, milliseconds} = await runner.ask({
        kind: "run", program, args: [name, ...(isCheck ? [] : words)], environment: this.environment,
        files: {[file]: new TextEncoder().encode(this.editor.getValue())}});
      runner.stop();
      this.times.push(["run", milliseconds]);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      element("state").textContent = `exit code ${code}, ${seconds} s from the text to the end`;
    } catch (error) {
      if (error.message !== "stopped") this.print(2, error.message);
      element("state").textContent = error.isCompileError ? "does not compile" : error.message === "stopped" ? "stopped" : "failed";
    }
    this.worker = null;
    element("progress").hidden = true;
    this.busy(false);
  }

  stop() {
    if (this.worker === null || this.worker === undefined) return;
    if (this.worker === this.compiler) this.compiler = null;
    this.worker.stop();
  }

  /** Lines of the program that a message names lead there, and are marked. */
  print(fd, text) {
    this.printed[fd] += text;
    const output = element("output");
    const place = new RegExp(`(?<![\\w/])${this.program.file.replace(".", "\\.")}:(\\d+)`, "g");
    let at = 0;
    const add = (words, name) => {
      const part = document.createElement(name);
      if (name === "span" && fd === 2) part.className = "error";
      part.textContent = words;
      output.append(part);
      return part;
    };
    for (const match of text.matchAll(place)) {
      add(text.slice(at, match.index), "span");
      const line = Number(match[1]) - 1, link = add(match[0], "button");
      link.type = "button";
      link.onclick = () => {
        this.editor.focus();
        this.editor.setCursor(line, 0);
      };
      if (fd === 2) this.marks.push(this.editor.addLineClass(line, "background", "marked"));
      at = match.index + match[0].length;
    }
    if (at < text.length) add(text.slice(at), "span");
  }

  showDifference() {
    element("output").textContent = "";
    for (const [kind, line] of difference(this.program.text, this.editor.getValue())) {
      const part = document.createElement("span");
      part.className = kind === "-" ? "removed" : kind === "+" ? "added" : "";
      part.textContent = `${kind} ${line}\n`;
      element("output").append(part);
    }
  }

  async copyLink() {
    const link = `${location.href.split("#")[0]}#code=${await packed(this.editor.getValue())}`;
    await navigator.clipboard?.writeText(link).catch(() => {});
    history.replaceState(null, "", link);
    element("state").textContent = "The link to this text is in the address bar, and copied.";
  }
}

window.playground = new Playground();
