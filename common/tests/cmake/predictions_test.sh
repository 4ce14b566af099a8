#!/usr/bin/env bash
# usage: predictions_test.sh CHECK_PREDICTIONS
# What check_predictions takes, and that it tells each answer that is on the screen with its question.
set -u
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failures=0

# expect STATUS WORDS LINE...: a lesson of these lines
expect() {
  local status=$1 words=$2 output
  shift 2
  printf '%s\n' "$@" >"$root/README.md"
  output=$(bash "$check" "$root/README.md" 2>&1)
  if [[ $? -ne $status || $output != *"$words"* ]]; then
    printf 'README:\n%s\nexpected %d and "%s", got:\n%s\n\n' "$*" "$status" "$words" "$output"
    failures=$((failures + 1))
  fi
}

output=('```console' '$ x' '```') table=('<!-- measured: x -->' '| 1 |' '<!-- /measured -->')
fold='<details><summary>The counts</summary>' end='</details>'
expect 0 '1 predictions, 0 faults' 'Predict both.' '' "$fold" '' "${output[@]}" "$end" '' "${table[@]}"
expect 0 '1 predictions, 0 faults' 'A text. Predict: which?' '' '```cuda' 'x' '```' '### A' "$fold" "${table[@]}" "$end"
expect 0 '0 predictions, 0 faults' '1. **One change.** Predict by how much.' '' "${output[@]}"
expect 0 '0 predictions, 0 faults' '*What does it cost?*' '' 'This.' '' "${output[@]}" '' "${table[@]}"
expect 0 '0 predictions, 0 faults' 'Which?' '' "$fold" "${output[@]}" "$end"
expect 0 '0 predictions, 0 faults' "$fold" 'Why?' "${output[@]}" "$end"
expect 0 '0 predictions, 0 faults' '```text' 'Predict it.' '```' '' "${output[@]}"
expect 1 'README.md:1: the answer to this is not folded' 'Predict both.' '' "${output[@]}"
expect 1 'README.md:2: the answer to this is not folded' 'A' 'text. Predict it. On an H200:' '' "${table[@]}"
expect 1 'README.md:1: the answer to this is not folded' 'Predict: which?' '' 'A text.' '' "${output[@]}" "$fold" "$end"
expect 1 'README.md:1: the answer to this is not folded' '*Now:* Predict it.' '' "${output[@]}"
expect 1 'README.md:3: the answer to the question above' 'How many?' '' "${output[@]}"
expect 1 'README.md:3: the answer to the question above' 'Which is faster?' '' "${table[@]}"
expect 1 'README.md:1: the answer to this is not in its section' 'Predict it.' '' '## Next' '' "$fold" "${output[@]}" "$end"
expect 1 'README.md:1: the answer to this is not in its section' 'Predict it.'
expect 1 '2 predictions, 2 faults' 'Predict it.' "${output[@]}" 'Predict it.' "${output[@]}"

((failures == 0))
