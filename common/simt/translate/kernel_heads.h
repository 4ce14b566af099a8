/// @file
/// @ingroup simt_translate
/// What the declaration of a kernel may have.
#pragma once

#include <cstddef>

#include "declaration.h"
#include "source.h"

namespace translator {

/// Checks the words in front of the kernel's name, its parameters, and what follows them.
void check_kernel_head(Source& source, const Declaration& kernel, bool is_member);

}  // namespace translator
