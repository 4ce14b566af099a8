#include "local_arrays.h"

#include <algorithm>
#include <string>
#include <vector>

#include "declaration.h"

namespace translator {
namespace {

/// Does the declaration with the specifiers [first, name) make an array of each thread, which it can
/// write?
bool is_array_of_thread(const Source& source, std::size_t first, std::size_t name) {
  if (first >= name || first == 0) return false;
  if (!is_any_of(source[first - 1], {";", "{", "}", ":", "]"}) || source[name] == "auto") {
    return false;
  }
  if (!source.is_identifier(name - 1) && !is_any_of(source[name - 1], {">", "*"})) return false;
  for (std::size_t i = first; i < name; ++i) {
    if (is_any_of(source[i], {"static", "extern", "thread_local", "__shared__", "typedef", "using",
                              "new", "delete", "sizeof", "throw", "co_return", "co_yield"})) {
      return false;
    }
  }
  return !look_at_declaration(source, name).is_constant;
}

/// The token behind the body of a loop, which begins at `i`.
std::size_t end_of_loop(const Source& source, std::size_t i) {
  while (i < source.size() && source[i] != ";") {
    const std::size_t close = source.closing(i);
    if (source[i] == "{") return close == kNone ? source.size() : close + 1;
    i = close == kNone ? i + 1 : close + 1;
  }
  return i + 1;
}

}  // namespace

void LocalArrays::translate(std::size_t i, const Scopes& scopes) {
  if (source_[i + 1] != "[" || !source_.is_identifier(i)) return;
  if (scopes.current() != Scope::kFunction || !scopes.in_device_code()) return;
  const std::size_t block = source_.enclosing(i);
  if (block == kNone || source_[block] != "{" || source_.closing(block) == kNone) return;
  if (!is_array_of_thread(source_, first_specifier(source_, i), i)) return;
  if (scopes.body() != body_) values_.clear();
  body_ = scopes.body();
  is_kernel_ = scopes.body_says("__global__");
  if (scopes.body_says("constexpr") || scopes.body_says("consteval")) return;

  std::vector<std::size_t> names = {i};
  std::size_t end = i + 1;
  while (end < source_.size() && source_[end] != ";") {
    if (source_[end] == ",") {
      const std::size_t next = source_[end + 1] == "*" ? end + 2 : end + 1;
      if (source_.is_identifier(next) && source_[next + 1] == "[") names.push_back(next);
    }
    const std::size_t close = source_.closing(end);
    end = close == kNone ? end + 1 : close + 1;
  }
  if (end >= source_.closing(block)) return;
  std::string text;
  for (const std::size_t name : names) {
    const std::string array(source_[name]);
    const std::string number = std::to_string(++declarations_);
    const std::string is_large = "sizeof(" + array + ") > ::simt::kRegisterBytes";
    const std::string call =
        " ::simt::local_array(&" + array + ", sizeof(" + array + "), " + number;
    switch (value_of_indices(name, end, source_.closing(block))) {
      case Value::kConstant:
        text += " if constexpr (" + is_large + ")" + call + ", true);";
        break;
      case Value::kUnclear:
        text += call + ", " + is_large + ");";
        break;
      case Value::kVaries:
        text += call + ", true);";
    }
  }
  source_.insert_after(end, text);
}

/// The least known index of the array `name` in the tokens [first, last).
LocalArrays::Value LocalArrays::value_of_indices(std::size_t name, std::size_t first,
                                                 std::size_t last) {
  Value value = Value::kConstant;
  for (std::size_t i = first; i < last; ++i) {
    if (source_[i] != source_[name] || is_any_of(source_[i - 1], {".", "::"})) continue;
    if (source_[i + 1] != "[") value = std::max(value, Value::kUnclear);  // passed on
    for (std::size_t open = i + 1; source_[open] == "["; open = source_.closing(open) + 1) {
      if (source_.closing(open) == kNone) return Value::kUnclear;
      value = std::max(value, value_of(open + 1, source_.closing(open), {}));
    }
  }
  return value;
}

/// Of the least known name in the tokens [first, last), one left out.
LocalArrays::Value LocalArrays::value_of(std::size_t first, std::size_t last,
                                         std::string_view but) {
  Value value = Value::kConstant;
  for (std::size_t i = first; i < last; ++i) {
    if (source_.is_identifier(i) && source_[i] != but && !is_any_of(source_[i - 1], {".", "::"})) {
      value = std::max(value, value_of_name(i));
    }
  }
  return value;
}

LocalArrays::Value LocalArrays::value_of_name(std::size_t i) {
  if (is_any_of(source_[i], {"threadIdx", "blockIdx", "blockDim", "gridDim"}))
    return Value::kVaries;
  const Definition found = definition(i);
  if (found.kind == Definition::kNone) {  // a parameter, or of the program
    if (!is_parameter(source_[i])) return Value::kConstant;
    // Functions are inlined, and their parameters known then.
    return is_kernel_ ? Value::kVaries : Value::kUnclear;
  }
  const auto [at, is_new] = values_.emplace(found.first, Value::kUnclear);
  if (!is_new) return at->second;
  Value value = value_of(found.first, found.last, source_[i]);
  if (found.kind == Definition::kVariable) value = std::max(value, Value::kUnclear);
  return values_[found.first] = value;
}

bool LocalArrays::is_parameter(std::string_view name) const {
  if (body_ == kNone || body_ == 0 || source_[body_ - 1] != ")") return false;
  const std::size_t open = source_.opening(body_ - 1);
  if (open == kNone) return false;
  for (std::size_t i = open; i + 1 < body_; ++i) {
    if (source_[i] == name && is_any_of(source_[i + 1], {",", ")", "="})) return true;
  }
  return false;
}

/// Does token `i` stand where a declaration has its name, `int name =`?
bool LocalArrays::declares(std::size_t i) const {
  if (!is_any_of(source_[i + 1], {"=", "{", "(", ";", ",", ")", ":"})) return false;
  if (is_any_of(source_[i - 1], {">", "*", "&"})) return true;
  return source_.is_identifier(i - 1) &&
         !is_any_of(source_[i - 1], {"return", "else", "case", "do", "goto", "throw"});
}

/// The last definition before token `i` of what it names.
LocalArrays::Definition LocalArrays::definition(std::size_t i) const {
  const std::string_view name = source_[i];
  Definition found;
  for (std::size_t k = body_ + 1; k < i; ++k) {
    if (source_[k] == "for" && source_[k + 1] == "(" && source_.closing(k + 1) != kNone) {
      const std::size_t close = source_.closing(k + 1);
      const bool is_inside = i > close && i < end_of_loop(source_, close + 1);
      for (std::size_t n = k + 2; is_inside && n < close && source_[n] != ";"; ++n) {
        if (source_[n] == name && source_[n + 1] == "=") {
          found.kind = Definition::kLoop;
          found.first = n + 2;
          found.last = n + 2;
          // Up to what is done to it last: `++k` of `++k, at += n`.
          for (std::size_t m = n + 2; m < close; ++m) {
            if (source_[m] == name) found.last = m + 1;
          }
          while (found.last < close && source_[found.last] != ",") ++found.last;
        }
      }
      if (i > close) k = close;
    } else if (source_[k] == name && declares(k)) {
      found.kind = look_at_declaration(source_, k).is_constant ? Definition::kConstant
                                                               : Definition::kVariable;
      found.first = found.last = k + 1;
      while (found.last < i && !is_any_of(source_[found.last], {";", ",", ")"})) {
        const std::size_t close = source_.closing(found.last);
        found.last = close == kNone || close >= i ? found.last + 1 : close + 1;
      }
    }
  }
  return found;
}

}  // namespace translator
