# usage: awk -f halo.awk
#
# Draws the cells that a block of a stencil stores and those that it has to load: with a halo of one cell, for
# one step, and with a halo of three, for three steps. A cell has the colour of the last step that it is right after.

function cells(left, top, halo,    x, y, side, ring) {
  side = 18
  for (y = 0; y < 6 + 2 * halo; ++y) {
    for (x = 0; x < 8 + 2 * halo; ++x) {
      ring = min(min(x, 7 + 2 * halo - x), min(y, 5 + 2 * halo - y))  # 0: outermost
      if (ring > halo) ring = halo
      printf "<rect class=\"ring%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", halo - ring, left + side * x, top + side * y, side - 2, side - 2
    }
    print ""
  }
}

function min(a, b) { return a < b ? a : b }

# The cell in column x and row y of the tile, and the four that it needs.
function stencil(left, top, x, y,    cx, cy) {
  cx = left + 18 * x + 8
  cy = top + 18 * y + 8
  printf "<path class=\"arm\" d=\"M%d %dL%d %dM%d %dL%d %d\"/>", cx - 18, cy, cx + 18, cy, cx, cy - 18, cx, cy + 18
  printf "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" r=\"4\"/>\n", cx, cy
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function key(x, y, class, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"14\" height=\"14\"/>", class, x, y
  say("small", x + 20, y + 11, text)
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 276\" width=\"740\" role=\"img\">"
  print "<title>The halo of a block: one cell for one step, three cells for three steps</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".arm { fill: none; stroke: #1f2328; stroke-width: 2; }"
  print ".dot { fill: #1f2328; }"
  print ".ring0 { fill: #54aeff; }"
  print ".ring1 { fill: #a5d6ff; }"
  print ".ring2 { fill: #d3e9ff; }"
  print ".ring3 { fill: #e4e8ec; }"
  print ".halo { fill: #e4e8ec; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .arm { stroke: #ffffff; }"
  print "  .dot { fill: #ffffff; }"
  print "  .ring0 { fill: #1f6feb; }"
  print "  .ring1 { fill: #1a4b94; }"
  print "  .ring2 { fill: #17345f; }"
  print "  .ring3 { fill: #30363d; }"
  print "}"
  print "</style>"
  say("name", 16, 20, "one step")
  cells(16, 68, 1)
  stencil(16, 68, 1, 2)
  stencil(16, 68, 5, 4)
  key(16, 222, "ring0", "cells that the block stores")
  key(16, 242, "ring1", "halo: loaded, not stored")
  say("name", 300, 20, "three steps in one launch")
  cells(300, 32, 3)
  stencil(300, 32, 3, 5)
  stencil(300, 32, 2, 5)
  stencil(300, 32, 1, 5)
  key(566, 66, "ring3", "loaded")
  key(566, 90, "ring2", "still right after step 1")
  key(566, 114, "ring1", "still right after step 2")
  key(566, 138, "ring0", "still right after step 3:")
  say("small", 586, 163, "the block stores these")
  print "</svg>"
}
