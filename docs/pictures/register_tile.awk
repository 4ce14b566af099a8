# usage: awk -f register_tile.awk
#
# Draws what a thread of a matrix product reads in one step: one word of A and one of B for one sum, or four of each
# for sixteen. Below it, a row of the tile of B, 16 words for 4 lanes, and who gets which word: apart, or side by side
# with loads of one word and of four.

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function box(class, x, y, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"24\" height=\"24\" rx=\"3\"/>", class, x, y
  if (text != "") say("in", x + 12, y + 16, text)
}

# r × r sums, with the words of A at their left and those of B above.
function product(left, top, r,    i, j) {
  for (i = 0; i < r; ++i) {
    box("a", left, top + 34 + 27 * i, "A")
    box("b", left + 34 + 27 * i, top, "B")
    for (j = 0; j < r; ++j) box("sum", left + 34 + 27 * j, top + 34 + 27 * i, "+")
  }
}

# The words of the row with the lane that gets each; those of the first load are framed, `wide` at a time.
function row(top, name, apart, wide, verdict,    word, lane) {
  say("name", 16, top + 17, name)
  for (word = 0; word < 16; ++word) {
    lane = apart ? word % 4 : int(word / 4)
    box("lane" lane, 110 + 27 * word, top, lane)
    if (apart ? word < 4 : word % 4 == 0) {
      printf "<rect class=\"first\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"28\" rx=\"4\"/>\n", 108 + 27 * word, top - 2, 27 * wide + 1
    }
  }
  say("small", 554, top + 17, verdict)
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 350\" width=\"740\" role=\"img\">"
  print "<title>Register tiling: what a thread reads for one sum and for sixteen, and which words lanes take</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".a { fill: #ffd8b5; stroke: #bc4c00; }"
  print ".b { fill: #ddf4ff; stroke: #0550ae; }"
  print ".sum { fill: #aceebb; stroke: #1a7f37; }"
  print ".lane0 { fill: #ddf4ff; } .lane1 { fill: #ffd8b5; } .lane2 { fill: #aceebb; } .lane3 { fill: #e3d7ff; }"
  print ".first { fill: none; stroke: #1f2328; stroke-width: 2.5; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .a { fill: #5c2d00; stroke: #ffa657; }"
  print "  .b { fill: #0c2d6b; stroke: #54aeff; }"
  print "  .sum { fill: #0f4620; stroke: #56d364; }"
  print "  .lane0 { fill: #0c2d6b; } .lane1 { fill: #5c2d00; } .lane2 { fill: #0f4620; } .lane3 { fill: #4b3287; }"
  print "  .first { stroke: #e6edf3; }"
  print "}"
  print "</style>"
  say("name", 16, 20, "1 sum")
  product(16, 36, 1)
  say("small", 16, 124, "2 words for 1 multiply-add")
  say("name", 240, 20, "4 × 4 sums, in registers")
  product(240, 36, 4)
  say("small", 430, 90, "8 words for 16 multiply-adds:")
  say("small", 430, 108, "each word is used 4 times")
  say("small", 16, 222, "A row of the tile of B, and which of four lanes takes each word. Framed: what the lanes read with their first load.")
  row(236, "apart", 1, 1, "neighbours: no conflict")
  row(276, "side by side", 0, 1, "stride 4: conflicts")
  row(316, "side by side", 0, 4, "loads of 16 bytes: no conflict")
  print "</svg>"
}
