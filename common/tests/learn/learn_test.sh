#!/usr/bin/env bash
# Tests of learn and its exercises: learn_test.sh REPOSITORY LEARN IN_TERMINAL CASE [SIMTCC HELPER...]
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

test_watch() {
  write_small_course
  in_terminal watch <<'END'
expect first · chapter 01, exercise 1 of 2
expect checking
expect not started
expect Next: read course/exercises/01_one/first/README.md
colour yes
forget
do answer 'return x;' >"$(file_of first)"
expect does not compile
expect first.cu:4
expect error:
expect fix what the first line says
never ninja
never FAILED
never [1/
never cmake
never first.cu does not compile
fits
do save first 'return 41;'
expect wrong
expect FAILED  got 41, expected 42
expect Stuck?
never hints:
fits
do save first 'std::abort();'
expect crashes
expect ended by a signal
do f=$(file_of first); rm "$f"; sleep 0.5; answer 'return 43;' >"$f"
expect got 43
never missing
do save first 'std::exit(3);'
expect crashes
expect exit code 3
do save first 'std::exit(0);'
expect wrong
expect ended before its check did
do save first 'for (;;) std::puts("\033[2Jendless");'
expect checking … 2 s
do save first 'return 42;'
expect passes
expect The answer to the question of first.
expect solution first
expect Next: course/exercises/01_one/second/README.md
fits
type h
expect Hint 1: a nudge
type h
expect return 6 * 7;
do save third 'return 7;'
expect third · chapter 02, exercise 1 of 1
expect got 7
type n
expect second · chapter 01, exercise 2 of 2
expect not started
type ^C
expect Your place is kept
end 0
END
  expect_run 0
  expect '^1 of 3 exercises pass'
  expect '^second · chapter 01, exercise 2 of 2: not started$'
  in_terminal watch <<'END'
expect second · chapter 01, exercise 2 of 2
expect not started
type q
expect Your place is kept
end 0
END
  in_terminal watch third <<'END'
expect third · chapter 02, exercise 1 of 1
type ^C
end 0
END
}

# A long report in windows of several sizes, and a shell's Ctrl-Z.
test_window() {
  write_small_course
  save first 'for (int i = 0; i < 40; ++i) std::printf("%d: a long line of a report of fifty columns\n", i); return 41;'
  in_terminal watch <<'END'
expect 0: a long line
expect more lines
expect Stuck?
fits
size 40 200
expect more lines
fits
size 12 40
expect more lines
fits
size 100 60
expect a long line
expect 39: a long line
fits
type ^Z
stopped
continue
expect 39: a long line
type q
end 0
END
  NO_COLOR=1 in_terminal watch <<'END'
expect wrong
colour no
type q
end 0
END
  in_terminal watch <<'END'
expect wrong
do save first "$endless"
do until [ -s pid ]; do sleep 0.1; done
hang up
END
  expect_no_check
}

# A verdict for a program: one line, whatever a check or a submission prints.
test_json() {
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
  expect_run 2 watch --json first
  expect_run 2 check first second
}

test_pipe() {
  write_small_course
  printf '## Half of it\n## All of it\n[first](../../exercises/01_one/first/README.md)\n## Exercises\n' \
    >course/chapters/01_one/README.md
  expect_run 0
  expect '^          as far as “All of it”$'
  local path=/a/path/that/is/longer/than/a/window/of/eighty/columns/and/should/stay/in/one/piece/first.cu:14
  save first 'std::fputs("  at  '$path', and on\n", stderr); return 41;'
  "$learn" --build course/build watch >out 2>&1 </dev/null &
  local watching=$! waited=0
  until grep -q 'got 41' out; do ((++waited < 600)) && sleep 0.1 || fail "no verdict"; done
  save first 'return 42;'
  expect "^$path,"
  until grep -q 'passes' out; do ((++waited < 600)) && sleep 0.1 || fail "no second verdict"; done
  kill -CONT $watching  # as `timeout` sends it: nothing has to be painted again
  sleep 0.3
  kill -INT $watching
  wait $watching || fail "the exit code after an interruption"
  expect 'Your place is kept'
  [ "$(grep -c '^passes' out)" = 1 ] || fail "the verdict is there twice"
  expect_not $'\033|\r|checking'
  expect_run 0 list
  expect_not $'\033|\r'
  in_terminal list <<'END'
expect 1 of 3 exercises pass
colour yes
end 0
END
  NO_COLOR=1 in_terminal list <<'END'
expect 1 of 3 exercises pass
colour no
end 0
END
  NO_COLOR='' in_terminal list <<'END'
expect 1 of 3 exercises pass
colour yes
end 0
END
  # Interrupted while a check runs: the check ends with it.
  save second "$endless"
  in_terminal list <<'END'
expect second
do until [ -s pid ]; do sleep 0.1; done
type ^C
expect interrupted
end 130
END
  expect_no_check
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

test_hint() {
  write_small_course
  expect_run 0 hint
  expect '^first · chapter 01'
  expect '^Hint 1: a nudge'
  expect 'It is a number that'
  expect 'see the book\.$'
  expect 'There are 2 more'
  expect_not 'Hint 2|details|\*\*|\]\('
  awk 'length > 80 { exit 1 }' out || fail "a line of more than 80 columns"
  expect_run 0 hint first
  expect '^Hint 2: nearer'
  expect '^    return 6 \* 7;$'
  expect 'There is one more'
  expect_not 'Hint 1|```'
  expect_run 0 hint second
  expect '^Hint 1'
  expect_run 0 hint course/exercises/01_one/first/
  expect '^Hint 3'
  expect '^- forty$'
  expect '^- two$'
  expect 'last hint'
  expect_run 0 hint course/exercises/01_one/first/first.cu
  expect '^Hint 1'
  expect '^Hint 3'
  expect 'These are all hints'
  expect_not 'Not a word|No hint|What you learned'
}

test_reset() {
  write_small_course
  save first 'return 1;'
  expect_run 1 reset first
  expect 'git does not know exercises/01_one/first/first.cu'
  grep -q 'return 1;' "$(file_of first)" || fail "the file was touched"
  answer 'return -1;' >"$(file_of first)"
  git init -q course && commit course start
  expect_run 0 hint first
  expect_run 0 reset first
  expect 'is the stub already'
  [[ ! -e course/.learn/kept ]] || fail "a stub was kept"
  local number
  for number in 1 2; do
    save first "return $number;"
    expect_run 0 reset first
    expect "kept as course/.learn/kept/first\\.$number\\.cu"
    answer "return $number;" | cmp - course/.learn/kept/first.$number.cu || fail "not what was kept"
    answer 'return -1;' | cmp - "$(file_of first)" || fail "not the stub"
  done
  expect_run 0 hint first
  expect '^Hint 1'
  [[ -z $(git -C course status --short) ]] || fail "git sees a change"
  # Also a committed answer, if the course's branch is known.
  git clone -q course clone && mv course origin && mv clone course && mv origin/build course
  git -C course remote set-url origin "$work/origin"
  save first 'return 3;' && commit course mine
  expect_run 0 reset first
  answer 'return -1;' | cmp - "$(file_of first)" || fail "not the stub of the course"
  # And one that was pushed to a fork, if git knows where the course comes from.
  git -C course remote rename origin upstream >out 2>&1 && git init -q --bare fork &&
    git -C course remote add origin "$work/fork" &&
    git -C course push -qu origin HEAD:main >out 2>&1 || fail "the fork"
  save first 'return 8;' && commit course again && git -C course push -q origin HEAD:main
  expect_run 0 reset first
  answer 'return -1;' | cmp - "$(file_of first)" || fail "not the stub of the course, in a fork"
  chmod a-w course/.learn/kept
  if [[ ! -w course/.learn/kept ]]; then
    save first 'return 4;'
    expect_run 1 reset first
    grep -q 'return 4;' "$(file_of first)" || fail "it was not kept, and is lost"
  fi
  chmod u+w course/.learn/kept
}

test_solution() {
  write_small_course
  expect_run 1 solution first
  expect 'Ask once more'
  expect_not '// ours|Because'
  expect_run 1 solution second
  expect_not '// ours|Because'
  expect_run 0 solution first
  expect 'return 42;  // ours'
  expect 'Because it is the answer'
  expect '^course/solutions/01_one/first.cu$'
  save third 'return 42;'
  expect_run 0 solution third
  expect 'return 42;  // ours'
  rm course/solutions/02_two/README.md
  expect_run 0 solution third
  expect 'The answer to the question of third'
  expect '^  who      `steps`$'
  expect '^  a warp   4$'
  expect_not 'No hint'
}

# Where an update leaves the learner's answer: upstream's change is in, and nothing is lost.
test_update() {
  write_small_course
  expect_run 1 update
  expect 'no clone'
  git init -q -b main course && commit course start
  git clone -q course clone && mv course origin && mv clone course && mv origin/build course
  git -C course remote set-url origin "$work/origin"
  expect_run 0 update
  expect 'nothing new'

  # The stub's head changes, and its answer's place; one exercise comes, another goes.
  save first 'return 42;' && save second 'return 42;' && save third 'return 42;'
  sed -i 's,^// Exercise,// Exercise: new,' origin/exercises/01_one/first/first.cu
  sed -i 's/-1/-2/' origin/exercises/01_one/second/second.cu
  rm -r origin/exercises/02_two/third
  mkdir -p origin/exercises/02_two/fourth
  sed -i 's/third/fourth/' origin/course.txt
  answer 'return -1;' >origin/exercises/02_two/fourth/fourth.cu
  commit origin change
  expect_run 0 update
  expect 'first\.cu: both changes are in it, yours and the course'
  expect 'second\.cu: in lines that you and the course have changed, yours stayed'
  expect 'git show HEAD:exercises/01_one/second/second\.cu'
  expect 'third\.cu is no longer in the course'
  expect 'kept as course/\.learn/kept/third\.1\.cu'
  expect '^The course is that of '
  answer 'return 42;' | sed 's,// Exercise,&: new,' | cmp - "$(file_of first)" || fail "first"
  answer 'return 42;' | cmp - "$(file_of second)" || fail "second"
  answer 'return 42;' | cmp - course/.learn/kept/third.1.cu || fail "third is lost"
  [[ -f $(file_of fourth) && ! -e course/exercises/02_two/third/third.cu ]] || fail "the new files"
  [[ $(git -C course rev-parse HEAD) == "$(git -C origin rev-parse HEAD)" ]] || fail "not forward"
  grep -q fourth course/build/course.txt || fail "the build does not know the new exercise"
  expect_run 0 update
  expect 'nothing new'

  # Answers that were committed, with and without another edit.
  commit course mine
  sed -i 's/-2/-3/' origin/exercises/01_one/second/second.cu
  sed -i 's/new/newer/' origin/exercises/01_one/first/first.cu
  commit origin more
  save second 'return 43;'
  expect_run 0 update
  answer 'return 43;' | cmp - "$(file_of second)" || fail "second, committed"
  grep -q newer "$(file_of first)" && grep -q 'return 42' "$(file_of first)" || fail "first, committed"
  git -C course show HEAD:exercises/01_one/second/second.cu | grep -q 'return 42' ||
    fail "the committed answer"

  # What cannot be merged leaves everything as it was.
  mkdir -p course/exercises/02_two/fifth && echo mine >course/exercises/02_two/fifth/fifth.cu
  mkdir -p origin/exercises/02_two/fifth && echo theirs >origin/exercises/02_two/fifth/fifth.cu
  sed -i 's/newer/newest/' origin/exercises/01_one/first/first.cu
  commit origin fifth
  save first 'return 5;'
  expect_run 1 update
  expect 'nothing was changed'
  expect 'exercises/02_two/fifth/fifth.cu'
  answer 'return 5;' | cmp - "$(file_of first)" || fail "first, not merged"
  [[ $(cat course/exercises/02_two/fifth/fifth.cu) == mine ]] || fail "an untracked file"
  [[ -z $(git -C course ls-files -u) ]] || fail "a merge is left behind"
  mv origin away
  expect_run 1 update
  expect 'cannot fetch from origin, and nothing was changed'
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
  expect 'learn reset needs the name of an exercise'
  expect_run 2 solution
  expect_run 2 list first
  expect 'takes no name'
  expect_run 2 hint first second
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

# A wrong answer, made of the solution as the build makes it.
test_variant() {
  write_small_course
  local folder=course/common/tests/graders/01_one
  mkdir -p $folder
  printf '%s\n' '=== odd' '// expect: FAILED' @@ '-  return 42;  // ours' '+  return 43;' '' \
    '=== none' '@@ whole file' '+int answer();' >$folder/first.diff
  expect_run 0 variant first odd
  answer 'return 43;' | sed '1s:.*:// expect\: FAILED:' | diff - out >difference || fail "another answer: $(<difference)"
  expect_run 0 variant course/exercises/01_one/first none
  [[ $(<out) == 'int answer();' ]] || fail "another whole file"
  expect_run 2 variant first od
  expect "^learn: there is no variant 'od'; did you mean 'odd'\\? \(course/common/tests/graders/01_one/first\.diff\)$"
  expect_run 2 variant second odd
  expect "^learn: there is no variant 'odd'"
  expect_run 2 variant frist odd
  expect "^learn: there is no exercise 'frist'; did you mean 'first'\\?"
  local words
  for words in '' first 'first odd more'; do
    # shellcheck disable=SC2086  # several words
    expect_run 2 variant $words
    expect '^learn: it is called learn variant NAME VARIANT \(learn --help\)$'
  done
  answer 'return 41;' >course/solutions/01_one/first.cu
  expect_run 1 variant first odd
  expect '^learn: course/common/tests/graders/01_one/first\.diff:3: odd: the solution does not have these lines$'
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
expect rounding up
type ^C
end 0
END
}

"test_$4" "${@:5}"
