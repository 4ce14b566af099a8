/// @file
/// @ingroup simt_translate
/// The CUDA words in front of functions and variables.
#pragma once

#include <cstddef>

#include "scopes.h"
#include "source.h"

namespace translator {

/// Translates the word at token `i` if it is one of __global__, __device__, __host__,
/// __constant__, __managed__, __forceinline__, __noinline__, __grid_constant__, __align__ and
/// __block_size__.
void translate_qualifier(Source& source, std::size_t i, Scope scope);

/// The word `static` at token `i`, in a function that runs on the device only: its variables are in device memory.
void translate_static_local(Source& source, std::size_t i);

}  // namespace translator
