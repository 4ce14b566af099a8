#include "translate.h"

#include "declaration.h"
#include "launches.h"
#include "qualifiers.h"
#include "scopes.h"
#include "shared_memory.h"
#include "source.h"

namespace translator {
namespace {

/// The end of the attribute that token `i` begins, `__attribute__((…))` or `[[…]]`; else `i`.
/// What looks like a word of CUDA's in there is the compiler's.
std::size_t end_of_attribute(const Source& source, std::size_t i) {
  std::size_t end = kNone;
  if (is_any_of(source[i], {"__attribute__", "__attribute"})) {
    end = source.closing(i + 1);
  } else if (source[i] == "[" && source[i + 1] == "[") {
    end = source.closing(i);
  }
  return end == kNone ? i : end;
}

}  // namespace

std::string translate(std::string_view text, std::vector<Diagnostic>& errors,
                      std::string_view file) {
  Source source(text, file, errors);
  Launches launches(source);
  SharedMemory shared_memory(source);
  Scopes scopes(source);
  for (std::size_t i = 0; i < source.size(); ++i) {
    scopes.see(i);
    if (const std::size_t end = end_of_attribute(source, i); end != i) {
      i = end;
      continue;
    }
    const std::string_view token = source[i];
    if (token == "<<<") {
      launches.translate(i);
    } else if (token.substr(0, 2) != "__") {
      if (!source.is_identifier(i)) continue;
      launches.translate_use(i);
      shared_memory.translate_use(i);
    } else if (!source.is_erased(i)) {
      if (token == "__shared__") {
        shared_memory.translate_declaration(i, scopes.current());
      } else {
        translate_qualifier(source, i, scopes.current());
      }
    }
  }
  return source.render();
}

}  // namespace translator
