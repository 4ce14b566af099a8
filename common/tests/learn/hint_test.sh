#!/usr/bin/env bash
# Tests of what learn shows of an exercise: hints, the solution, wrong answers: hint_test.sh REPOSITORY LEARN IN_TERMINAL CASE
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

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

"test_$4" "${@:5}"
