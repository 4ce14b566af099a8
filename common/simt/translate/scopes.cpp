#include "scopes.h"

#include <string_view>

#include "declaration.h"

namespace translator {

void Scopes::see(std::size_t i) {
  const std::string_view token = source_[i];
  if (token == "{") {
    const Scope scope = opened_by(i);
    open_.push_back({scope, scope == Scope::kFunction && opens_device_code(i), head_, i});
  } else if (token == "}") {
    if (!open_.empty()) open_.pop_back();
  } else if (token != ";") {
    return;
  }
  head_ = i + 1;
}

/// A namespace and a class say so in front of the brace; everything else has, or is, a body.
Scope Scopes::opened_by(std::size_t brace) const {
  bool is_class = false;
  for (std::size_t i = head_; i < brace; ++i) {
    const std::string_view token = source_[i];
    if (token == "namespace") return Scope::kNamespace;
    if (token == "extern" && source_.is_text(i + 1) && i + 2 == brace) return Scope::kNamespace;
    if (token == "enum" || token == "=") return Scope::kFunction;
    if (is_any_of(token, {"class", "struct", "union"})) is_class = true;
    if (token == "template" && source_.closing_angle(i + 1) != kNone) {
      i = source_.closing_angle(i + 1);
    } else if (token == "(") {
      if (i == 0 || !takes_parentheses(source_[i - 1])) return Scope::kFunction;
      if (source_.closing(i) == kNone) return Scope::kFunction;
      i = source_.closing(i);
    }
  }
  return is_class ? Scope::kClass : Scope::kFunction;
}

std::size_t Scopes::body() const {
  std::size_t brace = kNone;
  for (std::size_t i = open_.size(); i > 0 && open_[i - 1].scope == Scope::kFunction; --i) {
    brace = open_[i - 1].brace;
  }
  return brace;
}

bool Scopes::body_says(std::string_view word) const {
  for (const Open& open : open_) {
    if (open.brace != body()) continue;
    for (std::size_t i = open.head; i < open.brace; ++i) {
      if (source_[i] == word) return true;
    }
  }
  return false;
}

/// A body is device code if its head says so, or if it is inside of such a body.
bool Scopes::opens_device_code(std::size_t brace) const {
  if (in_device_code()) return true;
  for (std::size_t i = head_; i < brace; ++i) {
    if (is_any_of(source_[i], {"__global__", "__device__"})) return true;
  }
  return false;
}

}  // namespace translator
