// What works for the page: one of these compiles, another one runs the program, so that it can be stopped at any time.
// It has none of the page's storage, and sends nothing anywhere.
import {Compiler, CompileError} from "./compiler.js";
import {run} from "./program.js";

let compiler = null;

const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")));

/** The files of a pack: its list as JSON, the length of that in front. */
function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const files = {};
  let at = 4 + length;
  for (const [path, size] of list) {
    files[path] = bytes.subarray(at, at + size);
    at += size;
  }
  return files;
}

/** Where precompiled headers are kept between visits: in a cache of their own, for the compiler that has made them. */
async function headersOf(manifest) {
  if (!self.caches) return undefined;  // the page has not come by a safe way
  const name = "playground headers " + Object.values(manifest).map(({url}) => url.split("?")[1]).join(" ");
  for (const other of await caches.keys()) {
    if (other.startsWith("playground headers") && other !== name) await caches.delete(other);
  }
  const cache = await caches.open(name);
  const place = (header, i) => new URL(`headers/${header}/${i}`, import.meta.url);
  return {
    async get(header) {
      const files = await Promise.all([0, 1].map((i) => cache.match(place(header, i))));
      return files.every((file) => file) ? Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())))
        : undefined;
    },
    set: (header, files) => Promise.all(files.map((file, i) => cache.put(place(header, i), new Response(file))))
      .catch(() => {}),  // there may be no room
  };
}

/** Fetches what the compiler is made of, and tells how much of it has come. */
async function load(manifest) {
  const total = Object.values(manifest).reduce((sum, {bytes}) => sum + bytes, 0);
  let loaded = 0;
  const fetched = async (name) => {
    const response = await fetch(new URL(manifest[name].url, import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    const counted = new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.length;
        postMessage({kind: "loaded", loaded, total});
        controller.enqueue(chunk);
      },
    });
    return unpacked(new Response(response.body.pipeThrough(counted)));
  };
  const module = async (name) => WebAssembly.compile(await (await fetched(name)).arrayBuffer());
  const [factory, clang, files, translate, numberSites] = await Promise.all([
    import("./Compiler.js").then((compiler) => compiler.default),
    module("Compiler.wasm"),
    fetched("files.pack").then(async (response) => unpack(new Uint8Array(await response.arrayBuffer()))),
    module("simt-translate.wasm"),
    module("number_sites.wasm"),
  ]);
  compiler = await Compiler.make(factory, clang, files, {translate, numberSites}, await headersOf(manifest));
}

const answers = {
  async load({manifest}) {
    await load(manifest);
    return {};
  },
  async compile({name, source, check}) {
    const begin = performance.now();
    const {messages, program, times} = await compiler.compile(name, source, {
      check, told: (step) => postMessage({kind: "step", step}),
    });
    return {messages, program, times, milliseconds: performance.now() - begin};
  },
  async run({program, args, environment, files}) {
    const begin = performance.now();
    const decoders = [1, 2].map(() => new TextDecoder());
    const result = await run(await WebAssembly.compile(program), {
      args, environment, files,
      write: (fd, bytes) => postMessage({kind: "output", fd, text: decoders[fd - 1].decode(bytes, {stream: true})}),
    });
    return {code: result.code, files: Object.fromEntries(result.files), milliseconds: performance.now() - begin};
  },
};

addEventListener("message", async ({data}) => {
  try {
    postMessage({kind: "done", ...await answers[data.kind](data)});
  } catch (error) {
    postMessage({kind: "failed", isCompileError: error instanceof CompileError, text: error.message ?? String(error)});
  }
});
postMessage({kind: "here"});
