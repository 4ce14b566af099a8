# usage: awk -f ring_all_reduce.awk
#
# Draws the steps of an all-reduce in a ring: how many devices' numbers are summed up in each piece of each device.
# A step is done here as the program does it, so what is drawn comes out of the rule.

BEGIN {
  devices = 4
  side = 26
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 262\" width=\"660\" role=\"img\">"
  print "<title>Four devices in a ring: after three steps each has one piece of the sum of all, after six all pieces</title>"
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".in { text-anchor: middle; font-weight: bold; }\n" \
    ".part { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".new { fill: #ddf4ff; stroke: #0550ae; }\n" \
    ".all { fill: #54aeff; stroke: #0550ae; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .part { fill: #21262d; stroke: #484f58; }\n" \
    "  .new { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .all { fill: #0550ae; stroke: #54aeff; }\n" \
    "}\n" \
    "</style>"
  for (d = 0; d < devices; ++d) {
    say("in", x_of(d) + 2 * side, 18, "device " d)
    for (p = 0; p < devices; ++p) sum[d, p] = 1
  }
  row(0, "at first")
  for (step = 0; step < 2 * (devices - 1); ++step) {
    adds = step < devices - 1
    delete fresh
    for (d = 0; d < devices; ++d) {
      p = (d + 2 * devices - step) % devices
      sent[d] = p
      got[(d + 1) % devices] = sum[d, p]
    }
    for (d = 0; d < devices; ++d) {
      p = sent[(d + devices - 1) % devices]
      sum[d, p] = adds ? sum[d, p] + got[d] : got[d]
      fresh[d, p] = 1
    }
    row(step + 1, "step " step)
  }
  print "</svg>"
}

function x_of(d) { return 90 + d * (devices * side + 36) }
function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function row(number, name,    d, p, class, y) {
  y = 30 + 33 * number
  say("", 8, y + 17, name)
  for (d = 0; d < devices; ++d) {
    for (p = 0; p < devices; ++p) {
      class = sum[d, p] == devices ? "all" : (d, p) in fresh ? "new" : "part"
      printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", class, x_of(d) + p * side, y, side, side
      say("in", x_of(d) + p * side + side / 2, y + 17, sum[d, p])
    }
  }
}
