#!/usr/bin/env python3
"""The autograder of Classroom 50: goes to CLASSROOM/autograders/ASSIGNMENT/autograder.py of the classroom's repository.

It runs in the checkout of the student, and writes result.json there. CLASS is where the class is, with learn built: the
assignment's container has it (Containerfile).
"""
import os
import pathlib
import subprocess

course = pathlib.Path(os.environ.get("CLASS", "/class"))
here = pathlib.Path.cwd()
environment = dict(os.environ, TZ="UTC")
when = subprocess.run(
    ["git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"],
    env=environment, capture_output=True, text=True, check=False)
if when.returncode == 0 and when.stdout.strip():
    environment["SUBMITTED_AT"] = when.stdout.strip()
command = [course / "build/bin/learn", "grade", *os.environ.get("LEARN_GRADE", "").split(), here, "classroom50"]
graded = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
if graded.returncode != 0:
    raise SystemExit(graded.stderr)
(here / "result.json").write_text(graded.stdout)
