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
    const bool is_value = !open_.empty() && opens_value(open_.back().brace);
    const std::size_t head = is_value ? open_.back().head : i + 1;
    if (!open_.empty()) open_.pop_back();
    head_ = head;
    return;
  } else if (token != ";") {
    return;
  }
  head_ = i + 1;
}

/// `S() : a{1} {`, `f(T t = {}) {`: the head goes on after these braces.
bool Scopes::opens_value(std::size_t brace) const {
  const std::size_t close = source_.closing(brace);
  if (brace == 0 || close == kNone || !is_any_of(source_[close + 1], {"{", ",", ")"})) return false;
  const std::string_view before = source_[brace - 1];
  return is_any_of(before, {"=", "(", ",", ">"}) ||
         (source_.is_identifier(brace - 1) &&
          !is_any_of(before, {"else", "do", "try", "mutable", "noexcept", "const", "__device__",
                              "__host__", "constexpr", "override", "final"}));
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
