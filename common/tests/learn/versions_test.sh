#!/usr/bin/env bash
# A private version of an exercise: its key passes its check, the key of another one does not, and its stub is not started.
# versions_test.sh REPOSITORY BUILD EXERCISE SIMTCC HELPER...
set -u
readonly repository=$1 build=$2 exercise=$3 simtcc=$4
helpers=("${@:5}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export SIMT_TIMEOUT=60 LEARN_NO_BUILD=1

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
echo "exercise $exercise 1" >plan
key() { "$build/bin/learn" key "$1" "$exercise" 2>/dev/null; }
# Two seeds of different versions, and of neither the course's.
first=1 second=2
key "$first" >first.cu
for ((; second < 50; ++second)); do
  key "$second" >second.cu
  cmp -s first.cu second.cu || break
done
((second < 50)) || fail "all seeds have the same version"
"$build/bin/learn" export --variant "$first" plan class >/dev/null || fail "export"
grep -qx "variant $first" class/class.txt || fail "the class does not know its variant"
folder=$(echo class/exercises/*/"$exercise")
[[ ! -e $folder/variants.txt ]] || fail "the other versions are there"
for name in README.md check.cu; do
  cmp -s "$folder/$name" "$repository/${folder#class/}/$name" && fail "$name is the course's"
done
cmp -s "$folder/$exercise.cu" "$folder/stub.cu" || fail "the stub"

options=(-std=c++20 -DTUTORIAL_COMPILED -I "$repository/common")
if grep -q "add_exercise($exercise .*RELOCATABLE" "$folder/../CMakeLists.txt"; then options+=(-rdc=true); fi

# passes ANSWER: the code of its check
passes() {
  "$simtcc" "$folder/check.cu" "${helpers[@]}" "${options[@]}" \
    -DSUBMISSION="\"$PWD/$1\"" -o "$1.program" >out 2>&1 || return 2
  "./$1.program" >out 2>&1
}
passes first.cu || fail "its key: $(<out)"
passes second.cu && fail "the key of another version passes"
cp "$folder/$exercise.cu" stub.cu && passes stub.cu
[[ $? == 77 ]] || fail "its stub: $(<out)"
cp "$repository/solutions/${folder#class/exercises/}.cu" public.cu && passes public.cu && fail "the course's solution passes"
true
