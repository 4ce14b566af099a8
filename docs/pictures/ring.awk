# usage: awk -f ring.awk
#
# Draws a ring of four blocks: each stores its values in its own tile, and gets those of the next block's.

BEGIN {
  blocks = 4
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 520 250\" width=\"520\" role=\"img\">"
  print "<title>A ring of four blocks: each reads the tile of the next one, and the last reads the first's</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".value { text-anchor: middle; font-weight: bold; }\n" \
    ".box { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".box.got { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".arrow { stroke: #0550ae; stroke-width: 1.5; }\n" \
    ".own { stroke: #59636e; stroke-dasharray: 3 3; }\n" \
    ".head { fill: #0550ae; }\n" \
    ".line { stroke: #59636e; stroke-dasharray: 6 4; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .box { fill: #21262d; stroke: #484f58; }\n" \
    "  .box.got { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .arrow { stroke: #54aeff; }\n" \
    "  .own, .line { stroke: #9198a1; }\n" \
    "  .head { fill: #54aeff; }\n" \
    "}\n" \
    "</style>"
  print "<marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"8\" markerHeight=\"8\" " \
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0L6 3L0 6z\"/></marker>"
  say(8, 47, "the block's values")
  say(8, 117, "its tile, in shared memory")
  say(8, 207, "what it writes to out")
  for (rank = 0; rank < blocks; ++rank) {
    printf "<text class=\"value\" x=\"%d\" y=\"18\">rank %d</text>\n", x_of(rank) + 25, rank
    box("box", x_of(rank), 30, letter(rank))
    box("box", x_of(rank), 100, letter(rank))
    box("box got", x_of(rank), 190, letter((rank + 1) % blocks))
    arrow("own", rank, 56, rank, 97)
    arrow("arrow", (rank + 1) % blocks, 126, rank, 187)
  }
  barrier(146, "cluster.sync()")
  barrier(236, "cluster.sync()")
  print "</svg>"
}

function letter(rank) { return substr("ABCD", rank + 1, 1) }
function x_of(rank) { return 200 + 78 * rank }
function say(x, y, text) { printf "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, text }

function box(class, x, y, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"50\" height=\"26\" rx=\"4\"/>", class, x, y
  printf "<text class=\"value\" x=\"%d\" y=\"%d\">%s</text>\n", x + 25, y + 17, text
}

function arrow(class, from, y1, to, y2) {
  printf "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#head)\"/>\n",
    class, x_of(from) + 25, y1, x_of(to) + 25 + 5 * ((from > to) - (from < to)), y2
}

# All blocks of the cluster wait for each other.
function barrier(y, text) {
  say(8, y + 4, text)
  printf "<line class=\"line\" x1=\"110\" y1=\"%d\" x2=\"510\" y2=\"%d\"/>\n", y, y
}
