# usage: awk -f look_back.awk
#
# Draws a moment of a scan by decoupled look-back: what the tiles have published, and which of it one block adds up.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function tile(t, sum, state, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"60\" width=\"100\" height=\"58\" rx=\"4\"/>\n", state, 16 + 118 * t
  say("middle name", 66 + 118 * t, 50, "tile " t)
  say("middle", 66 + 118 * t, 82, "sum " sum)
  say("middle small", 66 + 118 * t, 104, text)
}

function look(t) {
  printf "<path class=\"look\" marker-end=\"url(#look)\" d=\"M524 124C524 %d %d %d %d 124\"/>\n",
    150 + 14 * (4 - t), 66 + 118 * t, 150 + 14 * (4 - t), 66 + 118 * t
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 222\" width=\"720\" role=\"img\">"
  print "<title>Decoupled look-back: tile 4 adds up what the tiles before it have published</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".name { font-weight: bold; }\n" \
    ".small { font-size: 11px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".prefix { fill: #aceebb; stroke: #1a7f37; }\n" \
    ".sum { fill: #ddf4ff; stroke: #0550ae; }\n" \
    ".self { fill: #ffd8b5; stroke: #bc4c00; stroke-width: 2; }\n" \
    ".nothing { fill: #eaeef2; stroke: #6e7781; }\n" \
    ".look { fill: none; stroke: #bc4c00; stroke-width: 1.5; }\n" \
    ".head { fill: #bc4c00; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .prefix { fill: #0f4620; stroke: #56d364; }\n" \
    "  .sum { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .self { fill: #5c2d00; stroke: #ffa657; }\n" \
    "  .nothing { fill: #21262d; stroke: #8b949e; }\n" \
    "  .look { stroke: #ffa657; }\n" \
    "  .head { fill: #ffa657; }\n" \
    "}\n" \
    "</style>"
  print "<marker id=\"look\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker>"
  split("10 20 5 7 8 4", sums, " ")
  say("", 16, 22, "Green: the sum up to the end of the tile is known. Blue: only the tile's own sum. Grey: nothing yet.")
  for (t = 0; t < 6; ++t) {
    before[t + 1] = before[t] + sums[t + 1]
    if (t < 2) tile(t, sums[t + 1], "prefix", "up to here " before[t + 1])
    else if (t < 4) tile(t, sums[t + 1], "sum", "published")
    else if (t == 4) tile(t, sums[t + 1], "self", "looks back")
    else tile(t, "?", "nothing", "still loading")
  }
  for (t = 3; t > 0; --t) look(t)
  printf "<text class=\"middle\" x=\"300\" y=\"212\">%d + %d + %d = %d is before tile 4, so up to its end it is %d</text>\n",
    sums[4], sums[3], before[2], before[4], before[5]
  print "</svg>"
}
