# usage: awk -f fence.awk
#
# Draws two time lines, of a block that sends and one that receives: the order in which writes become visible
# without a fence, where the flag may come before the data, and with one.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function event(class, x, y, width, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"26\" rx=\"4\"/>", class, x, y, width
  say("in", x + width / 2, y + 17, text)
}

function arrow(class, x1, y1, x2, y2) {
  printf "<path class=\"%s\" marker-end=\"url(#%s)\" d=\"M%d %dL%d %d\"/>\n", class, class, x1, y1, x2, y2
}

function lines(left, name) {
  say("name", left, 20, name)
  say("small", left, 44, "block 0")
  say("small", left + 210, 44, "block 1")
  printf "<path class=\"time\" d=\"M%d 52L%d 330M%d 52L%d 330\"/>\n", left + 65, left + 65, left + 275, left + 275
}

function heads(class) {
  printf "<marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"head%s\" d=\"M0 0L8 4L0 8z\"/></marker>\n", class, class
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 392\" width=\"740\" role=\"img\">"
  print "<title>Data and a flag from block to block, without and with fences</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".time { fill: none; stroke: #6e7781; stroke-dasharray: 3 3; }"
  print ".data { fill: #ddf4ff; stroke: #0550ae; }"
  print ".flag { fill: #ffd8b5; stroke: #bc4c00; }"
  print ".fence { fill: #aceebb; stroke: #1a7f37; }"
  print ".wrong { fill: #ffebe9; stroke: #cf222e; stroke-width: 2; }"
  print ".todata { fill: none; stroke: #0550ae; stroke-width: 1.5; }"
  print ".toflag { fill: none; stroke: #bc4c00; stroke-width: 1.5; }"
  print ".headtodata { fill: #0550ae; }"
  print ".headtoflag { fill: #bc4c00; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .data { fill: #0c2d6b; stroke: #54aeff; }"
  print "  .flag { fill: #5c2d00; stroke: #ffa657; }"
  print "  .fence { fill: #0f4620; stroke: #56d364; }"
  print "  .wrong { fill: #67060c; stroke: #ff7b72; }"
  print "  .todata { stroke: #54aeff; }"
  print "  .toflag { stroke: #ffa657; }"
  print "  .headtodata { fill: #54aeff; }"
  print "  .headtoflag { fill: #ffa657; }"
  print "}"
  print "</style>"
  print "<defs>"
  heads("todata")
  heads("toflag")
  print "</defs>"

  lines(16, "without fences")
  arrow("toflag", 146, 117, 224, 168)
  arrow("todata", 146, 75, 272, 262)
  event("data", 16, 62, 130, "data = 42")
  event("flag", 16, 104, 130, "flag = 1")
  event("flag", 226, 160, 130, "sees flag == 1")
  event("wrong", 226, 202, 130, "reads old data")
  say("small", 300, 262, "the data")
  say("small", 300, 277, "arrive")
  say("small", 16, 356, "Each write becomes visible in its own time: the flag")
  say("small", 16, 372, "may be seen before the data.")

  lines(400, "with fences")
  event("data", 400, 62, 130, "data = 42")
  event("fence", 400, 104, 130, "fence (release)")
  event("flag", 400, 146, 130, "flag = 1")
  event("flag", 610, 202, 120, "sees flag == 1")
  event("fence", 610, 244, 120, "fence (acquire)")
  event("data", 610, 286, 120, "reads 42")
  arrow("toflag", 530, 159, 608, 210)
  arrow("todata", 530, 75, 668, 190)
  say("small", 400, 356, "Block 1 sees the flag, which was written after the fence:")
  say("small", 400, 372, "so after its own fence it also sees the data.")
  print "</svg>"
}
