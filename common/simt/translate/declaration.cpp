#include "declaration.h"

#include <algorithm>

namespace translator {
namespace {

/// Keywords that come before a declaration or an expression and belong to neither.
bool ends_specifiers(std::string_view token) {
  return is_any_of(token, {"template", "return", "else", "do", "case", "default", "goto", "public",
                           "private", "protected", "operator", "throw"});
}

/// `(*name)(int)`, `(&name)[4]`, `(S::*name)()`: the parenthesis is part of a declarator.
bool opens_declarator(const Source& source, std::size_t open) {
  std::size_t i = open + 1;
  while (source.is_identifier(i) && source[i + 1] == "::") i += 2;
  if (!is_any_of(source[i], {"*", "&", "&&"})) return false;
  while (is_any_of(source[i], {"*", "&", "&&", "const", "volatile", "__restrict__"})) ++i;
  return source.is_identifier(i) && is_any_of(source[i + 1], {")", "["});
}

/// `int x(3)` has an initialiser, `int f(int)` has not; only literals tell without a symbol table.
bool opens_initialiser(const Source& source, std::size_t open) {
  const std::size_t i = open + (is_any_of(source[open + 1], {"-", "+"}) ? 2 : 1);
  return source.is_number(i) || source.is_text(i) ||
         is_any_of(source[i], {"true", "false", "nullptr", "__null"});
}

/// `[] __device__ { … }`: a body without parameters.
bool opens_lambda_body(const Source& source, std::size_t brace) {
  return brace > 0 && is_any_of(source[brace - 1],
                                {"__device__", "__host__", "mutable", "noexcept", "constexpr"});
}

}  // namespace

bool is_any_of(std::string_view token, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), token) != words.end();
}

bool takes_parentheses(std::string_view token) {
  return is_any_of(token, {"alignas", "__align__", "__attribute__", "__attribute", "decltype",
                           "typeof", "__typeof__", "__typeof", "__launch_bounds__", "__maxnreg__",
                           "__cluster_dims__", "__block_size__", "explicit", "noexcept"});
}

bool is_builtin_type(std::string_view token) {
  return is_any_of(token,
                   {"void", "bool", "char", "short", "int", "long", "float", "double", "signed",
                    "unsigned", "wchar_t", "char8_t", "char16_t", "char32_t", "__int128", "auto"});
}

std::size_t first_specifier(const Source& source, std::size_t i) {
  while (i > 0) {
    const std::size_t before = i - 1;
    const std::string_view token = source[before];
    if (source.is_identifier(before)) {
      const bool in_name = token == "template" && before > 0 && source[before - 1] == "::";
      if (ends_specifiers(token) && !in_name) break;
      i = before;
    } else if (is_any_of(token, {"::", "*", "&"})) {
      i = before;
    } else if (token == ">") {
      const std::size_t open = source.opening_angle(before);
      if (open == kNone || open == 0 || source[open - 1] == "template") break;
      i = open;
    } else if (token == ")") {
      const std::size_t open = source.opening(before);
      if (open == kNone || open == 0 || !takes_parentheses(source[open - 1])) break;
      i = open - 1;
    } else if (token == "]") {
      const std::size_t open = source.opening(before);
      if (open == kNone || source[open + 1] != "[") break;  // not [[an attribute]]
      i = open;
    } else if (source.is_text(before) && before > 0 && source[before - 1] == "extern") {
      i = before - 1;
    } else {
      break;
    }
  }
  return i;
}

std::size_t skip_qualified_name(const Source& source, std::size_t i) {
  if (source[i] == "typename") ++i;
  if (source[i] == "::") ++i;
  while (source.is_identifier(i)) {
    if (takes_parentheses(source[i]) && source.closing(i + 1) != kNone) {  // decltype(x)::type
      i = source.closing(i + 1) + 1;
    } else if (const std::size_t close = source.closing_angle(i + 1); close != kNone) {
      i = close + 1;
    } else {
      ++i;
    }
    if (source[i] != "::") break;
    ++i;
    if (source[i] == "template") ++i;
  }
  return i;
}

bool is_declared_name(const Source& source, std::size_t i) {
  if (i < 2) return false;
  std::size_t type = i - 1;
  while (type > 0 && is_any_of(source[type], {"*", "&", "&&", "const", "__restrict__"})) --type;
  if (type != i - 1 && !is_any_of(source[i + 1], {"=", ";", ",", ")", "(", "{", "["})) return false;
  if (source[type] == ">") return source.opening_angle(type) != kNone;
  if (source[type] == "(" && source[i + 1] == ")") {  // `void (*name)(int)`
    return is_any_of(source[i - 1], {"*", "&"}) && is_any_of(source[i + 2], {"(", "["});
  }
  return source.is_identifier(type) &&
         !is_any_of(source[type], {"return", "else", "do", "case", "throw", "new", "delete", "goto",
                                   "co_return", "co_await", "co_yield", "and", "or", "not",
                                   "sizeof", "typename", "template", "using", "operator"});
}

bool is_evaluated(const Source& source, std::size_t i) {
  const auto is_end = [&](std::size_t k) { return is_any_of(source[k], {";", "{", "}"}); };
  std::size_t first = i;
  while (first > 0 && !is_end(first - 1)) --first;
  for (; first < source.size() && !is_end(first); ++first) {
    if (is_any_of(source[first], {"sizeof", "decltype", "noexcept", "alignof", "typeid", "requires",
                                  "typeof", "__typeof__", "alignas"})) {
      return false;
    }
  }
  return true;
}

Declaration read_declaration(const Source& source, std::size_t i) {
  Declaration found;
  found.first = first_specifier(source, i);
  bool is_constexpr = false;
  std::size_t at = found.first;
  for (; at < source.size(); ++at) {
    const std::string_view token = source[at];
    std::size_t end_of_group = at;  // of parentheses and template arguments that say nothing here
    if (token == "operator") break;
    if (source.is_identifier(at)) {
      found.name = at;
      if (is_any_of(token, {"inline", "__inline__", "__inline"})) found.inline_at = at;
      is_constexpr |= token == "constexpr";
      found.is_constant |= token == "const" || is_constexpr;
      if (takes_parentheses(token)) {
        end_of_group = source[at + 1] == "(" ? source.closing(at + 1) : at;
      } else if (const std::size_t close = source.closing_angle(at + 1); close != kNone) {
        end_of_group = close;
      }
    } else if (token == "*" || token == "&") {
      found.is_constant = is_constexpr;
    } else if (token == "[" && source[at + 1] == "[") {
      end_of_group = source.closing(at);
    } else if (token == "(") {
      if (opens_declarator(source, at)) {
        found.is_variable = true;
        found.is_constant = is_constexpr || source[source.closing(at) - 2] == "const";
      } else {
        found.is_variable = opens_initialiser(source, at);
      }
      break;
    } else if (token == "{") {
      found.is_variable = !opens_lambda_body(source, at);
      break;
    } else if (is_any_of(token, {"=", ";", "[", ","})) {
      found.is_variable = true;
      break;
    } else if (!source.is_text(at) && token != "::" && token != "~" && token != "&&") {
      break;  // `->` of a lambda, or no declaration at all
    }
    if (end_of_group == kNone) break;
    at = end_of_group;
  }
  found.end = at;
  return found;
}

}  // namespace translator
