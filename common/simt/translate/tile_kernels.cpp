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

/// A parameter in the tokens [first, end) of a kernel's head.
struct Parameter {
  std::size_t first, end;    ///< without a default value
  std::size_t name = kNone;  ///< kNone: it has none, or that is in parentheses
  bool is_pack = false;
  bool has_parentheses = false;
};

/// Is it none that names a type, or a parameter?
bool is_word_of_type(std::string_view token) {
  return starts_with(token, "__restrict") ||
         is_any_of(token, {"const", "volatile", "struct", "class", "union", "enum", "typename"});
}

/// The parameter that begins there. @param behind receives the token behind it: a comma, or the parenthesis at `close`
Parameter read_parameter(const Source& source, std::size_t first, std::size_t close,
                         std::size_t* behind) {
  Parameter parameter{first, kNone};
  bool has_type = false;
  std::size_t i = first;
  for (; i < close && source[i] != ","; ++i) {
    const std::string_view token = source[i];
    const std::size_t angle = source.closing_angle(i), bracket = source.closing(i);
    if (token == "=" && parameter.end == kNone) parameter.end = i;
    if (parameter.end == kNone) {
      parameter.is_pack |= token == "..." || token == ".";
      parameter.has_parentheses |= token == "(";
      if (is_builtin_type(token)) {
        has_type = true;
      } else if (source.is_identifier(i) && !is_word_of_type(token)) {
        if (has_type && source[i - 1] != "::") parameter.name = i;
        has_type = true;
      }
    }
    if (angle != kNone) {
      i = angle;
    } else if (bracket != kNone) {
      i = bracket;
    }
  }
  if (parameter.end == kNone) parameter.end = i;
  *behind = i;
  return parameter;
}

/// Parameters that are no scalars are errors where their types are known: in the kernel's body, which begins there.
/// @param open the parenthesis in front of its parameters
void check_parameters(Source& source, std::size_t open, std::size_t body) {
  const std::size_t close = source.closing(open);
  for (std::size_t i = open + 1; i < close; ++i) {
    const Parameter parameter = read_parameter(source, i, close, &i);
    const bool has_name = parameter.name != kNone;
    if (!has_name && (parameter.is_pack || parameter.has_parentheses)) continue;
    const std::string type = has_name ? "decltype(" + std::string(source[parameter.name]) + ")"
                                      : source.render(parameter.first, parameter.end);
    const std::string holds = "::simt::kIsTileParameter<" + type + ">";
    const std::string text =
        " static_assert(" + (parameter.is_pack ? "(" + holds + " && ...)" : holds) +
        ", \"a tile kernel takes numbers, pointers and references, and " +
        (has_name ? "the type of " + std::string(source[parameter.name]) : "this type") +
        " is none of these: give it the members of a class one by one, or a pointer to it in "
        "device memory\");";
    source.insert_after(body, source.on_line_of(parameter.first, text, body));
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
    if (source[body] != "{" || source.closing(body) == kNone) continue;
    check_body(source, body);
    check_parameters(source, kernel.end, body);
  }
}

}  // namespace translator
