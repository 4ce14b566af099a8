#!/usr/bin/env bash
# usage: timeline_test.sh PROGRAM
# SIMT_TIMELINE writes what an ideal device does when, as a table and as a picture, the same every time.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# Without the lines, which tests of other things look at.
read -r -d '' expected <<'TABLE'
number,kind,name,stream,start,end,bytes,after
1,copy to device,"cudaMemcpyAsync",3,0,1,65536,
2,kernel,"increment",3,1,2,65536,1
3,copy to host,"cudaMemcpyAsync",3,2,3,65536,2
4,copy to device,"cudaMemcpyAsync",4,1,2,65536,
5,kernel,"increment",4,2,3,65536,4
6,copy to host,"cudaMemcpyAsync",4,3,4,65536,5
7,copy to device,"cudaMemcpyAsync",3,3,4,65536,3
8,kernel,"increment",3,4,5,65536,7
9,copy to host,"cudaMemcpyAsync",3,5,6,65536,8
10,event record,"cudaEventRecord",4,4,4,0,6
11,event wait,"cudaStreamWaitEvent",3,6,6,0,9 10
12,memset,"cudaMemsetAsync",3,6,8,131072,11
13,host waits,"cudaDeviceSynchronize",0,8,8,0,12
TABLE

for workers in 1 2 5; do
  SIMT_TIMELINE="$folder/timeline.csv" SIMT_WORKERS=$workers "$program" || failures=1
  table=$(cut -d, -f1-3,5- "$folder/timeline.csv")
  if [[ $table != "$expected" ]]; then
    printf 'the table with %s workers is\n%s\n' "$workers" "$table"
    failures=1
  fi
done
grep -q '^1,copy to device,"cudaMemcpyAsync","[^"]*timeline_program.cu:17",3' "$folder/timeline.csv" ||
  { echo "the table does not name the line of the call"; failures=1; }

# count WORDS: how often they stand in the picture
count() { grep -o -- "$1" "$folder/timeline.svg" | wc -l; }
SIMT_TIMELINE="$folder/timeline.svg" "$program" || failures=1
cp "$folder/timeline.svg" "$folder/first.svg"
SIMT_TIMELINE="$folder/timeline.svg" SIMT_WORKERS=1 "$program" || failures=1
cmp -s "$folder/first.svg" "$folder/timeline.svg" ||
  { echo "the picture is not the same each time"; failures=1; }
for words in '8 steps of 64 KiB' '>stream 3, timeline_program.cu:12<' '>stream 4, timeline_program' \
  '>host<' 'increment, kernel, [^<]*timeline_program.cu:18, steps 1 to 2<'; do
  (($(count "$words") > 0)) || { echo "the picture lacks: $words"; failures=1; }
done
# Boxes, with one each in the legend; arrows: from the event to who waits, and to the host.
for kind in way1:4 used:4 way2:4 unused:2; do
  found=$(count "class=\"${kind%:*}\"")
  ((found == ${kind#*:})) || { echo "$found boxes ${kind%:*}"; failures=1; }
done
(($(count 'class="arrow"') == 2)) || { echo "$(count 'class="arrow"') arrows"; failures=1; }
# Between steps 2 and 5: two kernels, two copies to the host, one to the device.
SIMT_TIMELINE_STEPS=2-5 SIMT_TIMELINE="$folder/timeline.svg" "$program" || failures=1
for kind in way1:3 used:2 way2:3 unused:1; do
  found=$(count "class=\"${kind%:*}\"")
  ((found == ${kind#*:})) || { echo "in steps 2 to 5: $found boxes ${kind%:*}"; failures=1; }
done
(($(count 'Steps 2 to 5 of 64 KiB') > 0)) || { echo "the part of a picture does not say so"; failures=1; }
exit "$failures"
