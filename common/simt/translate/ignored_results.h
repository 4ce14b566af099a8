/// @file
/// @ingroup simt_translate
/// Calls of the runtime whose result is discarded: `cudaMemcpy(…);`
#pragma once

#include <cstddef>

#include "source.h"

namespace translator {

/// If the call of a function of the runtime at token `i` is a statement, lets the model know what it returns.
void translate_ignored_result(Source& source, std::size_t i);

}  // namespace translator
