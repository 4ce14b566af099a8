"""The part of playground_test.py that counts: the programs of common/simt/tests/calibration have the counters of an H200 here,
too, as they have on a machine (calibration_test.cpp)."""

import csv
import io

# (kernel, column): what is counted here, and why it is not what it is elsewhere.
IN_CLUSTERS = ("read_neighbour", "write_neighbour", "histogram_of_neighbour")  # they are left out
READS_TWICE = "thread() is a call here, so values[thread()] is read as often as it is written down"
DIFFERENT = {
    ("weighted_histogram", "global_load_requests"): ("4096", READS_TWICE),
    ("weighted_histogram", "global_load_sectors"): ("16384", READS_TWICE),
}


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def figure(row, column):
    """Of the model's report, as the table of the hardware names it."""
    if column != "constant_replays":
        return row[column]
    return str(int(row["constant_addresses"]) - int(row["constant_requests"]))


def check_one(reader, folder, program, table, known):
    """`known` are the differences that a machine has, too: (kernel, column) -> value."""
    reader.where = program
    reader.open("own")
    reader.write((folder / program).read_text())
    reader.run("void Object.assign(playground.environment, {SIMT_REPORT: 'counters.csv', SIMT_TIMEOUT: '60'})")
    printed = reader.go()
    report = reader.run("new TextDecoder().decode(playground.files?.['counters.csv'])")
    model = rows(report)
    hardware = [row for row in rows((folder / table).read_text()) if row["kernel"] not in IN_CLUSTERS]
    reader.expect(len(model) == len(hardware), f"{len(model)} launches, and not {len(hardware)}:\n{printed}")
    for mine, theirs in zip(model, hardware):
        kernel = theirs["kernel"]
        for column, value in theirs.items():
            if column == "case" or (column == "kernel" and table == "matrices.csv"):  # ncu leaves out namespaces
                continue
            if column == "shared_load_bank_conflicts" and kernel.startswith("trSmem"):
                value = "0"  # the hardware arbitrates between requests in flight, which the model does not
            wanted = known.get((kernel, column), value)
            wanted = DIFFERENT.get((kernel, column), (wanted,))[0]
            reader.expect(figure(mine, column) == wanted, f"{kernel} {theirs.get('case', '')}: {column} is "
                          f"{figure(mine, column)}, and not {wanted}")


def check(reader, root):
    folder = root / "common/simt/tests/calibration"
    known = {(row["kernel"], row["column"]): row["model"] for row in rows((folder / "differences.csv").read_text())}
    check_one(reader, folder, "kernels.cu", "h200.csv", {})
    check_one(reader, folder, "patterns.cu", "patterns.csv", known)
