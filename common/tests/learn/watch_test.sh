#!/usr/bin/env bash
# Tests of learn watch, in a terminal and in a pipe: watch_test.sh REPOSITORY LEARN IN_TERMINAL CASE
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

"test_$4" "${@:5}"
