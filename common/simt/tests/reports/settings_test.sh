#!/usr/bin/env bash
# usage: settings_test.sh PROGRAM MANUAL [CHECK=WRONG_PROGRAM...]
# The SIMT_ variables: good values do what they say, bad ones are refused with exit code 2, and MANUAL has a table of them.
set -u
program=$1 manual=$2
shift 2
checks=("$@")
failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# expect OUTPUT SETTING...: stdout of the program, with \n for the line ends
expect() {
  local expected
  expected=$(printf "$1")
  shift
  local actual
  actual=$(env "$@" "$program" 2>&1)
  if [[ $? -ne 0 || $actual != "$expected" ]]; then
    printf '%s: expected\n%s\ngot\n%s\n' "$*" "$expected" "$actual"
    failures=$((failures + 1))
  fi
}

# refuse SETTING: one line on stderr that names the variable, exit code 2
refuse() {
  local message
  message=$(env "$1" "$program" 2>&1 >/dev/null)
  if [[ $? -ne 2 || $(wc -l <<<"$message") -ne 1 || $message != "simt: "*"${1%%=*}"* ]]; then
    printf '%s was not refused: %s\n' "$1" "$message"
    failures=$((failures + 1))
  fi
}

forward='01234567 in block 0\n01234567 in block 1\n01234567 in block 2'
expect "$forward" SIMT_WORKERS=1
expect "$forward" SIMT_WORKERS=5
expect "$forward" SIMT_ORDER=forward
expect "${forward//01234567/76543210}" SIMT_ORDER=reverse
random=$(SIMT_ORDER=random SIMT_SEED=5 SIMT_WORKERS=1 "$program")
if [[ $random == "$(printf "$forward")" ]]; then
  echo "SIMT_ORDER=random is the forward order"
  failures=$((failures + 1))
fi

for setting in SIMT_DEVICES=0 SIMT_DEVICES=9 SIMT_DEVICES=two SIMT_WORKERS=0 SIMT_WORKERS=257 SIMT_WORKERS=two SIMT_WORKERS= SIMT_ORDER=up \
  SIMT_SEED=-1 SIMT_TIMEOUT=0 SIMT_TIMEOUT=soon SIMT_SLOW=0 SIMT_SLOW=on SIMT_REPORT=report SIMT_REPORT=report.txt \
  SIMT_REPORT="$folder/none/report.csv" SIMT_CHECK_SHARED=no SIMT_CHECK_GLOBAL=1 SIMT_CHECK_INIT= SIMT_CHECK_INIT=warn \
  SIMT_CHECK_SHUFFLE=of SIMT_CHECK_STREAMS=yes SIMT_CHECK_LEAKS=true SIMT_CHECK_BARRIER=on SIMT_PICTURE="$folder/none" \
  SIMT_TRACE=trace.svg SIMT_TRACE="$folder/none/trace.json" \
  SIMT_TIMELINE_STEPS=8 SIMT_TIMELINE_STEPS=8-8 SIMT_TIMELINE_STEPS=-8 SIMT_TIMELINE_STEPS=8-9x \
  SIMT_TIMELINE=picture SIMT_TIMELINE="$folder/none/timeline.svg" SIMT_LAUNCHES=tree SIMT_LAUNCHES="$folder/none/tree.txt" SIMT_LAUNCHES=tree.csv SIMT_PAGES=on \
  SIMT_PAGES=pages.txt SIMT_PAGES="$folder/none/pages.csv" SIMT_NONSENSE=1; do
  refuse "$setting"
done

# Names of one letter are enough for a file.
(cd "$folder" && expect "$forward" SIMT_TRACE=t.json SIMT_TIMELINE=t.svg SIMT_LAUNCHES=t.txt SIMT_PAGES=p.csv \
  SIMT_REPORT=r.csv && exit "$failures") || failures=$((failures + 1))
for file in t.json t.svg t.txt p.csv r.csv; do
  [[ -e $folder/$file ]] || { echo "no $file was written"; failures=$((failures + 1)); }
done

# A name that does not exist: the message lists those that do, and the manual explains these.
listed=$(SIMT_NONSENSE=1 "$program" 2>&1 | grep -oE 'SIMT_[A-Z_]+' | grep -v NONSENSE | sort)
explained=$(grep -oE '^\| `SIMT_[A-Z_]+`' "$manual" | grep -oE 'SIMT_[A-Z_]+' | sort)
if [[ -z $listed || $listed != "$explained" ]]; then
  echo "The variables in the message (<) and in $manual (>):"
  diff <(echo "$listed") <(echo "$explained")
  failures=$((failures + 1))
fi

# A check that is off says nothing about the program that it would catch; one that is on does.
for check in ${checks[@]+"${checks[@]}"}; do
  name=${check%%=*}
  wrong=${check#*=}
  if [[ $(env SIMT_CHECK_LEAKS=off "$name=off" "$wrong" 2>&1) == *"simt:"* ]]; then
    echo "$name=off does not let $wrong pass"
    failures=$((failures + 1))
  fi
  if [[ $(env SIMT_CHECK_LEAKS=off "$name=on" "$wrong" 2>&1) != *"simt:"* ]]; then
    echo "$name=on lets $wrong pass"
    failures=$((failures + 1))
  fi
  # Of the third value only this check knows.
  if [[ $name == SIMT_CHECK_INIT ]] && env "$name=stop" "$wrong" >/dev/null 2>&1; then
    echo "$name=stop does not stop $wrong"
    failures=$((failures + 1))
  fi
done

report=$(SIMT_REPORT=text "$program" 2>&1 >/dev/null)
for words in 'simt: show, grid (3,1,1), block (8,1,1), launched at' 'settings_program.cu:' \
  'basic block' 'active lanes'; do
  if [[ $report != *"$words"* ]]; then
    printf 'the text report lacks "%s":\n%s\n' "$words" "$report"
    failures=$((failures + 1))
  fi
done

header=kernel,case,grid,block,global_load_requests,global_load_sectors,global_store_requests
header+=,global_store_sectors,shared_load_requests,shared_load_bank_conflicts
header+=,shared_store_requests,shared_store_bank_conflicts,global_atomic_requests
header+=,global_atomic_sectors,shared_atomic_requests,shared_atomic_bank_conflicts
header+=,constant_requests,constant_addresses,local_load_requests,local_load_sectors
header+=,local_store_requests,local_store_sectors
header+=,distributed_load_requests,distributed_load_sectors
header+=,distributed_store_requests,distributed_store_sectors,distributed_atomic_requests
header+=,distributed_atomic_sectors,texture_requests,active_lanes_percent
for op in load store atomic; do
  header+=,tile_${op}s,tile_${op}_elements,tile_${op}_masked,tile_${op}_bytes,tile_${op}_sectors
done
SIMT_REPORT="$folder/report.csv" "$program" >/dev/null
if [[ $(head -n 1 "$folder/report.csv") != "$header" || $(wc -l <"$folder/report.csv") -ne 2 ]]; then
  echo "the CSV report is not as documented:"
  cat "$folder/report.csv"
  failures=$((failures + 1))
fi

exit $((failures > 0))
