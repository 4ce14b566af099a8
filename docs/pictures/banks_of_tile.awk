# usage: awk -f banks_of_tile.awk
#
# Draws a tile three times, as if it were 8 × 8 and memory had 8 banks: in which bank each element lies if the
# rows follow each other, if each has one word of padding, and if element x of row y is stored at x ^ y.
# A colour for each bank; one column is framed.

function xor(a, b,    result, bit) {
  for (bit = 1; bit < 8; bit *= 2) {
    if (int(a / bit) % 2 != int(b / bit) % 2) result += bit
  }
  return result + 0
}

# `pad` is 1 if rows have a word of padding, and `swizzle` 1 if words of a row change places.
function panel(left, name, rule, pad, swizzle, verdict,    x, y, bank, top) {
  top = 52
  printf "<text class=\"name\" x=\"%d\" y=\"24\">%s</text>\n", left, name
  printf "<text class=\"small\" x=\"%d\" y=\"41\">%s</text>\n", left, rule
  for (y = 0; y < 8; ++y) {
    for (x = 0; x < 8; ++x) {
      bank = swizzle ? xor(x, y) : (y * (8 + pad) + x) % 8
      printf "<rect class=\"bank%d\" x=\"%d\" y=\"%d\" width=\"22\" height=\"22\"/>", bank, left + 24 * x, top + 24 * y
      printf "<text class=\"in\" x=\"%d\" y=\"%d\">%d</text>\n", left + 24 * x + 11, top + 24 * y + 16, bank
    }
    if (pad) printf "<rect class=\"padding\" x=\"%d\" y=\"%d\" width=\"22\" height=\"22\"/>\n", left + 192, top + 24 * y
  }
  printf "<rect class=\"column\" x=\"%d\" y=\"%d\" width=\"26\" height=\"194\" rx=\"4\"/>\n", left + 46, top - 2
  printf "<text class=\"small\" x=\"%d\" y=\"%d\">%s</text>\n", left, top + 212, verdict
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 276\" width=\"740\" role=\"img\">"
  print "<title>In which bank each element of a tile lies: plain, padded, swizzled</title>"
  split("#ffd8d3/#ffe2b8/#fff3b0/#d2f4d3/#c8f0f0/#cfe4ff/#e3d7ff/#ffd6ee", light, "/")
  split("#7d2620/#734a05/#5f5a08/#1b5e2a/#0f5a5c/#16467e/#4b3287/#74285a", dark, "/")
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".padding { fill: none; stroke: #6e7781; stroke-dasharray: 3 3; }"
  print ".column { fill: none; stroke: #1f2328; stroke-width: 2.5; }"
  for (b = 0; b < 8; ++b) printf ".bank%d { fill: %s; }\n", b, light[b + 1]
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .column { stroke: #e6edf3; }"
  for (b = 0; b < 8; ++b) printf "  .bank%d { fill: %s; }\n", b, dark[b + 1]
  print "}"
  print "</style>"
  panel(16, "plain", "bank of (y, x): x", 0, 0, "the column: 1 bank, 8 wavefronts")
  panel(260, "padded", "bank of (y, x): (y + x) % 8", 1, 0, "the column: 8 banks, 1 wavefront")
  panel(532, "swizzled", "bank of (y, x): x ^ y", 0, 1, "the column: 8 banks, 1 wavefront")
  print "</svg>"
}
