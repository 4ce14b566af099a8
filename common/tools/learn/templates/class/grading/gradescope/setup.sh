#!/usr/bin/env bash
# Gradescope runs this once, as it builds the image: everything is compiled here, but for the answers.
set -eu
cd -P "${AUTOGRADER:-/autograder}/source"
if [[ -z ${AUTOGRADER-} ]]; then bash grading/install.sh; fi
cmake --preset tour -DTUTORIAL_BACKEND=cpu
cmake --build build --target learn
for exercise in $(sed -n 's/^exercise \([a-z0-9_]*\).*/\1/p' class.txt); do
  cmake --build build --target "exercise_$exercise"
done
