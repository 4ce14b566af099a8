#!/usr/bin/env bash
# Tests of learn grade, with an exercise of the course: grade_test.sh REPOSITORY BUILD CASE [CHEAT]
set -u
readonly repository=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LEARN_NO_BUILD=1 LEARN_SECONDS=20
readonly place=exercises/01_thread_hierarchy/scale_vector/scale_vector.cu
readonly solution=$repository/solutions/01_thread_hierarchy/scale_vector.cu

fail() {
  echo "FAILED: $*" >&2
  [[ ! -s out ]] || cat out err >&2
  exit 1
}
learn() { "$build/bin/learn" "$@" >out 2>err </dev/null; }
needs_sandbox() {
  bwrap --unshare-all --ro-bind / / true 2>err || { echo "skipped: no sandbox here: $(<err)"; exit 77; }
}
# member NAME: of the only exercise that was handed in
member() {
  python3 - "$1" <<'END'
import json, sys
handed_in = [e for e in json.load(open("out"))["exercises"] if e["verdict"]["reason"] != "It was not handed in."]
value = handed_in[0]
for name in sys.argv[1].split("."):
    value = value[name]
print(value)
END
}
expect_member() { [[ $(member "$1") =~ $2 ]] || fail "$1 is $(member "$1"), and not $2"; }
hand_in() { mkdir -p ada && cat >ada/scale_vector.cu; }

test_right() {
  needs_sandbox
  hand_in <"$solution"
  learn grade ada json
  expect_member points '^1$'
  expect_member compared outside
  expect_member verdict.state passes
  # By its place in the course, too, and a table of it.
  mkdir -p "grace/${place%/*}" && sed 's/< n)/<= n)/' "$solution" >"grace/$place"
  learn grade grace && fail "not all points, and all is well"
  grep -q '^01_thread_hierarchy/scale_vector  *0 of   1  crashes: read of 4 bytes' out || fail "table"
  learn grade grace json
  expect_member verdict.file "$place"
  # What has no answer in it, and what is none.
  mkdir nothing && learn grade nothing
  grep -q '^nothing  *0 of ' out || fail "nothing"
  learn grade no_such_folder
  [[ $? == 2 ]] || fail "no folder"
  learn grade ada yaml
  [[ $? == 2 ]] && grep -q "there is no format 'yaml'" err || fail "no format"
}

test_links() {
  needs_sandbox
  mkdir ada && ln -s "$solution" ada/scale_vector.cu
  learn grade ada json
  expect_member points '^0$'
  expect_member verdict.state refused
  rm ada/scale_vector.cu && mkdir -p ada/exercises && ln -s "$repository/exercises/01_thread_hierarchy" ada/exercises/
  learn grade ada json
  expect_member verdict.state refused
  rm -r ada && mkdir ada && mkfifo ada/scale_vector.cu
  learn grade ada json
  expect_member verdict.state refused
  rm ada/scale_vector.cu && yes '// and so on' | head -c 2000000 >ada/scale_vector.cu
  learn grade ada json
  expect_member verdict.reason 'larger than 1 MB'
}

# Where there is no bubblewrap, nothing runs, unless that is asked for.
test_refuses() {
  hand_in <"$solution"
  mkdir bin
  for tool in bash nm objdump prlimit env grep sh setpriv rm mktemp ln readlink timeout; do
    ln -s "$(command -v "$tool")" bin/
  done
  PATH=$work/bin learn grade ada json
  [[ $? == 1 && ! -s out ]] || fail "it was graded"
  grep -q 'there can be no sandbox here: there is no bubblewrap' err || fail "why"
  grep -q -e '--unsafe' err || fail "how"
  printf '#!/bin/sh\necho "No permissions to create a new namespace" >&2\nexit 1\n' >bin/bwrap && chmod +x bin/bwrap
  PATH=$work/bin learn grade ada json
  grep -q 'there can be no sandbox here: No permissions' err || fail "why not, with bubblewrap"
  learn grade --unsafe ada json
  local status=$?
  if ((EUID == 0)) && ! setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$repository"; then
    [[ $status == 1 && ! -s out ]] && grep -q 'the user nobody, who cannot read' err || fail "nobody cannot read the course"
    return
  fi
  expect_member points 1
  grep -q '"sandbox": false' out || fail "not said"
}

test_cheat() {
  needs_sandbox
  local cheat=$repository/common/tests/learn/cheats/$1.cu
  sed "s:@SOURCE@:$repository:" "$cheat" | hand_in
  [[ $1 != sleep && $1 != huge_output ]] || export LEARN_SECONDS=3
  learn grade ada json
  expect_member points '^0$'
  expect_member verdict.state "^($(sed -n 's:^// state\: ::p' "$cheat"))\$"
  expect_member verdict "$(sed -n 's:^// because\: *::p' "$cheat")"
  cmp -s "$solution" "$repository/solutions/01_thread_hierarchy/scale_vector.cu" || fail "the course has changed"
}

[[ -n $(command -v python3) ]] || { echo "skipped: no python3, which reads the grades"; exit 77; }
"test_$3" "${@:4}"
