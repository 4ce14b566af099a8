# usage: build/bin/tensor_map | awk -f swizzle.awk
#
# Draws the two tiles that tensor_map prints as they lie in shared memory: 8 lines of 128 bytes, in pieces of 16 bytes,
# "row.piece". A colour for each piece number; piece 2 of each row is framed.

function cell(left, top, name,    parts) {
  split(name, parts, ".")
  printf "<rect class=\"piece%d\" x=\"%d\" y=\"%d\" width=\"34\" height=\"22\"/>", parts[2], left, top
  printf "<text class=\"in\" x=\"%d\" y=\"%d\">%s</text>\n", left + 17, top + 16, name
  if (parts[2] != 2) return
  frames = frames sprintf("<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"36\" height=\"24\" rx=\"3\"/>\n", left - 1, top - 1)
  if (!((left, tile) in seen)) ++places[tile]
  seen[left, tile] = 1
}

BEGIN {
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 276\" width=\"740\" role=\"img\">"
  print "<title>A tile of 8 rows in shared memory: without a swizzle, piece 2 of each row is in the same banks; with it, in eight different places</title>"
  split("#ffd8d3/#ffe2b8/#fff3b0/#d2f4d3/#c8f0f0/#cfe4ff/#e3d7ff/#ffd6ee", light, "/")
  split("#7d2620/#734a05/#5f5a08/#1b5e2a/#0f5a5c/#16467e/#4b3287/#74285a", dark, "/")
  print "<style>"
  print "text { font: 12px sans-serif; fill: #1f2328; }"
  print ".name { font-weight: bold; }"
  print ".small { font-size: 11px; }"
  print ".in { text-anchor: middle; }"
  print ".frame { fill: none; stroke: #1f2328; stroke-width: 2.5; }"
  for (p = 0; p < 8; ++p) printf ".piece%d { fill: %s; }\n", p, light[p + 1]
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3; }"
  print "  .frame { stroke: #e6edf3; }"
  for (p = 0; p < 8; ++p) printf "  .piece%d { fill: %s; }\n", p, dark[p + 1]
  print "}"
  print "</style>"
}
/ rows of 128 bytes$/ {
  ++tile
  left = tile == 1 ? 16 : 404
  line = 0
  sub(/,.*/, "")
  printf "<text class=\"name\" x=\"%d\" y=\"24\">%s</text>\n", left, $0
  printf "<text class=\"small\" x=\"%d\" y=\"41\">a line: 128 bytes, all 32 banks</text>\n", left
  next
}
tile > 0 && /^ +[0-9]+\.[0-9]/ {
  for (i = 1; i <= NF; ++i) cell(left + 40 * (i - 1), 52 + 24 * line, $i)
  ++line
}
END {
  printf "%s", frames
  printf "<text class=\"small\" x=\"16\" y=\"264\">piece 2 of the rows: %d place, 8 wavefronts</text>\n", places[1]
  printf "<text class=\"small\" x=\"404\" y=\"264\">piece 2 of the rows: %d places, 1 wavefront</text>\n", places[2]
  print "</svg>"
}
