#!/usr/bin/env bash
# A class from its plan to the grades: class_test.sh REPOSITORY BUILD FOLDER CASE
# `export` makes the class in FOLDER and builds it; the others hand in a right, a wrong and a cheating answer, and grade
# them as the graders of others do: by the steps of their files.
set -u
readonly repository=$1 build=$2 folder=$3
readonly class=$folder/class
readonly solution=$repository/solutions/01_thread_hierarchy/scale_vector.cu
readonly place=exercises/01_thread_hierarchy/scale_vector/scale_vector.cu
readonly formats=$repository/common/tests/learn/class_formats.py

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
# Where root grades without a sandbox, answers run as nobody.
needs_readable_course() {
  ((EUID != 0)) || setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$class" ||
    { echo "skipped: nobody cannot read $class"; exit 77; }
}
needs_sandbox() {
  bwrap --unshare-all --ro-bind / / true 2>/dev/null || { echo "skipped: no sandbox here"; exit 77; }
}
# hand_in STUDENT: into the folder of that name
hand_in() {
  mkdir -p "$1/${place%/*}"
  case $1 in
    right) cp "$solution" "$1/$place" ;;
    wrong) sed 's/factor \* in/factor + in/' "$solution" >"$1/$place" ;;
    cheat) cp "$repository/common/tests/learn/cheats/write_verdict.cu" "$1/$place" ;;
  esac
}
in_scratch_folder() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  chmod a+rx "$work" # graded as nobody, where root grades without a sandbox
  cd "$work" || exit 1
}
# steps FILE PATTERN: the commands of a file of YAML, but for those that install and fetch
steps() { sed -n "s/$2//p" "$1" | grep -v 'install.sh\|^git clone'; }

test_export() {
  rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1
  printf 'class     A class, of 2026\nexercise  scale_vector  10  2026-10-05  # the first\nexercise line_camera 5\n' >plan
  "$build/bin/learn" export plan class >out || fail "export"
  grep -q 'class has 2 exercises of 2 chapters' out || fail "it does not say what there is"
  ! "$build/bin/learn" export plan class 2>out || fail "a class that is there was written again"
  # Neither solutions nor wrong answers, whatever the exerciser has in the exercise.
  [[ ! -e class/solutions && ! -e class/common/tests ]] || fail "solutions or wrong answers"
  ! grep -rlF 'in[i] * factor' class/exercises class/common || fail "a solution"
  git -C "$repository" show "HEAD:$place" | cmp - "class/$place" || fail "no stub"
  [[ $(ls class/exercises/01_thread_hierarchy) == $'CMakeLists.txt\nscale_vector' ]] || fail "other exercises"
  grep -qF '| [scale_vector](exercises/01_thread_hierarchy/scale_vector/README.md) | 10 | 2026-10-05 |' class/README.md ||
    fail "no table"
  # Plans that are none.
  local line
  for line in 'exercise scale_vektor 10' 'exercise scale_vector ten' 'exercise scale_vector 10 2026-13-01' \
    'chapter 99 1' 'lesson 01 1' 'exercise scale_vector 1 2026-10-05 late' ''; do
    echo "$line" >bad
    "$build/bin/learn" export bad nowhere 2>out
    [[ $? == 2 && ! -e nowhere ]] || fail "the plan '$line'"
    grep -q 'bad' out || fail "what is wrong with '$line'"
  done
  # Nearly all that it compiles the repository's build has compiled already.
  ! diff -rq class/common "$repository/common" | grep -v "^Only in $repository" || fail "it has other sources"
  echo "set_property(GLOBAL PROPERTY RULE_LAUNCH_COMPILE
    \"bash '${BASH_SOURCE[0]%/*}/as_built.sh' '$repository' '$build' '$folder/class'\")" >launch.cmake
  (cd class && cmake --preset tour -DTUTORIAL_BACKEND=cpu -DCMAKE_PROJECT_INCLUDE="$PWD/../launch.cmake" &&
    cmake --build build --target learn exercise_scale_vector) >out 2>&1 ||
    { tail -20 out; fail "the class does not build"; }
  class/build/bin/learn list >out
  grep -q 'scale_vector  *not started' out || fail "learn list"
  ! class/build/bin/learn solution scale_vector >/dev/null 2>&1 || fail "learn solution"
  class/build/bin/learn check scale_vector >out
  grep -q 'not started' out || fail "learn check"
}

test_github() {
  needs_sandbox
  in_scratch_folder
  ln -s "$class" class
  local student
  for student in right wrong cheat; do
    rm -rf handed_in && hand_in "$student" && mv "$student" handed_in
    steps "$class/.github/workflows/grade.yml" '      - run: ' >steps
    [[ $(wc -l <steps) == 2 ]] || fail "the steps of grade.yml: $(<steps)"
    bash -e steps >out 2>err
    [[ $? == 1 ]] || fail "$student: not all points, as one is not handed in, and all is well"
    local points=0
    [[ $student == right ]] && points=10
    grep -qE "^01_thread_hierarchy/scale_vector +$points of +10 " out || fail "$student: $(<out)"
    python3 "$formats" json grades.json "$student" || fail "$student"
  done
}

test_gitlab() {
  needs_sandbox
  in_scratch_folder
  local student
  for student in right wrong cheat; do
    hand_in "$student" && cd "$student" || exit 1
    ln -s "$class" class
    steps "$class/.gitlab-ci.yml" '    - ' >../steps
    bash -e ../steps >../out 2>../err
    python3 "$formats" junit grades.xml "$student" || fail "$student: $(<../err)"
    cd .. || exit 1
  done
}

test_gradescope() {
  needs_readable_course
  in_scratch_folder
  mkdir results && ln -s "$class" source
  export AUTOGRADER=$work
  bash source/grading/gradescope/setup.sh >out 2>&1 || { tail out; fail "setup.sh"; }
  local student
  for student in right wrong cheat; do
    rm -rf submission && mkdir submission && hand_in "$student"
    cp "$student/$place" submission/ # Gradescope has files without their folders
    cp "$class/grading/gradescope/run_autograder" . && ./run_autograder 2>err
    python3 "$formats" gradescope results/results.json "$student" || fail "$student: $(<err)"
  done
  ((EUID == 0)) || return 0
  chmod 700 "$class"
  ./run_autograder 2>err
  local status=$?
  chmod 755 "$class"
  [[ $status == 1 && ! -s results/results.json ]] || fail "it was graded"
  grep -qF "answers run as the user nobody, who cannot read $(realpath "$class")" err || fail "why: $(<err)"
}

test_classroom50() {
  needs_sandbox
  in_scratch_folder
  export CLASS=$class CLASSROOM=cs ASSIGNMENT=first ASSIGNMENT_TYPE=individual USERNAME=ada OWNER=ada
  export SUBMISSION_TAG=submit/2026-10-01T10-00-00Z-abc1234 COMMIT_URL=https://example.org/commit/1
  export RELEASE_URL=https://example.org/release REVIEW_URL=https://example.org/compare
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  local student
  for student in right wrong cheat; do
    hand_in "$student" && cd "$student" || exit 1
    git init -q . && git add . && GIT_COMMITTER_DATE=2026-10-01T12:00:00+0200 git commit -qm answer
    python3 "$class/grading/classroom50/autograder.py" >../out 2>&1 || fail "$student: $(<../out)"
    python3 "$formats" classroom50 result.json "$student" || fail "$student"
    grep -q '"datetime": "2026-10-01T10:00:00Z"' result.json || fail "when it was handed in"
    cd .. || exit 1
  done
}

# All of them in one table.
test_table() {
  needs_sandbox
  in_scratch_folder
  mkdir results
  local student
  for student in right wrong cheat; do
    hand_in "$student"
    "$class/build/bin/learn" grade "$student" json >"results/$student.json"
  done
  "$class/build/bin/learn" class results >out || fail "learn class"
  diff - out <<'END' || fail "the table"
student   (1)  (2)  sum
cheat       0    -    0
right      10    -   10
wrong       0    -    0

(1) 01_thread_hierarchy/scale_vector: 1 of 3 pass; 1 × wrong: The program ended before its check did.
(2) 03_coalescing/line_camera: 0 of 3 pass; 3 × not started: It was not handed in.
END
  "$class/build/bin/learn" class --csv results >out || fail "learn class --csv"
  grep -qxF '"right","01_thread_hierarchy/scale_vector","passes",10,10,""' out || fail "csv"
  [[ $(wc -l <out) == 7 ]] || fail "lines of csv"
  python3 "$formats" csv out right || fail "csv"
  sed 's/"reason": "The program/"reason": "=The program/' results/cheat.json >results/formula.json
  "$class/build/bin/learn" class --csv results | grep -qF "\"'=The program" || fail "a formula for a spreadsheet"
  echo '{"format": "another"}' >results/other.json
  ! "$class/build/bin/learn" class results 2>out || fail "another format"
  grep -q 'other.json: it has no "format": "cuda-by-chapter/grades/1"' out || fail "why"
  printf '{"format": ' >results/other.json
  ! "$class/build/bin/learn" class results 2>out || fail "half a file"
  grep -q 'other.json: this is no JSON' out || fail "why"
}

[[ -n $(command -v python3) ]] || { echo "skipped: no python3, which reads the grades"; exit 77; }
"test_$4"
