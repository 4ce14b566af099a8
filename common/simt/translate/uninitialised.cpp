#include "uninitialised.h"

#include <string>
#include <string_view>

#include "declaration.h"
#include "variable_declaration.h"

namespace translator {
namespace {

enum class Use { kRead, kChanged, kMayBeAssigned };

bool changes(std::string_view token) {
  return is_any_of(token, {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "++", "--"});
}

/// Functions that take their arguments by value.
bool takes_values(std::string_view name) {
  return name.substr(0, 6) == "atomic" || name.substr(0, 6) == "__shfl" ||
         name.substr(0, 8) == "__reduce" ||
         is_any_of(name, {"printf", "min", "max", "fminf", "fmaxf", "sqrtf", "rsqrtf", "fabsf",
                          "abs", "expf", "if", "while", "for", "switch", "return"});
}

/// What is done with the variable that token `i` names.
Use use_of(const Source& source, std::size_t i, bool is_array) {
  std::size_t behind = i + 1;
  while (source[behind] == "[" && source.closing(behind) != kNone) {
    behind = source.closing(behind) + 1;
  }
  if (is_array && behind == i + 1) return Use::kMayBeAssigned;  // passed on
  const std::string_view before = source[i - 1], next = source[behind];
  if (changes(next) || is_any_of(before, {"++", "--"})) return Use::kChanged;
  if (is_any_of(next, {"=", "(", ".", "->", "<", ">", "{"}) || before == "&" || before == "*") {
    return Use::kMayBeAssigned;
  }
  const std::size_t open = source.enclosing(i);
  if (open == kNone || open == 0) return Use::kMayBeAssigned;
  if (source[open] == "(") {
    const std::string_view callee = source[open - 1];
    const bool is_call = source.is_identifier(open - 1) || is_any_of(callee, {">", ")", "]"});
    if (is_call && !takes_values(callee)) return Use::kMayBeAssigned;
  }
  if (source[open] == "[" && !source.is_identifier(open - 1) && source[open - 1] != "]") {
    return Use::kMayBeAssigned;  // a lambda's capture
  }
  return Use::kRead;
}

/// The token where a variable is changed that has no value yet, or kNone.
std::size_t first_change(const Source& source, std::size_t name, std::size_t first,
                         std::size_t last) {
  std::size_t found = kNone;
  for (std::size_t i = first; i < last; ++i) {
    if (source[i] != source[name] || is_any_of(source[i - 1], {".", "->", "::"})) continue;
    if (is_declared_name(source, i)) return kNone;  // another one
    switch (use_of(source, i, source[name + 1] == "[")) {
      case Use::kMayBeAssigned:
        return kNone;
      case Use::kChanged:
        if (found == kNone) found = i;
        break;
      case Use::kRead:
        break;
    }
  }
  return found;
}

}  // namespace

void check_initialised(Source& source, std::size_t i, const Scopes& scopes) {
  if (scopes.current() != Scope::kFunction || !scopes.in_device_code()) return;
  if (!begins_statement(source, i)) return;
  const std::size_t block = source.enclosing(i);
  if (block == kNone || source[block] != "{" || source.closing(block) == kNone) return;
  VariableDeclaration declaration(source, i);
  if (!declaration.read() || !declaration.is_plain()) return;
  if (declaration.end() >= source.closing(block)) return;
  for (const VariableDeclaration::Variable& variable : declaration.variables()) {
    bool has_value = is_any_of(source[variable.name - 1], {"&", "&&", "*"});
    for (std::size_t k = variable.first; k < variable.last; ++k) {
      has_value |= is_any_of(source[k], {"=", "(", "{"});
    }
    if (has_value) continue;
    const std::size_t at =
        first_change(source, variable.name, variable.last, source.closing(block));
    if (at == kNone) continue;
    const std::string name(source[variable.name]);
    source.warning(
        at, name + " is changed here, and nothing has given it a value before: begin with " +
                (source[variable.name + 1] == "[" ? "all elements 0, as in " + name + "[...] = {}"
                                                  : name + " = 0"));
  }
}

}  // namespace translator
