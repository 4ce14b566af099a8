#include "tile_kernels.h"

#include <cctype>
#include <string>
#include <string_view>

#include "declaration.h"
#include "lexer.h"
#include "marks.h"

namespace translator {
namespace {

/// Is this a function of CUDA for the threads of a block?
bool is_function_of_threads(std::string_view name) {
  for (const std::string_view begin : {"__syncthreads", "__syncwarp", "__shfl_", "__ballot_sync",
                                       "__any_sync", "__all_sync", "__activemask"}) {
    if (starts_with(name, begin)) return true;
  }
  return starts_with(name, "atomic") && name.size() > 6 && std::isupper(name[6]) != 0;
}

void check_body(Source& source, std::size_t open) {
  for (std::size_t i = open; i < source.closing(open); ++i) {
    const std::string name(source[i]);
    if (is_any_of(name, {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})) {
      source.error(i,
                   "a tile kernel has no " + name +
                       ": it is one program for the whole block. Which block, cuda::tiles::bid() "
                       "says, and how many there are, cuda::tiles::num_blocks()");
    } else if (name == "__shared__") {
      source.error(i,
                   "a tile kernel has no shared memory of its own: the compiler keeps tiles where "
                   "they are needed");
    } else if (source.is_identifier(i) && source[i + 1] == "(" && is_function_of_threads(name)) {
      source.error(i, name +
                          "() is for threads, and a tile kernel has none: loads, stores and "
                          "atomic operations of tiles are in <cuda_tile.h>");
    }
  }
}

}  // namespace

bool is_tile_hint(const Source& source, std::size_t i) {
  if (source[i] != "[" || source[i + 1] != "[") return false;
  return source[i + (source[i + 2] == "using" ? 3 : 2)] == "cutile";
}

void check_tile_kernels(Source& source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] != kTileWord) continue;
    const Declaration kernel = read_declaration(source, i);
    if (kernel.name == kNone || source[kernel.end] != "(") continue;
    std::size_t body = source.closing(kernel.end);
    while (body < source.size() && !is_any_of(source[body], {"{", ";"})) ++body;
    if (source[body] == "{" && source.closing(body) != kNone) check_body(source, body);
  }
}

}  // namespace translator
