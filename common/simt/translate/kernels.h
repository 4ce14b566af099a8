/// @file
/// @ingroup simt_translate
/// What nvcc refuses of a kernel: results, classes, calls without `<<<>>>`, lambdas of the host.
#pragma once

#include "source.h"

namespace translator {

/// Looks at the declarations of all kernels, and at their uses. Changes nothing.
void check_kernels(Source& source);

}  // namespace translator
