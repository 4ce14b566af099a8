/// @file
/// @ingroup simt_base
/// A range of addresses.
#pragma once

#include <cstdint>

namespace simt {

struct Range {
  std::uintptr_t begin, end;
  bool operator==(const Range&) const = default;
};

}  // namespace simt
