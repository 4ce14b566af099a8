# usage: awk -v fast='2D grid, 2D block' -v slow='2D grid, 2D block, x down the rows' -v x=column|row \
#            -f hook.awk MATRIX_ADD.txt
#
# Draws which floats of a matrix the 32 threads of a warp read, and which bytes memory delivers for them, if a
# thread's x is the column (the row `fast` of the table) or the row (`slow`). Time and sectors are those that
# the file has; both times have one scale.

BEGIN {
  FS = "   *"
  if (x != "column" && x != "row") fail("x is the column or the row, not: " x)
}

$1 == "variant" {
  for (i = 2; i <= NF; ++i) place[$i] = i
}

$1 == fast || $1 == slow {
  time[$1] = $place["time"]
  sectors[$1] = $place["sectors/load"]
}

END {
  if (failed) exit 1
  if (!(fast in time)) fail("has no row: " fast)
  if (!(slow in time)) fail("has no row: " slow)
  draw(x == "column" ? fast : slow)
}

function fail(message) {
  print FILENAME (FILENAME ? ": " : "") message > "/dev/stderr"
  exit failed = 1
}

function microseconds(text,    parts) {
  split(text, parts, " ")
  return parts[2] == "ms" ? 1000 * parts[1] : parts[1]
}

function box(class, x1, y1, width, height) {
  printf "<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n", class, x1, y1, width, height
}

function say(class, x1, y1, text) { printf "<text class=\"%s\" x=\"%g\" y=\"%g\">%s</text>\n", class, x1, y1, text }

function draw(name,    cell, high, left, top, row, column, lane, length_of_bar) {
  cell = 10; high = 6; left = 16; top = 46
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 352 326\" width=\"352\" role=\"img\">"
  printf "<title>A warp reads 32 floats of a matrix; x is the %s: %s sectors per load, %s</title>\n", x, sectors[name], time[name]
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".matrix { fill: #f6f8fa; stroke: #d0d7de; }\n" \
    ".fetched { fill: #b6d8ff; stroke: #0550ae; stroke-width: 0.6; }\n" \
    ".read { fill: #0550ae; }\n" \
    ".time { fill: #bc4c00; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .matrix { fill: #161b22; stroke: #30363d; }\n" \
    "  .fetched { fill: #143d79; stroke: #54aeff; }\n" \
    "  .read { fill: #a5d6ff; }\n" \
    "  .time { fill: #ffa657; }\n" \
    "}\n" \
    "</style>"
  say("title", left, 18, "x is the " x)
  say("", left, 36, x == "column" ? "a warp reads 32 neighbours of a row" : "a warp reads one float in each of 32 rows")
  box("matrix", left, top, 32 * cell, 32 * high)
  for (row = 0; row < (x == "column" ? 1 : 32); ++row) {
    for (column = 0; column < (x == "column" ? 4 : 1); ++column) {
      box("fetched", left + 8 * cell * column, top + high * row, 8 * cell, high)
    }
  }
  for (lane = 0; lane < 32; ++lane) {
    box("read", left + 2 + (x == "column" ? cell * lane : 0), top + 1.5 + (x == "column" ? 0 : high * lane), cell - 4, high - 3)
  }
  box("read", left, 251, cell - 4, high - 3)
  say("", left + 12, 256, "read by a thread")
  box("fetched", left + 118, 249.5, 3 * cell, high)
  say("", left + 154, 256, "delivered: sectors of 32 bytes")
  say("title", left, 278, sectors[name] " sectors per load, " time[name] " on an H200")
  length_of_bar = 32 * cell * microseconds(time[name]) / microseconds(time[slow])
  box("time", left, 288, int(length_of_bar + 0.5), 12)
  if (x == "row") {
    say("", left, 317, sprintf("%.1f × the sectors, %.1f × the time", sectors[slow] / sectors[fast],
                               microseconds(time[slow]) / microseconds(time[fast])))
  } else {
    say("", left, 317, "time, drawn to the scale of the other picture")
  }
  print "</svg>"
}
