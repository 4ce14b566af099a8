/// @file
/// @ingroup simt_translate
/// Which braces are open: is this inside a function?
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source.h"

namespace translator {

/// Where in the program a declaration stands.
enum class Scope { kNamespace, kClass, kFunction };

class Scopes {
 public:
  explicit Scopes(const Source& source) : source_(source) {}

  /// Has to see every token once, in order.
  void see(std::size_t i);

  /// Of the last token seen.
  Scope current() const { return open_.empty() ? Scope::kNamespace : open_.back().scope; }
  /// Is the last token seen in the body of a kernel or a device function?
  bool in_device_code() const { return !open_.empty() && open_.back().is_device; }
  /// Is it in the body of any function, or of a class in one?
  bool in_function() const {
    for (const Open& open : open_) {
      if (open.scope == Scope::kFunction) return true;
    }
    return false;
  }
  /// The `{` of the function around it, and whether the head of that has the word; lambdas and
  /// blocks are part of their function.
  std::size_t body() const;
  bool body_says(std::string_view word) const;

 private:
  struct Open {
    Scope scope;
    bool is_device;
    std::size_t head, brace;  ///< its first token, its `{`
  };

  bool opens_value(std::size_t brace) const;
  Scope opened_by(std::size_t brace) const;
  bool opens_device_code(std::size_t brace) const;

  const Source& source_;
  std::vector<Open> open_;
  std::size_t head_ = 0;  ///< the first token after the last ; { }
};

}  // namespace translator
