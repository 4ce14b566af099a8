#include "pointer_casts.h"

#include <string_view>

#include "declaration.h"

namespace translator {
namespace {

/// `float4` and its relatives.
bool is_vector_type(std::string_view name) {
  if (name.empty() || name.back() < '1' || name.back() > '4') return false;
  name.remove_suffix(1);
  if (name.substr(0, 1) == "u") name.remove_prefix(1);
  return is_any_of(name, {"char", "short", "int", "long", "longlong", "float", "double", "half"});
}

/// Is this a word of a type whose alignment its size tells?
bool is_known(std::string_view word) {
  if (is_builtin_type(word) || is_vector_type(word)) return true;
  if (word.size() > 2 && word.substr(word.size() - 2) == "_t") return true;
  return is_any_of(word, {"const", "volatile", "std", "cuda", "struct", "byte", "half", "__half",
                          "__half2", "nv_bfloat16", "__nv_bfloat16", "nv_bfloat162",
                          "__nv_bfloat162", "FILE", "__restrict__", "uint", "uchar", "ushort"});
}

/// Do the tokens [first, last) name a pointer or a reference to a type that may be aligned to less than its
/// size? A pointer to pointers is none. @param alias whether another name may stand for one
bool names_pointer(const Source& source, std::size_t first, std::size_t last, bool alias) {
  std::size_t stars = 0;
  bool is_unknown = false;
  for (std::size_t i = first; i < last; ++i) {
    if (is_any_of(source[i], {"*", "&", "&&"})) {
      ++stars;
    } else if (source[i] == "<" && source.closing_angle(i) != kNone && i > first) {
      i = source.closing_angle(i);
      is_unknown = true;
    } else if (source.is_identifier(i)) {
      is_unknown = is_unknown || !is_known(source[i]);
    } else if (source[i] != "::") {
      return false;
    }
  }
  return is_unknown && (stars == 1 || (stars == 0 && alias));
}

/// Does token `i` begin the operand of a cast, and no operator?
bool begins_operand(const Source& source, std::size_t i) {
  return (source.is_identifier(i) &&
          !is_any_of(source[i], {"const", "noexcept", "override", "final", "mutable"})) ||
         is_any_of(source[i], {"(", "&"});
}

}  // namespace

bool is_pointer_cast(const Source& source, std::size_t i, const Scopes& scopes) {
  const std::string_view token = source[i];
  if (!is_any_of(token, {"(", "reinterpret_cast", "static_cast", "new"})) return false;
  if (!scopes.in_device_code()) {
    const std::string_view file = source.file(i);
    if (file.size() < 3 || file.substr(file.size() - 3) != ".cu") return false;
  }
  if (token == "new") return scopes.in_device_code() && source[i + 1] == "(";
  if (token == "(") {
    const std::size_t close = source.closing(i);
    if (close == kNone || close < i + 3 || !is_any_of(source[close - 1], {"*", "&"})) return false;
    // Behind a name it is a list of parameters, but for what may stand in front of an expression.
    const bool is_behind_name = i > 0 && (source.is_identifier(i - 1) || source[i - 1] == ">") &&
                                !is_any_of(source[i - 1], {"return", "else", "do", "case"});
    return !is_behind_name && begins_operand(source, close + 1) &&
           names_pointer(source, i + 1, close, false);
  }
  const std::size_t close = source.closing_angle(i + 1);
  return close != kNone && names_pointer(source, i + 2, close, token == "reinterpret_cast");
}

}  // namespace translator
