#include "variable_casts.h"

#include "declaration.h"

namespace translator {
namespace {

/// Does the operand of a cast to a pointer begin with token `i`, maybe after a parenthesis?
bool begins_operand(const Source& source, std::size_t i) {
  if (i > 2 && source[i - 1] == "(") --i;
  if (i < 3) return false;
  if (source[i] == "(" && source[i - 1] == ">") {  // reinterpret_cast<int*>(
    const std::size_t open = source.opening_angle(i - 1);
    return open != kNone && open > 0 && source[open - 1] == "reinterpret_cast" &&
           source[i - 2] == "*";
  }
  return source[i - 1] == ")" && source[i - 2] == "*";
}

/// The last token of `name[i].member`, which begins with token `i`.
std::size_t end_of_place(const Source& source, std::size_t i) {
  while (true) {
    if (source[i + 1] == "[" && source.closing(i + 1) != kNone) {
      i = source.closing(i + 1);
    } else if (source[i + 1] == "." && source.is_identifier(i + 2)) {
      i += 2;
    } else {
      return i;
    }
  }
}

}  // namespace

void VariableCasts::record_declaration(std::size_t i) {
  const Declaration declaration = read_declaration(source_, i);
  if (!declaration.is_variable && source_[i] == "__device__") return;
  if (declaration.name != kNone) variables_.insert(source_[declaration.name]);
  bool is_name = false;  // after a comma
  for (std::size_t k = declaration.end; k < source_.size() && source_[k] != ";"; ++k) {
    if (is_name && source_.is_identifier(k)) {
      variables_.insert(source_[k]);
      is_name = false;
    }
    is_name |= source_[k] == ",";
    if (source_.closing(k) != kNone) k = source_.closing(k);
  }
}

void VariableCasts::translate_use(std::size_t i) {
  if (i < 2) return;
  const bool is_declaration =
      source_[i + 1] == "[" && is_any_of(source_[i - 1], {"char", "uint8_t", "int8_t", "byte"});
  if (is_declaration) variables_.insert(source_[i]);
  if (is_declaration || variables_.count(source_[i]) == 0) return;
  const std::size_t first = source_[i - 1] == "&" ? i - 1 : i;
  if (!begins_operand(source_, first)) return;
  const std::size_t last = end_of_place(source_, i);
  if (source_[last + 1] == "(") return;  // a call
  source_.insert_before(first, " ::simt::hidden_place(");
  source_.insert_after(last, ")");
}

}  // namespace translator
