# usage: awk -v size=4 -f tiles.awk OUTPUT
#
# Draws a tiled matrix product from what tile_steps printed: for each step what the threads of one block load
# (the tile of A and that of B) and their sums after it. With -v counts=1 also, at the left, how often each
# element is loaded without tiles, and with them.

BEGIN { FS = "   *" }

$0 ~ "^" size " × " size ":" {
  here = 1
  split($0, words, " ")
  naive = words[8]  # 2 × 2: each element is loaded 2 × by the naive kernel, 1 × by …
  for (w = 9; w in words; ++w) if (words[w] == "×") tiled = words[w - 1]
  next
}
/^[0-9] ×|^PASS/ { here = 0 }

here && $1 ~ /^[0-9]+$/ {
  steps = $1
  read_element($2, "C")
  sum[steps, row, column] = $5
  if (!first_row++) top = row
  if (row > bottom) bottom = row
  if (left == "" || column < left) left = column
  read_element($3, "A")
  a[row, column] = value
  step_of_a[row, column] = steps
  read_element($4, "B")
  b[row, column] = value
  step_of_b[row, column] = steps
}

END {
  if (!steps) {
    print "no product of " size " × " size " was printed" > "/dev/stderr"
    exit 1
  }
  draw()
}

# Takes "A[0][1] = 8" apart.
function read_element(text, matrix,    parts) {
  if (substr(text, 1, 1) != matrix) {
    print "not an element of " matrix ": " text > "/dev/stderr"
    exit 1
  }
  split(text, parts, /[][ =]+/)
  row = parts[2]
  column = parts[3]
  value = parts[4]
}

function cell(class, x, y, text) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"30\" height=\"26\"/>", class, x, y
  if (text != "") printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>", \
    class == "rest" || class == "late" ? "middle pale" : "middle", x + 15, y + 18, text
  print ""
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

function draw(    panel, panels, width, height, s, x) {
  panel = 60 * size + 64
  if (panel < 250) panel = 250
  panels = steps + (counts ? 1 : 0)
  width = 16 + panel * panels
  height = 52 * size + 112
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n", width, height, width
  printf "<title>A product of %d × %d matrices in tiles of 2 × 2, step by step</title>\n", size, size
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".pale { opacity: 0.55; }\n" \
    ".rest { fill: none; stroke: #afb8c1; }\n" \
    ".a { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".b { fill: #ffd8b5; stroke: #bc4c00; }\n" \
    ".c { fill: #aceebb; stroke: #1a7f37; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .rest { stroke: #484f58; }\n" \
    "  .a { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .b { fill: #5c2d00; stroke: #ffa657; }\n" \
    "  .c { fill: #0f4620; stroke: #56d364; }\n" \
    "}\n" \
    "</style>"
  x = 16
  if (counts) {
    draw_counts(x)
    x += panel
  }
  for (s = 1; s <= steps; ++s) {
    draw_step(x, s)
    x += panel
  }
  print "</svg>"
}

# A to the left of C and B above it, so that a row of A and a column of B meet at their element of C.
function draw_step(x, s,    r, c, bx, by, products, i, before) {
  bx = x + 30 * size + 26
  by = 56 + 26 * size + 18
  say("title", x, 18, "step " s " of " steps (counts ? ", with a tile" : ""))
  say("", bx, 50, "B")
  say("", x, by - 6, "A")
  say("", bx + 30 * size + 6, by + 18, "C")
  for (r = 0; r < size; ++r) for (c = 0; c < size; ++c) {
    cell(step_of_b[r, c] == s ? "b" : "rest", bx + 30 * c, 56 + 26 * r, b[r, c])
    cell(step_of_a[r, c] == s ? "a" : "rest", x + 30 * c, by + 26 * r, a[r, c])
    cell((s, r, c) in sum ? "c" : "rest", bx + 30 * c, by + 26 * r, sum[s, r, c])
  }
  before = s > 1 ? sum[s - 1, top, left] " + " : ""
  for (i = 0; i < size; ++i) {
    if (step_of_a[top, i] == s) products = products (products == "" ? "" : " + ") a[top, i] "·" b[i, left]
  }
  say("", x, by + 26 * size + 22, sprintf("C[%d][%d]: %s%s = %d", top, left, before, products, sum[s, top, left]))
}

function draw_counts(x,    r, c, by) {
  by = 56 + 26 * size + 18
  say("title", x, 18, "without tiles")
  say("", x + 30 * size + 26, 50, "B")
  say("", x, by - 6, "A")
  say("", x + 60 * size + 32, by + 18, "C")
  for (r = 0; r < size; ++r) for (c = 0; c < size; ++c) {
    cell("rest", x + 30 * size + 26 + 30 * c, 56 + 26 * r, naive " ×")
    cell("rest", x + 30 * c, by + 26 * r, naive " ×")
    cell("rest", x + 30 * size + 26 + 30 * c, by + 26 * r, "")
  }
  say("", x, by + 26 * size + 22, "each element is loaded " naive " ×")
}
