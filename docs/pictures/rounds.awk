# usage: awk -v rounds='down 4, width 8/down 2, width 8/…' -f rounds.awk OUTPUT
#
# Draws shuffles from what shuffle_patterns printed: in each round, a row of its table, every one of
# lanes 0 to 7 adds what it gets to what it has. Arrows lead from the lane that gives to the one that
# gets. A sum is grey if it is needed for no sum of all eight numbers.

BEGIN {
  FS = "  +"  # names of rows have single spaces in them
  lanes = 8
  count = split(rounds, names, "/")
  for (r = 1; r <= count; ++r) round_of[names[r]] = r
}

$1 == "lane" {
  for (f = 2; f <= NF; ++f) if ($f < lanes) column[$f] = f
}

$1 in round_of {
  for (l = 0; l < lanes; ++l) from[round_of[$1], l] = $column[l]
  ++found
}

END {
  if (found != count) {
    print "not all of these rows were printed: " rounds > "/dev/stderr"
    exit 1
  }
  add_up()
  find_needed()
  draw()
}

# sum[r, l]: what lane l has after round r; times[r, l, n]: how often number n is in it.
function add_up(    r, l, n, giver) {
  for (l = 0; l < lanes; ++l) {
    sum[0, l] = l
    times[0, l, l] = 1
  }
  for (r = 1; r <= count; ++r) {
    for (l = 0; l < lanes; ++l) {
      giver = from[r, l]
      sum[r, l] = sum[r - 1, l] + sum[r - 1, giver]
      for (n = 0; n < lanes; ++n) times[r, l, n] = times[r - 1, l, n] + times[r - 1, giver, n]
    }
  }
}

# Backwards from the sums that have each number once.
function find_needed(    r, l, n) {
  for (l = 0; l < lanes; ++l) {
    needed[count, l] = 1
    for (n = 0; n < lanes; ++n) if (times[count, l, n] != 1) needed[count, l] = 0
  }
  for (r = count; r > 0; --r) {
    for (l = 0; l < lanes; ++l) {
      if (needed[r, l]) needed[r - 1, l] = needed[r - 1, from[r, l]] = 1
    }
  }
}

function x_of(l) { return 150 + 64 * l }
function y_of(r) { return 44 + 66 * r }

function arrow(r, l, giver,    kind, aside) {
  kind = needed[r, l] ? "used" : "unused"
  aside = 8 * ((giver > l) - (giver < l))
  printf "<line class=\"arrow %s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#%s)\"/>\n",
    kind, x_of(giver) + 22, y_of(r - 1) + 26, x_of(l) + 22 + aside, y_of(r) - 3, kind
}

function draw(    r, l, wanted) {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 672 %d\" width=\"672\" role=\"img\">\n",
    y_of(count) + 42
  printf "<title>shuffle_patterns, rows %s: what lanes 0 to 7 get and add</title>\n", rounds
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".sum { text-anchor: middle; font-weight: bold; }\n" \
    ".lane { text-anchor: middle; font-size: 10px; }\n" \
    ".box.used { fill: #b6e3ff; stroke: #0550ae; }\n" \
    ".box.unused { fill: #eaeef2; stroke: #afb8c1; }\n" \
    ".arrow.used { stroke: #0550ae; stroke-width: 1.5; }\n" \
    ".arrow.unused { stroke: #d0d7de; }\n" \
    ".head.used { fill: #0550ae; }\n" \
    ".head.unused { fill: #d0d7de; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .box.used { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .box.unused { fill: #21262d; stroke: #484f58; }\n" \
    "  .arrow.used { stroke: #54aeff; }\n" \
    "  .arrow.unused { stroke: #484f58; }\n" \
    "  .head.used { fill: #54aeff; }\n" \
    "  .head.unused { fill: #484f58; }\n" \
    "}\n" \
    "</style>"
  for (wanted = 1; wanted >= 0; --wanted) {
    printf "<marker id=\"%s\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"8\" markerHeight=\"8\" " \
      "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head %s\" d=\"M0 0L6 3L0 6z\"/></marker>\n",
      wanted ? "used" : "unused", wanted ? "used" : "unused"
  }
  for (l = 0; l < lanes; ++l) {
    printf "<text class=\"lane\" x=\"%d\" y=\"%d\">lane %d</text>\n", x_of(l) + 22, y_of(0) - 8, l
  }
  for (wanted = 0; wanted <= 1; ++wanted) {  # grey arrows below the others
    for (r = 1; r <= count; ++r) {
      for (l = 0; l < lanes; ++l) {
        if (needed[r, l] != wanted) continue
        arrow(r, l, l)
        if (from[r, l] != l) arrow(r, l, from[r, l])
      }
    }
  }
  for (r = 0; r <= count; ++r) {
    printf "<text x=\"10\" y=\"%d\">%s</text>\n", y_of(r) + 17, r == 0 ? "each lane's number" : names[r]
    for (l = 0; l < lanes; ++l) {
      printf "<rect class=\"box %s\" x=\"%d\" y=\"%d\" width=\"44\" height=\"26\" rx=\"4\"/>",
        needed[r, l] ? "used" : "unused", x_of(l), y_of(r)
      printf "<text class=\"sum\" x=\"%d\" y=\"%d\">%d</text>\n", x_of(l) + 22, y_of(r) + 17, sum[r, l]
    }
  }
  print "</svg>"
}
