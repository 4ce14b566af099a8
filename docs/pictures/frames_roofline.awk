# usage: awk -f frames_roofline.awk frame_kernels.roofline.csv frame_kernels.txt device_query.txt
#
# Draws a roofline, both axes logarithmic, of the kernels of frame_kernels: operations on floats and doubles per byte
# from or to device memory, both counted by Nsight Compute, against operations per second. The roofs are the bandwidth of a
# measured copy and the peaks of floats and of doubles.

BEGIN { FS = "," }

FILENAME ~ /roofline\.csv$/ && $1 != "kernel" {
  names[++points] = $1
  operations = $2 + $3
  doubles[points] = $3 > 0
  per_byte[points] = operations / $4
  rate[points] = operations / $5 / 1e3
}
FILENAME ~ /device_query/ && /^device 0 of [0-9]+/ { split($0, field, /   +/); device = field[2] }
FILENAME ~ /device_query/ && /^peak float/ { split($0, field, /   +/); peak = field[2] + 0 }
FILENAME ~ /device_query/ && /^peak double/ { split($0, field, /   +/); peak_double = field[2] + 0 }
match($0, /copies [0-9]+ GB\/s/) && !copy { copy = substr($0, RSTART + 7) + 0 }

function log10(x) { return log(x) / log(10) }
function px(x) { return 70 + (log10(x) + 1.5) * 185 }
function py(y) { return 330 - (log10(y) + 3) * 57 }
function line(class, x1, y1, x2, y2) {
  printf "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2
}
function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", class, x, y, text }

END {
  if (!points || !peak || !copy) {
    print "not all that a roofline needs is in the files" > "/dev/stderr"
    exit 1
  }
  most = 31.6
  ridge = peak * 1e3 / copy
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 380\" width=\"640\" role=\"img\">"
  printf "<title>Roofline of an %s with the kernels of frame_kernels</title>\n", device
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".middle { text-anchor: middle; }\n" \
    ".end { text-anchor: end; }\n" \
    ".grid { stroke: #d0d7de; fill: none; }\n" \
    ".roof { stroke: #bc4c00; stroke-width: 2.5; fill: none; }\n" \
    ".double { stroke: #8250df; stroke-width: 2.5; fill: none; }\n" \
    ".point { fill: #0550ae; }\n" \
    ".doubles { fill: #8250df; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .grid { stroke: #30363d; }\n" \
    "  .roof { stroke: #ffa657; }\n" \
    "  .double { stroke: #d2a8ff; }\n" \
    "  .point { fill: #54aeff; }\n" \
    "  .doubles { fill: #d2a8ff; }\n" \
    "}\n" \
    "</style>"
  say("title", 16, 18, "TFLOP/s, against operations per byte of device memory (" device ")")
  for (e = -1; e <= 1; ++e) {
    line("grid", px(10 ^ e), 42, px(10 ^ e), 335)
    say("middle", px(10 ^ e), 352, 10 ^ e)
  }
  for (e = -3; e <= 1; ++e) {
    line("grid", px(0.0316), py(10 ^ e), px(most), py(10 ^ e))
    say("end", 64, py(10 ^ e) + 4, 10 ^ e)
  }
  say("middle", 345, 372, "operations per byte")
  line("roof", px(0.0316), py(0.0316 * copy / 1e3), px(ridge), py(peak))
  line("roof", px(ridge), py(peak), px(most), py(peak))
  line("double", px(peak_double * 1e3 / copy), py(peak_double), px(most), py(peak_double))
  say("end", px(ridge) - 12, py(peak) - 2, "peak of floats " peak " TFLOP/s")
  say("end", 632, py(peak_double) + 14, "peak of doubles " peak_double)
  printf "<text class=\"middle\" transform=\"translate(%.1f %.1f) rotate(%.1f)\">measured copy, %d GB/s</text>\n", \
    px(0.25), py(0.25 * copy / 1e3) - 8, -atan2(57, 185) * 180 / 3.14159265, copy
  for (p = 1; p <= points; ++p) {
    printf "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/>\n", doubles[p] ? "doubles" : "point", \
      px(per_byte[p]), py(rate[p])
    if (names[p] ~ /with doubles/)
      say("end", px(per_byte[p]) - 9, py(rate[p]) + 12, names[p])
    else if (names[p] ~ /with floats/)
      say("middle", px(per_byte[p]) - 14, py(rate[p]) - 10, names[p])
    else if (names[p] == "blur_tiles")
      say("end", px(per_byte[p]) - 9, py(rate[p]) + 4, names[p])
    else
      say("", px(per_byte[p]) + 9, py(rate[p]) + 4, names[p])
  }
  print "</svg>"
}
