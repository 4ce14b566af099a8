/// @file
/// @ingroup simt_memory
/// Why CUDA does not accept the arguments of a copy or a memset, in words.
#pragma once

#include <cstddef>
#include <string>

#include "driver_types.h"
#include "memory/accessibility.h"

namespace simt {

/// A side of a copy: `bytes` bytes from `pointer` on.
struct CopyEnd {
  const void* pointer;
  std::size_t bytes;
  Accessibility accessibility;
};
CopyEnd copy_end(const void* pointer, std::size_t bytes);

/// Why the kind and the two sides do not fit; empty if that has been said already.
std::string copy_refusal(cudaMemcpyKind kind, const CopyEnd& to, const CopyEnd& from);
/// Why a memset cannot fill this; empty if it can.
std::string set_refusal(const CopyEnd& to);

}  // namespace simt
