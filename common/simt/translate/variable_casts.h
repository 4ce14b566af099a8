/// @file
/// @ingroup simt_translate
/// Pointers to variables of the device that are cast to pointers of another type. g++ knows how such a variable is
/// aligned, so an access at a constant offset that is not aligned becomes several smaller ones, as for a
/// packed struct. On a GPU it is an error, so what the variable is does not go through the cast.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "scopes.h"
#include "source.h"

namespace translator {

class VariableCasts {
 public:
  explicit VariableCasts(Source& source) : source_(source) {}

  /// Takes the names from the declaration that has `__device__`, `__constant__` or `__managed__` at token `i`.
  void record_declaration(std::size_t i);
  /// Token `i` of device code may be such a name, or that of an array of bytes that the code has declared, in the
  /// operand of a cast: `(char*)&x`, `(float4*)(x + 1)`,
  /// `reinterpret_cast<int*>(x)`.
  void translate_use(std::size_t i);

 private:
  Source& source_;
  std::unordered_set<std::string_view> variables_;
};

}  // namespace translator
