/// @file
/// @ingroup simt_translate
/// Calls of the runtime that stand alone, `cudaMemcpy(…);`: nobody looks at their error.
#pragma once

#include <cstddef>

#include "source.h"

namespace translator {

/// If the call of a function of the runtime at token `i` is a statement, lets the model know what it returns.
void translate_ignored_result(Source& source, std::size_t i);

}  // namespace translator
