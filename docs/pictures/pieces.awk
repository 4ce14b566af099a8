# usage: awk -f pieces.awk STRIDED_ACCESS.txt
#
# Draws what device memory delivers for strides of 8 and 16 floats: pieces of 64 bytes, two sectors each, and in
# them the floats that are used. How much was delivered, and the times, are what strided_access printed.

BEGIN {
  FS = "   +"
  cell = 9
  sectors = 8
  gap = 10
  count = split("8 16", strides, " ")
}

/from\/to DRAM/ {
  for (f = 1; f <= NF; ++f) column[$f] = f
}

$1 ~ /^stride [0-9]+$/ && "time" in column {
  stride = substr($1, 8)
  time[stride] = $(column["time"])
  moved[stride] = $(column["from/to DRAM"])
}

END {
  for (k = 1; k <= count; ++k) {
    if (!(strides[k] in time)) {
      print "there is no row stride " strides[k] " in " FILENAME > "/dev/stderr"
      exit 1
    }
    # In percent of 8 bytes per float, 4 of which are written.
    delivered[strides[k]] = moved[strides[k]] * 8 / 100 - 4
  }
  draw()
}

function rect(class, x, y, width, height) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, width, height
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function row(y, stride,    s, x, f, float, class) {
  say("", 16, y - 8, sprintf("stride %d: %d bytes delivered for each float, %s", stride, delivered[stride], time[stride]))
  for (s = 0; s < sectors; ++s) {
    x = 16 + s * 8 * cell + int(s / 2) * gap
    if (s % 2 == 0) rect("piece", x - 2, y - 2, 16 * cell + 4, 2 * cell + 4)
    for (f = 0; f < 8; ++f) {
      float = s * 8 + f
      class = float % stride == 0 ? "used" : s * 8 % stride == 0 ? "sector" : "extra"
      rect(class, x + f * cell, y, cell, 2 * cell)
    }
  }
}

function key(x, y, class, text) {
  rect(class, x, y - 10, cell, cell + 3)
  say("", x + 15, y, text)
}

function draw() {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d 156\" width=\"%d\" role=\"img\">\n", 32 + sectors * 8 * cell + 3 * gap, 32 + sectors * 8 * cell + 3 * gap
  print "<title>Pieces of 64 bytes: at stride 8 both sectors of a piece have a float that is used, at stride 16 only one has</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".used { fill: #54aeff; stroke: #0550ae; }\n" \
    ".sector { fill: #ddf4ff; stroke: #afb8c1; }\n" \
    ".extra { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".piece { fill: none; stroke: #1f2328; stroke-width: 2; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .sector { fill: #0c2d6b; stroke: #484f58; }\n" \
    "  .extra { fill: #21262d; stroke: #484f58; }\n" \
    "  .piece { stroke: #e6edf3; }\n" \
    "}\n" \
    "</style>"
  row(30, 8)
  row(90, 16)
  key(16, 140, "used", "used")
  key(90, 140, "sector", "in the same sector")
  key(240, 140, "extra", "in a sector that was not asked for")
  print "</svg>"
}
