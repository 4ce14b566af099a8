#!/usr/bin/env python3
"""usage: run_notebook.py [REPOSITORY]

Executes the cells of docs/colab.ipynb, one after the other, in a new folder, as a reader would: with a clone of
REPOSITORY (this one), first the stub of its exercise, then the solution. Prints what the cells print and how long
they took. Exit code 1 if a cell fails or does not print what it should. Needs nbclient and ipykernel, and to be root:
the notebook installs packages.
"""

import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[3]
STUB = "exercises/01_thread_hierarchy/scale_vector/scale_vector.cu"
SOLUTION = ROOT / "solutions/01_thread_hierarchy/scale_vector.cu"

# Words of a cell's source, and what it has to print.
EXPECTED = (("%%bash\nbuild-cpu/bin/learn run matrix_add", "PASS"), ("display(SVG", "image/svg+xml"), ("learn hint", "int"),
            ("./mine", "thread 1 of block 1 is number 5"))


def printed(cell):
    return "".join(output.get("text") or " ".join(output.get("data", {"": ""})) + "\n" for output in cell.outputs)


def main():
    repository = sys.argv[1] if len(sys.argv) > 1 else str(ROOT)
    notebook = nbformat.read(ROOT / "docs/colab.ipynb", as_version=4)
    nbformat.validate(notebook)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    codes[0].source = codes[0].source.replace("<this repository>", repository)
    assert repository in codes[0].source
    stub = next(index for index, cell in enumerate(codes) if STUB in cell.source)
    expected = {index: text for words, text in EXPECTED for index, cell in enumerate(codes) if words in cell.source}
    expected[stub + 1] = "not started"
    solved = [nbformat.v4.new_code_cell(f"%%writefile {STUB}\n{SOLUTION.read_text()}"),
              nbformat.v4.new_code_cell(codes[stub + 1].source)]
    expected[len(codes) + 1] = "passes"
    codes += solved

    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        run = nbformat.v4.new_notebook(cells=codes)
        client = NotebookClient(run, timeout=3600, startup_timeout=600, resources={"metadata": {"path": folder}})
        with client.setup_kernel():
            for index, cell in enumerate(run.cells):
                start = time.monotonic()
                client.execute_cell(cell, index)
                text = printed(cell)
                seconds = time.monotonic() - start
                print(f"== cell {index + 1}, {seconds:.0f} s: {cell.source.splitlines()[-1]}\n{text}", flush=True)
                if expected.get(index, "") not in text:
                    faults += 1
                    print(f"FAULT: \"{expected[index]}\" was expected")
    print(f"{len(codes)} cells, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
