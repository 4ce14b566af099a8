#!/usr/bin/env python3
"""usage: make_playground.py REPOSITORY WORK OUTPUT

Writes to OUTPUT what a browser needs to compile and run CUDA C++ (docs/playground): clang as WebAssembly, from a package
of PyPI whose hash is checked; the CPU backend and the helper headers, compiled for WebAssembly; and the programs that
can be changed. WORK keeps what need not be made again. Where a package is missing, OUTPUT stays empty, and a line says
what to install: the site is complete without it.
"""

import gzip
import hashlib
import json
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEEL = "llvm_explorer-0.11.0-py3-none-any.whl"
WHEEL_SHA256 = "60729026e3415b541dbeb6e660a88a24398ed06ba608ef81e6c280bdb40147bb"
IN_WHEEL = "llvm_explorer-0.11.0.data/data/share/jupyter/labextensions/llvm-explorer/static/compiler/"
LLVM = Path("/usr/lib/llvm-19")
LIBCXX = LLVM / "include/wasm32-wasi/c++/v1"
WASI = Path("/usr/include/wasm32-wasi")
LIBRARIES = (LLVM / "lib/wasm32-wasi/libc++.a", LLVM / "lib/wasm32-wasi/libc++abi.a", Path("/usr/lib/wasm32-wasi/libc.a"),
             Path("/usr/lib/wasm32-wasi/libwasi-emulated-process-clocks.a"),
             LLVM / "lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a")
EDITOR = [Path("/usr/share/javascript/codemirror") / name for name in (
    "lib/codemirror.js", "lib/codemirror.css", "mode/clike/clike.js", "addon/edit/matchbrackets.js")]
COPYRIGHTS = {"CodeMirror": "libjs-codemirror", "libc++": "libc++-19-dev-wasm32", "wasi-libc": "wasi-libc"}  # Debian's packages
CHAPTERS = ("01", "02", "03", "04", "05", "06", "07")
OWN_TEXT = "docs/triangle.cu"  # what the page for a reader's own text begins with


class Missing(Exception):
    """Something that can be installed."""


def copyright_of(package):
    return Path("/usr/share/doc") / package / "copyright"


def wheel(work):
    """The package with the compiler, as it was when its hash was written down."""
    path = work / WHEEL
    if not path.exists():
        name, version = WHEEL.split("-")[:2]
        asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", work, f"{name}=={version}"]
        if subprocess.run(asked, check=False).returncode != 0:
            raise Missing(f"{name} {version} of PyPI, or {path}")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != WHEEL_SHA256:
        sys.exit(f"{path} has the SHA-256 {found}, and not {WHEEL_SHA256}")
    return path


def packages(root):
    """The command that docs/pages/setup.md has for them."""
    command = re.search(r"^sudo apt-get install -y libjs-codemirror (?:.*\\\n)*.*$", (root / "docs/pages/setup.md").read_text(), re.M)
    return " ".join(command[0].replace("\\\n", " ").split())


def build(root, work):
    """Compiles the CPU backend and its tools for WebAssembly. -> the folder"""
    needed = [LLVM / "bin/clang++", LLVM / "bin/wasm-ld", *LIBRARIES, *EDITOR, *map(copyright_of, COPYRIGHTS.values())]
    if not all(path.exists() for path in needed):
        raise Missing(f"packages: {packages(root)}")
    folder, project = work / "wasm", root / "common/simt/wasm"
    if not (folder / "build.ninja").exists():
        subprocess.run(["cmake", "-S", project, "-B", folder, "-G", "Ninja", "--toolchain", project / "toolchain.cmake"],
                       check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder], check=True)
    return folder


def headers(root, compiler_js, compiler_data):
    """All that programs include, by its path in the compiler's files, and the libraries that they are linked with."""
    files = {}
    simt, common = root / "common/simt", root / "common"
    for folder, where in ((simt / "include", "/simt/include"), (simt / "wasm/include", "/simt/wasm"), (LIBCXX, "/libcxx"),
                          (WASI, "/wasi")):
        for path in sorted(folder.rglob("*")):
            is_other = where == "/wasi" and path.relative_to(WASI).parts[0] == "c++"
            if path.is_file() and not is_other:
                files[f"{where}/{path.relative_to(folder)}"] = path.read_bytes()
    for path in (common / "tutorial.cuh", *sorted((common / "tutorial").glob("*.cuh"))):
        files[f"/common/{path.relative_to(common)}"] = path.read_bytes()
    for path in sorted(root.glob("chapters/*/*.cuh")):  # what a program has beside it, for those who paste the program
        files[f"/chapters/{path.parent.name[:2]}/{path.name}"] = path.read_bytes()
    # Of the compiler's own headers those that belong to the language; most are for the instructions of some processor.
    pattern = r'"?filename"?:"(/lib/clang/[^"]*)","?start"?:(\d+),"?end"?:(\d+)'
    own = re.findall(pattern, compiler_js)
    if not own:
        sys.exit(f"{WHEEL}: the list of the compiler's files is not where it was")
    for name, begin, end in own:
        if re.match(r"(__)?(std|float|limits|inttypes|iso646)", Path(name).name):
            files[name] = compiler_data[int(begin):int(end)]
    return files


def pack(files):
    """As worker.js unpacks it."""
    listed = json.dumps([[path, len(data)] for path, data in files.items()]).encode()
    return struct.pack("<I", len(listed)) + listed + b"".join(files.values())


def table(title):
    """One of the tables of this folder's README: what is in its first column -> why."""
    text = (HERE / "README.md").read_text().partition(f"| {title} | why |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", text, re.M))


def sources(root):
    """The programs and exercises that a reader may change: the page's name -> the file."""
    found = {"own": root / OWN_TEXT}
    for number in CHAPTERS:
        for path in sorted(root.glob(f"chapters/{number}_*/*.cu")):
            found[f"program_{path.stem}"] = path
        for path in sorted(root.glob(f"exercises/{number}_*/*/check.cu")):
            found[f"exercise_{path.parent.name}"] = path.parent / f"{path.parent.name}.cu"
    missing = table("not on the site")
    return {name: path for name, path in found.items() if path.stem not in missing}


def write_sources(root, output):
    output.mkdir()
    for name, path in sources(root).items():
        source = {"file": "program.cu" if name == "own" else path.relative_to(root).as_posix(), "text": path.read_text()}
        if name.startswith("exercise_"):
            source["check"] = (path.parent / "check.cu").read_text()
        (output / f"{name}.json").write_text(json.dumps(source))


def write_parts(output, parts, known):
    """Compressed, since a plain server compresses nothing. @param known what was compressed before, by its hash.
    -> what a browser has to know of them: their sizes, and names that change with what is in them"""
    known.mkdir(exist_ok=True)
    manifest = {}
    for name, data in parts.items():
        key = hashlib.sha256(data).hexdigest()
        if not (known / key).exists():
            (known / key).write_bytes(gzip.compress(data, 9, mtime=0))
        shutil.copyfile(known / key, output / f"{name}.gz")
        manifest[name] = {"url": f"{name}.gz?{key[:16]}", "bytes": (known / key).stat().st_size}
    return manifest


def make(root, work, output):
    work.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel(work)) as package:
        inside = {name: package.read(IN_WHEEL + name) for name in ("Compiler.js", "Compiler.wasm", "Compiler.data")}
        licences = {Path(name).stem: package.read(name).decode() for name in package.namelist()
                    if name.startswith(IN_WHEEL + "licenses/") and Path(name).stem in ("Emscripten", "LLVM", "WasmBolt")}
    folder = build(root, work)
    licences.update({name: copyright_of(package).read_text() for name, package in COPYRIGHTS.items()})
    files = headers(root, inside["Compiler.js"].decode(), inside["Compiler.data"])
    files["/lib/program.o"] = (folder / "program.o").read_bytes()
    files.update({f"/lib/{path.name}": path.read_bytes() for path in LIBRARIES})
    output.mkdir(parents=True)
    parts = {"Compiler.wasm": inside["Compiler.wasm"], "files.pack": pack(files)}
    parts.update({name: (folder / name).read_bytes() for name in ("simt-translate.wasm", "number_sites.wasm")})
    manifest = write_parts(output, parts, work / "compressed")
    (output / "Compiler.js").write_bytes(inside["Compiler.js"])
    for script in (*HERE.glob("*.js"), HERE / "playground.css", *EDITOR):
        shutil.copyfile(script, output / script.name)
    write_sources(root, output / "sources")
    (output / "licences.json").write_text(json.dumps(dict(sorted(licences.items()))))
    (output / "manifest.json").write_text(json.dumps(manifest))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.splitlines()[0])
    root, work, output = (Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    try:
        make(root, work, output)
    except Missing as missing:
        print(f"The site is written without its playground, which needs {missing}")


if __name__ == "__main__":
    main()
