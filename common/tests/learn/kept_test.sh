#!/usr/bin/env bash
# Tests of learn reset and learn update, which must not lose an answer: kept_test.sh REPOSITORY LEARN IN_TERMINAL CASE
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

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

"test_$4" "${@:5}"
