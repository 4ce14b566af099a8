#!/usr/bin/env bash
# usage: follow_page.sh PAGE CHECK_CONSOLE
# Does what a page says, in this folder and from top to bottom: writes the files that it shows below their names
# (**`name`**), and runs its console blocks, which have to print what the page says.
set -euo pipefail
page=$1 check_console=$2

file='' writes='' blocks=0
mapfile -t lines <"$page"
for line in "${lines[@]}"; do
  if [[ -n $writes ]]; then
    if [[ $line == '```' ]]; then file='' writes=''; else printf '%s\n' "$line" >>"$file"; fi
  elif [[ $line =~ ^'**`'(.*)'`**'$ ]]; then
    file=${BASH_REMATCH[1]}
  elif [[ $line == '```console' ]]; then
    "$check_console" --timeout 300 "$page" $((++blocks))
  elif [[ -n $file && $line == '```'?* ]]; then
    writes=yes
    mkdir -p "$(dirname "$file")"
    : >"$file"
  fi
done
((blocks > 0)) || { echo "$page has no console blocks"; exit 1; }
