/// @file
/// @ingroup simt_races
/// Kinds of read: whether it is a mistake if the bytes are uninitialised.
#pragma once

#include <cstdint>

#include "simt/elements.h"

#include "base/trace_event.h"

namespace simt {

enum class ReadKind : std::uint8_t {
  kNone,    ///< the value does not matter: padding, or the old value of an exchange
  kNumber,  ///< a value that the kernel computes with
  kPart,    ///< a word of a copy: of a number, or of a struct, where it may be padding
};

/// Whether a read of `bytes`, not all of which are initialised, is a mistake. @param some whether some are
/// @param declared returns the Elements that the memory is declared as
/// @param is_in_copy returns whether the read is in a copy function that the compiler has generated
template <class Declared, class IsInCopy>
bool is_mistake(Op op, unsigned bytes, ReadKind kind, bool some, Declared declared,
                IsInCopy is_in_copy) {
  if (op == Op::kAtomic) return true;
  if (!some && kind == ReadKind::kPart && declared().is_class) return false;
  // A read that is wider than the declared numbers covers several of them: a vector, a copied struct.
  if (some && (bytes > 8 || !declared().are_numbers(bytes))) return false;
  return !is_in_copy();
}

}  // namespace simt
