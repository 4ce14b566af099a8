# What the tests of learn share, called with REPOSITORY LEARN IN_TERMINAL CASE. Each case has a small course
# of its own in a scratch folder: exercises and programs that are plain C++, so that nothing but learn takes time.
# shellcheck shell=bash
readonly repository=$1 learn=./learn in_terminal=$3  # the same name everywhere: it is on the screen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$2" learn
export LEARN_SECONDS=600 GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
unset NO_COLOR LEARN_NO_BUILD
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

fail() {
  echo "FAILED: $*" >&2
  [[ ! -s out ]] || cat out >&2
  exit 1
}
expect() { grep -qE -- "$1" out || fail "expected: $1"; }
expect_not() { ! grep -qE -- "$1" out || fail "must not be there: $1"; }
# expect_run CODE ARGUMENT...: learn ends with this code; what it prints is in the file out
expect_run() {
  local code=$1
  shift
  "$learn" --build course/build "$@" >out 2>&1 </dev/null
  [[ $? == "$code" ]] || fail "the exit code of learn $* is not $code"
}
in_terminal() { "$in_terminal" "$learn" --build course/build "$@" || fail "in the terminal: $*"; }

answer() { printf '// Exercise\nint answer() {\n  // TODO (about 1 line)\n  %s\n  // END\n}\n' "$1"; }
file_of() { echo course/exercises/*/"$1/$1.cu"; }
# An editor that writes a new file and puts it in the old one's place.
save() {
  answer "$2" >"$(file_of "$1").new"
  mv "$(file_of "$1").new" "$(file_of "$1")"
}
export -f answer file_of save
# An answer that never ends, and leaves its process in the file pid.
export endless='std::FILE* f = std::fopen("pid", "w"); std::fprintf(f, "%d\n", getpid());
  std::fclose(f); for (;;) pause();'
# What was killed takes a moment to end, and stays as a zombie until somebody asks for its exit code.
expect_no_check() {
  for _ in {1..100}; do
    grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$(<pid)/status" || return 0
    sleep 0.1
  done
  fail "the check goes on"
}

write_exercise() {
  local folder=course/exercises/$1
  local name=${1#*/}
  mkdir -p "$folder" "course/solutions/${1%/*}" "course/chapters/${1%/*}"
  echo "exercise $1" >>course/course.txt
  answer 'return -1;' >"$folder/$name.cu"
  answer 'return 42;  // ours' >"course/solutions/$1.cu"
  cat >"$folder/check.cu" <<'END'
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include SUBMISSION
int main() {
  const int got = answer();
  if (got == -1) return std::puts("not started"), 77;
  if (got != 42) return std::fprintf(stderr, "FAILED  got %d, expected 42\n        hints: where\n", got), 1;
  std::printf("PASS %s\n", std::getenv("EXERCISE_TOKEN"));
}
END
  printf '# %s\n\n## Task\n\nAnswer.\n' "$name" >"$folder/README.md"
  cat >"$folder/hints.md" <<END
# Hints for $name

<!-- Not a word of this. -->

<details><summary>Hint 1: a nudge</summary>

It is a **number** that fills a line of a terminal, if one only writes enough words, as this hint does
on purpose; see [the book](../book.md).
</details>

<details><summary>Hint 2: nearer</summary>

\`\`\`cuda
return 6 * 7;
\`\`\`
</details>

<details><summary>Hint 3: nearly all</summary>

- forty
- two
</details>

<details><summary>More of it</summary>

No hint, and not learned.
</details>



<details><summary>What you learned</summary>

The answer to the question of $name.

| who | \`steps\` |
|---|---|
| a warp | 4 |
</details>
END
  printf '## %s\n\nBecause it is the answer.\n\n' "$name" >>"course/solutions/${1%/*}/README.md"
}

# write_program CHAPTER/NAME [WHY NOT]: a program of a chapter, which comes from stdin
write_program() {
  mkdir -p "course/chapters/${1%/*}"
  cat >"course/chapters/$1.cu"
  echo "program $*" >>course/course.txt
}

# write_course [COMPILER...]: the compiler is called with a program or a check, the answer as SUBMISSION, and -o
write_course() {
  (($# > 0)) || set -- "${CXX:-c++}" -x c++
  mkdir -p course/common/cmake
  cp "$repository/common/cmake/build_and_run.sh" course/common/cmake
  printf '/build/\n/.learn/\n' >course/.gitignore
  cat >course/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(course LANGUAGES NONE)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
add_custom_target(learn)
file(STRINGS course.txt course)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS course.txt)
list(JOIN course "\n" lines)
file(WRITE ${CMAKE_BINARY_DIR}/course.txt "source ${CMAKE_SOURCE_DIR}\n${lines}\n")

foreach(line ${course})
  string(REGEX MATCH "^([a-z]+) ([^/]+)/([^ ]+)" place ${line})
  set(name ${CMAKE_MATCH_3})
  set(source ${CMAKE_SOURCE_DIR}/chapters/${CMAKE_MATCH_2}/${name}.cu)
  set(submission)
  if(CMAKE_MATCH_1 STREQUAL "exercise")
    set(folder ${CMAKE_SOURCE_DIR}/exercises/${CMAKE_MATCH_2}/${name})
    set(source ${folder}/check.cu)
    set(submission ${folder}/${name}.cu)
    string(PREPEND name exercise_)
  endif()
  set(program ${CMAKE_BINARY_DIR}/bin/${name})
  add_custom_command(OUTPUT ${program}
    COMMAND ${COMPILER} -DSUBMISSION="${submission}" ${source} ${HELPERS} -o ${program}
    DEPENDS ${source} ${submission}
    VERBATIM)
  add_custom_target(${name} DEPENDS ${program})
endforeach()
END
  configure "$@" 2>&1 || fail "configuring"
}
configure() {
  local IFS=';'
  cmake -S course -B course/build -G Ninja -DCOMPILER="$*" -DHELPERS="${helpers-}" >out 2>&1
}
write_small_course() {
  write_exercise 01_one/first
  write_exercise 01_one/second
  write_exercise 02_two/third
  write_course
}
commit() { git -C "$1" add -A && git -C "$1" commit -qm "$2" || fail "git commit in $1"; }
