#!/usr/bin/env bash
# Tests of `learn new exercise` and `learn new program`: new_test.sh REPOSITORY LEARN IN_TERMINAL CASE [CHECK_CONSOLE SIMTCC HELPERS RUNTIME]
# Each case has a course of one chapter with one exercise of the repository, and the repository's templates.
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

readonly chapter=01_thread_hierarchy
readonly e=course/exercises/$chapter s=course/solutions/$chapter w=course/common/tests/graders/$chapter
readonly lesson=course/chapters/$chapter/README.md

copy_course() {
  local folder
  mkdir -p course/{exercises,solutions,chapters,common/tests/graders}/$chapter course/{build,docs/pages,common/tutorial}
  cp -r "$repository/exercises/$chapter/scale_vector" $e
  cp "$repository/common/tests/graders/$chapter/scale_vector.diff" $w
  cp "$repository/solutions/$chapter/scale_vector.cu" $s
  printf '# Why\n\n## scale_vector\n\nIt is.\n' >$s/README.md
  echo 'add_exercise(scale_vector)' >$e/CMakeLists.txt
  printf '%s\n' '# A chapter' 'With vector_add.' '' '| a | b |' '|---|---|' '| 1 | 2 |' '' '## Exercises' '' \
    '| exercise | level | trains |' '|---|---|---|' \
    "| [scale_vector](../../exercises/$chapter/scale_vector/README.md) | 1 | index |" '' '## References' >$lesson
  printf 'add_chapter_program(%s ARGS --size 3)\n' vector_add triangle >course/chapters/$chapter/CMakeLists.txt
  printf '\nadd_picture(a.svg triangle a)\n' >>course/chapters/$chapter/CMakeLists.txt
  cp "$repository/chapters/$chapter/vector_add.cu" course/chapters/$chapter
  printf '| 01 | [One](chapters/%s/README.md) | 18 | 7 | 1 h |\n' $chapter 02_two >course/README.md
  echo 'One chapter, 17 programs and 7 exercises.' | tee -a course/README.md >course/docs/pages/index.md
  printf '| [%s](../chapters/%s/README.md#exercises) | indices |\n' 'The other' 02_two 01 $chapter >course/exercises/README.md
  for folder in cmake simt tools; do ln -s "$repository/common/$folder" course/common; done
  ln -s "$repository/common/tests/cmake" course/common/tests
  printf 'source %s\nexercise %s/scale_vector\n' "$work/course" $chapter >course/build/course.txt
  export LEARN_NO_BUILD=1  # there is no build yet
  git init -q course && printf '/build/\n/.learn/\n' >course/.gitignore && commit course start
}
# made FILE...: git sees these files in the course as new or changed, and no others
made() {
  printf '%s\n' "$@" | sort >expected
  git -C course status --short -uall | cut -c4- | sort | diff expected - >out || fail "the files"
}

test_exercise() {
  copy_course
  expect_run 0 new exercise mean_and_more 1
  expect '^new      course/exercises/01_thread_hierarchy/mean_and_more/check\.cu$'
  expect '^added to course/chapters/01_thread_hierarchy/README\.md$'
  expect '^  cmake --preset check && cmake --build build-check --target all_of_mean_and_more$'
  expect 'maintainer\.rules'
  made README.md docs/pages/index.md exercises/README.md {solutions,chapters}/$chapter/README.md exercises/$chapter/CMakeLists.txt \
    exercises/$chapter/mean_and_more/{README.md,hints.md,check.cu,mean_and_more.cu} \
    solutions/$chapter/mean_and_more.cu common/tests/graders/$chapter/mean_and_more.diff
  printf 'add_exercise(%s)\n' scale_vector mean_and_more | diff - $e/CMakeLists.txt >out || fail "CMakeLists.txt"
  grep -q '^One chapter, 1 programs and 2 exercises\.$' course/docs/pages/index.md || fail "the count of index.md"
  printf '%s\n' "| 01 | [One](chapters/$chapter/README.md) | 1 | 2 | 1 h |" \
    '| 01 | [One](chapters/02_two/README.md) | 18 | 7 | 1 h |' 'One chapter, 1 programs and 2 exercises.' |
    diff - course/README.md >out || fail "the count"
  git -C course diff -U0 exercises/README.md | tail -n 1 >out
  expect "^\\+\\| \\[01\\].* \\| indices, WRITE: what mean_and_more is about, in a few words \\|$"
  git -C course diff -U1 chapters | tail -n 3 >out
  [[ $(wc -l <out) == 3 ]] || fail "more than a row was added"
  expect '^ \| \[scale_vector\]'
  expect "^\\+\\| \\[.mean_and_more.\\]\\(\\.\\./\\.\\./exercises/$chapter/mean_and_more/README\\.md\\) \\| 1 \\| WRITE: "
  cat $s/README.md >out
  expect '^## mean_and_more$'
  grep -q '^\*\*Chapter 01, level 1\.\*\*' $e/mean_and_more/README.md || fail "the chapter's number"
  ! grep -rlE 'new_exercise|NN_topic|Chapter NN' $e $s $w $lesson >out || fail "the template's name is left"
  # A name that has the template's in it, in a chapter whose solutions have no README.md.
  rm $s/README.md
  expect_run 0 new exercise a_new_exercise 01_thread_hierarchy
  [[ ! -e $s/README.md && -f $e/a_new_exercise/a_new_exercise.cu ]] || fail "the second one"
}

test_program() {
  copy_course
  expect_run 0 new program mean_and_more 1
  expect '^new      course/chapters/01_thread_hierarchy/mean_and_more\.cu$'
  expect '^added to course/chapters/01_thread_hierarchy/README\.md$'
  expect '^  cmake --preset check && cmake --build build-check --target mean_and_more check_console check_rules$'
  expect "--update course/chapters/$chapter/README.md 1$"
  expect "'$chapter\\[.\\]\\(mean_and_more\\|1\\)\\$\\|maintainer.rules\\$'"
  made README.md docs/pages/index.md chapters/$chapter/{CMakeLists.txt,README.md,mean_and_more.cu}
  printf '%s\n' 'add_chapter_program(vector_add ARGS --size 3)' 'add_chapter_program(triangle ARGS --size 3)' \
    'add_chapter_program(mean_and_more ARGS --size 1001)' '' 'add_picture(a.svg triangle a)' |
    diff - course/chapters/$chapter/CMakeLists.txt >out || fail "CMakeLists.txt"
  grep -q '^One chapter, 2 programs and 1 exercises\.$' course/docs/pages/index.md || fail "the count"
  grep '^## ' $lesson >out
  [[ $(head -n 1 out) == '## WRITE: the topic of mean_and_more'* && $(sed -n 2p out) == '## Exercises' ]] || fail "the section"
  ! grep -rlE 'new_program|NN_topic|Chapter NN' course/chapters >out || fail "the template's name is left"
  # In front of what is to remember, and behind the blocks that are there.
  sed -i 's/^## WRITE/## What to remember\n\n&/' $lesson
  expect_run 0 new program another 01
  expect "--update course/chapters/$chapter/README.md 1$"
  sed -n 's/^## \(WRITE: the topic of [a-z_]*\|What to remember\).*/\1/p' $lesson >out
  printf '%s\n' 'WRITE: the topic of another' 'What to remember' 'WRITE: the topic of mean_and_more' | diff out - ||
    fail "the second section"
}

# Also a chapter whose programs are added by a command of its own has a place for one more.
test_program_of_each_chapter() {
  copy_course
  local list=course/chapters/$chapter/CMakeLists.txt lists
  for lists in "$repository"/chapters/*/CMakeLists.txt; do
    cp "$lists" $list
    commit course "$lists"
    expect_run 0 new program one_more 1
    git -C course diff -U0 chapters/$chapter/CMakeLists.txt | grep '^[+-][^+-]' >out
    [[ $(wc -l <out) == 1 ]] || fail "$lists: more than a line was added"
    expect '^\+add_[a-z_]+\(one_more ARGS --size 1001\)$'
    if [[ $lists == */17_several_gpus/* ]]; then expect '^\+add_program_of_devices\('; fi
    expect_run 0 remove program one_more
    git -C course diff --exit-code chapters/$chapter/CMakeLists.txt >out || fail "$lists: the line is left"
    git -C course reset -q --hard
  done
}

# What new has made, remove takes back; what is older and was written, it removes as far as it can see it.
test_remove() {
  copy_course
  local kind
  expect_run 0 new exercise first 1  # which counts what is there
  expect_run 0 remove exercise first
  commit course counted
  for kind in exercise program; do
    expect_run 0 new $kind mean 1
    expect_run 0 remove $kind mean
    expect '^removed  course/.*mean\.cu$'
    expect '^out of   course/chapters/01_thread_hierarchy/'
    expect_not 'still in'
    [[ -z $(git -C course status --short) ]] || fail "something is left: $(git -C course diff)"
  done
  [[ -f course/.learn/kept/mean.1.cu ]] || fail "nothing is kept"
  expect_run 0 remove exercise course/exercises/$chapter/scale_vector
  made README.md docs/pages/index.md exercises/$chapter/scale_vector/{README.md,hints.md,check.cu,scale_vector.cu,versions.txt} \
    exercises/$chapter/CMakeLists.txt chapters/$chapter/README.md solutions/$chapter/{README.md,scale_vector.cu} \
    common/tests/graders/$chapter/scale_vector.diff
  [[ ! -e $e/scale_vector ]] || fail "the folder is there"
  [[ $(<$s/README.md) == '# Why' && ! -s $e/CMakeLists.txt ]] || fail "the lists"
  ! grep scale_vector $lesson >out || fail "the lesson"
  echo 'It is `vector_add`.' >>$lesson
  sed -i 's/(vector_add ARGS.*/(vector_add ARGS\n  --size 3)/' course/chapters/$chapter/CMakeLists.txt
  echo 'add_picture(a.svg vector_add a)' >>course/chapters/$chapter/CMakeLists.txt
  expect_run 0 remove program vector_add
  expect '^still in course/chapters/01_thread_hierarchy/README\.md:[0-9]+$'
  expect '^still in course/chapters/01_thread_hierarchy/CMakeLists\.txt:4$'
  printf '%s\n' 'add_chapter_program(triangle ARGS --size 3)' '' 'add_picture(a.svg triangle a)' \
    'add_picture(a.svg vector_add a)' | diff - course/chapters/$chapter/CMakeLists.txt >out || fail "CMakeLists.txt"
  expect_run 2 remove exercise scale_vector
  expect "^learn: there is no exercise 'scale_vector'$"
  expect_run 2 remove program vector_add
}

test_bad_input() {
  copy_course
  local name words
  for name in Mean mean-and-more _mean mean_ 2nd 'two words' a/b .. '' 'größe'; do
    expect_run 2 new exercise "$name" 01
    expect "^learn: '$name' cannot be the name of a new exercise: names are in snake_case, as scale_vector is\$"
    expect_run 2 new program "$name" 01
    expect "^learn: '$name' cannot be the name of a new program: "
  done
  expect_run 2 new exercise scale_vector 01
  expect '^learn: scale_vector is the name of another exercise: course/exercises/01_thread_hierarchy/scale_vector$'
  expect_run 2 new program vector_add 01
  expect '^learn: vector_add is the name of another program: course/chapters/01_thread_hierarchy/vector_add\.cu$'
  expect_run 2 new exercise mean 2
  expect "^learn: there is no chapter '2'"
  expect_run 2 new exercise mean 01_thread_hirarchy
  expect "^learn: there is no chapter '01_thread_hirarchy'; did you mean '01_thread_hierarchy'\\?"
  for words in '' 'chapter mean 01'; do
    # shellcheck disable=SC2086  # several words
    expect_run 2 new $words
    expect "^learn: there is no command 'new"
  done
  for words in program 'program mean'; do
    # shellcheck disable=SC2086  # several words
    expect_run 2 new $words
    expect '^learn: it is called learn new program NAME CHAPTER \(learn --help\)$'
  done
  for words in exercise 'exercise mean' 'exercise mean 01 02'; do
    # shellcheck disable=SC2086  # several words
    expect_run 2 new $words
    expect '^learn: it is called learn new exercise NAME CHAPTER \(learn --help\)$'
  done
  [[ -z $(git -C course status --short) ]] || fail "something was written"
  # What is left of another one is not written over.
  echo mine >$w/mean.diff
  expect_run 2 new exercise mean 01
  expect 'graders/01_thread_hierarchy/mean\.diff is there already$'
  made common/tests/graders/$chapter/mean.diff
  rm $w/mean.diff
  sed -i '/^|/d' $lesson
  expect_run 1 new exercise mean 01
  expect 'README\.md has no place for a new exercise$'
  sed -i '/^## Exercises/d' $lesson
  expect_run 1 new program mean 01
  expect 'README\.md has no place for a new program$'
  made chapters/$chapter/README.md
  # Learners see first what is for them.
  expect_run 0 --help
  sed -n '/^For those who write the course/,$p' out >rest && mv rest out
  expect '^  learn new exercise NAME CHAPTER  '
  expect_not 'learn update'
}

# write_project CHECK_CONSOLE SIMTCC HELPERS RUNTIME: the course as CMake sees it, with the repository's add_exercise()
# and what the build that this test belongs to has made for it.
write_project() {
  cat >course/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(course LANGUAGES CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY \${CMAKE_BINARY_DIR}/bin)
set(TUTORIAL_PROOFS ON)
set(TUTORIAL_WRONG_ANSWERS ON)
set(TUTORIAL_SHARED_RUNTIME $([[ $4 == *.so ]] && echo ON || echo OFF))
set(small --enable-new-dtags)
set(backend cpu)
set(simtcc_options -std=c++20 -I "$repository/common" -D TUTORIAL_COMPILED -Wall -Wextra -Werror -MD)
enable_testing()
foreach(program check_console=$1 simtcc=$2)
  string(REPLACE = ";" program \${program})
  list(POP_FRONT program name)
  add_executable(\${name} IMPORTED)
  set_property(TARGET \${name} PROPERTY IMPORTED_LOCATION "\${program}")
endforeach()
foreach(library tutorial_helpers=$3 simt_runtime=$4)
  string(REPLACE = ";" library \${library})
  list(POP_FRONT library name)
  add_library(\${name} UNKNOWN IMPORTED)
  set_property(TARGET \${name} PROPERTY IMPORTED_LOCATION "\${library}")
endforeach()
add_subdirectory(common/simt/translate)
include(common/cmake/learner_test.cmake)
include(common/cmake/check.cmake)
include(common/cmake/variants.cmake)
include(common/cmake/exercise.cmake)
add_subdirectory(exercises)
END
  printf 'add_subdirectory(%s)\n' $chapter >course/exercises/CMakeLists.txt
  sed -i '/scale_vector/d' $e/CMakeLists.txt  # it would take time, and tell nothing
}
# build: CMake configures, and builds the new exercise, its solution and what judges them
build() {
  cmake -S course -B course/build -G Ninja -DCMAKE_BUILD_TYPE=Release >out 2>&1 || fail "it is not configured"
  cmake --build course/build --target all_of_mean >out 2>&1 || fail "it does not build"
}
# What CTest says of one test is in the file out.
ctest_of() { ctest --test-dir course/build --output-on-failure -R "^${1//./\\.}\$" >out 2>&1; }
passes() {
  ctest_of "$1" || fail "$1"
  expect '100% tests passed(, 0 tests failed)? out of 1$'  # as CMake 4 says it, or an older one
  expect_not 'Skipped'
}
fails() {
  ! ctest_of "$1" || fail "$1 does not fail"
  expect '0% tests passed, 1 tests failed out of 1$'
}
is_not_started() {
  passes maintainer.stub.mean
  ctest_of exercise.mean || fail "exercise.mean"
  expect 'exercise\.mean .*Skipped'
}

# From the template, of which every test tells what is to be written, to a whole exercise.
test_exercise_filled_in() {
  copy_course
  expect_run 0 new exercise mean 1
  commit course mean
  write_project "$@"
  build
  is_not_started
  fails solution.mean
  expect 'FAILED  n = 1: index 0: expected .*, got 0'
  local what file test
  for what in a another; do
    fails wrong.mean.${what}_mistake
    expect 'missing: FAILED  WRITE: the words of the check that reject it$'
    expect '^not started$'
  done
  # The rules name each file that is to be written, and break in no other way than that.
  course/build/bin/check_rules course | grep -v scale_vector >rules
  for file in $e/mean/{README.md,hints.md,check.cu,mean.cu} $s/{mean.cu,README.md} \
    $w/mean.diff $lesson course/exercises/README.md; do
    grep -qE "^$file:[0-9]+: to be written: " rules || fail "the rules do not name $file"
  done
  ! grep -vE ': to be written: |mistake does not say what rejects it$| 2 exercises, ' rules >out || fail "the rules"

  # It is written.
  local thread='const int i = blockIdx.x * blockDim.x + threadIdx.x;'
  local launch='square<<<(n + 255) / 256, 256>>>(out, in, n);'
  sed -i '/WRITE: the stub/d' $e/mean/mean.cu
  sed -i '/WRITE: what is right/d' $e/mean/check.cu
  sed -i "/WRITE: the solution/d; s|^ *cudaMemset.*|  $launch|; /Is there one?/a\\  $thread\\n  if (i < n) out[i] = in[i] * in[i];" $s/mean.cu
  sed -i 's/WRITE: one to four skills.* -->/thread index -->/; s/WRITE: /Written: /' $e/mean/*.md $s/README.md $lesson course/exercises/README.md
  printf '%s\n' '=== doubles' '// rejected by: result' '// expect: FAILED  n = 1: index 0: expected' '@@' \
    '-  if (i < n) out[i] = in[i] * in[i];' '+  if (i < n) out[i] = 2 * in[i];' '' \
    '=== one_thread' '// rejected by: model' '// expect: FAILED  n = 1009: ' '@@' "-  $thread" \
    '-  if (i < n) out[i] = in[i] * in[i];' '+  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];' \
    '@@' "-  $launch" '+  square<<<1, 1>>>(out, in, n);' >$w/mean.diff
  commit course written
  build
  is_not_started
  for test in solution.mean wrong.mean.doubles wrong.mean.one_thread; do passes $test; done
  course/build/bin/check_rules course | grep -v scale_vector >out
  [[ $(<out) == "1 programs, 2 exercises, "* ]] || fail "a rule is broken"
}

# From the template, of which two tests tell what is to be written, to a whole program.
test_program_filled_in() { # CHECK_CONSOLE CHECK_RULES SIMTCC LIBRARY...
  local check_console=$1 rules=$2 simtcc=$3 program=chapters/$chapter/mean.cu
  shift 3
  copy_course
  cd course || fail "no course"
  mkdir build/bin
  build() {
    "$simtcc" -std=c++20 -I "$repository/common" -D TUTORIAL_COMPILED -Wall -Wextra -Werror $program "$@" -o build/bin/mean \
      >out 2>&1 || fail "it does not build"
  }
  told() { "$rules" . | grep -v scale_vector >out; }
  ../learn --build build new program mean 1 >out || fail "learn new program"
  build "$@"
  ! "$check_console" --pass build/bin/mean --size 1001 >out 2>&1 || fail "the program passes"
  expect 'one element per thread, index 0: expected '
  ! "$check_console" chapters/$chapter/README.md 1 >out 2>&1 || fail "the console block passes"
  expect '^- WRITE: what it prints'
  told
  [[ $(grep -vcE ': to be written: |^2 programs' out) == 0 ]] || fail "more rules are broken"
  for file in chapters/$chapter/README.md $program; do expect "$file:[0-9]+: to be written: "; done

  sed -i '/WRITE: the kernels/d; s/= in\[i\];.*/= in[i] * in[i];/; s/WRITE: //' $program
  sed -i 's/WRITE: \(the\|a question\|what to\)/\1/' chapters/$chapter/README.md
  build "$@"
  "$check_console" --pass build/bin/mean --size 1001 >out 2>&1 || fail "the program"
  "$check_console" --update chapters/$chapter/README.md 1 >out 2>&1 || fail "the update"
  "$check_console" chapters/$chapter/README.md >out 2>&1 || fail "the console block"
  told
  [[ $(<out) == '2 programs, 1 exercises, '* ]] || fail "a rule is broken"
}

"test_$4" "${@:5}"
