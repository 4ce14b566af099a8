/// @file
/// @ingroup simt_translate
/// Variables of a thread that are added to, and that nothing gives a value first.
#pragma once

#include <cstddef>

#include "scopes.h"
#include "source.h"

namespace translator {

/// If a declaration in device code begins with token `i`: warns of the variables without an
/// initialiser that are changed (`s += x`, `++s`), and assigned nowhere. g++ tells this from `float
/// best; if (…) best = x;` for neither arrays nor loops, nvcc for nothing.
void check_initialised(Source& source, std::size_t i, const Scopes& scopes);

}  // namespace translator
