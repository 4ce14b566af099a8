# usage: awk -f clusters.awk
#
# Draws where the clusters of a grid run: the 132 multiprocessors of an H200 in groups (GPCs) of different sizes, with
# one block on each, in clusters of 4 and of 16. A cluster stays in one group; what is left over in a group is empty.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function box(class, x, y, width, height) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n", class, x, y, width, height
}

# One row of groups from y on. Multiprocessors in two columns: a cluster is a stretch of them.
function draw_groups(y, size,    g, m, x, room, clusters, empty) {
  for (g = 1; g <= groups; ++g) {
    x = 16 + 91 * (g - 1)
    room = int(sizes[g] / size) * size
    box("frame", x, y + 24, 83, 186)
    say("small middle", x + 41, y + 40, sizes[g])
    for (m = 0; m < sizes[g]; ++m) {
      class = m >= room ? "empty" : (clusters + int(m / size)) % 2 == 0 ? "first" : "second"
      box(class, x + 7 + 36 * (m % 2), y + 48 + 17 * int(m / 2), 33, 14)
      if (m < room) say("small middle", x + 23 + 36 * (m % 2), y + 59 + 17 * int(m / 2), m % size)
    }
    clusters += room / size
    empty += sizes[g] - room
  }
  say("name", 16, y + 14, "Clusters of " size ": " clusters " run at a time, " empty " multiprocessors are empty")
}

BEGIN {
  groups = split("18 18 18 18 18 16 16 10", sizes, " ")
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 494\" width=\"760\" role=\"img\">"
  print "<title>Clusters of 4 and of 16 blocks on 132 multiprocessors in eight groups of 10 to 18</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".name { font-weight: bold; }\n" \
    ".small { font-size: 11px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".frame { fill: none; stroke: #6e7781; }\n" \
    ".first { fill: #ddf4ff; stroke: #0550ae; }\n" \
    ".second { fill: #ffd8b5; stroke: #bc4c00; }\n" \
    ".empty { fill: none; stroke: #6e7781; stroke-dasharray: 3 3; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .first { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .second { fill: #5c2d00; stroke: #ffa657; }\n" \
    "}\n" \
    "</style>"
  say("", 16, 20, "Each frame is a group (GPC), each box in it a multiprocessor with one block; the number is the block's rank.")
  say("", 16, 37, "Boxes of one colour side by side are a cluster. The colours only tell neighbours apart. Dashed: no block.")
  draw_groups(52, 4)
  draw_groups(278, 16)
  print "</svg>"
}
