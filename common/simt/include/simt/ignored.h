/// @file
/// What simt-translate appends to a call of the runtime whose result is discarded.
#pragma once

#include "driver_types.h"

namespace simt {

/// `cudaFree(p);` becomes `cudaFree(p), ::simt::Ignored{"cudaFree", "x.cu", 7};`: a comma that remembers
/// errors.
struct Ignored {
  const char* function;
  const char* file;
  int line;
};
void operator,(cudaError_t error, Ignored call) noexcept;

}  // namespace simt
