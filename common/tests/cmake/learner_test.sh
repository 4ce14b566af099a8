#!/usr/bin/env bash
# Tests of a learner's build: learner_test.sh REPOSITORY CASE [SIMTCC]
set -u
readonly repository=$1 simtcc=${3-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
  echo "FAILED: $*" >&2
  [[ ! -s out ]] || cat out >&2
  exit 1
}
expect() { grep -qE -- "$1" out || fail "expected: $1"; }
expect_not() { ! grep -qE -- "$1" out || fail "must not be there: $1"; }

# A project of exercises that are plain C++: name=body of main.
write_project() {
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(loop LANGUAGES CXX)\n' >CMakeLists.txt
  local exercise
  for exercise in "$@"; do
    printf '#include <cstdlib>\n#include <unistd.h>\nint main() { %s }\n' "${exercise#*=}" \
      >"${exercise%%=*}.cpp"
    printf 'add_executable(exercise_%s %s.cpp)\n' "${exercise%%=*}" "${exercise%%=*}" >>CMakeLists.txt
  done
  cmake -S . -B build -G Ninja -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$work/build/bin" >out 2>&1 ||
    fail "configuring"
}

# Chapters and exercises, and nothing that tests the tutorial itself.
test_labels() {
  cmake -S "$repository" -B build -G Ninja -DTUTORIAL_BACKEND=cpu >out 2>&1 || fail "configuring"
  ctest --test-dir build --print-labels >out
  expect '^  chapter$'
  expect '^  exercise$'
  expect_not '^  (docs|maintainer|solution|wrong-answer|common|simt)$'
  ctest --test-dir build -N >out
  expect ' 01_thread_hierarchy\.vector_add$'
  expect ' exercise\.scale_vector$'
  expect_not ' (console|picture|wrong|solution)\.'
  ninja -C build -t targets all >out
  expect '^bin/exercise_scale_vector:'
  expect_not '^bin/(wrong_|solution_)'
  # A chapter's target has its programs and no exercises; learn knows the programs of all chapters.
  ninja -C build -n 06_warp_shuffle >out
  expect ' bin/warp_sort$'
  expect ' bin/sparse_product$'
  expect_not 'bin/(exercise_|hello)'
  sed -nE 's/^program ([^ ]+).*/\1/p' build/course.txt | sort >known
  (cd "$repository/chapters" && printf '%s\n' */*.cu) | sed 's/\.cu$//' | sort | diff - known >out ||
    fail "course.txt does not have all programs"
  "$repository/common/tools/first_programs.sh" build >out || fail "first_programs.sh"
  for chapter in "$repository"/chapters/*/; do
    chapter=$(basename "$chapter")
    grep -m 1 "^program $chapter/[a-z_0-9]*$" build/course.txt | sed 's/^program //'
  done | diff - out >difference || { mv difference out && fail "not the first program of each chapter"; }
}

write_old_nvcc() {
  mkdir -p toolkit
  printf '#!/bin/sh\necho "Cuda compilation tools, release 11.0, V11.0.1"\n' >toolkit/nvcc
  chmod +x toolkit/nvcc
}
test_nvcc_named_by_cmake() {
  write_old_nvcc
  CUDACXX=/nowhere/nvcc cmake -S "$repository" -B build -G Ninja -DTUTORIAL_BACKEND=cuda \
    -DCMAKE_CUDA_COMPILER="$work/toolkit/nvcc" >out 2>&1 && fail "an nvcc of CUDA 11 was taken"
  expect "$work/toolkit/nvcc is no nvcc of CUDA"
}
test_nvcc_named_by_environment() {
  write_old_nvcc
  CUDACXX=$work/toolkit/nvcc cmake -S "$repository" -B build -G Ninja -DTUTORIAL_BACKEND=cuda \
    >out 2>&1 && fail "an nvcc of CUDA 11 was taken"
  expect "$work/toolkit/nvcc is no nvcc of CUDA"
  CUDACXX=/nowhere/nvcc cmake -S "$repository" -B other -G Ninja -DTUTORIAL_BACKEND=cuda \
    >out 2>&1 && fail "an nvcc that is not there was taken"
  expect "/nowhere/nvcc"
}

test_build_and_run() {
  local run="bash $repository/common/cmake/build_and_run.sh"
  write_project 'a=return 3;' 'broken=return x;'
  $run --build build exercise_a a.cpp build/bin/exercise_a >out 2>&1
  [[ $? == 3 && ! -s out ]] || fail "the exit code and nothing else"
  sed -i 's/return 3/return 4/' a.cpp
  $run --build build exercise_a a.cpp build/bin/exercise_a >out 2>&1
  [[ $? == 4 ]] || fail "the edited file was not built"
  $run --build build exercise_broken broken.cpp build/bin/exercise_broken >out 2>&1
  [[ $? == 1 ]] || fail "a compile error must be 1"
  expect 'broken\.cpp:3:.*error: .x. was not declared'
  expect '^broken.cpp does not compile$'
  expect_not 'FAILED|ninja|^\[|-c |CMake'
}

# A program and an answer to an exercise, compiled without CMake: the headers are all they need.
test_by_hand() {
  "$simtcc" -std=c++20 -I "$repository/common" "$repository/chapters/01_thread_hierarchy/vector_add.cu" \
    -o vector_add >out 2>&1 || fail "vector_add"
  ./vector_add --size 1000 >out 2>&1 || fail "vector_add does not run"
  expect '^PASS$'
  "$simtcc" -std=c++20 -I "$repository/common" \
    -DSUBMISSION="\"$repository/solutions/01_thread_hierarchy/scale_vector.cu\"" \
    "$repository/exercises/01_thread_hierarchy/scale_vector/check.cu" -o check >out 2>&1 ||
    fail "the check"
  ./check >out 2>&1 || fail "the solution is rejected"
  expect '^PASS$'
}

# A submission that would change its check by a macro does not compile.
test_macros() {
  local macro
  for macro in main 'limit(...)' 'expect(...)'; do
    {
      echo 'void launch_scale(float*, const float*, float, int) {}'
      echo "#define $macro failed()"
    } >answer.cu
    "$simtcc" -std=c++20 -I "$repository/common" -DSUBMISSION="\"$work/answer.cu\"" \
      "$repository/exercises/01_thread_hierarchy/scale_vector/check.cu" -o check >out 2>&1 &&
      fail "$macro can be defined"
    expect 'defines a macro of a name that its check uses'
  done
}

"test_$2"
