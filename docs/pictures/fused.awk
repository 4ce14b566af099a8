# usage: awk -f fused.awk
#
# Draws which arrays three kernels load and store, and which one kernel does that has all three operations in it.

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 190\" width=\"680\" role=\"img\">"
  print "<title>Three kernels load five arrays and store three; one kernel with the same operations loads three and stores " \
    "one</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".in { text-anchor: middle; }\n" \
    ".memory { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".kernel { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".operation { fill: #ddf4ff; stroke: #0550ae; }\n" \
    ".arrow { stroke: #0550ae; stroke-width: 1.5; }\n" \
    ".head { fill: #0550ae; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .memory { fill: #21262d; stroke: #484f58; }\n" \
    "  .kernel { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .operation { fill: #051d4d; stroke: #54aeff; }\n" \
    "  .arrow { stroke: #54aeff; }\n" \
    "  .head { fill: #54aeff; }\n" \
    "}\n" \
    "</style>"
  print "<marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"8\" markerHeight=\"8\" " \
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" d=\"M0 0L6 3L0 6z\"/></marker>"
  box("memory", 10, 20, 380, 30, "memory")
  box("memory", 430, 20, 240, 30, "memory")
  kernel(20, "x + bias", 2)
  kernel(150, "gelu", 1)
  kernel(280, "+ residual", 2)
  say(200, 180, "three kernels: five loads, three stores")
  box("kernel", 440, 100, 220, 56, "")
  for (i = 1; i <= 3; ++i) {
    box("operation", 446 + 72 * (i - 1), 110, 64, 36, i == 1 ? "x + bias" : i == 2 ? "gelu" : "+ residual")
    if (i > 1) arrow(438 + 72 * (i - 1), 128, 446 + 72 * (i - 1), 128)
  }
  arrow(465, 50, 465, 97)
  arrow(490, 50, 490, 97)
  arrow(610, 50, 610, 97)
  arrow(640, 100, 640, 53)
  say(550, 180, "one kernel: three loads, one store")
  print "</svg>"
}

function say(x, y, text) { printf "<text class=\"in\" x=\"%d\" y=\"%d\">%s</text>\n", x, y, text }

function box(class, x, y, width, height, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", class, x, y, width, height
  if (text) say(x + width / 2, y + height / 2 + 4, text)
}

function arrow(x1, y1, x2, y2) {
  printf "<line class=\"arrow\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#head)\"/>\n", x1, y1, x2, y2
}

# With an arrow down for each array that it loads, and one up for the one that it stores.
function kernel(x, text, loads,    i) {
  box("kernel", x, 110, 100, 36, text)
  for (i = 0; i < loads; ++i) arrow(x + 20 + 25 * i, 50, x + 20 + 25 * i, 107)
  arrow(x + 85, 110, x + 85, 53)
}
