# usage: awk [-v highlight='block+shared'] -f machine.awk DEVICE_QUERY.txt
#
# Draws what a launch consists of beside the GPU that runs it, with the figures that device_query printed.
# What belongs together has one colour: a block and its multiprocessor, a warp and its scheduler, a lane and
# its registers. With `highlight` all other parts are pale; the parts are
#   grid block warp lane gpu multiprocessor schedulers registers shared l2 memory host
# A chapter about one of them has its own picture, in its CMakeLists.txt:
#   add_measured_picture(machine-shared.svg machine.awk ../01_thread_hierarchy/device_query.txt highlight=block+shared)

BEGIN {
  FS = "   *"
  count = split("grid block warp lane gpu multiprocessor schedulers registers shared l2 memory host", parts, " ")
  for (p = 1; p <= count; ++p) known[parts[p]] = 1
  count = split(highlight, wanted, "+")
  for (w = 1; w <= count; ++w) {
    if (!(wanted[w] in known)) fail("no part is called " wanted[w])
    bright[wanted[w]] = 1
  }
}

/^device 0 of [0-9]+/ { $1 = "device 0" }

NF >= 2 { figure[$1] = $2 }

/^warps of [0-9]+ threads/ {
  figure["warps"] = $2
  figure["lanes"] = $1
  gsub(/[^0-9]/, "", figure["lanes"])
}

END {
  if (failed) exit 1
  draw()
  if (failed) exit 1
}

function fail(message) {
  print FILENAME (FILENAME ? ": " : "") message > "/dev/stderr"
  exit failed = 1
}

function of(name) {
  if (!(name in figure)) fail("does not say: " name)
  return figure[name]
}

function begin(part) { printf "<g%s>\n", highlight == "" || part in bright ? "" : " class=\"pale\"" }
function end() { print "</g>" }

function box(class, x, y, width, height) {
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", class, x, y, width, height
}

function say(class, x, y, text) { printf "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n", class, x, y, text }

# A part with its name and what there is to say of it.
function label(x, y, name, text) {
  say("name", x, y, name)
  say("small", x, y + 15, text)
}

# From one of many to the picture of it below.
function zoom(x1, y1, width1, x2, y2, width2) {
  printf "<path class=\"zoom\" d=\"M%d %dL%d %dM%d %dL%d %d\"/>\n",
    x1, y1, x2, y2, x1 + width1, y1, x2 + width2, y2
}

function draw(    device) {
  device = of("device 0")
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 434\" width=\"760\" role=\"img\">"
  printf "<title>What a launch consists of, and the parts of an %s that run it</title>\n", device
  print "<style>\n" \
    "text { font: 12px sans-serif; fill: #1f2328; }\n" \
    ".title { font-weight: bold; font-size: 13px; }\n" \
    ".name { font-weight: bold; }\n" \
    ".small { font-size: 11px; }\n" \
    ".middle { font-size: 11px; text-anchor: middle; }\n" \
    ".frame { fill: none; stroke: #6e7781; }\n" \
    ".zoom { fill: none; stroke: #6e7781; stroke-dasharray: 3 3; }\n" \
    ".block { fill: #ddf4ff; stroke: #0550ae; }\n" \
    ".warp { fill: #ffd8b5; stroke: #bc4c00; }\n" \
    ".lane { fill: #aceebb; stroke: #1a7f37; }\n" \
    ".store { fill: #eaeef2; stroke: #6e7781; }\n" \
    ".pale { opacity: 0.3; }\n" \
    "@media (prefers-color-scheme: dark) {\n" \
    "  text { fill: #e6edf3; }\n" \
    "  .block { fill: #0c2d6b; stroke: #54aeff; }\n" \
    "  .warp { fill: #5c2d00; stroke: #ffa657; }\n" \
    "  .lane { fill: #0f4620; stroke: #56d364; }\n" \
    "  .store { fill: #21262d; stroke: #8b949e; }\n" \
    "}\n" \
    "</style>"
  draw_launch()
  draw_gpu(device)
  print "</svg>"
}

# What is picked out of a row is drawn twice: the second time it is part of the next group.
function draw_launch(    i, row) {
  say("title", 16, 18, "A launch")
  begin("grid")
  label(28, 48, "grid", "all blocks of the launch")
  box("frame", 16, 74, 300, 62)
  for (row = 0; row < 2; ++row) {
    for (i = 0; i < 7; ++i) box("block", 24 + 42 * i, 80 + 27 * row, 34, 22)
  }
  end()

  begin("block")
  box("block", 24, 107, 34, 22)
  zoom(24, 129, 34, 16, 190, 300)
  label(28, 164, "block", "at most " of("threads per block") " threads, on one SM")
  box("block", 16, 190, 300, 62)
  for (i = 0; i < 4; ++i) box("warp", 24, 196 + 14 * i, 284, 8)
  end()

  begin("warp")
  box("warp", 24, 238, 284, 8)
  zoom(24, 246, 284, 16, 306, 300)
  label(28, 280, "warp", of("lanes") " threads that get one instruction together")
  box("warp", 16, 306, 300, 26)
  for (i = 0; i < of("lanes") + 0; ++i) box("lane", 22 + 9 * i, 311, 7, 16)
  end()

  begin("lane")
  box("lane", 22, 311, 7, 16)
  zoom(22, 327, 7, 16, 386, 300)
  label(28, 360, "lane", "a thread, number 0 to " of("lanes") - 1 " of its warp")
  box("lane", 16, 386, 300, 38)
  say("middle", 166, 409, "c[i] = a[i] + b[i], with an i of its own")
  end()
}

function draw_gpu(device,    i, x) {
  say("title", 372, 18, "The GPU that runs it")
  begin("gpu")
  box("frame", 372, 30, 372, 342)
  say("name", 384, 48, device)
  end()

  begin("multiprocessor")
  for (i = 2; i >= 0; --i) box("block", 384 + 6 * i, 72 - 6 * i, 336, 176)
  label(396, 90, "multiprocessor (SM), " of("multiprocessors") " of them",
        "has room for " of("blocks") " blocks, " of("warps") " warps, " of("threads") " threads")
  end()

  begin("schedulers")
  for (i = 0; i < 4; ++i) {  # every GPU since 2016, and no attribute of it
    x = 396 + 79 * i
    box("warp", x, 114, 75, 36)
    say("middle", x + 37, 129, "scheduler")
    say("middle", x + 37, 143, "picks a warp")
  }
  end()

  begin("registers")
  for (i = 0; i < 4; ++i) {
    x = 396 + 79 * i
    box("lane", x, 154, 75, 36)
    say("middle", x + 37, 169, "registers")
    say("middle", x + 37, 183, of("32-bit registers") / 4 / 256 " KiB")
  }
  end()

  begin("shared")
  box("store", 396, 196, 312, 44)
  say("name", 406, 214, "L1 cache and shared memory")
  say("small", 406, 230, "up to " of("shared memory") " of it shared memory, for the blocks here")
  end()

  begin("l2")
  box("store", 384, 260, 348, 44)
  say("name", 396, 278, "L2 cache, " of("L2 cache") / 1024 " MiB")
  say("small", 396, 294, "of all multiprocessors")
  end()

  begin("memory")
  box("store", 384, 316, 348, 44)
  say("name", 396, 334, "global memory, " of("global memory"))
  say("small", 396, 350, "cudaMalloc; moves at most " of("peak bandwidth"))
  end()

  begin("host")
  printf "<path class=\"zoom\" d=\"M558 372L558 384\"/>\n"
  box("frame", 372, 384, 372, 40)
  say("name", 384, 401, "host: the CPU and its memory")
  say("small", 384, 417, "cudaMemcpy crosses the bus (PCIe)")
  end()
}
