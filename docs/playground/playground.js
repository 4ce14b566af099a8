// A program that is changed and run on a page. Nothing runs by itself, and what is typed stays in this browser.
import {Machine, Stopped} from "./machine.js";
import {Output, make} from "./output.js";
import {difference, packed, unpacked} from "./text.js";
import {CHECK_ENVIRONMENT, CHECK_SECONDS, hintsOf, judge, newToken, nextStep, stoppedAfter} from "./verdict.js";

const FOLDER = new URL("./", import.meta.url).href;
const STEPS = {headers: "reads the headers (once)", translate: "translates", compile: "compiles", link: "links"};
const TRACE = "trace.json";
const OWN = "own";  // the name of the reader's own text

class TakesTooLong extends Error {}

const stored = {  // storage may be forbidden
  get: (name) => { try { return localStorage.getItem(`playground ${name}`); } catch { return null; } },
  set: (name, text) => { try { localStorage.setItem(`playground ${name}`, text); } catch { /* it holds for this page */ } },
  remove: (name) => { try { localStorage.removeItem(`playground ${name}`); } catch { /* nothing is there */ } },
};

export class Playground {
  /** @param {HTMLElement} place where it is put */
  constructor(place) {
    this.program = {name: "", file: "", text: ""};
    this.environment = {SIMT_TIMEOUT: "2"};
    this.checkSeconds = CHECK_SECONDS;
    this.marks = [];
    this.machine = new Machine({
      loaded: (loaded, total) => this.showProgress(loaded, total),
      step: (step) => this.tell(STEPS[step]),
      output: (fd, text) => this.output.print(fd, text),
    });
    this.build(place);
  }

  build(place) {
    const button = (text, does, title = "") => make("button", {type: "button", title, onclick: does}, text);
    const at = this.at = {
      run: button("Run", () => this.go(), "Ctrl+Enter"),
      check: button("Check", () => this.go(), "Ctrl+Enter"),
      stop: button("Stop", () => this.machine.stop()),
      reset: button("Reset", () => this.editor.setValue(this.program.text)),
      changed: button("What changed", () => this.showDifference()),
      picture: button("Picture", () => this.showPicture(), "What the lanes of a warp touch in the line of the cursor"),
      hint: button("Hint", () => this.showHint()),
      link: button("Link", () => this.copyLink()),
      arguments: make("input", {size: 16}),
      progress: make("progress", {"aria-label": "Fetched of the compiler", hidden: true}),
      state: make("span", {className: "state", role: "status"}),
      code: make("textarea"),
      figure: make("div", {className: "picture"}),
      output: make("div", {className: "output", tabIndex: 0, role: "region", "aria-label": "What the program prints"}),
    };
    at.stop.disabled = at.picture.disabled = true;
    this.words = make("label", {}, "Arguments ", at.arguments);
    at.arguments.onkeydown = (event) => { if (event.key === "Enter") this.go(); };
    place.append(
      make("div", {className: "tools", role: "group", "aria-label": "What to do with the program"}, at.run, at.check, at.stop,
        at.reset, at.changed, at.picture, at.hint, at.link, this.words, at.progress, at.state),
      at.code, at.figure, at.output);
    const go = () => this.go();
    this.editor = CodeMirror.fromTextArea(at.code, {
      mode: "text/x-c++src", lineNumbers: true, matchBrackets: true, tabSize: 2, indentUnit: 2, inputStyle: "contenteditable",
      extraKeys: {"Ctrl-Enter": go, "Cmd-Enter": go, Tab: false, "Shift-Tab": false},  // Tab leads to what comes next
    });
    const field = this.editor.getInputField();
    for (const [name, value] of [["role", "textbox"], ["aria-multiline", "true"], ["aria-label", "The program"]]) {
      field.setAttribute(name, value);
    }
    this.editor.on("change", () => {
      this.keep();
      this.forget();
    });
    this.editor.on("cursorActivity", () => this.turnPicture());
    this.editor.on("gutterClick", (editor, line) => editor.setCursor(line, 0));
    this.output = new Output(at.output, (line) => {
      this.editor.focus();
      this.editor.setCursor(line - 1, 0);
    }, (line) => this.marks.push(this.editor.addLineClass(line - 1, "background", "marked")));
  }

  /**
   * Shows a program of the tutorial, or the reader's own text.
   * @param {string} name of its page
   * @param {string} [link] a text in its place, as packed() has made it
   */
  async open(name, link) {
    this.machine.stop();
    const response = await fetch(`${FOLDER}sources/${name}.json`);
    if (!response.ok) return this.tell(`There is no ${name} here.`);
    const {file, text, check} = await response.json();
    this.program = {name, file, text, check, isFromLink: link !== undefined};
    this.hints = undefined;
    this.hintsSeen = 0;
    const isExercise = check !== undefined;
    this.at.check.hidden = this.at.hint.hidden = !isExercise;
    this.at.run.hidden = this.words.hidden = isExercise;
    this.output.clear(file);
    this.tell("");
    this.editor.setValue(link === undefined ? stored.get(name) ?? text
      : await unpacked(link).catch(() => "// This link is not whole.\n"));
    this.editor.clearHistory();
    this.keep();
    return undefined;
  }

  keep() {
    const {name, text, isFromLink} = this.program, now = this.editor.getValue();
    if (name && !isFromLink) {  // what came by a link does not take the place of what was typed here
      if (now === text) stored.remove(name);
      else stored.set(name, now);
    }
    this.at.reset.disabled = this.at.changed.disabled = now === text;
  }

  tell(text) {
    this.at.state.textContent = text;
  }

  showProgress(loaded, total) {
    const mega = (bytes) => (bytes / 1e6).toFixed(0);
    Object.assign(this.at.progress, {hidden: false, max: total, value: loaded});
    this.tell(loaded < total ? `fetches the compiler, ${mega(loaded)} of ${mega(total)} MB (once)` : "starts the compiler");
  }

  set isBusy(is) {
    this.at.stop.disabled = !is;
    this.at.run.disabled = this.at.check.disabled = is;
  }
  get isBusy() {
    return !this.at.stop.disabled;
  }

  /** As in a shell's line: settings of the CPU backend, such as SIMT_DEVICES=2, come before the program's arguments. */
  readArguments() {
    const all = this.at.arguments.value.split(" ").filter((word) => word);
    const end = all.findIndex((word) => !/^SIMT_\w+=/.test(word)), words = end < 0 ? [] : all.slice(end);
    return {words, settings: Object.fromEntries(all.slice(0, all.length - words.length).map((word) => word.split(/=(.*)/s)))};
  }

  /** Runs the program, or checks the exercise. */
  async go() {
    if (this.isBusy) return;
    this.isBusy = true;
    const {file, check} = this.program, isCheck = check !== undefined;
    const began = performance.now(), token = newToken();
    this.forget();
    this.output.clear(file);
    this.marks.splice(0).forEach((line) => this.editor.removeLineClass(line, "background", "marked"));
    this.verdict = undefined;
    let limit;
    try {
      keepOffline();
      await this.machine.ready();
      this.at.progress.hidden = true;
      const compiled = await this.machine.compile({name: file, source: this.editor.getValue(), check});
      this.times = compiled.times;
      this.output.print(2, compiled.messages);
      this.tell("runs");
      if (isCheck) limit = setTimeout(() => this.machine.stop(new TakesTooLong()), this.checkSeconds * 1000);
      const {settings, words} = this.readArguments();
      const request = {
        program: compiled.program, args: [file.replace(/^.*\/|\.cu$/g, ""), ...(isCheck ? [] : words)],
        environment: {...(isCheck ? {...CHECK_ENVIRONMENT, EXERCISE_TOKEN: token} : settings), ...this.environment},
        files: {[file]: new TextEncoder().encode(this.editor.getValue())}};
      this.lastRun = request;
      this.at.picture.disabled = false;
      const {code, milliseconds, files} = await this.machine.run(request);
      this.times.push(["run", milliseconds]);
      this.files = files;  // that the program has written
      const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s from the text to the end`;
      this.output.finish();
      if (isCheck) this.showVerdict(judge(code, this.output.text(), token), seconds);
      else this.tell(`exit code ${code}, ${seconds}`);
    } catch (error) {
      if (error instanceof Stopped) {
        this.tell("stopped");
      } else if (error instanceof TakesTooLong) {
        this.showVerdict(stoppedAfter(this.checkSeconds, this.output.text()));
      } else {
        this.output.print(2, error.message);
        if (isCheck && error.isCompileError) this.showVerdict({state: "does not compile", text: error.message});
        else this.tell(error.isCompileError ? "does not compile" : "failed");
      }
    }
    clearTimeout(limit);
    this.at.progress.hidden = true;
    this.isBusy = false;
  }

  /** As `learn check` does. */
  async showVerdict(verdict, seconds = "") {
    this.verdict = verdict;
    const {state, text} = verdict;
    this.tell([state, seconds].filter((words) => words).join(", "));
    const step = nextStep(state, this.editor.getValue() !== this.program.text);
    const stuck = step && state !== "does not compile" ? " Stuck? There are hints." : "";
    this.output.say(text, make("p", {className: "step"}, step + stuck));
    if (state !== "passes") return;
    const {learned} = await this.readHints();
    if (learned) this.output.say("", make("h3", {}, learned.title), ...learned.nodes.map((node) => node.cloneNode(true)));
  }

  /** From the exercise's page, which may be this one. */
  async readHints() {
    if (this.hints === undefined) {
      const page = `${this.program.name}.html`;
      const isHere = location.pathname.endsWith(`/${page}`);
      this.hints = hintsOf(isHere ? document : new DOMParser().parseFromString(
        await (await fetch(new URL(`../${page}`, FOLDER))).text(), "text/html"));
    }
    return this.hints;
  }

  /** One more each time; when none is left, all of them again. */
  async showHint() {
    const {hints} = await this.readHints();
    const isOver = this.hintsSeen >= hints.length;
    const shown = isOver ? hints : [hints[this.hintsSeen++]];
    const left = hints.length - this.hintsSeen;
    const after = isOver ? "These are all hints." : left === 0 ? "This was the last hint."
      : left === 1 ? "There is one more." : `There are ${left} more.`;
    this.output.say("", ...shown.flatMap(({title, nodes}) => [
      make("h3", {}, title), ...nodes.map((node) => node.cloneNode(true))]), make("p", {className: "note"}, after));
    this.at.output.focus({preventScroll: true});
    this.at.output.scrollIntoView({block: "nearest"});
  }

  /** What lanes touch in the line of the cursor: the last run once more, with its trace. Clicks on other lines follow. */
  async showPicture() {
    if (this.isBusy || !this.lastRun) return;
    this.isBusy = true;
    const run = this.lastRun;
    this.tell("runs once more, for the picture");
    try {
      await liveScripts();
      const {files} = await this.machine.run({...run, environment: {...run.environment, SIMT_TRACE: TRACE}}, () => {});
      const trace = JSON.parse(new TextDecoder().decode(files[TRACE]) || '{"launches": []}');
      if (this.lastRun === run) this.drawTrace(trace);
    } catch (error) {
      this.tell(error instanceof Stopped ? "stopped" : `no picture: ${error.message}`);
    }
    this.isBusy = false;
  }

  drawTrace(trace) {
    const {file} = this.program, accesses = Live.model.accesses(trace, file);
    if (accesses.length === 0) return this.tell("No line of this program has reached global or shared memory in a block (0,0,0).");
    Live.trace("run", trace);
    const figure = make("figure", {className: "live"});
    Object.assign(figure.dataset, {live: "request", trace: "run", file});
    this.at.figure.replaceChildren(figure);
    const marks = accesses.map(({line}) => this.editor.addLineClass(line - 1, "gutter", "reaches"));
    this.picture = {frame: Live.show(figure), accesses, marks};
    this.tell("Click a line whose number is underlined, and its accesses are drawn.");
    this.turnPicture(0);
    return this.turnPicture();
  }

  /** To the first access in the cursor's line, and the launch that has most of it. */
  turnPicture(to = this.picture?.accesses.findIndex(({line}) => line === this.editor.getCursor().line + 1) ?? -1) {
    if (to < 0) return;
    const {frame, accesses} = this.picture, {line, launches} = accesses[to];
    if (to > 0 && accesses[frame.settings.access].line === line) return;
    const most = Math.max(...launches.map(({requests}) => requests.length));
    frame.change({access: to, launch: 1 + launches.findIndex(({requests}) => requests.length === most), request: 1});
  }

  /** A text that has changed has no run. */
  forget() {
    this.picture?.marks.forEach((line) => this.editor.removeLineClass(line, "gutter", "reaches"));
    this.picture = this.lastRun = undefined;
    this.at.picture.disabled = true;
    this.at.figure.replaceChildren();
  }

  showDifference() {
    const lines = difference(this.program.text, this.editor.getValue());
    const names = {" ": "span", "-": "del", "+": "ins"};
    this.output.say("", make("pre", {className: "changes"},
      ...lines.map(([kind, line]) => make(names[kind], {}, `${kind} ${line}\n`))));
  }

  async copyLink() {
    const link = `${location.href.split("#")[0]}#code=${await packed(this.editor.getValue())}`;
    history.replaceState(null, "", link);
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    this.tell(`The link to this text is in the address bar${isCopied ? ", and copied" : ""}.`);
  }
}

/** The site's live pictures, of which one draws what a run has asked of memory. */
async function liveScripts() {
  if (typeof Live !== "undefined" && Live.lanes) return;
  const fetched = (name, properties) => new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement(name), properties, {
      onload: resolve, onerror: () => reject(new Error("its scripts cannot be loaded"))}));
  });
  const folder = new URL("../live/", FOLDER).href;
  await fetched("link", {rel: "stylesheet", href: `${folder}live.css`});
  for (const name of ["live", "access", "request"]) await fetched("script", {src: `${folder}${name}.js`});
}

/** From now on the site's service worker keeps what has been fetched. */
function keepOffline() {
  const {serviceWorker} = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  serviceWorker.register(new URL("../offline.js", FOLDER)).then(() => serviceWorker.ready).then(({active}) => {
    active.postMessage([location.href.split("#")[0], ...performance.getEntriesByType("resource").map(({name}) => name)]);
  }).catch(() => {});  // where there is none, the browser's cache does what it does
}

/**
 * Opens what the page is for: its program, or on the page for a reader's own text what the address names.
 * @param {HTMLElement} place
 */
export async function openPlayground(place) {
  place.replaceChildren();
  const playground = window.playground = new Playground(place);
  const which = document.getElementById("which");  // on the page for a reader's own text every program can be opened
  const open = () => {
    const code = location.hash.match(/^#code=([\w-]+)$/)?.[1];
    const named = location.hash.match(/^#(\w+)$/)?.[1] ?? (which && location.search.slice(1).match(/^\w+$/)?.[0]) ?? OWN;
    const name = place.dataset.program || named;
    if (which) which.value = name;
    return playground.open(name, code);
  };
  await open();
  if (which) {
    which.onchange = () => { location.hash = which.value; };
    addEventListener("hashchange", open);
  } else {
    playground.editor.focus();
  }
}
