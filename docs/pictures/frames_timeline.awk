# usage: awk -v ms=15 -v frames=6 -v bytes=33177600 -v names='as found/pinned memory/in three streams' \
#            -f frames_timeline.awk frame_pipeline.rung0.csv frame_pipeline.rung2.csv frame_pipeline.rung8.csv
#
# Draws the first milliseconds of the third run of each, from the records of docs/measured/activity.cpp, on one scale: a lane for
# copies to the GPU, one for kernels, and one for copies back. A run begins with a copy to the device of so many `bytes`,
# and has as many of them as there are `frames`.

BEGIN {
  FS = ","
  split(names, name, "/")
  lane["copy to device"] = 0
  lane["kernel"] = 1
  lane["copy to host"] = 2
  class[0] = "used"
  class[1] = "way1"
  class[2] = "way2"
}

FNR == 1 { ++files; copies = 0; next }
$1 == "copy to device" && $6 == bytes {
  ++copies
  if (copies == 2 * frames + 1) begin = $4
}
copies > 2 * frames && copies <= 3 * frames && $1 in lane && ($1 == "kernel" || $6 == bytes) {
  from = ($4 - begin) / 1e6
  to = ($5 - begin) / 1e6
  if (from < 0 || from >= ms) next
  if (lane[$1] == 2 && to < ms) ++done[files]
  i = ++count[files]
  at[files, i] = from
  till[files, i] = to > ms ? ms : to
  in_lane[files, i] = lane[$1]
}

function x_of(time) { return 130 + time / ms * 490 }
function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, text }

END {
  height = 40 + files * 96 + 34
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 %d\" width=\"640\" role=\"img\">\n", height
  printf "<title>The first %d ms of frame_pipeline on an H200, in three versions</title>\n", ms
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".end { text-anchor: end; }\n" \
    ".grid { stroke: #d0d7de; fill: none; }\n" \
    ".used { fill: #54aeff; }\n" \
    ".way1 { fill: #bc4c00; }\n" \
    ".way2 { fill: #1a7f37; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .grid { stroke: #30363d; }\n" \
    "  .way1 { fill: #ffa657; }\n" \
    "  .way2 { fill: #56d364; }\n" \
    "}\n" \
    "</style>"
  for (f = 1; f <= files; ++f) {
    if (!count[f]) {
      print "run 3 of file " f " is not there" > "/dev/stderr"
      exit 1
    }
    top = 22 + (f - 1) * 96
    say("title", 16, top, name[f] ": " done[f] + 0 (done[f] == 1 ? " frame is" : " frames are") " done after " ms " ms")
    say("end", 122, top + 22, "to the GPU")
    say("end", 122, top + 44, "kernels")
    say("end", 122, top + 66, "back")
    for (l = 0; l < 3; ++l) printf "<path class=\"grid\" d=\"M130 %.1fH620\"/>\n", top + 26 + l * 22
    for (i = 1; i <= count[f]; ++i) {
      width = x_of(till[f, i]) - x_of(at[f, i])
      printf "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"15\"/>\n", class[in_lane[f, i]], \
        x_of(at[f, i]), top + 10 + in_lane[f, i] * 22, width < 0.6 ? 0.6 : width
    }
  }
  bottom = 22 + files * 96 - 8
  for (time = 0; time <= ms; time += ms > 10 ? 5 : 1) {
    printf "<path class=\"grid\" d=\"M%.1f 26V%.1f\"/>\n", x_of(time), bottom
    say("middle", x_of(time), bottom + 18, time (time == 0 ? " ms" : ""))
  }
  print "</svg>"
}
