// Runs a program of WebAssembly that is linked with the CPU backend: its files, its clock, and its fibers.
//
// Each CUDA thread is a fiber. What it has called is kept by the browser (JavaScript Promise Integration): a fiber that
// waits is a promise, and to switch to it is to keep that promise.

const ERRNO = {badf: 8, inval: 28, noent: 44, notsup: 58};

/** Thrown out of a program that has ended, and out of a fiber that nobody continues. */
class End {}

/** The files of a program, which are in memory. */
class Files {
  constructor(files, write) {
    this.contents = new Map(Object.entries(files));
    // As much as the model has for the device: from it programs choose the size of their problem.
    this.contents.set("proc/meminfo", new TextEncoder().encode("MemAvailable: 147456 kB\n"));
    this.write = write;
    this.rooms = new WeakSet();  // what append() has made
    this.open = new Map([[0, {path: null}], [1, {path: null}], [2, {path: null}], [3, {path: ""}]]);
    this.next = 4;
  }

  openFile(path, create, truncate) {
    if (!this.contents.has(path) && !create) return -1;
    if (truncate || !this.contents.has(path)) this.contents.set(path, new Uint8Array(0));
    this.open.set(this.next, {path, position: 0});
    return this.next++;
  }

  append(fd, bytes) {
    const file = this.open.get(fd);
    if (file.path === null) return this.write(fd, bytes);
    const old = this.contents.get(file.path), end = file.position + bytes.length;
    let all = old;
    if (end > old.length) {  // twice as much room as it takes, so that many short pieces are not copied each time
      const fits = this.rooms.has(old.buffer) && old.buffer.byteLength >= end;
      all = new Uint8Array(fits ? old.buffer : new ArrayBuffer(2 * end), 0, end);
      if (!fits) all.set(old);
      this.rooms.add(all.buffer);
      this.contents.set(file.path, all);
    }
    all.set(bytes, file.position);
    file.position = end;
  }
}

/** The functions of WASI that the C library asks for. */
function wasi(state, args, environment, files) {
  const encode = (text) => new TextEncoder().encode(text + "\0");
  const view = () => new DataView(state.exports.memory.buffer);
  const bytes = (at, size) => new Uint8Array(state.exports.memory.buffer, at, size);
  const path = (at, size) => new TextDecoder().decode(bytes(at, size)).replace(/^(\.?\/)+/, "");
  const list = (strings) => ({
    get: (pointers, at) => {
      strings.map(encode).forEach((text, i) => {
        view().setUint32(pointers + 4 * i, at, true);
        bytes(at, text.length).set(text);
        at += text.length;
      });
      return 0;
    },
    sizes: (count, size) => {
      view().setUint32(count, strings.length, true);
      view().setUint32(size, strings.reduce((sum, text) => sum + encode(text).length, 0), true);
      return 0;
    },
  });
  const parts = (vectors, count) => Array.from({length: count}, (_, i) =>
    bytes(view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)));
  const environ = list(Object.entries(environment).map(([name, value]) => `${name}=${value}`));
  const argv = list(args);
  return {
    args_get: argv.get, args_sizes_get: argv.sizes,
    environ_get: environ.get, environ_sizes_get: environ.sizes,
    clock_time_get(clock, _, at) {
      const ms = clock === 0 ? performance.timeOrigin + performance.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return 0;
    },
    fd_write(fd, vectors, count, written) {
      if (!files.open.has(fd)) return ERRNO.badf;
      let size = 0;
      for (const part of parts(vectors, count)) {
        files.append(fd, part.slice());
        size += part.length;
      }
      view().setUint32(written, size, true);
      return 0;
    },
    fd_read(fd, vectors, count, read) {
      const file = files.open.get(fd);
      if (!file) return ERRNO.badf;
      let size = 0;
      for (const part of parts(vectors, count)) {
        if (file.path === null) break;
        const rest = files.contents.get(file.path).subarray(file.position, file.position + part.length);
        part.set(rest);
        file.position += rest.length;
        size += rest.length;
      }
      view().setUint32(read, size, true);
      return 0;
    },
    fd_seek(fd, offset, whence, at) {
      const file = files.open.get(fd);
      if (!file || file.path === null) return ERRNO.badf;
      const from = [0, file.position, files.contents.get(file.path).length][whence];
      file.position = from + Number(offset);
      view().setBigUint64(at, BigInt(file.position), true);
      return 0;
    },
    fd_close: (fd) => (files.open.delete(fd) ? 0 : ERRNO.badf),
    fd_fdstat_get(fd, at) {
      const file = files.open.get(fd);
      if (!file) return ERRNO.badf;
      bytes(at, 24).fill(0);
      view().setUint8(at, file.path === null ? 2 : file.path === "" ? 3 : 4);
      view().setBigUint64(at + 8, ~0n & 0xffffffffn, true);
      view().setBigUint64(at + 16, ~0n & 0xffffffffn, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_prestat_get(fd, at) {
      if (fd !== 3) return ERRNO.badf;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name(fd, at) {
      bytes(at, 1)[0] = "/".charCodeAt(0);
      return 0;
    },
    path_filestat_get(_, flags, at, size, stat) {
      const name = path(at, size);
      if (name !== "" && !files.contents.has(name)) return ERRNO.noent;
      bytes(stat, 64).fill(0);
      view().setUint8(stat + 16, name === "" ? 3 : 4);
      return 0;
    },
    path_open(_, flags, at, size, create, rights, inheriting, fdflags, result) {
      const fd = files.openFile(path(at, size), (create & 1) !== 0, (create & 8) !== 0);
      if (fd < 0) return ERRNO.noent;
      view().setUint32(result, fd, true);
      return 0;
    },
    sched_yield: () => 0,
    proc_exit(code) {
      state.finish(code);
      throw new End();
    },
  };
}

/** What popen() of a program calls: the program runs once more, with one more variable in its environment. */
function runAgain(state, module, options, files) {
  return new WebAssembly.Suspending(async (command) => {
    const memory = new Uint8Array(state.exports.memory.buffer);
    const line = new TextDecoder().decode(memory.slice(command, memory.indexOf(0, command)));
    const [, name, value] = line.match(/(\w+)=(\w+) timeout /);
    const printed = [];
    const {code} = await run(module, {
      ...options, environment: {...options.environment, [name]: value}, write: (_, bytes) => printed.push(...bytes),
    });
    files.contents.set("run_again.txt", Uint8Array.from(printed));
    return code;
  });
}

/** What the fibers of a program have called, by its number. */
function fibers(state) {
  const waiting = new Map();
  const start = (number) => state.startFiber(number).catch((error) => state.failed(error));
  const go = (number, isNew) => {
    const resume = waiting.get(number);
    waiting.delete(number);
    if (isNew) queueMicrotask(() => start(number));
    else resume();
  };
  return {
    switch_fiber: new WebAssembly.Suspending((from, to, isNew) => new Promise((resume) => {
      waiting.set(from, resume);
      go(to, isNew);
    })),
    leave_fiber(to, isNew) {
      go(to, isNew);
      throw new End();
    },
  };
}

/**
 * Runs a program to its end.
 * @param {WebAssembly.Module} module
 * @param {{args?: string[], environment?: Object<string, string>, files?: Object<string, Uint8Array>,
 *          write: (fd: number, bytes: Uint8Array) => void}} options
 * @returns {Promise<{code: number, files: Map<string, Uint8Array>}>}
 */
export function run(module, options) {
  const {args = ["program"], environment = {}, files = {}, write} = options;
  return new Promise((resolve, reject) => {
    const state = {exports: null, isOver: false};
    const memory = new Files(files, write);
    state.finish = (code) => {
      if (state.isOver) return;
      state.isOver = true;
      resolve({code, files: memory.contents});
    };
    state.failed = (error) => {
      if (error instanceof End || state.isOver) return;
      const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
      if (!isTrap || !state.exports.simt_trapped) return reject(error);
      try {
        state.exports.simt_trapped(/divide|integer/.test(error.message));
      } catch (second) {
        if (!(second instanceof End)) reject(error);
      }
    };
    const imports = {wasi_snapshot_preview1: wasi(state, args, environment, memory), simt: {
      ...fibers(state), run_again: runAgain(state, module, options, memory),
    }};
    WebAssembly.instantiate(module, imports).then((instance) => {
      state.exports = instance.exports;
      if (!state.exports.simt_main) {  // a tool, which has no fibers
        try {
          state.exports._start();
          state.finish(0);
        } catch (error) {
          state.failed(error);
        }
        return;
      }
      state.startFiber = WebAssembly.promising(state.exports.simt_start_fiber);
      WebAssembly.promising(state.exports.simt_main)().catch((error) => state.failed(error));
    }, reject);
  });
}
