# usage: awk [-v threads=256] -f index.awk FIRST_PROGRAM.txt
#
# Draws which thread of a launch gets which element: the blocks of the grid above the array that they work
# on. The number of elements is what the program printed ("… of 1000 sums are wrong").

/ sums are wrong$/ { n = $(NF - 3) }

END {
  if (!n) {
    print FILENAME ": no number of elements" > "/dev/stderr"
    exit 1
  }
  if (!threads) threads = 256
  blocks = int((n + threads - 1) / threads)
  left = 16
  scale = 728 / (blocks * threads)  # pixels per thread
  surplus = blocks * threads - n
  chosen = 2 * threads + 5  # the thread that the picture follows

  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 176\" width=\"760\" role=\"img\">"
  printf "<title>%d blocks of %d threads and the %d elements they work on</title>\n", blocks, threads, n
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".middle { text-anchor: middle; }"
  print ".end { text-anchor: end; }"
  print ".block { fill: #ddf4ff; stroke: #0550ae; }"
  print ".surplus { fill: #ffd8b5; stroke: #bc4c00; }"
  print ".store { fill: #eaeef2; stroke: #6e7781; }"
  print ".arrow { stroke: #1a7f37; stroke-width: 2; fill: none; }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .block { fill: #0c2d6b; stroke: #54aeff; }"
  print "  .surplus { fill: #5c2d00; stroke: #ffa657; }"
  print "  .store { fill: #21262d; stroke: #8b949e; }"
  print "  .arrow { stroke: #56d364; }"
  print "}"
  print "</style>"
  for (b = 0; b < blocks; ++b) {
    x = left + b * threads * scale
    printf "<rect class=\"block\" x=\"%.1f\" y=\"28\" width=\"%.1f\" height=\"34\" rx=\"4\"/>\n", x + 1, threads * scale - 2
    printf "<text class=\"middle\" x=\"%.1f\" y=\"20\">block %d</text>\n", x + threads * scale / 2, b
    at = x + threads * scale / 2
    if (b < blocks - 1 || surplus == 0) label = "threads 0 to " (threads - 1)
    else label = "threads 0 to " (threads - 1 - surplus)
    printf "<text class=\"middle\" x=\"%.1f\" y=\"49\">%s</text>\n", at, label
  }
  if (surplus > 0) {
    x = left + n * scale
    printf "<rect class=\"surplus\" x=\"%.1f\" y=\"28\" width=\"%.1f\" height=\"34\" rx=\"2\"/>\n", x, surplus * scale - 1
    printf "<text class=\"end\" x=\"744\" y=\"80\">%d threads without an element</text>\n", surplus
  }
  x = left + (chosen + 0.5) * scale
  printf "<path class=\"arrow\" d=\"M%.1f 62V104M%.1f 97l4 7l4 -7\"/>\n", x, x - 4
  printf "<text class=\"end\" x=\"%.1f\" y=\"80\">thread 5 of block 2: i = 2 × %d + 5 = %d</text>\n", x - 10, threads, chosen
  printf "<rect class=\"store\" x=\"%.1f\" y=\"106\" width=\"%.1f\" height=\"26\"/>\n", left, n * scale
  for (b = 0; b < blocks; ++b) {
    x = left + b * threads * scale
    if (b > 0) printf "<path class=\"store\" d=\"M%.1f 106v26\"/>\n", x
    last = (b + 1) * threads - 1
    if (last >= n) last = n - 1
    printf "<text class=\"middle\" x=\"%.1f\" y=\"123\">elements %d to %d</text>\n", x + (last + 1 - b * threads) * scale / 2, b * threads, last
  }
  printf "<text x=\"%.1f\" y=\"152\">the arrays a, b and c, %d floats each</text>\n", left, n
  print "</svg>"
}
