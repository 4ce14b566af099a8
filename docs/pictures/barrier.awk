# usage: awk -f barrier.awk
#
# Draws the warps of a block in time: each writes to shared memory and then reads what another one has written.
# Without a barrier a fast warp reads before a slow one has written; with one it waits for the slowest.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function box(class, x, y, width, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"24\" rx=\"4\"/>", class, x, y, width
  say("in", x + width / 2, y + 16, text)
}

# Warp w writes from `begin` on; `barrier`: the time at which the last warp comes, or 0 without one.
function warp(left, w, begin, barrier, wrong,    y, x, from) {
  y = 40 + 34 * w
  x = left + 56
  say("small", left, y + 16, "warp " w)
  box("write", x + begin, y, 60, "writes")
  from = begin + 64
  if (barrier > from + 6) printf "<path class=\"wait\" d=\"M%d %dL%d %d\"/>\n", x + from, y + 12, x + barrier - 6, y + 12
  if (barrier) from = barrier + 6
  box(wrong ? "wrong" : "read", x + from, y, 60, "reads")
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 226\" width=\"740\" role=\"img\">"
  print "<title>Four warps of a block, without and with a barrier between writing and reading</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".write { fill: #ddf4ff; stroke: #0550ae; }"
  print ".read { fill: #aceebb; stroke: #1a7f37; }"
  print ".wrong { fill: #ffebe9; stroke: #cf222e; stroke-width: 2; }"
  print ".wait { fill: none; stroke: #6e7781; stroke-width: 2; stroke-dasharray: 3 3; }"
  print ".barrier { fill: none; stroke: #1f2328; stroke-width: 2.5; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .write { fill: #0c2d6b; stroke: #54aeff; }"
  print "  .read { fill: #0f4620; stroke: #56d364; }"
  print "  .wrong { fill: #67060c; stroke: #ff7b72; }"
  print "  .barrier { stroke: #e6edf3; }"
  print "}"
  print "</style>"
  say("name", 16, 20, "without a barrier")
  say("name", 386, 20, "with __syncthreads()")
  say("small", 290, 20, "time →")
  split("36 0 128 14", begin, " ")
  for (w = 0; w < 4; ++w) {
    warp(16, w, begin[w + 1], 0, w != 2)
    warp(386, w, begin[w + 1], 196, 0)
  }
  printf "<path class=\"barrier\" d=\"M%d 32L%d 174\"/>\n", 386 + 56 + 195, 386 + 56 + 195
  say("small", 16, 200, "Warps 0, 1 and 3 read while warp 2 still has to")
  say("small", 16, 216, "write: what they get from it is old.")
  say("small", 386, 200, "Every warp waits (dashed) until the last one has")
  say("small", 386, 216, "come. Then all of them find what was written.")
  print "</svg>"
}
