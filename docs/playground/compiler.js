// CUDA C++ to WebAssembly in the browser: clang and the linker, and between their steps the CPU backend's own tools.
//
//   preprocess → simt-translate → clang (LLVM IR) → opt (accesses become calls) → number_sites → clang → wasm-ld
import {run} from "./program.js";

const CLANG = "clang++ --target=wasm32-wasip1 -resource-dir /lib/clang/23";
const LANGUAGE = [
  "-std=c++20 -fno-exceptions -nostdinc++ -nostdlibinc -isystem /simt/wasm -isystem /libcxx -isystem /wasi",
  "-isystem /simt/include -isystem /simt/include/without_cccl -I/common -I. -D_WASI_EMULATED_SIGNAL",
].join(" ");
// As simtcc has them (common/simt/simtcc/flags.h).
const WORDS = ["host", "device", "global", "shared", "constant", "managed", "forceinline", "launch_bounds", "cluster_dims",
  "block_size", "maxnreg", "grid_constant", "align"];
const MACROS = [
  "-D__NVCC__ -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -D__CUDACC_VER_BUILD__=88 -D__CUDA_API_VER_MAJOR__=13",
  "-D__CUDA_API_VER_MINOR__=0 -D__NVCC_DIAG_PRAGMA_SUPPORT__=1 -D__CUDA_ARCH_LIST__=900 -D__CUDACC__ -D__SIMTCC__",
  "-D__constinit=constinit -D__CUDA_ARCH_HAS_FEATURE__(feature)=__CUDA_ARCH_FEAT_##feature -DTUTORIAL_COMPILED",
  ...WORDS.map((word) => `-D__${word}__=__${word}__`),
].join(" ");
// Nothing is optimised before the accesses are known: they are to be those of the source. What -mllvm says is for the
// pass that opt runs next, in the same process.
const EXACT = [
  "-O1 -gline-tables-only -gno-column-info -Xclang -disable-llvm-passes -Xclang -fsanitize=thread -fno-builtin-printf",
  "-mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-distinguish-volatile=1",
  "-mllvm -tsan-instrument-read-before-write=1 -mllvm -tsan-instrument-memintrinsics=0",
].join(" ");
// Of threads that have arrays of their own, as simtcc asks for it (common/simt/translate/marks.h).
const HAS_LOCAL_ARRAYS = / ::simt::local_array\(|\/\*simt: arrays\*\//;
const CHECK_INDICES = "-Xclang -fsanitize=array-bounds -Xclang -fsanitize-recover=array-bounds";
const WARNINGS = "-Wno-everything -Wuninitialized -Wformat -Wno-format-zero-length -Waddress -Wnonnull";
const MESSAGES = "-fno-caret-diagnostics -fno-show-column -fno-color-diagnostics";
// The blocks of the control flow are those that g++ makes of it: none that is empty, and a loop that asks at its end.
const SIMPLIFY = "simplifycfg<no-hoist-common-insts;no-sink-common-insts;no-switch-to-lookup;no-speculate-blocks>";
const PASSES = `always-inline,function(sroa,${SIMPLIFY},early-cse,${SIMPLIFY},loop(loop-rotate),${SIMPLIFY}),tsan`;
// The size of the memory is that of the model's addresses (common/simt/base/address_map.h).
const LINK = [
  "wasm-ld -m wasm32 --no-entry --stack-first -z stack-size=1048576 --wrap=exit --strip-debug",
  "--initial-memory=1610612736 --max-memory=4294967296",
].join(" ");
const LIBRARIES = ["libc++.a", "libc++abi.a", "libc.a", "libwasi-emulated-process-clocks.a", "libclang_rt.builtins-wasm32.a"]
  .map((name) => "/lib/" + name).join(" ");

// Libraries that a browser does not have: what is left out -> what the messages say where a program wants it.
const LEFT_OUT = {
  "MPI": /'mpi\.h' file not found/,
  "NVRTC": /'nvrtc\.h' file not found/,
  "CCCL": /'(thrust|cub|cuda|nv)\/[^']*' file not found/,
  "cuBLAS": /undefined symbol: cublas/,
};

/** A step that has failed because of the program: its messages are for who has written it. */
export class CompileError extends Error {}

/** A copy of a struct stays one access: nothing takes a call to pieces. number_sites makes copies of these again. */
const keepCopies = (ir) => ir.replace(/call void @llvm\.memcpy\.p0\.p0\.i32\(/g, "call void @simt_memcpy(") +
  "\ndeclare void @simt_memcpy(ptr captures(none), ptr readonly captures(none), i32, i1)\n";

/** An index that is checked makes no blocks of its own: the call that tells of a wrong one becomes a call that asks, and what has
 *  been loaded before it is known behind it, too. */
const keepBlocks = (ir) => ir.replace(
  /br i1 (\S+), label %(\w+), label %(\w+),.*, !nosanitize !\d+\n\n(\3:.*\n(?: +%.*\n)*) +call void @__ubsan_handle_out_of_bounds\(/g,
  (_, isIn, after, block, before) => `br label %${block}\n\n${before}  call void @simt_check_index(i1 zeroext ${isIn}, `) +
  "\ndeclare void @simt_check_index(i1 zeroext, ptr, i32) memory(read)\n";

const text = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes));

/** Of a preprocessed header: file -> its lines. */
function linesOfFiles(preprocessed) {
  const files = new Map();
  let known = new Set();
  for (const line of preprocessed.split("\n")) {
    const marker = line.match(/^# \d+ "([^"]*)"/);
    if (!marker) known.add(line);
    else if (files.has(marker[1])) known = files.get(marker[1]);
    else files.set(marker[1], known = new Set());
  }
  return files;
}

export class Compiler {
  /**
   * @param {Function} factory what Compiler.js exports
   * @param {WebAssembly.Module} module Compiler.wasm
   * @param {Object<string, Uint8Array>} files headers and libraries by their paths
   * @param {{translate: WebAssembly.Module, numberSites: WebAssembly.Module}} tools
   * @param {{get: Function, set: Function}} [kept] where precompiled headers are kept: a list of files by a name
   */
  static async make(factory, module, files, tools, kept) {
    const compiler = new Compiler();
    compiler.tools = tools;
    compiler.kept = kept;
    compiler.headers = new Map();  // what is in each precompiled header: the lines of each file
    compiler.out = compiler.errors = compiler.times = [];
    const clang = compiler.clang = await factory({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
      // Its own headers are for another system; they are many, and nobody needs them.
      getPreloadedPackage: (name, size) => new ArrayBuffer(size),
      stdout: (byte) => compiler.out.push(byte),
      stderr: (byte) => compiler.errors.push(byte),
    });
    for (const [path, contents] of Object.entries(files)) compiler.write(path, contents);
    clang.FS.mkdirTree("/workspace");
    clang.FS.chdir("/workspace");
    return compiler;
  }

  write(path, contents) {
    this.clang.FS.mkdirTree(path.replace(/[^/]*$/, "") || "/");
    this.clang.FS.writeFile(path, contents);
  }

  read(path) {
    return this.clang.FS.readFile(path);
  }

  /** Runs a tool of the compiler. @returns its messages */
  step(command) {
    this.out = [];
    this.errors = [];
    const begin = performance.now();
    let code;
    try {
      code = this.clang.ccall("run_command", "number", ["string"], [command]);
    } catch (error) {
      if (typeof error.status !== "number") throw error;
      code = error.status;
    }
    this.times.push([command.match(/-include-pch|-E |-x ir|^opt|^wasm-ld|c\+\+-header/)?.[0] ?? command.slice(0, 20), performance.now() - begin]);
    const messages = text(this.errors);
    const missing = Object.keys(LEFT_OUT).find((name) => LEFT_OUT[name].test(messages));
    if (missing) {
      const place = messages.match(/^\S+:\d+: (?=fatal error: )/m)?.[0] ?? "";
      throw new CompileError(`${place}${missing} is left out in a browser\n`);
    }
    if (code !== 0) throw new CompileError(messages || `${command.split(" ")[0]} has failed`);
    return messages;
  }

  /** Runs one of the CPU backend's tools on a file of the compiler's. */
  async tool(module, args, input, output) {
    const errors = [];
    const begin = performance.now();
    const {code, files} = await run(module, {
      args, files: {[input]: this.read("/workspace/" + input)}, write: (_, bytes) => errors.push(...bytes),
    });
    if (code !== 0) throw new CompileError(text(errors));
    this.times.push([args[0], performance.now() - begin]);
    this.write("/workspace/" + output, files.get(output));
    return text(errors);
  }

  /** Compiles the header that a program begins with, for all that follow. */
  async precompile(name, lines) {
    if (this.headers.has(name)) return;
    this.write(`/workspace/first_${name}.h`, lines.join("\n") + "\n");
    const files = [`/workspace/${name}.ii`, `/workspace/${name}.pch`];
    const known = await this.kept?.get(name);
    if (known) {
      files.forEach((file, i) => this.write(file, known[i]));
    } else {
      this.step(`${CLANG} -E -x c++ ${LANGUAGE} ${MACROS} -w first_${name}.h -o ${name}.ii`);
      // Files of this compiler's have the time at which it was started: what is kept is not to depend on it.
      this.step(`${CLANG} -x c++-header ${LANGUAGE} ${MACROS} -w ${EXACT} -Xclang -fno-pch-timestamp first_${name}.h -o ${name}.pch`);
      await this.kept?.set(name, files.map((file) => this.read(file)));
    }
    this.headers.set(name, linesOfFiles(text(this.read(files[0]))));
  }

  /** What of a preprocessed file is not in the precompiled header. */
  without(header, preprocessed) {
    const files = this.headers.get(header);
    let known;  // of the file in which the line is: one that is included several times may say more each time
    const kept = [];
    for (const line of preprocessed.split("\n")) {
      const marker = line.match(/^# \d+ "([^"]*)"/);
      if (marker) known = files.get(marker[1]);
      // Which file includes which is no longer said; a header of the system is one.
      if (marker) kept.push(marker[0] + (/ 3\b/.test(line.slice(marker[0].length)) ? " 3" : ""));
      else kept.push(known?.has(line) ? "" : line);
    }
    return kept.join("\n");
  }

  /**
   * Compiles a .cu file and links it.
   * @param {string} name of the file
   * @param {string} source
   * @param {{check?: string, told?: (step: string) => void}} options the check of an exercise, which includes the file;
   *     who is told of each step
   * @returns {Promise<{messages: string, program: Uint8Array}>}
   */
  async compile(name, source, {check, told = () => {}} = {}) {
    if (check !== undefined) {
      this.write("/workspace/" + name, source);
      return this.compile(name.replace(/[^/]*$/, "check.cu"), check.replace('#include "tutorial/submission.cuh"',
        `#define SUBMISSION "${name}"\n#include "tutorial/submission.cuh"\n#line ${1 + check.slice(0,
          check.indexOf('#include "tutorial/submission.cuh"')).split("\n").length}`), {told});
    }
    const header = /#\s*include\s*"tutorial\/exercise/.test(source) ? "exercise"
      : /#\s*include\s*"tutorial/.test(source) ? "tutorial" : "cuda_runtime";
    const first = {
      exercise: ["#include <cuda_runtime.h>", '#include "tutorial/exercise.cuh"'],
      tutorial: ["#include <cuda_runtime.h>", '#include "tutorial.cuh"'],
      cuda_runtime: ["#include <cuda_runtime.h>"],
    }[header];
    this.times = [];  // of each step, in milliseconds
    told("headers");
    await this.precompile(header, first);
    told("translate");
    this.write("/workspace/" + name, source);
    const common = `${CLANG} ${LANGUAGE} ${MACROS} ${MESSAGES}`;
    const chapter = source.match(/^\/\/ Chapter (\d+) /)?.[1];  // which may have headers of its own
    const beside = chapter ? `-I/chapters/${chapter}` : "";
    let messages = this.step(`${common} ${beside} -E -x c++ ${WARNINGS} -include first_${header}.h ${name} -o host.ii`);
    const own = this.without(header, text(this.read("/workspace/host.ii")));
    if (/asm volatile\("wgmma\./.test(own)) throw new CompileError("wgmma is left out in a browser\n");
    this.write("/workspace/own.ii", own);
    messages += await this.tool(this.tools.translate, ["simt-translate", "own.ii", "-o", "translated.ii"], "own.ii",
      "translated.ii");
    told("compile");
    const checks = HAS_LOCAL_ARRAYS.test(text(this.read("/workspace/translated.ii"))) ? CHECK_INDICES : "";
    messages += this.step(
      `${common} -x c++ ${WARNINGS} ${EXACT} ${checks} -include-pch ${header}.pch -emit-llvm -S translated.ii -o plain.ll`);
    this.write("/workspace/copies.ll", keepBlocks(keepCopies(text(this.read("/workspace/plain.ll")))));
    this.step(`opt -passes=${PASSES} -S copies.ll -o accesses.ll`);
    // What only reads is left out where nobody wants its result: from now on that is not said any more.
    this.write("/workspace/program.ll", text(this.read("/workspace/accesses.ll")).replace(
      /^(declare void @simt_check_index\(.*?\)) #\d+$/m, "$1"));
    messages += await this.tool(this.tools.numberSites, ["number_sites", "program.ll", "numbered.ll"], "program.ll",
      "numbered.ll");
    this.step(`${CLANG} -O0 -Xclang -disable-llvm-passes -mbulk-memory -w -c -x ir numbered.ll -o program.o`);
    told("link");
    this.step(`${LINK} -o program.wasm /lib/program.o program.o ${LIBRARIES}`);
    return {messages, program: this.read("/workspace/program.wasm"), times: this.times};
  }
}
