# usage: occupancy | awk -f occupancy.awk
#
# Draws a multiprocessor that fills up with blocks: for each resource a bar with a piece per resident block, from
# the steps that the program prints first. The one that runs out first is framed.

/^One block:/ { split($0, word, /[ :,]+/); threads = word[3]; registers = word[5]; shared = word[9] }
/^blocks  / { takes["blocks"] = $2; has["blocks"] = $3 }
/^warps  / { takes["warps"] = $6; has["warps"] = $7 }
/^registers  / { takes["registers"] = $2 * $9; has["registers"] = $10 * $12 }
/^shared memory  / { takes["shared memory"] = $7; has["shared memory"] = $8 }
/^limited by/ {
  limit = $0
  sub(/^limited by /, "", limit)
  sub(/ to .*/, "", limit)
  blocks = $0
  sub(/.* to /, "", blocks)
  blocks += 0
  occupancy = $(NF - 1) " %"
  exit
}

function bar(name, text, i, width, top, is_limit) {
  top = 44 + 46 * row++
  is_limit = index(limit, name) > 0
  printf "<text x=\"16\" y=\"%d\"><tspan class=\"name\">%s</tspan>  %s%s</text>\n", top - 2, name, text, is_limit ? ": the limit" : ""
  printf "<rect class=\"room\" x=\"16\" y=\"%d\" width=\"640\" height=\"20\"/>\n", top + 6
  width = 640 * takes[name] / has[name]
  for (i = 0; i < blocks; ++i) {
    printf "<rect class=\"piece\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"20\"/>\n", 16 + i * width, top + 6, width
    if (width > 12) printf "<text class=\"in\" x=\"%.1f\" y=\"%d\">%d</text>\n", 16 + (i + 0.5) * width, top + 20, i
  }
  if (is_limit) printf "<rect class=\"limit\" x=\"13\" y=\"%d\" width=\"646\" height=\"26\" rx=\"3\"/>\n", top + 3
}

END {
  if (!blocks) {
    print "no steps of a block" > "/dev/stderr"
    exit 1
  }
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 672 222\" width=\"672\" role=\"img\">"
  print "<title>A multiprocessor with the blocks that fit: " blocks " of them, limited by " limit "</title>"
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; white-space: pre; }"
  print ".name { font-weight: bold; }"
  print ".in { text-anchor: middle; font-size: 11px; fill: #0b2239; }"
  print ".room { fill: #eaeef2; stroke: #afb8c1; }"
  print ".piece { fill: #54aeff; stroke: #0550ae; }"
  print ".limit { fill: none; stroke: #bc4c00; stroke-width: 2.5; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .in { fill: #0b2239; }"
  print "  .room { fill: #21262d; stroke: #484f58; }"
  print "  .limit { stroke: #f0883e; }"
  print "}"
  print "</style>"
  printf "<text class=\"name\" x=\"16\" y=\"18\">%d threads, %d registers each, %d KiB of shared memory: %d blocks, occupancy %s</text>\n",
         threads, registers, shared / 1024, blocks, occupancy
  bar("blocks", blocks " of " has["blocks"] " places")
  bar("warps", blocks * takes["warps"] " of " has["warps"] " places, " takes["warps"] " for each block")
  bar("registers", blocks * takes["registers"] " of " has["registers"] ", " takes["registers"] " for each block")
  bar("shared memory", blocks * takes["shared memory"] " of " has["shared memory"] " bytes, " takes["shared memory"] " for each block")
  print "</svg>"
}
