# usage: COMMAND | awk -v command='COMMAND' -f terminal.awk
#
# Draws a terminal window of 80 columns with a prompt, the command and what it has printed, in the colours that its
# escape sequences ask for. The title is all of the text, for those who do not see the picture.

BEGIN {
  split("0 1 2 31 32 33", code, " ")
  split("plain bold dim red green yellow", color, " ")
  for (i in code) class_of[code[i]] = color[i]
  class = "plain"
  row[rows = 1] = "<tspan class=\"dim\">$</tspan> " xml(command)
  words = "$ " xml(command)
}

{
  sub(/\r$/, "")
  line = ""
  while (match($0, /\033\[[0-9]*m/)) {
    add(substr($0, 1, RSTART - 1))
    number = substr($0, RSTART + 2, RLENGTH - 3)
    if (!(number in class_of)) fail("no colour is " number)
    class = class_of[number]
    $0 = substr($0, RSTART + RLENGTH)
  }
  add($0)
  row[++rows] = line
}

END {
  if (NR == 0) fail("there is no output")
  if (failed) exit 1
  while (row[rows] == "") --rows
  left = 18; top = 62; step = 20; width = 712  # 80 columns of at most 8.45 pixels
  height = top + step * (rows - 1) + 20
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\">\n", width, height, width
  printf "<title>%s</title>\n", words
  print "<style>\n" \
    "text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e6edf3; }\n" \
    ".window { fill: #161b22; stroke: #3d444d; }\n" \
    ".bold { font-weight: bold; }\n" \
    ".dim { fill: #9198a1; }\n" \
    ".red { fill: #ff7b72; }\n" \
    ".green { fill: #3fb950; }\n" \
    ".yellow { fill: #d29922; }\n" \
    "</style>"
  printf "<rect class=\"window\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width - 1, height - 1
  split("red yellow green", color, " ")
  for (i = 1; i <= 3; ++i) printf "<circle class=\"%s\" cx=\"%d\" cy=\"20\" r=\"6\"/>\n", color[i], left + 20 * i - 14
  for (i = 1; i <= rows; ++i) {
    if (row[i] != "") printf "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", left, top + step * (i - 1), row[i]
  }
  print "</svg>"
}

function fail(message) {
  print "line " NR ": " message > "/dev/stderr"
  exit failed = 1
}

function xml(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/>/, "\\&gt;", text)
  return text
}

# Adds text to the line in the colour of the moment.
function add(text,    word, count, i) {
  if (text ~ /[\001-\037]/) fail("neither text nor a colour")
  if (text == "") return
  count = split(text, word, " ")
  for (i = 1; i <= count; ++i) words = words " " xml(word[i])
  line = line (class == "plain" ? xml(text) : "<tspan class=\"" class "\">" xml(text) "</tspan>")
}
