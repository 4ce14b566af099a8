# usage: awk -f roofline.awk matrix_multiply.txt device_query.txt vector_add.txt
#
# Draws a roofline, both axes logarithmic: how many operations per second a GPU can do at most for each byte
# that a kernel moves, and what kernels reach. The bytes are those of the sectors that a kernel's loads ask
# for, and of what it stores. The roofs: 128 bytes per clock from each L1, which answers them all, the
# bandwidth of a measured copy, for what comes from device memory, and the peak.

BEGIN { FS = "   *" }

FILENAME ~ /matrix_multiply/ && NF >= 4 && $1 ~ /^[0-9]+×[0-9]+×[0-9]+, block/ && $2 ~ /s$/ {
  sizes = $1
  gsub("×", " ", sizes)  # not every awk knows that it is one character
  sub(",.*", "", sizes)
  split(sizes, edge, " ")
  if (!size) size = edge[1]
  if (edge[1] != size) next
  split($2, time, " ")
  seconds = time[1] * (time[2] == "ms" ? 1e-3 : 1e-6)
  operations = 2 * edge[1] * edge[2] * edge[3]
  bytes = 32 * $4 + 4 * edge[1] * edge[3]
  once = operations / (4 * (edge[1] * edge[2] + edge[2] * edge[3] + edge[1] * edge[3]))
  if ($1 ~ /block 32×32, naive/) add("naive", operations, bytes, seconds)
  if ($1 ~ /block 8×8, tiled/) add("tiles of 8 × 8", operations, bytes, seconds)
  if ($1 ~ /block 16×16, tiled/) add("16 × 16", operations, bytes, seconds)
  if ($1 ~ /block 32×32, tiled/) add("32 × 32", operations, bytes, seconds)
}
$1 ~ /^device 0 of [0-9]+$/ { device = $2 }
$1 == "peak float" { peak = $2 + 0 }
$1 == "multiprocessors" { multiprocessors = $2 }
$1 == "multiprocessor clock" { megahertz = $2 + 0 }
match($0, /copies [0-9]+ GB\/s/) { copy = substr($0, RSTART + 7) + 0 }
FILENAME ~ /vector_add/ && /^grid-stride, 1056/ && $2 ~ /s$/ {
  bytes_per_second = $3 * 1e9
  add("vector_add", bytes_per_second / 12, bytes_per_second, 1)  # one addition for 12 bytes
}

function add(name, operations, bytes, seconds) {
  names[++points] = name
  per_byte[points] = operations / bytes
  rate[points] = operations / seconds / 1e12
}

function log10(x) { return log(x) / log(10) }
function px(x) { return 70 + (log10(x) + 1.5) * 125 }
function py(y) { return 330 - (log10(y) + 1) * 95 }
function line(class, x1, y1, x2, y2) {
  printf "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2
}
function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, text }

function say_along(x, bandwidth, text) {
  printf "<text x=\"0\" y=\"0\" class=\"middle\" transform=\"translate(%.1f %.1f) rotate(%.1f)\">%s</text>\n", \
    px(x) - 8, py(x * bandwidth) - 8, -atan2(95, 125) * 180 / 3.14159265, text
}

END {
  l1 = 128 * multiprocessors * megahertz / 1e6  # TB/s
  if (points != 5 || !peak || !copy || !l1) {
    print "not all that a roofline needs is in the files" > "/dev/stderr"
    exit 1
  }
  ridge = peak * 1e3 / copy
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 380\" width=\"640\" role=\"img\">"
  printf "<title>Roofline of an %s with matrix products</title>\n", device
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".end { text-anchor: end; }\n" \
    ".grid { stroke: #d0d7de; fill: none; }\n" \
    ".roof { stroke: #bc4c00; stroke-width: 2.5; fill: none; }\n" \
    ".l1 { stroke: #8250df; stroke-width: 2.5; fill: none; }\n" \
    ".once { stroke: #6e7781; stroke-dasharray: 4 4; fill: none; }\n" \
    ".point { fill: #0550ae; }\n" \
    ".tiled { fill: #1a7f37; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .grid { stroke: #30363d; }\n" \
    "  .roof { stroke: #ffa657; }\n" \
    "  .l1 { stroke: #d2a8ff; }\n" \
    "  .point { fill: #54aeff; }\n" \
    "  .tiled { fill: #56d364; }\n" \
    "}\n" \
    "</style>"
  say("title", 16, 18, "TFLOP/s, against float operations per byte asked for (" device ")")
  for (e = -1; e <= 2; ++e) {
    line("grid", px(10 ^ e), 42, px(10 ^ e), 335)
    line("grid", px(0.0316), py(10 ^ e), px(500), py(10 ^ e))
    say("middle", px(10 ^ e), 352, 10 ^ e)
    say("end", 64, py(10 ^ e) + 4, 10 ^ e)
  }
  say("middle", 345, 372, "float operations per byte")
  line("l1", px(0.0316), py(0.0316 * l1), px(peak / l1), py(peak))
  line("roof", px(0.0316), py(0.0316 * copy / 1e3), px(ridge), py(peak))
  line("roof", px(peak / l1), py(peak), px(500), py(peak))
  say_along(0.1, l1, sprintf("L1, %.0f TB/s", l1))
  say_along(3.2, copy / 1e3, "measured copy, " copy " GB/s")
  say("end", px(500), py(peak) - 7, "peak " peak " TFLOP/s")
  line("once", px(once), py(peak), px(once), 335)
  say("end", px(once) - 5, 300, "A, B and C moved once: " sprintf("%.0f", once))
  for (p = 1; p <= points; ++p) {
    printf "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", \
      names[p] ~ /×/ ? "tiled" : "point", px(per_byte[p]), py(rate[p])
    if (names[p] ~ /tiles/) say("", px(per_byte[p]) - 4, py(rate[p]) + 21, names[p])
    else if (names[p] == "16 × 16") say("middle", px(per_byte[p]) + 8, py(rate[p]) + 21, names[p])
    else say("", px(per_byte[p]) + 10, py(rate[p]) + 5, names[p])
  }
  print "</svg>"
}
