#include "variable_declaration.h"

#include <string_view>

#include "declaration.h"

namespace translator {
namespace {

bool is_specifier(std::string_view token) {
  return is_any_of(token, {"const", "volatile", "register", "__restrict__", "__restrict"});
}

/// Words in front of variables that are no memory of each thread, or none that it writes.
bool is_storage_class(std::string_view token) {
  return is_any_of(token,
                   {"static", "extern", "thread_local", "constexpr", "constinit", "__shared__"});
}

/// Words that make it no declaration of a variable.
bool begins_other(std::string_view token) {
  return is_any_of(
      token, {"typedef",   "using",    "namespace",     "template", "friend",       "operator",
              "if",        "else",     "for",           "while",    "do",           "switch",
              "case",      "default",  "return",        "goto",     "break",        "continue",
              "try",       "throw",    "new",           "delete",   "sizeof",       "alignof",
              "typeid",    "noexcept", "this",          "not",      "compl",        "and",
              "or",        "bitand",   "bitor",         "xor",      "co_await",     "asm",
              "co_return", "co_yield", "__extension__", "requires", "__asm__",      "__asm",
              "true",      "false",    "nullptr",       "__null",   "static_assert"});
}

/// Is the `:` at `colon` after a label, `case` or `default` that begins a statement of a block?
bool ends_label(const Source& source, std::size_t colon) {
  std::size_t i = colon;
  while (i > 0 && !is_any_of(source[i - 1], {";", "{", "}"})) --i;
  while (i < colon) {
    std::size_t end = i + 1;
    if (source[i] == "case") {
      int choices = 0;  // `case a ? b : c:`
      while (end < colon && (source[end] != ":" || choices-- > 0)) {
        const std::size_t close = source.closing(end);
        if (source[end] == "?") ++choices;
        end = close == kNone ? end + 1 : close + 1;
      }
    } else if (!source.is_identifier(i) || source[end] != ":") {
      return false;
    }
    if (end >= colon) return end == colon;
    i = end + 1;
  }
  return false;
}

}  // namespace

bool begins_statement(const Source& source, std::size_t i) {
  if (i == 0) return false;
  const std::string_view before = source[i - 1];
  return is_any_of(before, {";", "{", "}"}) || (before == ":" && ends_label(source, i - 1));
}

bool VariableDeclaration::read() {
  if (!read_type()) return false;
  do {
    if (!read_declarator()) return false;
  } while (source_[at_++] == ",");
  return source_[--at_] == ";";
}

bool VariableDeclaration::skip_specifier() {
  const std::string_view token = source_[at_];
  if (is_specifier(token) || is_storage_class(token)) {
    is_stored_elsewhere_ |= is_storage_class(token);
    is_constant_ |= is_any_of(token, {"const", "constexpr"});
    ++at_;
  } else if (token == "[" && source_[at_ + 1] == "[" && source_.closing(at_) != kNone) {
    at_ = source_.closing(at_) + 1;
  } else if (is_any_of(token, {"alignas", "__align__", "__attribute__", "__attribute"}) &&
             source_.closing(at_ + 1) != kNone) {
    at_ = source_.closing(at_ + 1) + 1;
  } else {
    return false;
  }
  return true;
}

bool VariableDeclaration::read_type() {
  while (skip_specifier()) continue;
  if (begins_other(source_[at_])) return false;
  const std::size_t first = at_;
  if (is_any_of(source_[at_], {"struct", "class", "union", "enum"})) {
    ++at_;
    is_class_ = true;
    while (skip_specifier()) continue;
    at_ = skip_qualified_name(source_, at_);
    if (source_[at_] == ":") {
      while (at_ < source_.size() && !is_any_of(source_[at_], {"{", ";"})) ++at_;
    }
    if (source_[at_] == "{" && source_.closing(at_) != kNone) at_ = source_.closing(at_) + 1;
  } else if (is_builtin_type(source_[at_])) {
    while (is_builtin_type(source_[at_]) || is_specifier(source_[at_])) {
      if (!skip_specifier()) ++at_;
    }
  } else {
    at_ = skip_qualified_name(source_, at_);
    is_named_ = true;
  }
  if (at_ == first) return false;
  while (skip_specifier()) continue;
  type_is_constant_ = is_constant_;
  return true;
}

/// Up to the comma or semicolon after it.
bool VariableDeclaration::read_declarator() {
  bool is_plain = true;
  std::size_t name = kNone;
  is_constant_ = type_is_constant_;
  while (is_any_of(source_[at_], {"*", "&", "&&"}) || skip_specifier()) {
    if (!is_any_of(source_[at_], {"*", "&", "&&"})) continue;
    is_plain = is_constant_ = false;
    ++at_;
  }
  if (source_.is_identifier(at_)) {
    if (begins_other(source_[at_])) return false;
    name = at_++;
    while (source_[at_] != ";" && skip_specifier()) continue;
    if (is_constant_ && source_[at_] == "[") tables_.push_back(name);
    if (!is_constant_ && !is_stored_elsewhere_) {
      if (source_[at_] == "[") arrays_.push_back(name);
      if (source_[at_] != "[" && is_plain && is_named_) others_.push_back(name);
    }
  } else if (source_[at_] == "(" && is_any_of(source_[at_ + 1], {"*", "&"}) &&
             source_.closing(at_) != kNone &&
             is_any_of(source_[source_.closing(at_) + 1], {"[", "("})) {
    at_ = source_.closing(at_) + 1;  // `(*row)[4]`, `(*f)(int)`, and not a call
  } else {
    return false;
  }
  while (is_any_of(source_[at_], {"[", "(", "{"})) {
    if (source_.closing(at_) == kNone) return false;
    at_ = source_.closing(at_) + 1;
    while (skip_specifier()) continue;
  }
  if (source_[at_] == "=") skip_initialiser();
  if (name != kNone) variables_.push_back({name, name + 1, at_, is_constant_});
  return is_any_of(source_[at_], {",", ";"});
}

void VariableDeclaration::skip_initialiser() {
  while (at_ < source_.size() && !is_any_of(source_[at_], {",", ";", "}", ")", "]"})) {
    std::size_t close = source_.closing(at_);
    if (source_[at_] == "<" && source_.is_identifier(at_ - 1)) {
      const std::size_t angle = source_.closing_angle(at_);
      if (angle != kNone && is_any_of(source_[angle + 1], {"(", "{", "::"})) close = angle;
    }
    at_ = close == kNone ? at_ + 1 : close + 1;
  }
}

}  // namespace translator
