// The two workers behind a playground: one compiles and is kept, the other runs one program, so that it can be stopped at
// any time.

const FOLDER = new URL("./", import.meta.url).href;

export class Stopped extends Error {}

/** A worker that answers one request at a time. It begins as a text of the page's, so what the page may not, it may not
 *  either: its Content-Security-Policy is the page's. */
class Helper {
  constructor(told) {
    const text = `import ${JSON.stringify(FOLDER + "worker.js")};`;
    const url = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
    this.worker = new Worker(url, {type: "module"});
    this.told = told;
    this.isThere = new Promise((resolve) => this.worker.addEventListener("message", resolve, {once: true}));
  }

  async ask(message) {
    return new Promise((resolve, reject) => {
      this.reject = reject;
      this.worker.onerror = (event) => reject(new Error(event.message || "the worker cannot be loaded"));
      this.worker.onmessage = ({data}) => {
        if (data.kind === "done") resolve(data);
        else if (data.kind === "failed") reject(Object.assign(new Error(data.text), data));
        else this.told(data);
      };
      this.isThere.then(() => this.worker.postMessage(message));
    });
  }

  stop(why = new Stopped()) {
    this.worker.terminate();
    this.reject?.(why);
  }
}

export class Machine {
  /** @param {{loaded: (loaded: number, total: number) => void, step: (name: string) => void,
   *           output: (fd: number, text: string) => void}} told who is told of what happens */
  constructor(told) {
    this.told = told;
  }

  async ask(helper, message) {
    this.busy = helper;
    try {
      return await helper.ask(message);
    } finally {
      this.busy = undefined;
    }
  }

  /** Fetches and starts the compiler, if it is not there. */
  async ready() {
    if (this.compiler) return;
    const manifest = await (await fetch(FOLDER + "manifest.json")).json();
    const compiler = new Helper((data) => {
      if (data.kind === "loaded") this.told.loaded(data.loaded, data.total);
      else if (data.kind === "step") this.told.step(data.step);
    });
    await this.ask(compiler, {kind: "load", manifest});
    this.compiler = compiler;
  }

  /** @returns {Promise<{program: Uint8Array, messages: string, times: [string, number][]}>} */
  async compile(request) {
    return this.ask(this.compiler, {kind: "compile", ...request});
  }

  /** @param {(fd: number, text: string) => void} [output] who is told what it prints
   *  @returns {Promise<{code: number, milliseconds: number, files: Object<string, Uint8Array>}>} */
  async run(request, output = this.told.output) {
    const runner = new Helper((data) => {
      if (data.kind === "output") output(data.fd, data.text);
    });
    try {
      return await this.ask(runner, {kind: "run", ...request});
    } finally {
      runner.stop();
    }
  }

  /** Whatever it does ends at once. @param {Error} [why] with which what was asked for fails */
  stop(why) {
    if (this.busy === this.compiler) this.compiler = undefined;
    this.busy?.stop(why);
  }
}
