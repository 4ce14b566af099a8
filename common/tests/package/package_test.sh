#!/usr/bin/env bash
# Tests of what `cmake --install` makes, outside of the repository:
#   package_test.sh CASE REPOSITORY WORK [BUILD | CHECK_CONSOLE]
# The case `install` installs it into the folder WORK and moves it there; the others use it.
set -u
readonly repository=$2 work=$3 prefix="$3/moved here"
export CMAKE_PREFIX_PATH=$prefix
unset CMAKE_GENERATOR CMAKE_BUILD_TYPE CTEST_PARALLEL_LEVEL

fail() {
  echo "FAILED: $*" >&2
  [[ ! -s out ]] || cat out >&2
  exit 1
}
expect() { grep -qE -- "$1" out || fail "expected: $1"; }
# begin NAME: an empty folder to work in
begin() {
  rm -rf "${work:?}/$1" && mkdir -p "$work/$1" && cd "$work/$1" || exit 1
}

test_install() {
  rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
  cmake --install "$1" --prefix "$work/a prefix" >out 2>&1 || fail "it is not installed"
  mv "a prefix" "$prefix"
  ! grep -rlIF -e "$1" -e "$repository" -e "a prefix" "$prefix" >out || fail "a path of the build was installed"
}

# What a project of programs makes of itself with a generator, and after a header has changed.
test_with_generator() {
  rm -rf build
  cmake -G "$1" -B build -DCMAKE_BUILD_TYPE="$2" >out 2>&1 || fail "$1: it is not configured"
  cmake --build build -j2 >out 2>&1 || fail "$1: it does not build"
  ! grep -rlF "$repository/common/" --include='*.d' build >out || fail "$1: it uses headers of the repository"
  SIMT_REPORT=text build/reverse >out 2>&1 || fail "$1: reverse"
  expect '^a sum: 499500$'
  expect '^simt: reverse, grid \(4,1,1\), block \(256,1,1\), launched at parts/a part\.cu:9$'
  expect '^  parts/a part\.cu:5  global load +32 +31\.25 +125 +3\.91 sectors$'
  build/race >out 2>&1 && fail "$1: the race was not found"
  expect '^simt: race on shared memory: two threads use byte 4 of tile and nothing orders them$'
  expect '^  read    race\.cu:[0-9]+ by thread \(0,0,0\) of block \(0,0,0\)$'

  touch made
  cmake --build build >out 2>&1 || fail "$1: it does not build again"
  [[ -z $(find build -name '*.o' -newer made) ]] || fail "$1: it builds what has not changed"
  sed -i 's/kBlock = 256/kBlock = 128/' parts/reverse.cuh
  cmake --build build >out 2>&1 || fail "$1: it does not build with another header"
  SIMT_REPORT=text build/reverse >out 2>&1 || fail "$1: reverse"
  expect 'grid \(8,1,1\), block \(128,1,1\)'
  sed -i 's/kBlock = 128/kBlock = 256/' parts/reverse.cuh
}
test_programs() {
  begin "my programs"
  cp -r "$repository"/common/tests/package/programs/. .
  test_with_generator Ninja Debug
  if [[ -n $(command -v make) ]]; then test_with_generator "Unix Makefiles" Release; fi
}

# refuses MESSAGE [OPTION...] <CMakeLists.txt
refuses() {
  cat >CMakeLists.txt
  rm -rf build
  cmake -G Ninja -B build "${@:2}" >out 2>&1 && fail "CMake does not refuse it"
  tr -s '\n ' ' ' <out >line && mv line out
  expect "$1"
}
test_errors() {
  begin "my mistakes"
  local start='cmake_minimum_required(VERSION 3.25)
project(mistake LANGUAGES CXX)'
  refuses 'simt links programs with g\+\+: name CXX' <<<"${start/ CXX/ NONE}
find_package(simt REQUIRED)"
  refuses 'requested version "99"' <<<"$start
find_package(simt 99 REQUIRED)"
  refuses 'SIMT_BACKEND is "tpu", but only cpu and cuda exist' -DSIMT_BACKEND=tpu <<<"$start
find_package(simt REQUIRED)"
  refuses 'simt_add_executable\(empty\): it has no files' <<<"$start
find_package(simt REQUIRED)
simt_add_executable(empty STANDARD 20)"
  refuses 'simt_add_exercise\(sum\): there is no .*/my mistakes/sum/check\.cu' <<<"$start
find_package(simt REQUIRED)
simt_add_exercise(sum)"
}

# The page tells a teacher what to do; a reader does it.
test_page() {
  begin "my course"
  bash "$repository/common/tests/package/follow_page.sh" "$repository/docs/pages/own_exercise.md" "$1"
}

"test_$1" "${@:4}"
