#!/usr/bin/env bash
# Tests of learn run: run_test.sh REPOSITORY LEARN IN_TERMINAL CASE
set -u
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/small_course.sh"

# Prints how it was called; the first argument is its exit code.
write_tell() {
  write_program 01_one/tell <<'END'
// Chapter 01 · tell
//
// Prints how it was called. What follows
// is not in the list.
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <vector>
int main(int argc, char** argv) {
  char folder[4096];
  std::printf("in %s\n", getcwd(folder, sizeof folder));
  for (int i = 1; i < argc; ++i) std::printf("<%s>\n", argv[i]);
  char line[80];
  while (std::fgets(line, sizeof line, stdin) != nullptr) std::printf("read %s", line);
  for (const char* name : std::vector{"SIMT_TIMEOUT", "GIT_TERMINAL_PROMPT", "EXERCISE_TOKEN"}) {
    if (std::getenv(name) != nullptr) std::printf("%s is set\n", name);
  }
  std::fputs("an error\n", stderr);
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
END
}

# Programs in two chapters, of which one has no exercise, and one exercise.
write_programs() {
  write_tell
  write_program 01_one/long_story <<'END'
// Chapter 01 · long_story
//
// Is this a sentence that goes on for more columns than the narrow window of a terminal has? It is.
int main() {}
END
  write_program 01_one/silent <<<'int main() { return 1; }'
  write_program 02_two/number <<<'#include <cstdio>
int main() { std::puts("number 1"); }'
  write_program 02_two/only_there "it's for a GPU; there is none" <<<'no C++'
  write_exercise 01_one/first
  write_course
}

# run CODE ARGUMENT...: learn run ends with this code; its output is in the files out and err
run() {
  local code=$1 status
  shift
  "$learn" --build course/build run "$@" >out 2>err </dev/null
  status=$?
  ((status == code)) || { cat err >&2 && fail "learn run $* ended with $status, not $code"; }
}
# err LINE...: the program and learn wrote these lines to stderr, and no others
err() { printf "%s\n" "$@" | diff - err || fail "stderr (< expected)"; }
out() { printf '%s\n' "$@" | diff - out || fail "stdout (< expected)"; }

test_program() {
  write_programs
  run 0 tell
  out "in $work"
  err 'building tell …' 'an error'
  local code
  for code in 0 1 2 77 255; do
    run $code tell $code --size 1000 --help -h --build elsewhere '' 'two  words' '*' -- é
    out "in $work" "<$code>" '<--size>' '<1000>' '<--help>' '<-h>' '<--build>' '<elsewhere>' '<>' \
      '<two  words>' '<*>' '<-->' '<é>'
    err 'an error'
  done
  run 0 tell --help
  out "in $work" '<--help>'
  mkdir elsewhere
  printf '1\n2\n' | (cd elsewhere && ../learn --build ../course/build run tell) >out 2>err || fail 'in a folder'
  out "in $work/elsewhere" 'read 1' 'read 2'
  # By its file, as a shell completes it.
  run 3 course/chapters/01_one/tell.cu 3
  run 3 tell.cu 3
  # A signal is the program's, too.
  printf '#include <csignal>\nint main() { std::raise(SIGSEGV); }' >course/chapters/01_one/tell.cu
  run 139 tell
}

test_build() {
  write_programs
  run 0 number
  out 'number 1'
  err 'building number …'
  run 0 number
  out 'number 1'
  [[ ! -s err ]] || fail "nothing is built, but: $(<err)"
  [[ ! -e course/build/bin/tell ]] || fail "more was built than was asked for"
  sed -i 's/number 1/number 2/' course/chapters/02_two/number.cu
  LEARN_NO_BUILD=1 run 0 number
  out 'number 1'
  [[ ! -s err ]] || fail "nothing is to be built, but: $(<err)"
  run 0 number
  out 'number 2'
  err 'building number …'
  # The old program is there, but does not run.
  sed -i 's/std::puts/std::put/' course/chapters/02_two/number.cu
  run 1 number
  [[ ! -s out ]] || fail "a program that does not compile was run"
  mv err out
  expect '^building number …$'
  expect 'number\.cu:2:.*error: .put. is not a member of .std.'
  expect '^learn: number could not be built, so it was not run$'
  expect_not 'FAILED|ninja|^\[|cmake'
  sed -i 's/std::put/std::puts/' course/chapters/02_two/number.cu
  run 0 number
  out 'number 2'
  rm course/build/bin/number
  LEARN_NO_BUILD=1 run 127 number
  err "cannot run $work/course/build/bin/number: No such file or directory"
  # Two at the same time are one build after the other.
  sed -i 's/number 2/number 3/' course/chapters/02_two/number.cu
  "$learn" --build course/build run number >first 2>&1 &
  run 0 number
  wait $! || fail "the first of two"
  tail -n 1 first >last && echo 'number 3' | diff - last && tail -n 1 out | diff - last || fail "two at once"
}

test_names() {
  write_programs
  run 2 nubmer
  err "learn: there is no program 'nubmer'; did you mean 'number'? (learn run lists them)"
  run 2 story
  err "learn: there is no program 'story'; did you mean 'long_story'? (learn run lists them)"
  run 2 01_onne --size 3
  err "learn: there is no program '01_onne'; did you mean '01_one'? (learn run lists them)"
  run 2 nothing_like_any_of_them
  err "learn: there is no program 'nothing_like_any_of_them' (learn run lists them)"
  run 2 ''
  run 2 03
  run 2 --help_me
  run 77 only_there --size 3
  err "learn: only_there does not run here: it's for a GPU; there is none"
  expect_run 0 run --help
  expect '^  learn run \[PROGRAM\] '
  expect_run 0 --help run
  expect '^  learn run \[PROGRAM\] '
}

test_list() {
  write_programs
  run 0
  local chapter last='./learn --build course/build run PROGRAM builds a program, if need be, and runs it.'
  out 01_one \
    '  tell                      Prints how it was called.' \
    '  long_story                Is this a sentence that goes on for more columns …' \
    '  silent' 02_two '  number' '  only_there' '' "$last"
  for chapter in 02 2 02_two course/chapters/02_two/; do
    run 0 $chapter
    out 02_two '  number' '  only_there' '' "$last"
  done
  in_terminal run <<'END'
expect 01_one
expect Is this a sentence that goes on for more columns …
expect 02_two
colour no
end 0
END
}

test_interrupt() {
  # Compiles, but not while there is a file slow.
  cat >compiler <<'END'
#!/bin/sh
[ ! -e slow ] || { echo $$ >pid && sleep 600; }
"${CXX:-c++}" -x c++ "$@"
END
  chmod +x compiler
  write_program 01_one/endless <<<"#include <cstdio>
#include <unistd.h>
int main() { $endless }"
  write_exercise 01_one/first
  write_course "$work/compiler"
  ln -s course/build/slow slow  # ninja runs the compiler in the build folder
  touch course/build/slow
  in_terminal run endless <<'END'
expect building endless …
do until [ -s course/build/pid ]; do sleep 0.1; done
type ^C
expect interrupted
end 130
END
  mv course/build/pid pid
  expect_no_check
  rm course/build/slow pid
  in_terminal run endless <<'END'
expect building endless …
do until [ -s pid ]; do sleep 0.1; done
type ^C
end 130
END
  expect_no_check
  rm pid
  "$learn" --build course/build run endless &
  local running=$! waited=0
  until [[ -s pid ]]; do ((++waited < 600)) && sleep 0.1 || fail "it does not start"; done
  [[ $(<pid) == "$running" ]] || fail "the program is not the process that was started"
  kill -TERM $running
  wait $running
  [[ $? == 143 ]] || fail "SIGTERM"
}

# The folder of the course has a name that a shell would take apart.
test_spaces() {
  mkdir "a  folder's" && cd "a  folder's" && ln -s ../learn learn || exit 1
  work=$PWD
  write_programs
  run 2 tell 2 'a b'
  out "in $work" '<2>' '<a b>'
  err 'building tell …' 'an error'
  run 1 silent
  sed -i 's/puts/put/' course/chapters/02_two/number.cu
  run 1 number
  mv err out
  expect 'number\.cu:2:.*error'
}

"test_$4"
