#!/usr/bin/env bash
# usage: check_rules_test.sh CHECK_RULES
# Breaks every rule of check_rules once, in a small tree, and expects it to be told.
set -u
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failures=0

# A tree that keeps the rules.
make_tree() {
  rm -rf "${root:?}"/*
  mkdir -p "$root"/{exercises/01_a/sum,solutions/01_a,chapters/01_a,common/tests/graders/01_a,docs/pages,docs/site}
  printf '%s\n' 'SKILLS = {' '    "bounds": "the last block",' '    "errors": "of calls",' '}' >"$root"/docs/site/exercises.py
  printf '%s\n' 'With `add` and' '| [`sum`](../../exercises/01_a/sum/README.md) | 1 | sums |' >"$root"/chapters/01_a/README.md
  printf '// Chapter 01 · %s\n' add >"$root"/chapters/01_a/add.cu
  echo 'add_chapter_program(add)' >"$root"/chapters/01_a/CMakeLists.txt
  printf '%s\n' 'One chapter, 1 programs and 1 exercises.' '| 01 | [A](chapters/01_a/README.md) | 1 | 1 | 1 h |' \
    >"$root"/README.md
  echo 'One chapter, 1 programs and 1 exercises.' >"$root"/docs/pages/index.md
  mkdir -p "$root"/common/tutorial && touch "$root"/common/tutorial/{compiled.cpp,table.cuh,table.inl.cuh}
  echo '| all | `table` |' >"$root"/common/tutorial/README.md
  echo 'add_exercise(sum)' >"$root"/exercises/01_a/CMakeLists.txt
  printf '# sum\n\n**Chapter 01, level 1–2, on paper.** It adds up.\n\n<!-- trains: bounds, errors -->\n\n## Task\nStuck? `learn hint sum`; [hints.md](hints.md)\n' >"$root"/exercises/01_a/sum/README.md
  local fold screen
  screen=$(printf '\n%.0s' {1..40} && echo x)
  echo '# Hints for sum' >"$root"/exercises/01_a/sum/hints.md
  for fold in 'Hint 1: what' 'Hint 2: how' 'What you learned'; do
    printf '%s<details><summary>%s</summary>\nText.\n</details>\n' "${screen%x}" "$fold"
  done >>"$root"/exercises/01_a/sum/hints.md
  printf '#include SUBMISSION\n\nnamespace check {\n}\n' >"$root"/exercises/01_a/sum/check.cu
  printf 'int f() {\n  // TODO (about 1 line)\n  return 0;\n  // END\n}\n' >"$root"/exercises/01_a/sum/sum.cu
  printf 'int f() {\n  // TODO (about 1 line)\n  return 1;\n  // END\n}\n' >"$root"/solutions/01_a/sum.cu
  for what in 0 2; do
    printf '%s\n' "=== returns_$what" '// rejected by: result' '// expect: FAILED' @@ '-  return 1;' "+  return $what;"
  done >"$root"/common/tests/graders/01_a/sum.diff
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
breaks 'its chapter and its level: "**Chapter 01, level 2.** …", of 1 to 4' sed -i '"s/Chapter 01/Chapter 02/"' $e/README.md
breaks 'its chapter and its level' sed -i '"s/level 1–2/level 5/"' $e/README.md
breaks 'its chapter and its level' sed -i '"s/level 1–2/level 2–1/"' $e/README.md
breaks 'its chapter and its level' sed -i '"/Chapter 01/d"' $e/README.md
breaks 'does not say what it trains' sed -i '"/trains/d"' $e/README.md
breaks 'trains "error", which is no skill' sed -i '"s/, errors/, error/"' $e/README.md
breaks 'no "## Task"' sed -i '"/Task/d"' $e/README.md
breaks 'does not say where hints are' sed -i '"s/hint sum/hint/"' $e/README.md
breaks 'does not say where hints are' sed -i '"s/(hints.md)//"' $e/README.md
breaks 'README.md: has a fold' 'echo "<details><summary>Hint 1: what</summary>" >>exercises/01_a/sum/README.md'
breaks 'README.md: has what was learned' 'echo "## What you learned" >>exercises/01_a/sum/README.md'
breaks 'hints.md: is missing' rm $e/hints.md
breaks 'hints.md: does not begin with "# Hints for sum"' sed -i '"s/for sum/for all/"' $e/hints.md
breaks 'no two folded hints' sed -i '"s/Hint 2: //"' $e/hints.md
breaks 'does not number its hints' sed -i '"s/Hint 2/Hint 3/"' $e/hints.md
breaks 'shows two folds at once' sed -i 50d $e/hints.md
breaks 'shows two folds at once' sed -i 90d $e/hints.md
breaks 'does not end with what was learned' sed -i '"s/What you learned/How/"' $e/hints.md
breaks 'has names that an answer may have, too' 'sed -i /namespace/d exercises/01_a/sum/check.cu'
breaks 'includes what is not its own' 'echo "#include \"../x.cu\"" >>exercises/01_a/sum/sum.cu'
breaks 'includes what is not its own' 'echo "#include \"solutions/x.cu\"" >>exercises/01_a/sum/check.cu'
breaks 'solutions/01_a/sum.cu: is missing' rm $s/sum.cu
breaks 'has no TODO region' sed -i '"/END/d"' $e/sum.cu
breaks 'does not have the TODO regions' sed -i '"/TODO/d"' $s/sum.cu
breaks 'outside of the TODO regions' sed -i '"s/int f/long f/"' $s/sum.cu
breaks "the solution's already" cp $s/sum.cu $e/sum.cu
breaks 'fewer than two wrong answers' rm $w/sum.diff
breaks 'fewer than two wrong answers' sed -i 7,12d $w/sum.diff
breaks 'sum.diff:1: returns_0 does not say why' sed -i 3d $w/sum.diff
breaks 'sum.diff:1: returns_0 does not say what rejects it' sed -i 2d $w/sum.diff
breaks 'sum.diff:7: returns_2 does not say what rejects it' sed -i '"8s/result/luck/"' $w/sum.diff
breaks 'sum.diff:10: returns_2: the solution does not have these lines' sed -i '"11s/1/3/"' $w/sum.diff
breaks 'sum.diff:4: returns_0: a comment or an @@ comes here' sed -i 4d $w/sum.diff
breaks 'is no .diff of a solution' 'echo >common/tests/graders/01_a/sum.cu'
breaks 'belongs to no exercise' 'echo >solutions/01_a/other.cu'
breaks 'belongs to no exercise' mkdir $w/other
breaks 'has no section "## sum"' 'echo "## summary" >solutions/01_a/README.md'
breaks 'README.md/other: belongs to no exercise' 'printf "## sum\n## other\n" >solutions/01_a/README.md'
breaks 'chapters/01_a/README.md: has no sum in its table' sed -i '"s,/sum,/sums,"' chapters/01_a/README.md
breaks 'README.md/other: belongs to no exercise' \
  'echo "| [other](../../exercises/01_a/other/README.md) | 1 | |" >>chapters/01_a/README.md'
breaks 'add.cu: does not begin with "// Chapter 01 · add"' sed -i '"1s/01/02/"' chapters/01_a/add.cu
breaks 'add.cu: has more than 150 lines' 'seq 150 >>chapters/01_a/add.cu'
breaks 'add.cu: is not added' sed -i '"s/(add)/(adds)/"' chapters/01_a/CMakeLists.txt
breaks 'add.cu: is in no lesson' sed -i '"s/add/adds/"' chapters/01_a/README.md
breaks 'README.md:2: counts wrong; it should be: | 01 | [A](chapters/01_a/README.md) | 1 | 1 | 1 h |' \
  sed -i '"2s/1 | 1 |/2 | 1 |/"' README.md
breaks 'README.md:2: counts wrong' sed -i '"2s/1 | 1 |/1 | 3 |/"' README.md
breaks 'README.md:1: counts wrong; it should be: One chapter, 1 programs' sed -i '"1s/1 p/2 p/"' README.md
breaks 'index.md:1: counts wrong' sed -i '"1s/1 e/2 e/"' docs/pages/index.md
breaks 'tutorial/README.md: has no tables in its table' touch common/tutorial/tables.cuh
breaks '0 programs' rm chapters/01_a/add.cu
for file in chapters/01_a/add.cu chapters/01_a/DEEPER.md exercises/README.md $e/README.md $e/hints.md $e/check.cu $e/sum.cu $s/sum.cu $s/README.md chapters/01_a/README.md $w/sum.diff; do
  breaks "$file:1: to be written: all of it" "echo '// WRITE: all of it' | cat - $file >new 2>/dev/null; mv new $file"
done
for rest in '</summary>' ' -->' ' | 1 |'; do
  breaks "$e/hints.md:1: to be written: a hint
" "echo 'WRITE: a hint$rest' | cat - $e/hints.md >new; mv new $e/hints.md"
done
breaks '0 exercises' rm -r exercises/01_a/sum $s/sum.cu $w/sum.diff
((failures == 0)) && echo "every broken rule is told"
exit $((failures != 0))
