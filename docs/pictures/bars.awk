# usage: awk -v title='…' -v rows=3 -v parts='until the device is done/then the host reads' -f bars.awk MEASURED.txt
#
# Draws the first rows of the table in a file of docs/measured as bars: a bar has a part for each of the
# table's columns of milliseconds that `parts` names, one behind the other.

BEGIN {
  FS = "   *"
  count = split(parts, part, "/")
  split("used/way2/way1", class, "/")
}

NR > 2 && taken < rows {
  name[++taken] = $1
  for (p = 1; p <= count; ++p) {
    if ($(p + 1) !~ /^[0-9.]+$/) {
      print FILENAME ": no time in column " p + 1 " of: " $0 > "/dev/stderr"
      exit failed = 1
    }
    ms[taken, p] = $(p + 1)
    sum[taken] += $(p + 1)
  }
  if (sum[taken] > longest) longest = sum[taken]
}

END {
  if (failed) exit 1
  left = 220
  scale = 430 / longest
  height = 80 + 34 * taken
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 692 %d\" width=\"692\" role=\"img\">\n", height
  printf "<title>%s</title>\n", title
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".in { fill: #1f2328; text-anchor: middle; }\n" \
    ".used { fill: #54aeff; stroke: #0550ae; }\n" \
    ".way1 { fill: #6fdd8b; stroke: #1a7f37; }\n" \
    ".way2 { fill: #ffb77c; stroke: #bc4c00; }\n" \
    "@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }\n" \
    "</style>"
  printf "<text class=\"title\" x=\"16\" y=\"18\">%s</text>\n", title
  for (r = 1; r <= taken; ++r) {
    y = 2 + 34 * r
    printf "<text x=\"16\" y=\"%d\">%s</text>\n", y + 16, name[r]
    x = left
    for (p = 1; p <= count; ++p) {
      width = ms[r, p] * scale
      printf "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"24\"/>", class[p], x, y, width
      printf "<text class=\"in\" x=\"%.1f\" y=\"%d\">%s</text>\n", x + width / 2, y + 16, ms[r, p]
      x += width
    }
  }
  y = 48 + 34 * taken
  x = left
  for (p = 1; p <= count; ++p) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>", class[p], x, y
    printf "<text x=\"%d\" y=\"%d\">%s, ms</text>\n", x + 16, y + 11, part[p]
    x += 50 + 7 * length(part[p])
  }
  print "</svg>"
}
