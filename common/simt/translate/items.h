/// @file
/// @ingroup simt_translate
/// The declarations of a namespace or a class, one after the other.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "source.h"

namespace translator {

/// A declaration, with those inside of it if it is a namespace or a class.
struct Item {
  enum Kind { kNamespace, kClass, kFunction, kOther } kind = kOther;
  std::size_t first = 0, end = 0;            ///< its tokens are [first, end)
  std::size_t open = kNone, close = kNone;   ///< the braces of its body
  std::size_t parameters = kNone;            ///< the `(` of a function
  std::vector<std::string_view> names = {};  ///< what it declares
  std::vector<Item> items = {};
};

/// Reads the declarations in the tokens [first, end), of a class or of a namespace.
std::vector<Item> read_items(const Source& source, std::size_t first, std::size_t end,
                             bool in_class);

}  // namespace translator
