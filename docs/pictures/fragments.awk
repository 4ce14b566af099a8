# usage: build/bin/fragments | awk -f fragments.awk
#
# Draws the matrices of mma.sync.m16n8k16: in each cell the lane that has the element, in the colour of its register.

function cell(x, y, word,    register) {
  register = substr(word, length(word))
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"20\" height=\"20\" rx=\"2\"/>", register, x, y
  printf "<text class=\"in\" x=\"%d\" y=\"%d\">%d</text>\n", x + 10, y + 14, word
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 764 434\" width=\"764\" role=\"img\">"
  print "<title>Which lane has which element of A, B and C of mma.sync.m16n8k16, and in which register</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".in { font-size: 11px; text-anchor: middle; }"
  print ".a { fill: #ddf4ff; } .b { fill: #ffd8b5; } .c { fill: #aceebb; } .d { fill: #e3d7ff; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; } .in { fill: #1f2328; }"
  print "}"
  print "</style>"
  x = -1
}

/^A/ { x = 4 }
/^B/ { x = 384 }
/^C/ { x = 584 }
/^[ABC]/ {
  printf "<text class=\"name\" x=\"%d\" y=\"16\">%s</text>\n", x, substr($0, 1, index($0, ":") - 1)
  y = 26
}
/^ / {
  for (i = 1; i <= NF; ++i) cell(x + 22 * (i - 1), y, $i)
  y += 22
}

END {
  print "<text x=\"4\" y=\"404\">The number is the lane, the colour its register:</text>"
  split("first second third fourth", names, " ")
  for (i = 1; i <= 4; ++i) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"390\" width=\"20\" height=\"20\" rx=\"2\"/>", substr("abcd", i, 1), 204 + 90 * i
    printf "<text x=\"%d\" y=\"404\">%s</text>\n", 230 + 90 * i, names[i]
  }
  print "<text x=\"4\" y=\"426\">A register of A or B has two elements, one of C has one.</text>"
  print "</svg>"
}
