// Kernels as `void*`: the runtime has to know their types to launch them.
#include "declaration.h"
#include "launches.h"

namespace translator {

void Launches::translate_use(std::size_t name) {
  if (kernels_.count(source_[name]) == 0) return;
  std::size_t first = name;
  while (first > 0 && source_[first - 1] == "::") {
    const std::size_t scope = scope_before(first - 1);
    if (scope == first - 1) {  // ::k
      first = scope;
      break;
    }
    first = scope;
  }
  if (first > 0 && source_[first - 1] == "&") --first;
  if (first == 0) return;
  const std::size_t before = first - 1;
  bool is_cast = false;
  if (source_[before] == ")") {  // (void*)k
    const std::size_t open = source_.opening(before);
    is_cast = open != kNone && is_void_pointer(open, before);
  } else if (source_[before] == "(" && before > 0 && source_[before - 1] == ">") {
    const std::size_t open = source_.opening_angle(before - 1);  // reinterpret_cast<void*>(k)
    is_cast = open != kNone && is_void_pointer(open, before - 1);
  }
  if (!is_cast) return;
  std::size_t last = name;
  if (source_[name + 1] == "<") {
    last = source_.closing_angle(name + 1);
    if (last == kNone) return;
  }
  source_.insert_before(first, "::simt::note(");
  source_.insert_after(last, ")");
}

bool Launches::is_void_pointer(std::size_t open, std::size_t close) const {
  bool has_void = false;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (!is_any_of(source_[i], {"const", "void", "*"})) return false;
    has_void |= source_[i] == "void";
  }
  return has_void && source_[close - 1] == "*";
}

}  // namespace translator
