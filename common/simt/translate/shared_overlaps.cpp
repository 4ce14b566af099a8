#include "shared_overlaps.h"

#include <map>
#include <string>

#include "declaration.h"

namespace translator {
namespace {

/// What a function does with an array, by the order of the text.
struct Uses {
  std::size_t first_store = kNone;
  std::size_t last_read = kNone;
  bool by_pointer = false;  ///< then nothing is known
};

/// The name in `extern __shared__ T name[];`, if token `i` is this `extern`.
std::string_view dynamic_name(const Source& source, std::size_t i) {
  if (source[i] != "extern") return {};
  bool is_shared = false;
  for (std::size_t k = i + 1; k < source.size() && source[k] != ";"; ++k) {
    is_shared |= source[k] == "__shared__";
    if (is_shared && source[k] == "[" && source[k + 1] == "]") return source[k - 1];
  }
  return {};
}

/// Files the use of an array's name at token `i`.
void add_use(const Source& source, std::size_t i, Uses& uses) {
  const std::size_t end = source[i + 1] == "[" ? source.closing(i + 1) : kNone;
  if (end == kNone || source[i - 1] == "&") {
    uses.by_pointer = true;
    return;
  }
  const bool stores = source[end + 1] == "=";
  if (stores && uses.first_store == kNone) uses.first_store = i;
  if (!stores) uses.last_read = i;
}

}  // namespace

void check_shared_overlaps(const Source& source, std::size_t open,
                           const std::unordered_set<std::string_view>& of_file) {
  const std::size_t close = source.closing(open);
  if (close == kNone) return;
  std::map<std::string_view, Uses> arrays;
  for (const std::string_view name : of_file) arrays[name];
  for (std::size_t i = open; i < close; ++i) {
    if (const std::string_view name = dynamic_name(source, i); !name.empty()) {
      arrays[name];
      while (source[i] != ";") ++i;
    } else if (const auto found = arrays.find(source[i]);
               found != arrays.end() && !is_any_of(source[i - 1], {".", "->", "::"})) {
      add_use(source, i, found->second);
    }
  }
  for (const auto& [name, uses] : arrays) {
    for (const auto& [other, others] : arrays) {
      if (uses.by_pointer || others.by_pointer || uses.first_store == kNone ||
          others.first_store == kNone || uses.last_read == kNone ||
          others.first_store < uses.first_store || uses.last_read < others.first_store) {
        continue;
      }
      if (name == other) continue;
      source.warning(others.first_store,
                     "this stores into " + std::string(name) +
                         ", too: all extern __shared__ arrays of a "
                         "kernel begin at the same address. Declare one, and let " +
                         std::string(other) + " point behind the elements of " + std::string(name));
      return;
    }
  }
}

}  // namespace translator
