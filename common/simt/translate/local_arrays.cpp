#include "local_arrays.h"

#include <algorithm>
#include <string>
#include <vector>

#include "declaration.h"
#include "marks.h"
#include "variable_declaration.h"

namespace translator {
namespace {

/// The token after the body of a loop, which begins at `i`.
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
  if (scopes.current() != Scope::kFunction || !scopes.in_device_code()) return;
  if (!begins_statement(source_, i)) return;
  const std::size_t block = source_.enclosing(i);
  if (block == kNone || source_[block] != "{" || source_.closing(block) == kNone) return;
  VariableDeclaration declaration(source_, i);
  if (!declaration.read() || declaration.end() >= source_.closing(block)) return;
  if (scopes.body() != body_) {
    body_ = scopes.body();
    values_.clear();
    find_definitions();
  }
  is_kernel_ = scopes.body_says("__global__");

  std::string text;
  for (const std::size_t name : declaration.arrays()) {
    text += statement(name, declaration.end(), source_.closing(block));
  }
  for (const std::size_t name : declaration.others()) {
    if (!is_indexed(name, declaration.end(), source_.closing(block))) continue;
    text += " if constexpr (::std::is_array_v<decltype(" + std::string(source_[name]) + ")>) {" +
            statement(name, declaration.end(), source_.closing(block)) + " }";
  }
  // g++ may have these where it likes, so nothing is counted, but an index has to fit.
  for (const std::size_t name : declaration.tables()) {
    const std::size_t first = declaration.end(), last = source_.closing(block);
    if (is_indexed(name, first, last) && value_of_indices(name, first, last) != Value::kConstant) {
      text += kCheckedArrays;
    }
  }
  if (!text.empty()) source_.insert_after(declaration.end(), text);
}

/// What tells the runtime of the array `name`, used in the tokens [first, last).
std::string LocalArrays::statement(std::size_t name, std::size_t first, std::size_t last) {
  const std::string array(source_[name]);
  const std::string is_large = "sizeof(" + array + ") > ::simt::kRegisterBytes";
  const std::string call =
      std::string(kLocalArray) + array + ", " + std::to_string(++declarations_) + ", ";
  switch (value_of_indices(name, first, last)) {
    case Value::kConstant:
      return " if constexpr (" + is_large + ")" + call + "true);";
    case Value::kUnclear:
      return call + is_large + ");";
    case Value::kVaries:
      break;
  }
  return call + "true);";
}

/// Does `name[` stand in the tokens [first, last)?
bool LocalArrays::is_indexed(std::size_t name, std::size_t first, std::size_t last) const {
  for (std::size_t i = first; i < last; ++i) {
    if (source_[i] == source_[name] && source_[i + 1] == "[") return true;
  }
  return false;
}

/// The least known index of the array `name` in the tokens [first, last).
LocalArrays::Value LocalArrays::value_of_indices(std::size_t name, std::size_t first,
                                                 std::size_t last) {
  Value value = Value::kConstant;
  for (std::size_t i = first; i < last; ++i) {
    if (source_[i] != source_[name] || is_any_of(source_[i - 1], {".", "->", "::"})) continue;
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
    if (source_.is_identifier(i) && source_[i] != but &&
        !is_any_of(source_[i - 1], {".", "->", "::"})) {
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

/// Of the variables of the body, and of the parameters of its lambdas.
void LocalArrays::find_definitions() {
  definitions_.clear();
  const std::size_t end = std::min(source_.closing(body_), source_.size());
  for (std::size_t i = body_ + 1; i < end; ++i) {
    if (begins_statement(source_, i)) {
      VariableDeclaration declaration(source_, i);
      if (!declaration.read() || declaration.end() >= end) continue;
      for (const VariableDeclaration::Variable& variable : declaration.variables()) {
        definitions_[variable.name] = {
            variable.is_constant ? Definition::kConstant : Definition::kVariable, variable.first,
            variable.last};
      }
    } else if (source_[i] == "(" && source_[i - 1] == "]" && source_.closing(i) != kNone) {
      for (std::size_t k = i + 2; k <= source_.closing(i); ++k) {
        if (is_any_of(source_[k], {",", ")", "="}) && source_.is_identifier(k - 1)) {
          definitions_[k - 1] = {Definition::kVariable, k, k};
        }
      }
    }
  }
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
    } else if (source_[k] == name && definitions_.count(k) > 0) {
      found = definitions_.at(k);
    }
  }
  return found;
}

}  // namespace translator
