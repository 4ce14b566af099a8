#!/usr/bin/env bash
# Tests of simtcc's command line.
#   simtcc_test.sh SIMTCC FILE CASE      runs the function test_CASE of cases/FILE.sh in an empty folder
set -u -o pipefail
export LC_ALL=C.UTF-8  # the quotes in messages are UTF-8

simtcc=$1
folder_of_tests=$(cd "$(dirname "$0")" && pwd)
forms=$folder_of_tests/forms.cu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/temporary
mkdir "$TMPDIR" "$folder/work"
cd "$folder/work" || exit 1

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  [[ ! -s out ]] || sed 's/^/  stdout: /' out >&2
  [[ ! -s err ]] || sed 's/^/  stderr: /' err >&2
  exit 1
}

# Runs a command; its exit code has to be $1.
expect_exit() {
  local expected=$1
  shift
  "$@" >out 2>err
  local got=$?
  ((got == expected)) || fail "exit code $got, not $expected, of: $*"
}

expect_text() { [[ $(cat "$1") == "$2" ]] || fail "$1 is not: $2"; }
expect_match() { grep -qE -- "$2" "$1" || fail "nothing in $1 matches: $2"; }
expect_no_match() { ! grep -qE -- "$2" "$1" || fail "something in $1 matches: $2"; }

# simtcc succeeds and says nothing.
compiles() {
  expect_exit 0 "$simtcc" "$@"
  [[ ! -s err ]] || fail "messages of: simtcc $*"
}

# simtcc refuses with one sentence.
refuses() {
  local sentence=$1
  shift
  expect_exit 2 "$simtcc" "$@"
  expect_text err "simtcc: error: $sentence"
  [[ ! -s out ]] || fail "output of: simtcc $*"
}

write_hello() {
  cat >hello.cu <<'EOF'
#include <cstdio>
__global__ void hello(int* out, int mark) { *out = mark; }
int main() {
  int *out, got = 0;
  cudaMalloc(&out, sizeof(int));
  hello<<<1, 1>>>(out, 42);
  cudaMemcpy(&got, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", got);
  return got == 42 ? 0 : 1;
}
EOF
}

# shellcheck source=/dev/null
source "$folder_of_tests/cases/$2.sh"
"test_$3"
