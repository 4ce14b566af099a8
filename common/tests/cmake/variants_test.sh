#!/usr/bin/env bash
# Are wrong answers made from what they change in the solution, and is it told what is wrong with them?
#
#   variants_test.sh MAKE_VARIANTS
set -u
make_variants=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir made

fail() {
  echo "FAILED: $1"
  cat out variants.diff
  exit 1
}
# written LINE...: variants.diff consists of these lines
written() { printf '%s\n' "$@" >variants.diff; }
# made NAME: the variants are made, and NAME is what comes from stdin
made() {
  "$make_variants" variants.diff solution.cu made >out 2>&1 || fail "not made: $1"
  diff - "made/$1.cu" >>out || fail "$1 is another one"
}
# refused WORDS LINE...: a file of these lines is refused with exactly these words
refused() {
  local words=$1
  shift
  written "$@"
  "$make_variants" variants.diff solution.cu made >out 2>&1 && fail "not refused: $words"
  [[ $(<out) == "variants.diff:$words" ]] || fail "refused with other words than: variants.diff:$words"
}

cat >solution.cu <<'END'
// The title.
// It goes on.
#include <cuda_runtime.h>

void first() {
  begin();
  step();
  end();
}

void second() {
  begin();
  step();
}
END

written '=== no_end' '// Why.' '// expect: FAILED' '' @@ '   step();' '-  end();' '' '=== two' @@ ' void second() {' \
  '-  begin();' '+  begin(2);' '' @@ '-void first() {' '+void first(int) {' '=== blank' @@ ' }' '' '-void second() {' \
  '+' '+void second(int) {' '' '=== whole' '// All of it.' '@@ whole file' '+void first() {}' '+' '+void second() {}'
made no_end <<'END'
// Why.
// expect: FAILED
#include <cuda_runtime.h>

void first() {
  begin();
  step();
}

void second() {
  begin();
  step();
}
END
made two <<'END'
#include <cuda_runtime.h>

void first(int) {
  begin();
  step();
  end();
}

void second() {
  begin(2);
  step();
}
END
made blank <<'END'
#include <cuda_runtime.h>

void first() {
  begin();
  step();
  end();
}


void second(int) {
  begin();
  step();
}
END
made whole <<'END'
// All of it.
void first() {}

void second() {}
END

# Only what has changed is written again.
touch -d 2001-01-01 made/*.cu
sed -i 's/begin(2)/begin(3)/' variants.diff
"$make_variants" variants.diff solution.cu made
[[ $(find made -newermt 2002-01-01) == made*made/two.cu* && $(find made -newermt 2002-01-01 -name '*.cu' | wc -l) == 1 ]] ||
  fail "not only two.cu was written"
# A variant of a variant: the comment is its own.
written '=== a' '// Of a.' @@ '-  end();' '+  stop();' '=== b from a' '// Of b.' @@ '   stop();' '+  end();'
made b < <(sed -e '1c// Of b.' -e '2d' -e 's/  end();/  stop();\n&/' solution.cu)
# A title may be changed as well.
written '=== title' @@ '-// The title.' '+// Another one.'
made title < <(sed 's/The title/Another one/' solution.cu)

refused '2: a: the solution does not have these lines' '=== a' @@ '-  stop();'
refused '2: a: the solution does not have these lines' '=== a' @@ ' void first() {' '-  step();'
refused '5: b: the solution has these lines 2 times, in lines 7 and 13: add a line in front of them or below' \
  '=== a' @@ '-  end();' '=== b' @@ '-  step();'
refused '5: a: the change in line 2 has some of these lines, too' '=== a' @@ '   step();' '-  end();' @@ '-  step();' '   end();'
refused '2: a: nothing is changed here' '=== a' @@ '   end();'
refused '2: a: with no line that is there, it is not clear where this belongs' '=== a' @@ '+  end();'
refused '3: a: a line of a change begins with '\'' '\'', '\''-'\'' or '\''+'\' '=== a' @@ 'end();'
refused '3: a: lines of a whole file begin with '\''+'\' '=== a' '@@ whole file' '-void first() {}'
refused '4: a: with the whole file, there is no other change' '=== a' '@@ whole file' '+void first() {}' @@ '-  end();'
refused '1: a: it changes nothing' '=== a' '// Why.' '=== b' @@ '-  end();'
refused '4: there is a in line 1 already' '=== a' @@ '-  end();' '=== a' @@ '-  end();'
refused "4: behind === stands a name in snake_case, or NAME from NAME" '=== a' @@ '-  end();' '=== b-c'
refused '5: there is no b above' '=== a' @@ '-  end();' '' '=== b from b' @@ '-  end();'
refused '4: there is no c above' '=== a' @@ '-  end();' '=== b from c' @@ '-  end();' '=== c' @@ '-  end();'
refused '6: b: a does not have these lines' '=== a' @@ '-  end();' '' '=== b from a' @@ '-  end();'
refused '1: the first line has to be === and a name' '// Why.' '=== a' @@ '-  end();'
refused '2: a: a comment or an @@ comes here' '=== a' 'Why.' @@ '-  end();'

"$make_variants" nowhere.diff solution.cu made >out 2>&1 && fail "a file that is not there"
grep -qx 'nowhere.diff cannot be read' out || fail "a file that is not there has other words"
"$make_variants" variants.diff >out 2>&1
[[ $? == 2 ]] || fail "the usage"
exit 0
