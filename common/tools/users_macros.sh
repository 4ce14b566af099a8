#!/usr/bin/env bash
# What the model's headers call something, and a program may have a macro of: users_macros.txt has the names, and
# users_macros_away.inc and users_macros_back.inc are made of it. Those that only the headers for tiles have are in files
# of their own, which no other program has to read. Parameters, of functions and of templates, come from the headers by
# themselves; names of functions, types and members of namespace simt are put into the lists by hand.
#
#   users_macros.sh            adds parameters to the lists, and writes all four files
#   users_macros.sh --check    fails if a parameter is missing, or the files are others
set -euo pipefail
export LC_ALL=C
simt=$(cd "$(dirname "$0")/../simt" && pwd)
folder=$simt/include/simt

# parameters FILE...: of the templates and functions in headers. Reserved names and those of macros are no program's.
parameters() {
  local of_template='\b(class|typename)(\.\.\.)? [A-Z]\w*|\b(int|unsigned|bool|size_t|Op|Scope) [A-Z]\w*[,>]'
  local of_function='[[:alnum:]_>][*&]* [*&]*[A-Za-z]\w*[,)]'
  local no_name='_$|__|^[A-Z]+_[A-Z_]+$'
  no_name+='|^(auto|bool|char|const|double|float|int|long|operator|short|unsigned|void)$'
  sed 's|//.*||; s/"[^"]*"//g' "$@" | grep -oE "$of_template|$of_function" | grep -oE '\w+[,>)]?$' | tr -d ',>)' |
    grep -vE "$no_name" | sort -u | comm -23 - <(grep -hoE '# *define \w+' "$@" | grep -oE '\w+$' | sort -u)
}

# add LIST.txt: the names from the standard input that neither list has; with --check, they are an error
add() {
  local missing
  missing=$(comm -23 - <(cat "$simt"/users_macros*.txt | tr ' ' '\n' | sort -u))
  [[ -n $missing ]] || return 0
  if [[ $is_check ]]; then
    echo "not in $1: $missing" >&2
    return 1
  fi
  { tr ' ' '\n' <"$1"; echo "$missing"; } | sort -u | paste -sd' ' | fold -sw 120 | sed 's/ $//' >"$1.new"
  mv "$1.new" "$1"
}

# away|back LIST.txt, with the name of the files
away() {
  cat <<EOF
// What the model's own headers call something: a program may have a macro of that name, from its Makefile
// (-DN=1024) or in front of an #include. The headers of CUDA and of the C++ library use reserved names, so programs
// may. Each header that a program can include begins with this file and ends with $(basename "$2")_back.inc. Both are made
// of $(basename "$1") by common/tools/users_macros.sh; simtcc_test.sh (users_macros) knows when a name is missing.
EOF
  for name in $(<"$1"); do
    printf '#pragma push_macro("%s")\n#undef %s\n' "$name" "$name"
  done
}

back() {
  echo "// The end of what $(basename "$2")_away.inc begins."
  for name in $(<"$1"); do
    printf '#pragma pop_macro("%s")\n' "$name"
  done
}

is_check=
[[ ${1:-} != --check ]] || is_check=yes
mapfile -t headers < <(find "$simt/include" -type f -not -name 'users_macros*')
mapfile -t without_tiles < <(printf '%s\n' "${headers[@]}" | grep -v /tiles/)
words=$(grep -ohE '\w+' "${without_tiles[@]}" | sort -u)
parameters "${headers[@]}" | comm -12 - <(echo "$words") | add "$simt/users_macros.txt"
parameters "${headers[@]}" | comm -23 - <(echo "$words") | add "$simt/users_macros_of_tiles.txt"

while read -r list files; do
  if [[ $is_check ]]; then
    cmp <(away "$list" "$files") "${files}_away.inc" && cmp <(back "$list" "$files") "${files}_back.inc"
  else
    away "$list" "$files" >"${files}_away.inc"
    back "$list" "$files" >"${files}_back.inc"
  fi
done <<EOF
$simt/users_macros.txt $folder/users_macros
$simt/users_macros_of_tiles.txt $folder/tiles/users_macros
EOF
