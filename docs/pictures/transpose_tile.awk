# usage: awk -f transpose_tile.awk
#
# Draws the way of one tile in a transpose, as if it were 4 × 4: a warp loads a row of the matrix into a row of the
# tile; after the barrier it reads a column of the tile and stores it to a row of the result.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function frame(class, x, y, columns, rows) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", class, x - 2, y - 2, side * columns + 2, side * rows + 2
}

# A matrix. The tile's elements, a to p, begin at (tx, ty); `turned`: they are transposed.
function matrix(left, top, columns, rows, tx, ty, turned,    x, y, i, j, inside) {
  for (y = 0; y < rows; ++y) {
    for (x = 0; x < columns; ++x) {
      i = x - tx
      j = y - ty
      inside = 0 <= i && i < 4 && 0 <= j && j < 4
      printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", inside ? "tile" : "other", left + side * x, top + side * y, side - 2, side - 2
      if (inside) printf "<text class=\"in\" x=\"%d\" y=\"%d\">%s</text>", left + side * x + 10, top + side * y + 15, substr("abcdefghijklmnop", (turned ? 4 * i + j : 4 * j + i) + 1, 1)
    }
    print ""
  }
}

function arrow(class, x1, y1, x2, y2) {
  printf "<path class=\"%s\" marker-end=\"url(#%s)\" d=\"M%d %dL%d %d\"/>\n", class, class, x1, y1, x2, y2
}

function head(class) {
  printf "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"head%s\" d=\"M0 0L8 4L0 8z\"/></marker>\n", class, class
}

BEGIN {
  side = 22
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 266\" width=\"740\" role=\"img\">"
  print "<title>A transpose through a tile: rows are loaded and rows are stored, columns are read in shared memory</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".other { fill: #eaeef2; }"
  print ".tile { fill: #fff3b0; }"
  print ".row { fill: none; stroke: #0550ae; stroke-width: 2.5; }"
  print ".column { fill: none; stroke: #bc4c00; stroke-width: 2.5; }"
  print ".headrow { fill: #0550ae; }"
  print ".headcolumn { fill: #bc4c00; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .other { fill: #30363d; }"
  print "  .tile { fill: #5f5a08; }"
  print "  .row { stroke: #54aeff; }"
  print "  .column { stroke: #ffa657; }"
  print "  .headrow { fill: #54aeff; }"
  print "  .headcolumn { fill: #ffa657; }"
  print "}"
  print "</style>"
  print "<defs>"
  head("row")
  head("column")
  print "</defs>"

  say("name", 16, 20, "in: 6 rows of 8")
  matrix(16, 34, 8, 6, 4, 1, 0)
  say("name", 310, 20, "tile, in shared memory")
  matrix(330, 56, 4, 4, 0, 0, 0)
  say("name", 550, 20, "out: 8 rows of 6")
  matrix(550, 34, 6, 8, 1, 4, 1)

  frame("row", 16 + 4 * side, 34 + 2 * side, 4, 1)
  frame("row", 330, 56 + side, 4, 1)
  arrow("row", 16 + 8 * side + 4, 34 + 2 * side + 10, 324, 56 + side + 10)
  frame("column", 330 + 2 * side, 56, 1, 4)
  frame("column", 550 + side, 34 + 6 * side, 4, 1)
  arrow("column", 330 + 2 * side + 10, 56 + 4 * side + 6, 544 + side, 34 + 6 * side + 10)

  say("small", 16, 236, "first half: a warp loads a row of the")
  say("small", 16, 252, "matrix, and writes a row of the tile")
  say("small", 310, 236, "then the barrier")
  say("small", 550, 236, "second half: it reads a column of")
  say("small", 550, 252, "the tile, and stores a row of the result")
  print "</svg>"
}
