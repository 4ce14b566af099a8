#!/usr/bin/env bash
# What the model's headers call something, and a program may have a macro of: users_macros.txt has the names, and
# users_macros_away.inc and users_macros_back.inc are made of it.
#
#   users_macros.sh            writes both
#   users_macros.sh --check    fails if they are others
set -euo pipefail
simt=$(cd "$(dirname "$0")/../simt" && pwd)
folder=$simt/include/simt
names=$(cat "$simt/users_macros.txt")

away() {
  cat <<'EOF'
// What the model's own headers call something: a program may have a macro of that name, from its Makefile
// (-DN=1024) or in front of an #include. The headers of CUDA and of the C++ library use reserved names, so programs
// may. Each header that a program can include begins with this file and ends with users_macros_back.inc. Both are made
// of users_macros.txt by common/tools/users_macros.sh; simtcc_test.sh (users_macros) knows when a name is missing.
EOF
  for name in $names; do
    printf '#pragma push_macro("%s")\n#undef %s\n' "$name" "$name"
  done
}

back() {
  echo '// The end of what users_macros_away.inc begins.'
  for name in $names; do
    printf '#pragma pop_macro("%s")\n' "$name"
  done
}

if [[ ${1:-} == --check ]]; then
  cmp <(away) "$folder/users_macros_away.inc" && cmp <(back) "$folder/users_macros_back.inc"
else
  away >"$folder/users_macros_away.inc"
  back >"$folder/users_macros_back.inc"
fi
