#!/usr/bin/env bash
# usage: page_report_test.sh PROGRAM
# SIMT_PAGES tells why the pages of every allocation have moved, with the same counts however many
# workers there are, whichever lane runs first, and whether order is checked or not.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

header=allocated_at,bytes,pages,to_device_by_fault,to_host_by_fault,to_device_by_prefetch
header+=,to_host_by_prefetch,in_place
expected="$header
__managed__ variables,4,1,1,2,0,0,0
page_report.cu:31,196612,4,4,0,0,0,0
page_report.cu:33,196612,4,4,2,4,2,0
page_report.cu:33,196612,4,0,0,0,0,8
page_report.cu:23,1,1,0,0,0,0,0"
for workers in 1 2 7; do
  for setting in SIMT_ORDER=forward SIMT_ORDER=reverse SIMT_ORDER=random SIMT_CHECK_STREAMS=off; do
    env SIMT_WORKERS=$workers $setting SIMT_PAGES="$folder/pages.csv" "$program" >/dev/null || exit 1
    diff <(echo "$expected") <(sed 's,^.*/\(page_report.cu\),\1,' "$folder/pages.csv") ||
      { echo "with SIMT_WORKERS=$workers and $setting"; exit 1; }
  done
done

text=$(SIMT_PAGES=text "$program" 2>&1 >/dev/null)
for words in 'simt: managed memory, in pages of 64 KiB' \
  'page_report.cu:33 *196612 *4 *4 *2 *4 *2 *0' \
  'total *589841 *14 *9 *4 *4 *2 *8'; do
  grep -q "$words" <<<"$text" || { printf 'the text lacks "%s":\n%s\n' "$words" "$text"; exit 1; }
done
[[ $(wc -l <<<"$text") -eq 9 ]] || { echo "not a row for each allocation:"; echo "$text"; exit 1; }
