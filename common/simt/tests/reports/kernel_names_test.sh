#!/usr/bin/env bash
# usage: kernel_names_test.sh KERNEL_NAMES
# What the launches of kernel_names.cu are called in reports and in the names of pictures.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

names=(plain 'scale<float, 2>'
  plain 'scale<float, 4>' 'inner::clear<true>' 'scale<float, 4>' 'scale<float, 5>'
  'scale<float, 5>' plain 'inner::clear<false>'
  'scale<float, 6>' 'scale<float, 7>' 'by_view<float>' 'scale<float, 3>' 'by_view<float>'
  'scale<int, 3>' 'by_view<int>'
  'scale<float, 8>' 'scale<float, 9>' 'scale<float, 10>')

# compare NAME EXPECTED ACTUAL
compare() {
  [[ $2 == "$3" ]] && return
  printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

mkdir "$folder/pictures"
SIMT_REPORT=text SIMT_PICTURE="$folder/pictures" "$program" >/dev/null 2>"$folder/text" || exit 1
SIMT_REPORT="$folder/report.csv" "$program" >/dev/null || exit 1

expected=$(printf '%s\n' "${names[@]}")
compare text "$expected" "$(sed -n 's/^simt: \(.*\), grid (1,1,1), block .*/\1/p' "$folder/text")"
# A name with a comma is a quoted field.
found=$(tail -n +2 "$folder/report.csv" | sed 's/^"\([^"]*\)",,.*/\1/; s/^\([^",]*\),,.*/\1/')
compare csv "$expected" "$found"
for picture in 4-scale-float-4- 17-by_view-int- 20-scale-float-10-; do
  compgen -G "$folder/pictures/$picture"kernel_names.cu-'*.svg' >/dev/null && continue
  echo "there is no picture $picture…"
  failures=$((failures + 1))
done
exit $((failures > 0))
