# usage: awk -f divergence.awk WARP_DIVERGENCE.txt
#
# Draws what two warps execute while time passes, for a branch that splits each warp and for one that does
# not. A bar is as long as the program's time on a GPU; a line is a lane (8 of a warp's 32 are drawn).

function microseconds(text) { return text ~ /ms$/ ? 1000 * (text + 0) : text + 0 }

/^by lane/ { time["lane"] = microseconds($6 " " $7) }
/^by warp/ { time["warp"] = microseconds($8 " " $9) }

END {
  if (!time["lane"] || !time["warp"]) {
    print FILENAME ": no times of \"by lane\" and \"by warp\"" > "/dev/stderr"
    exit 1
  }
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 262\" width=\"760\" role=\"img\">"
  print "<title>Two warps at a branch that splits their lanes, and at one that does not</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".even { fill: #54aeff; }"
  print ".odd { fill: #fb8f44; }"
  print ".idle { fill: #eaeef2; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .even { fill: #388bfd; }"
  print "  .odd { fill: #db6d28; }"
  print "  .idle { fill: #2d333b; }"
  print "}"
  print "</style>"
  scale = 520 / time["lane"]
  y = 16
  branch("by lane: t % 2", "lane")
  branch("by warp: t / 32 % 2", "warp")
  print "<rect class=\"even\" x=\"84\" y=\"244\" width=\"20\" height=\"10\"/>"
  print "<text x=\"110\" y=\"253\">even side</text>"
  print "<rect class=\"odd\" x=\"196\" y=\"244\" width=\"20\" height=\"10\"/>"
  print "<text x=\"222\" y=\"253\">odd side</text>"
  print "<rect class=\"idle\" x=\"308\" y=\"244\" width=\"20\" height=\"10\"/>"
  print "<text x=\"334\" y=\"253\">lane inactive</text>"
  print "</svg>"
}

function bar(class, x, y, width) {
  printf "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"4\"/>\n", class, x, y, width
}

function branch(name, how,    w, l, length_) {
  length_ = time[how] * scale
  printf "<text class=\"name\" x=\"16\" y=\"%d\">%s</text>\n", y, name
  printf "<text x=\"%.1f\" y=\"%d\">%.1f µs</text>\n", 92 + length_, y + 50, time[how]
  y += 10
  for (w = 0; w < 2; ++w) {
    printf "<text x=\"16\" y=\"%d\">warp %d</text>\n", y + 25, w
    for (l = 0; l < 8; ++l) {
      if (how == "warp") {
        bar(w == 0 ? "even" : "odd", 84, y + 5 * l, length_)
      } else {
        bar(l % 2 == 0 ? "even" : "idle", 84, y + 5 * l, length_ / 2 - 1)
        bar(l % 2 == 0 ? "idle" : "odd", 84 + length_ / 2, y + 5 * l, length_ / 2)
      }
    }
    y += 46
  }
  y += 14
}
