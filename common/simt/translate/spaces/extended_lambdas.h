/// @file
/// @ingroup simt_translate
/// Lambdas with `__device__`, of which nvcc makes classes that a kernel can have as an argument.
#pragma once

#include <vector>

#include "items.h"
#include "source.h"
#include "translate.h"

namespace translator {

/// Where such a lambda may stand, and what it may capture.
void check_extended_lambdas(Source& source, const std::vector<Item>& items, const Options& options);

}  // namespace translator
