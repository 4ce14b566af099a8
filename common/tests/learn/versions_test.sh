#!/usr/bin/env bash
# Private versions of an exercise, each as a class gets it, where the check is compiled once and linked with the answers:
# the version's key passes, the last one's stub is not started, and other answers fail: the course's solution and the
# next version's key. They have to compile and to run to their end, so what is wrong with them is a result or a count.
#
# versions_test.sh REPOSITORY BUILD EXERCISE SPLIT_CHECK LIBRARY... -- COMPILER OPTION...
set -u
readonly repository=$1 build=$2 exercise=$3 split_check=$4
shift 4
libraries=()
for (( ; $#; )); do
  [[ $1 != -- ]] || break
  libraries+=("$1") && shift
done
compiler=("${@:2}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export SIMT_TIMEOUT=60 LEARN_NO_BUILD=1 EXERCISE_VERDICT=$work/verdict.json

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
original=$(echo "$repository"/exercises/*/"$exercise")
chapter=$(basename "${original%/*}")
readonly original chapter
# A course of this exercise alone: to export the whole one would take as long as the rest of the test.
mkdir -p course/{chapters,exercises,solutions}/"$chapter" course/build course/common/tools/learn/templates
printf 'source %s\nexercise %s\n' "$work/course" "$chapter/$exercise" >course/build/course.txt
cp -r "$original" "${original%/*}/CMakeLists.txt" "course/exercises/$chapter"
cp "$original/$exercise.cu" "course/exercises/$chapter/$exercise/stub.cu"
cp -r "$repository/common/tools/learn/templates/class" course/common/tools/learn/templates
cp "$repository/solutions/$chapter/$exercise.cu" "course/solutions/$chapter"
cp "$repository/solutions/$chapter/$exercise.cu" key0.cu
learn() { "$build/bin/learn" --build course/build "$@"; }

# What a row replaces is there to be replaced.
while IFS= read -r row; do
  grep -qF -- "${row%% | *}" "$original"/{README.md,hints.md,check.cu,"$exercise.cu"} key0.cu ||
    fail "no file of the exercise has what this row replaces: $row"
done < <(grep -v '^# ' "$original/versions.txt")

# A class of each version: seeds are tried until there is one.
versions=$(grep -v -m 1 '^# ' "$original/versions.txt" | grep -o ' | ' | wc -l)
readonly versions
echo "exercise $exercise 1" >plan
for ((seed = 1, version = 1; version <= versions && seed < 1000; ++seed)); do
  learn key "$seed" "$exercise" >key 2>err && [[ ! -s err ]] || fail "its key: $(<err)"
  for ((other = 0; other < version; ++other)); do
    ! cmp -s key "key$other.cu" || continue 2
  done
  mv key "key$version.cu"
  learn export --seed "$seed" plan "class$version" >/dev/null || fail "export"
  grep -qx "seed $seed" "class$version/class.txt" || fail "the class does not know its seed"
  mv "class$version/exercises/$chapter/$exercise" "version$version"
  [[ ! -e version$version/versions.txt ]] || fail "the other versions are there"
  ! cmp -s "version$version/check.cu" "$original/check.cu" || fail "the check is the course's"
  # What has to be done stands in the one or in the other.
  ! cmp -s "version$version/README.md" "$original/README.md" ||
    ! cmp -s "version$version/stub.cu" "$original/$exercise.cu" || fail "task and stub are the course's"
  cmp -s "version$version/$exercise.cu" "version$version/stub.cu" || fail "the stub"
  ((++version))
done
((version > versions)) || fail "there are not $versions versions with keys of their own"

row=$(grep -h "add_exercise(${exercise}[ )]" "${original%/*}/CMakeLists.txt")
[[ $row != *RELOCATABLE* ]] || compiler+=(-rdc=true)
# In a class nothing but the stub says what a check sees declared.
is_together=0
[[ $row != *ONE_FILE* && $row != *OWN_DECLARATIONS* ]] || is_together=1

compile() { "${compiler[@]}" "$@" >out 2>&1; }
# run ANSWER: with the check of the version whose folder this is
run() {
  local submission=-DSUBMISSION="\"$work/$1.cu\"" object
  if ((is_together)); then
    compile check.cu "${libraries[@]}" "$submission" -o program || fail "$1 does not compile: $(<out)"
  else
    "$split_check" --answer check.cu stub.cu "../$1.cu" answer.cu || fail "$1 cannot be split"
    # Most answers are the same with the checks of all versions.
    object=../$1.$(cksum <answer.cu | tr ' ' .).o
    [[ -e $object ]] || compile -c answer.cu "$submission" -o "$object" || fail "$1 does not compile: $(<out)"
    compile "$object" check.a "${libraries[@]}" -o program || fail "$1 cannot be linked: $(<out)"
  fi
  rm -f "$EXERCISE_VERDICT"
  ./program >out 2>&1
  status=$?
}
# wrong ANSWER: by a result or a count
wrong() {
  run "$1"
  ((status == 1)) && grep -q '"state": "wrong"' "$EXERCISE_VERDICT" || fail "$1 is not wrong, but $status: $(<out)"
  ! grep -q 'did not run to its end' out || fail "$1 has no result: $(<out)"
}

for ((version = 1; version <= versions; ++version)); do
  cd "$work/version$version" || exit 1
  if ((!is_together)); then
    "$split_check" --interface check.cu stub.cu interface.h || fail "what the check sees declared"
    compile --lib check.cu -DSUBMISSION="\"$PWD/interface.h\"" -o check.a || fail "its check does not compile: $(<out)"
  fi
  run "key$version"
  ((status == 0)) || fail "key$version: $(<out)"
  wrong key0
  ((versions == 1)) || wrong "key$((version % versions + 1))"
done
cp stub.cu ../stub.cu
run stub
((status == 77)) || fail "its stub: $(<out)"
