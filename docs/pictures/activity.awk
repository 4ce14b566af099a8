# usage: awk -v title='…' -v bytes=8388608 -v segments=8 -v runs='6 one stream/12 three streams' \
#            -f activity.awk ACTIVITY.csv
#
# Draws what a GPU did, and when, from the records of docs/measured/activity.cpp: runs of a pipeline one
# below the other, each with a lane per stream and on the same scale. A run begins with its first
# copy to the device and has `segments` copies of `bytes` in each direction, with a kernel for each;
# runs are counted from 1.

BEGIN {
  FS = ","
  count = split(runs, parts, "/")
  for (p = 1; p <= count; ++p) {
    wanted[p] = parts[p] + 0
    names[p] = parts[p]
    sub(/^[0-9]+ */, "", names[p])
  }
  class["copy to device"] = "used"
  class["kernel"] = "way1"
  class["copy to host"] = "way2"
}

# Between two runs the host waits, so whatever is not the next run's belongs to this one.
$1 == "copy to device" && $6 == bytes {
  if (copies % segments == 0) ++run
  ++copies
}

run && $1 in class && ($1 == "kernel" || $6 == bytes) {
  for (p = 1; p <= count; ++p) if (wanted[p] == run && taken[p, $1] < segments) take(p)
}

function take(p,    i) {
  ++taken[p, $1]
  i = ++operations[p]
  if (i == 1) begin[p] = $4
  kind[p, i] = $1
  from[p, i] = ($4 - begin[p]) / 1e6
  to[p, i] = ($5 - begin[p]) / 1e6
  if (to[p, i] > last[p]) last[p] = to[p, i]
  if (!((p, $3) in lane)) lane[p, $3] = lanes[p]++
  row[p, i] = lane[p, $3]
}

END {
  for (p = 1; p <= count; ++p) {
    if (operations[p] != 3 * segments) {
      print "run " wanted[p] " is not complete" > "/dev/stderr"
      exit 1
    }
    if (last[p] > longest) longest = last[p]
  }
  draw()
}

function x_of(ms) { return 150 + ms / longest * 500 }

function draw(    p, i, y, height, ms, l) {
  y = 62
  for (p = 1; p <= count; ++p) {
    top[p] = y
    y += 26 + 24 * lanes[p]
  }
  height = y + 26
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 692 %d\" width=\"692\" role=\"img\">\n", height
  printf "<title>%s</title>\n", title
  print "<style>\n" \
    "text { font: 11px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".small { font-size: 9px; text-anchor: middle; }\n" \
    ".used { fill: #54aeff; stroke: #0550ae; }\n" \
    ".way1 { fill: #6fdd8b; stroke: #1a7f37; }\n" \
    ".way2 { fill: #ffb77c; stroke: #bc4c00; }\n" \
    ".grid { stroke: #afb8c1; stroke-dasharray: 2 3; }\n" \
    "@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }\n" \
    "</style>"
  printf "<text class=\"title\" x=\"16\" y=\"18\">%s</text>\n", title
  for (ms = 0; ms <= longest; ms += 0.5) {
    printf "<line class=\"grid\" x1=\"%.1f\" y1=\"46\" x2=\"%.1f\" y2=\"%d\"/>", x_of(ms), x_of(ms), y - 8
    printf "<text class=\"small\" x=\"%.1f\" y=\"42\">%.1f ms</text>\n", x_of(ms), ms
  }
  for (p = 1; p <= count; ++p) {
    printf "<text class=\"title\" x=\"16\" y=\"%d\">%s: %.2f ms</text>\n", top[p], names[p], last[p]
    for (l = 0; l < lanes[p]; ++l) {
      printf "<text x=\"16\" y=\"%d\">stream %d</text>\n", top[p] + 22 + 24 * l, l + 1
    }
    for (i = 1; i <= operations[p]; ++i) {
      printf "<g><title>%s, %.3f to %.3f ms</title><rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" " \
        "height=\"20\"/></g>\n", kind[p, i], from[p, i], to[p, i], class[kind[p, i]], x_of(from[p, i]),
        top[p] + 8 + 24 * row[p, i], x_of(to[p, i]) - x_of(from[p, i])
    }
  }
  i = split("copy to device/kernel/copy to host", legend, "/")
  for (l = 1; l <= i; ++l) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>", class[legend[l]], 40 + 110 * l, y
    printf "<text x=\"%d\" y=\"%d\">%s</text>\n", 56 + 110 * l, y + 10, legend[l]
  }
  print "</svg>"
}
