# usage: awk -f masked_tile.awk [elements=N]
#
# Draws an array that is loaded in tiles of 8: a block has a tile, and what the last one has past the end of the
# array is its padding.

BEGIN {
  if (!elements) elements = 21
  side = 22
  wide = 8
  tiles = int((elements + wide - 1) / wide)
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 150\" width=\"640\" role=\"img\">\n"
  printf "<title>%d elements in tiles of %d: the last tile has %d elements of the array, and padding</title>\n", elements,
    wide, elements - (tiles - 1) * wide
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".in { text-anchor: middle; font-size: 11px; }\n" \
    ".element { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".padding { fill: #eaeef2; stroke: #59636e; stroke-dasharray: 3 2; }\n" \
    ".arrow { stroke: #59636e; stroke-width: 1.5; }\n" \
    ".head { fill: #59636e; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .element { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .padding { fill: #21262d; stroke: #9198a1; }\n" \
    "  .arrow { stroke: #9198a1; }\n" \
    "  .head { fill: #9198a1; }\n" \
    "}\n" \
    "</style>"
  print "<marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"8\" markerHeight=\"8\" " \
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0L6 3L0 6z\"/></marker>"
  say(8, 35, "in memory")
  say(8, 105, "in tiles")
  for (i = 0; i < tiles * wide; ++i) {
    if (i < elements) box("element", 80 + side * i, 20, i)
    box(i < elements ? "element" : "padding", x_of(i), 90, i < elements ? i : 0)
  }
  for (tile = 0; tile < tiles; ++tile) {
    from = 80 + side * wide * (tile + 0.5)
    printf "<line class=\"arrow\" x1=\"%d\" y1=\"46\" x2=\"%d\" y2=\"86\" marker-end=\"url(#head)\"/>\n", from,
      x_of(wide * tile) + side * wide / 2
    say(x_of(wide * tile) + 62, 132, "block " tile)
  }
  print "</svg>"
}

function x_of(i) { return 70 + side * i + 12 * int(i / wide) }
function say(x, y, text) { printf "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, text }

function box(class, x, y, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", class, x, y, side, side
  printf "<text class=\"in\" x=\"%d\" y=\"%d\">%s</text>\n", x + side / 2, y + 15, text
}
