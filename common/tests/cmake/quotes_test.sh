#!/usr/bin/env bash
# usage: quotes_test.sh CHECK_QUOTES
# What check_quotes takes, and that it tells each kind of quote that is not what the file says.
set -u
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
failures=0

cat >"$root/x.cu" <<'END'
int a;
  char b[] = "*?[b]\n";
// …

int d;
END

# expect STATUS WORDS LINE...: a README of these lines
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

from='<!-- from x.cu -->'
expect 0 '1 quotes, 0 faults' "$from" '```cpp' 'int a;' '  char b[] = "*?[b]\n";' '```'
expect 0 '1 quotes, 0 faults' "$from" '```cpp' 'int a;' '…' 'int d;' '```'
expect 0 '1 quotes, 0 faults' "$from" '```cpp' '// …' '' 'int d;' '```'
expect 0 '2 quotes, 0 faults' "$from" '```cpp' 'int a;' '```' text "$from" '```cpp' 'int d;' '```'
expect 0 '0 quotes, 0 faults' '```cpp' 'int no_quote;' '```'
expect 1 'this is not in x.cu' "$from" '```cpp' 'int a' '```'                            # half of a line
expect 1 'this is not in x.cu' "$from" '```cpp' 'char b[] = "*?[b]\n";' '```'            # not indented
expect 1 'this is not in x.cu' "$from" '```cpp' '  char b[] = "**?[b]\n";' '```'
expect 1 'this is not in x.cu' "$from" '```cpp' 'int a;' 'int d;' '```'                  # lines between
expect 1 'this is not in x.cu' "$from" '```cpp' 'int d;' '…' 'int a;' '```'              # the order
expect 1 '2 quotes, 1 faults' "$from" '```cpp' 'int e;' '```' "$from" '```cpp' 'int d;' '```'
expect 1 'there is no y.cu' '<!-- from y.cu -->' '```cpp' 'int a;' '```'
expect 1 'belongs a code block' "$from" '' '```cpp' 'int a;' '```'
expect 1 'does not end' "$from" '```cpp' 'int a;'
expect 1 'does not end' "$from" '```cpp' 'int a;' "$from" '```cpp' 'int a;' '```'

((failures == 0))
