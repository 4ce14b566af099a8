# usage: awk -v kind=reduction|scan -f trees.awk
#
# Draws what the words of a block's array hold after each round, computed here: of a reduction by neighbouring
# and by interleaved pairs, or of Blelloch's scan, up and down again. Coloured words were written in that round.

BEGIN {
  count = split("3 1 7 0 4 1 6 3", input, " ")
  if (kind == "reduction") reduction()
  else if (kind == "scan") scan()
  else {
    print "kind is reduction or scan" > "/dev/stderr"
    exit 1
  }
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function x_of(i) { return left + 40 * i }
function y_of(row) { return top + 62 * row }

function word(row, i, value, class) {
  printf "<rect class=\"box %s\" x=\"%d\" y=\"%d\" width=\"34\" height=\"26\" rx=\"4\"/>", class, x_of(i), y_of(row)
  say("sum " class, x_of(i) + 17, y_of(row) + 17, value)
}

function arrow(class, row, from, to) {
  printf "<line class=\"arrow %s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#%s)\"/>\n",
    class, x_of(from) + 17, y_of(row - 1) + 27, x_of(to) + 17 + 5 * ((from > to) - (from < to)), y_of(row) - 3, class
}

function begin(width, height, title) {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n", width, height, width
  printf "<title>%s</title>\n", title
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".name { font-weight: bold; }\n" \
    ".sum { text-anchor: middle; font-weight: bold; }\n" \
    ".idle { fill: #57606a; font-weight: normal; }\n" \
    ".who { font-size: 10px; }\n" \
    ".box.written { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".box.moved { fill: #ffd8b5; stroke: #bc4c00; }\n" \
    ".box.idle { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".arrow { stroke-width: 1.5; }\n" \
    ".arrow.written { stroke: #0550ae; }\n" \
    ".arrow.moved { stroke: #bc4c00; }\n" \
    ".head.written { fill: #0550ae; }\n" \
    ".head.moved { fill: #bc4c00; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .idle { fill: #8b949e; }\n" \
    "  .box.written { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .box.moved { fill: #5c2d00; stroke: #ffa657; }\n" \
    "  .box.idle { fill: #21262d; stroke: #484f58; }\n" \
    "  .arrow.written { stroke: #54aeff; }\n" \
    "  .arrow.moved { stroke: #ffa657; }\n" \
    "  .head.written { fill: #54aeff; }\n" \
    "  .head.moved { fill: #ffa657; }\n" \
    "}\n" \
    "</style>"
  head("written")
  head("moved")
}

function head(class) {
  printf "<marker id=\"%s\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"8\" markerHeight=\"8\" " \
    "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head %s\" d=\"M0 0L6 3L0 6z\"/></marker>\n", class, class
}

function tree(neighbouring,    i, t, row, stride, to, x, written) {
  for (i = 0; i < count; ++i) word(0, i, x[i] = input[i + 1], "idle")
  stride = neighbouring ? 1 : count / 2
  for (row = 1; row <= 3; ++row) {
    for (i = 0; i < count; ++i) written[i] = 0
    for (t = 0; t < count; ++t) {
      if (neighbouring ? t % (2 * stride) : t >= stride) continue
      x[t] += x[t + stride]
      written[t] = 1
      arrow("written", row, t, t)
      arrow("written", row, t + stride, t)
    }
    for (i = 0; i < count; ++i) word(row, i, x[i], written[i] ? "written" : "idle")
    stride = neighbouring ? 2 * stride : stride / 2
  }
}

function reduction(    row) {
  begin(740, 282, "Two trees of sums over eight words, by neighbouring and by interleaved pairs")
  top = 48
  say("name", 86, 18, "neighbouring pairs: word t and its neighbour")
  say("name", 424, 18, "interleaved pairs: word t and the upper half")
  say("who", 86, 38, "word 0 to word 7")
  say("who", 424, 38, "word 0 to word 7")
  say("", 8, 65, "input")
  for (row = 1; row <= 3; ++row) say("", 8, 65 + 62 * row, "round " row)
  left = 86
  tree(1)
  left = 424
  tree(0)
  print "</svg>"
}

function scan(    i, row, offset, l, r, x, sum, class) {
  begin(540, 552, "Blelloch scan of eight words: sums go up in three rounds, then prefixes come down in three")
  top = 34
  left = 150
  say("who", left, 24, "word 0 to word 7")
  say("", 8, y_of(0) + 17, "input")
  for (i = 0; i < count; ++i) word(0, i, x[i] = input[i + 1], "idle")
  row = 0
  for (offset = 1; offset < count; offset *= 2) {
    ++row
    say("", 8, y_of(row) + 17, "up, offset " offset)
    for (i = 0; i < count; ++i) class[i] = "idle"
    for (r = 2 * offset - 1; r < count; r += 2 * offset) {
      x[r] += x[r - offset]
      class[r] = "written"
      arrow("written", row, r, r)
      arrow("written", row, r - offset, r)
    }
    for (i = 0; i < count; ++i) word(row, i, x[i], class[i])
  }
  ++row
  say("", 8, y_of(row) + 17, "the root becomes 0")
  x[count - 1] = 0
  for (i = 0; i < count; ++i) word(row, i, x[i], i == count - 1 ? "moved" : "idle")
  for (offset = count / 2; offset >= 1; offset /= 2) {
    ++row
    say("", 8, y_of(row) + 17, "down, offset " offset)
    for (i = 0; i < count; ++i) class[i] = "idle"
    for (r = 2 * offset - 1; r < count; r += 2 * offset) {
      l = r - offset
      sum = x[l]
      x[l] = x[r]
      x[r] += sum
      class[l] = "moved"
      class[r] = "written"
      arrow("moved", row, r, l)
      arrow("written", row, l, r)
      arrow("written", row, r, r)
    }
    for (i = 0; i < count; ++i) word(row, i, x[i], class[i])
  }
  say("who", left, y_of(row) + 42, "the exclusive scan: what is before each word")
  print "</svg>"
}
