#!/usr/bin/env bash
# Tests of learn check and learn list, their verdicts and the answers to wrong calls:
# check_test.sh REPOSITORY LEARN IN_TERMINAL CASE [SIMTCC HELPER...]
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

# A verdict for a program: one line, whatever a check or a submission prints.
test_json() {
  [[ -n $(command -v python3) ]] || { echo "no python3 here, which reads the line"; exit 77; }
  write_small_course
  first() { expect_run "$1" check --json first; }
  member() { # member NAME VALUE: Python reads the line
    python3 - "$1" "$2" <<'END' || fail "$1 is not $2"
import json, sys
value = json.load(open("out"))
for name in sys.argv[1].split("."):
    value = value[name]
sys.exit(value != eval(sys.argv[2]))
END
  }
  first 1
  member exercise '"01_one/first"'
  member state '"not started"'
  member points 0
  member of None
  member reason None
  save first 'return 42;'
  first 0
  member state '"passes"'
  member reason None
  member check None
  save first 'std::printf("\xff \"\n"); return 41;'
  first 1
  member state '"wrong"'
  member reason '"got 41, expected 42"'
  member file None
  save first 'return 42'
  first 1
  member state '"does not compile"'
  member file '"exercises/01_one/first/first.cu"'
  member line 4
  save first '*static_cast<volatile int*>(nullptr) = 1; return 42;'
  first 1
  member state '"crashes"'
  member reason '"The program was ended by a signal: Segmentation fault."'
  # What the check writes is part of it; what has not its token, or is no object, is not.
  local written
  written() {
    save first "std::fprintf(std::fopen(std::getenv(\"EXERCISE_VERDICT\"), \"w\"), \"$1\", std::getenv(\"EXERCISE_TOKEN\"));
      std::fflush(nullptr); return 41;"
    first 1
  }
  written '{\"points\": 2, \"of\": 3, \"token\": \"%s\"}\n'
  member points 2
  member of 3
  member check.of 3
  for written in '{\"points\": 2, \"token\": \"1%s\"}' '{\"token\": \"%s\"' '{\"token\": \"%s\"}}' '[{\"token\": \"%s\"]' ''; do
    written "$written"
    member points 0
    member check None
  done
  expect_run 2 check --json first second
  expect '^learn: it is called learn check --json \[NAME\] \(learn --help\)$'
  expect_run 2 check first --json
  expect_run 2 watch --json first
  expect_run 0 --help
  expect '^  learn check --json \[NAME\] '
  expect_run 2 check first second
}

test_list() {
  write_small_course
  git init -q course && commit course start
  expect_run 0 list
  expect '^0 of 3 exercises pass'
  [[ ! -e course/build/bin/exercise_first ]] || fail "a stub was built only to be listed"
  local state
  for state in 'passes=return 42;' 'wrong=return 41;' 'crashes=std::abort();' \
    'takes too long=for (;;) pause();' 'does not compile=return x;'; do
    save second "${state#*=}"
    LEARN_SECONDS=1 expect_run 0 list
    expect "^  second +${state%%=*}\$"
    expect '^  first +not started$'
    expect '^next: course/exercises/01_one/first/README.md \(not started\)$'
    # What is remembered holds for the file as it was.
    mv course/build/bin course/build/moved
    expect_run 0 list
    expect "^  second +${state%%=*}\$"
    mv course/build/moved course/build/bin
  done
  save first 'return 42;' && save second 'return 42;' && save third 'return 42;'
  expect_run 0 list
  expect '^3 of 3 exercises pass'
  expect_run 0
  expect 'All exercises pass'
  # Edited without effect is not the same as untouched.
  save first 'return -1;  // nothing yet'
  expect_run 1 check first
  expect 'not started'
  expect 'edited, but nothing was written'
  rm "$(file_of second)"
  expect_run 1 check second
  expect 'second.cu is missing; `learn reset second`'
  printf '#include <cstdio>\nint main() { std::puts("no GPU"); return 77; }\n' >"$(dirname "$(file_of third)")/check.cu"
  expect_run 1 check third
  expect 'cannot run here'
}

# Programs and exercises come and go: learn has CMake read a list again that has changed, and only then.
test_lists() {
  write_small_course
  local reads='^reading the lists of programs and exercises again …$'
  expect_run 0 list
  expect_not "$reads"
  write_exercise 02_two/fourth
  write_program 02_two/number <<<'#include <cstdio>
int main() { std::puts("number 1"); }'
  expect_run 2 check fourth
  touch course/exercises/02_two/CMakeLists.txt
  LEARN_NO_BUILD=1 expect_run 2 check fourth
  expect_run 1 check fourth
  expect "$reads"
  expect '^fourth · chapter 02, exercise 2 of 2'
  expect_run 0 run number
  expect_not "$reads"
  expect '^number 1$'
  rm -r course/exercises/02_two/fourth course/chapters/02_two/number.cu
  sed -i '/fourth\|number/d' course/course.txt
  touch course/chapters/CMakeLists.txt
  expect_run 0 list
  expect "$reads"
  expect '^0 of 3 exercises pass'
  expect_not 'fourth'
  expect_run 2 run number
  expect_not "$reads"
  echo 'message(FATAL_ERROR "no such list")' >>course/CMakeLists.txt
  touch course/exercises/CMakeLists.txt
  expect_run 1 list
  expect 'no such list'
  expect '^This is what cmake course/build says: a list of programs or exercises has changed\.$'
}

# A real exercise, compiled as the build does it: from the stub to the solution.
test_exercise() {
  local simtcc=$1
  helpers=$(IFS=';' && echo "${*:2}")
  mkdir -p course/exercises course/solutions
  cp -r "$repository/exercises/01_thread_hierarchy" course/exercises
  cp "$repository"/solutions/01_thread_hierarchy/{README.md,*.cu} course/solutions
  git -C "$repository" show HEAD:exercises/01_thread_hierarchy/scale_vector/scale_vector.cu \
    >course/exercises/01_thread_hierarchy/scale_vector/scale_vector.cu 2>/dev/null ||
    exit 77 # the learner's own may be there
  (cd course/exercises && ls -d ./*/*/ | sed 's:^./\(.*\)/$:exercise \1:') >course/course.txt
  write_course "$simtcc" -std=c++20 -DTUTORIAL_COMPILED -I "$repository/common" -Wall -Wextra
  export SIMT_TIMEOUT=2
  # By itself, a check names learn, if it is there, as one would type it here.
  sed 's/factor \* in/factor + in/' course/solutions/scale_vector.cu >"$(file_of scale_vector)"
  cmake --build course/build --target exercise_scale_vector >out 2>&1 || fail "it does not build"
  course/build/bin/exercise_scale_vector >out 2>&1
  expect '^        hints: .*/exercises/01_thread_hierarchy/scale_vector/hints\.md$'
  ln -s "$PWD/learn" course/build/bin/learn
  course/build/bin/exercise_scale_vector >out 2>&1
  expect '^        hints: course/build/bin/learn hint scale_vector$'
  (cd course/exercises && ../build/bin/exercise_scale_vector >../../out 2>&1)
  expect '^        hints: /.*/course/build/bin/learn hint scale_vector$'
  expect_run 1 check --json scale_vector
  expect '"state": "wrong", "points": 0, "of": 1, "reason": "n = 1, factor 1\.5: index 0: expected .*"file": null'
  expect '"check": {"state": "wrong", .*"failure": "n = 1, factor 1\.5: index 0: expected '
  sed 's/< n)/<= n)/' course/solutions/scale_vector.cu >"$(file_of scale_vector)"
  expect_run 1 check --json scale_vector
  expect '"state": "crashes", .*"reason": ".* out of bounds.*", "file": "exercises/01_thread_hierarchy/scale_vector/scale_vector\.cu", "line": [0-9]+, '
  cp course/solutions/scale_vector.cu "$(file_of scale_vector)"
  expect_run 0 check --json scale_vector
  expect '"state": "passes", "points": 1, "of": 1, "reason": null, .*"limits": \[\{"counter": '
  git -C "$repository" show HEAD:exercises/01_thread_hierarchy/scale_vector/scale_vector.cu \
    >"$(file_of scale_vector)"
  in_terminal watch scale_vector <<'END'
expect scale_vector · chapter 01
expect not started
do sed 's/< n)/<= n)/' course/solutions/scale_vector.cu >"$(file_of scale_vector)"
expect crashes
expect out of bounds
do sed 's/i < n/for (int i = 0; i < n; i += 0)/' course/solutions/scale_vector.cu | sed 's/if (for (\(.*\)))/for (\1)/' >"$(file_of scale_vector)"
expect takes too long
do sed 's/const int block/const int blocks/' course/solutions/scale_vector.cu >"$(file_of scale_vector)"
expect does not compile
expect scale_vector.cu:
expect error:
do cp course/solutions/scale_vector.cu "$(file_of scale_vector)"
expect passes
expect rounding the
type ^C
end 0
END
}

test_bad_input() {
  write_small_course
  expect_run 2 wacth
  expect "^learn: there is no command 'wacth'; did you mean 'watch'\\? \\(learn --help\\)\$"
  expect_run 2 watch frist
  expect "^learn: there is no exercise 'frist'; did you mean 'first'\\?"
  expect_run 2 hint nothing_like_it
  expect "^learn: there is no exercise 'nothing_like_it' \\(learn list has all of them\\)\$"
  expect_run 2 reset
  expect '^learn: it is called learn reset NAME \(learn --help\)$'
  expect_run 2 solution
  expect_run 2 list first
  expect '^learn: it is called learn list \(learn --help\)$'
  expect_run 2 hint first second
  expect_run 2 check --jsno first
  expect '^learn: it is called learn check \[NAME\] \(learn --help\)$'
  expect_run 2 --frobnicate
  expect_run 2 hint ''
  "$learn" --build >out 2>&1
  [[ $? == 2 ]] || fail "--build alone"
  "$learn" --build "$work/nowhere" >out 2>&1
  [[ $? == 1 ]] || fail "no build"
  expect 'nowhere is not a build of the course'
  expect_run 0 --help
  expect '^  learn watch \[NAME\] '
}

"test_$4" "${@:5}"
