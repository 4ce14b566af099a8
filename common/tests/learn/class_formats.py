"""Are these the grades of a student, in a format that its grader takes? class_formats.py FORMAT FILE right|wrong|cheat

The rules are those that the graders publish: the schema classroom50/result/v1, Gradescope's specification of results.json,
and what readers of JUnit's XML need.
"""
import csv
import json
import re
import sys
import xml.etree.ElementTree as xml

EXERCISE = "01_thread_hierarchy/scale_vector"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def need(holds, what):
    if not holds:
        sys.exit(f"{sys.argv[2]}: {what}")


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def own(text):
    grades = json.loads(text)
    need(grades["format"] == "cuda-by-chapter/grades/1" and grades["class"] == "A class, of 2026", "head")
    need(grades["of"] == 15 and is_count(grades["points"]), "points of all")
    need(grades["sandbox"] is True, "sandbox")
    first = grades["exercises"][0]
    need(first["due"] == "2026-10-05" and grades["exercises"][1]["due"] is None, "due")
    need(set(first) == {"exercise", "points", "of", "due", "compared", "verdict"}, "members")
    return [(e["exercise"], e["points"], e["of"], e["verdict"]["state"] == "passes") for e in grades["exercises"]]


def classroom50(text):
    result = json.loads(text)
    names = {"schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
             "datetime", "score", "max-score", "tests"}
    need(names <= set(result) <= names | {"graded_at", "submitted_by"}, f"members: {sorted(result)}")
    need(result["schema"] == "classroom50/result/v1", "schema")
    need(result["assignment_type"] in ("individual", "group"), "assignment_type")
    need(all(isinstance(result[n], str) and result[n] for n in names - {"score", "max-score", "tests"}), "texts")
    need(result["submission"].startswith("submit/"), "submission")
    need(TIME.fullmatch(result["datetime"]) and TIME.fullmatch(result["graded_at"]), "times")
    need(is_count(result["score"]) and is_count(result["max-score"]), "score")
    need(result["score"] == sum(t["score"] for t in result["tests"]) <= result["max-score"], "sum")
    for test in result["tests"]:
        need(isinstance(test["passed"], bool) and test["test-name"], "test")
        need(is_count(test["score"]) and is_count(test["max-score"]) and test["score"] <= test["max-score"], "test")
    return [(t["test-name"], t["score"], t["max-score"], t["passed"]) for t in result["tests"]]


def gradescope(text):
    results = json.loads(text)
    need(set(results) <= {"score", "execution_time", "output", "visibility", "stdout_visibility", "extra_data", "tests",
                          "leaderboard"}, "members")
    for test in results["tests"]:
        need(set(test) <= {"score", "max_score", "status", "name", "number", "output", "tags", "visibility", "extra_data"},
             f"members of a test: {sorted(test)}")
        need(test["status"] in ("passed", "failed") and isinstance(test["output"], str), "test")
        need(test["visibility"] in ("hidden", "after_due_date", "after_published", "visible"), "visibility")
        need(isinstance(test["score"], (int, float)) and test["score"] <= test["max_score"], "score")
    return [(t["name"], t["score"], t["max_score"], t["status"] == "passed") for t in results["tests"]]


def junit(text):
    suite = xml.fromstring(text).find("testsuite")
    cases = suite.findall("testcase")
    need(int(suite.get("tests")) == len(cases), "tests")
    need(int(suite.get("failures")) == sum(c.find("failure") is not None for c in cases), "failures")
    found = []
    for case in cases:
        failure = case.find("failure")
        words = case.findtext("system-out") if failure is None else failure.get("message")
        points, of = re.match(r"(\d+) of (\d+) points", words).groups()
        found.append((case.get("classname") + "/" + case.get("name"), int(points), int(of), failure is None))
    return found


def as_table(text):
    rows = [row for row in csv.DictReader(text.splitlines()) if row["student"] == sys.argv[3]]
    return [(r["exercise"], int(r["points"]), int(r["of"]), r["state"] == "passes") for r in rows]


read = {"json": own, "classroom50": classroom50, "gradescope": gradescope, "junit": junit, "csv": as_table}[sys.argv[1]]
is_right = sys.argv[3] == "right"
expected = [(EXERCISE, 10 if is_right else 0, 10, is_right), ("03_coalescing/line_camera", 0, 5, False)]
with open(sys.argv[2], encoding="utf-8") as file:
    graded = read(file.read())
need(graded == expected, f"{graded}, and not {expected}")
