# usage: awk -f walks.awk TRANSPOSE_GLOBAL.txt
#
# Draws one warp of a copy along rows and of a copy down columns: a corner of the matrix, the floats that the
# 32 lanes load, and the sectors that come with them. The figures below are what transpose_global printed.

BEGIN {
  FS = "   +"
  cell = 9
  size = 32
  names[1] = "copy, along rows"
  names[2] = "copy, down columns"
}

/sectors\/load/ && !found {
  for (f = 1; f <= NF; ++f) column[$f] = f
}

# Empty first columns cannot be: a row's name and its figures stand side by side.
$1 == names[1] || $1 == names[2] {
  time[$1] = $(column["time"])
  sectors[$1] = $(column["sectors/load"])
  stored[$1] = $(column["sectors/store"])
  ++found
}

END {
  if (found != 2) {
    print "there are no rows " names[1] " and " names[2] " in " FILENAME > "/dev/stderr"
    exit 1
  }
  draw()
}

function rect(class, x, y, width, height) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, width, height
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

# One copy: `down` is 1 if the lanes lie one below the other.
function panel(x, down, name,    l, s, y) {
  y = 46
  say("title", x, 18, down ? "lanes down a column" : "lanes along a row")
  say("", x, 34, down ? "neighbouring lanes, addresses a row apart" : "neighbouring lanes, neighbouring addresses")
  rect("matrix", x, y, size * cell, size * cell)
  for (s = 1; s < size / 8; ++s) {
    printf "<path class=\"grid\" d=\"M%d %dv%d\"/>\n", x + s * 8 * cell, y, size * cell
  }
  for (s = 0; s < size / (down ? 1 : 8); ++s) {
    rect("sector", x + (down ? 0 : s * 8 * cell), y + (down ? s * cell : 0), 8 * cell, cell)
  }
  for (l = 0; l < size; ++l) rect("lane", x + (down ? 0 : l * cell), y + (down ? l * cell : 0), cell, cell)
  y += size * cell
  say("name", x, y + 20, sprintf("%d sectors per load, %d per store, %s", sectors[name], stored[name], time[name]))
}

function draw() {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 364\" width=\"660\" role=\"img\">"
  printf "<title>One warp reads 32 floats of a matrix along a row, %d sectors, and down a column, %d sectors</title>\n",
    sectors[names[1]], sectors[names[2]]
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".name { font-weight: bold; }\n" \
    ".matrix { fill: none; stroke: #6e7781; }\n" \
    ".grid { fill: none; stroke: #d0d7de; }\n" \
    ".sector { fill: #eaeef2; stroke: #6e7781; }\n" \
    ".lane { fill: #54aeff; stroke: #0550ae; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .matrix { stroke: #8b949e; }\n" \
    "  .grid { stroke: #30363d; }\n" \
    "  .sector { fill: #30363d; stroke: #8b949e; }\n" \
    "}\n" \
    "</style>"
  panel(16, 0, names[1])
  panel(356, 1, names[2])
  print "</svg>"
}
