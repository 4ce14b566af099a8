#!/usr/bin/env bash
# usage: failing_check.sh BUILD EXERCISE ANSWER
#
# Prints what `build/bin/learn check EXERCISE` shows on a terminal, colours and all, when a learner's file is this
# wrong answer of common/tests/graders. The answer is compiled in BUILD already, so the course that learn sees here, in
# a scratch folder, has nothing to build.
set -euo pipefail
build=$(cd "$1" && pwd) exercise=$2 answer=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

chapter=$(sed -n "s:^exercise \(.*\)/$exercise\$:\1:p" "$build/course.txt")
ln -s "$root/common" .
mkdir -p "exercises/$chapter"
cp -r "$root/exercises/$chapter/$exercise" "exercises/$chapter"
"$build/bin/learn" variant "$exercise" "$answer" >"exercises/$chapter/$exercise/$exercise.cu"

printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(course LANGUAGES NONE)' \
  "add_custom_target(exercise_$exercise)" >CMakeLists.txt
cmake -B build -G Ninja >log || { cat log >&2; exit 1; }
mkdir build/bin
cp "$build/bin/learn" build/bin
ln -s "$build/bin/wrong_${exercise}_$answer" "build/bin/exercise_$exercise"
sed "s:^source .*:source $work:" "$build/course.txt" >build/course.txt

unset NO_COLOR
export LEARN_SECONDS=600
"$build/common/tests/learn/in_terminal" build/bin/learn check "$exercise" \
  <<<$'end 1\nkeep screen' >log || { cat log >&2; exit 1; }
cat screen
