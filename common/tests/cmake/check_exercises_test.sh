#!/usr/bin/env bash
# usage: check_exercises_test.sh CHECK_EXERCISES
# Breaks every rule of check_exercises once, in a small tree, and expects it to be told.
set -u
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failures=0

# A tree that keeps the rules.
make_tree() {
  rm -rf "${root:?}"/*
  mkdir -p "$root"/exercises/01_a/sum "$root"/solutions/01_a "$root"/common/tests/graders/01_a/sum
  echo 'add_exercise(sum)' >"$root"/exercises/01_a/CMakeLists.txt
  printf '## Task\n<details><summary>Hint 1</summary>\n<details><summary>Hint 2</summary>\n## What you learned\n' \
    >"$root"/exercises/01_a/sum/README.md
  echo '#include SUBMISSION' >"$root"/exercises/01_a/sum/check.cu
  printf 'int f() {\n  // TODO (about 1 line)\n  return 0;\n  // END\n}\n' >"$root"/exercises/01_a/sum/sum.cu
  printf 'int f() {\n  // TODO (about 1 line)\n  return 1;\n  // END\n}\n' >"$root"/solutions/01_a/sum.cu
  for what in too_small too_large; do
    printf '// rejected by: result\n// expect: FAILED\n' >"$root"/common/tests/graders/01_a/sum/$what.cu
  done
}

# breaks WORDS COMMAND...: after the command, run in the tree, exactly this is told
breaks() {
  local words=$1
  shift
  make_tree
  (cd "$root" && eval "$*")
  local output
  output=$("$check" "$root")
  if [[ $? -ne 1 || $output != *"$words"* ]]; then
    printf '%s: expected "%s", got\n%s\n' "$*" "$words" "$output"
    failures=$((failures + 1))
  fi
}

make_tree
"$check" "$root" || failures=$((failures + 1))
printf '# Why\n\n## sum\n' >"$root"/solutions/01_a/README.md  # not every chapter has one
"$check" "$root" || failures=$((failures + 1))
e=exercises/01_a/sum s=solutions/01_a w=common/tests/graders/01_a
breaks 'README.md: is missing' rm $e/README.md
breaks 'check.cu: is missing' rm $e/check.cu
breaks 'sum.cu: is missing' rm $e/sum.cu
breaks 'is not added by' 'echo >exercises/01_a/CMakeLists.txt'
breaks 'no "## Task"' sed -i '"/Task/d"' $e/README.md
breaks 'no two folded hints' sed -i '"/Hint 2/d"' $e/README.md
breaks 'no "## What you learned"' sed -i '"/learned/d"' $e/README.md
breaks 'includes what is not its own' 'echo "#include \"../x.cu\"" >>exercises/01_a/sum/sum.cu'
breaks 'includes what is not its own' 'echo "#include \"solutions/x.cu\"" >>exercises/01_a/sum/check.cu'
breaks 'solutions/01_a/sum.cu: is missing' rm $s/sum.cu
breaks 'has no TODO region' sed -i '"/END/d"' $e/sum.cu
breaks 'does not have the TODO regions' sed -i '"/TODO/d"' $s/sum.cu
breaks 'outside of the TODO regions' sed -i '"s/int f/long f/"' $s/sum.cu
breaks "the solution's already" cp $s/sum.cu $e/sum.cu
breaks 'fewer than two wrong answers' rm $w/sum/too_small.cu
breaks 'does not say why' 'echo >common/tests/graders/01_a/sum/too_small.cu'
breaks 'does not say what rejects it' 'echo "// expect: FAILED" >common/tests/graders/01_a/sum/too_small.cu'
breaks 'does not say what rejects it' sed -i '"s/result/luck/"' $w/sum/too_small.cu
breaks 'belongs to no exercise' 'echo >solutions/01_a/other.cu'
breaks 'belongs to no exercise' mkdir $w/other
breaks 'has no section "## sum"' 'echo "## summary" >solutions/01_a/README.md'
breaks 'README.md/other: belongs to no exercise' 'printf "## sum\n## other\n" >solutions/01_a/README.md'
breaks '0 exercises' rm -r exercises/01_a/sum $s/sum.cu $w/sum
((failures == 0)) && echo "every broken rule is told"
exit $((failures != 0))
