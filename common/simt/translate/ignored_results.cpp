#include "ignored_results.h"

#include <string>

#include "declaration.h"

namespace translator {
namespace {

/// cudaMalloc and the like; not a type, cudaStream_t, nor what is called in order to drop an error.
bool is_function_of_runtime(std::string_view name) {
  return name.size() > 4 && name.substr(0, 4) == "cuda" && name[4] >= 'A' && name[4] <= 'Z' &&
         name.substr(name.size() - 2) != "_t" &&
         !is_any_of(name, {"cudaGetLastError", "cudaPeekAtLastError"});
}

/// Whether `cub::Device…::Name` begins there, whose calls return an error. @param last receives the place of the name
bool is_function_of_cub(const Source& source, std::size_t i, std::size_t* last) {
  if (source[i] != "cub" || source[i + 1] != "::" || source[i + 2].substr(0, 6) != "Device" ||
      source[i + 3] != "::" || !source.is_identifier(i + 4)) {
    return false;
  }
  *last = i + 4;
  return true;
}

/// Whether a statement can begin after this token. A `)` has to be that of an if or a loop: `(void)` says
/// that the result is not wanted.
bool ends_in_front_of_statement(const Source& source, std::size_t before) {
  const std::string_view token = source[before];
  if (is_any_of(token, {";", "{", "}", ":", "else", "do"})) return true;
  if (token != ")") return false;
  const std::size_t open = source.opening(before);
  return open != kNone && open > 0 &&
         is_any_of(source[open - 1], {"if", "for", "while", "switch", "constexpr"});
}

}  // namespace

void translate_ignored_result(Source& source, std::size_t i) {
  std::size_t last = i;
  if (!is_function_of_runtime(source[i]) && !is_function_of_cub(source, i, &last)) return;
  if (source[last + 1] != "(") return;
  std::size_t first = i;
  if (first > 0 && source[first - 1] == "::") --first;
  if (first == 0 || !ends_in_front_of_statement(source, first - 1)) return;
  const std::size_t close = source.closing(last + 1);
  if (close == kNone || source[close + 1] != ";") return;
  std::string name;
  for (std::size_t k = i; k <= last; ++k) name += source[k];
  source.insert_after(close, ", ::simt::Ignored{\"" + name + "\",\"" + std::string(source.file(i)) +
                                 "\"," + std::to_string(source.line(i)) + "}");
}

}  // namespace translator
