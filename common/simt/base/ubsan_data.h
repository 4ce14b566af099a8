/// @file
/// @ingroup simt_base
/// What code that is compiled with -fsanitize=bounds and -fsanitize=alignment passes to its handlers, as gcc lays it
/// out.
#pragma once

#include <cstdint>

namespace simt {

struct TypeDescriptor {
  std::uint16_t kind, info;
  char name[1];  ///< as the compiler writes it: "'float [32]'"
};

/// An index that is out of the bounds of its array's type.
struct OutOfBounds {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

/// An address that does not fit the alignment of its type.
struct TypeMismatch {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* type;
  std::uint8_t log_alignment, kind;
};

}  // namespace simt
