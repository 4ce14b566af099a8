/// @file
/// @ingroup simt_translate
/// Constants of the host in device code: nvcc puts in their values, and has no memory behind them.
#pragma once

#include <vector>

#include "items.h"
#include "regions.h"
#include "source.h"

namespace translator {

/// Finds device code that needs such memory: an element of a `const` or `constexpr` array, the address of a
/// constant, or a value that a function of the host computes when the program starts.
void check_host_constants(Source& source, const std::vector<Item>& items,
                          const std::vector<Region>& regions);

}  // namespace translator
