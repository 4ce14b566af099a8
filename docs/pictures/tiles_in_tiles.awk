# usage: awk -f tiles_in_tiles.awk
#
# Draws how a product is divided: C into tiles of blocks, one of these into tiles of warps, one of those into the
# elements of threads; with the strips of A and B that each needs in one step.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }
function box(class, x, y, w, h) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class, x, y, w, h
}
# Rows × columns of equal boxes, of which one is picked, and the strips of A and B for all of them.
function level(left, rows, columns, row, column, w, h,    i, j) {
  box("b", left + 26, 50, columns * w, 16)
  box("a", left, 76, 16, rows * h)
  for (i = 0; i < rows; ++i) {
    for (j = 0; j < columns; ++j) {
      box(i == row && j == column ? "picked" : "c", left + 26 + w * j, 76 + h * i, w, h)
    }
  }
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 764 300\" width=\"764\" role=\"img\">"
  print "<title>Tiles in tiles: C in tiles of blocks, a block's tile in tiles of warps, a warp's tile in the elements of threads</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".a { fill: #ffd8b5; stroke: #bc4c00; } .b { fill: #ddf4ff; stroke: #0550ae; }"
  print ".c { fill: none; stroke: #818b98; } .picked { fill: #aceebb; stroke: #1a7f37; stroke-width: 2; }"
  print ".zoom { stroke: #1a7f37; stroke-dasharray: 4 3; fill: none; }"
  print "@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }"
  print "</style>"
  say("name", 26, 20, "C: a tile for each block")
  level(0, 4, 4, 1, 2, 40, 40)
  say("name", 296, 20, "128 × 128: 2 × 4 warps")
  level(270, 2, 4, 0, 1, 40, 80)
  say("name", 566, 20, "64 × 32: 8 × 4 threads")
  level(540, 16, 8, 1, 2, 20, 10)
  for (i = 0; i < 2; ++i) {
    for (j = 0; j < 2; ++j) box("picked", 566 + 20 * (2 + 4 * j), 76 + 10 * (1 + 8 * i), 20, 10)
  }
  print "<path class=\"zoom\" d=\"M146 116 L296 76 M146 156 L296 236\"/>"
  print "<path class=\"zoom\" d=\"M376 76 L566 76 M376 156 L566 236\"/>"
  say("", 0, 262, "A (left) and B (above) from")
  say("", 0, 280, "global memory, in steps of k")
  say("", 270, 262, "from shared memory,")
  say("", 270, 280, "a vector for each thread")
  say("", 540, 262, "a thread: four pieces of 4 × 4,")
  say("", 540, 280, "its factors in registers")
  print "</svg>"
}
