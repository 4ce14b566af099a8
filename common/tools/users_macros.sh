#!/usr/bin/env bash
# What the model's headers call something, and a program may have a macro of: users_macros.txt has the names, and
# users_macros_away.inc and users_macros_back.inc are made of it. Those that only the headers for tiles have are in files
# of their own, which no other program has to read.
#
#   users_macros.sh            writes all four
#   users_macros.sh --check    fails if they are others
set -euo pipefail
simt=$(cd "$(dirname "$0")/../simt" && pwd)
folder=$simt/include/simt

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

while read -r list files; do
  if [[ ${1:-} == --check ]]; then
    cmp <(away "$list" "$files") "${files}_away.inc" && cmp <(back "$list" "$files") "${files}_back.inc"
  else
    away "$list" "$files" >"${files}_away.inc"
    back "$list" "$files" >"${files}_back.inc"
  fi
done <<EOF
$simt/users_macros.txt $folder/users_macros
$simt/users_macros_of_tiles.txt $folder/tiles/users_macros
EOF
