/// @file
/// @ingroup simt_translate
/// What C++ has and device code has not, and what device code has and the host has not.
#pragma once

#include <vector>

#include "regions.h"
#include "source.h"
#include "translate.h"

namespace translator {

/// Exceptions, run-time type information, launches without -rdc=true … in device code; functions of the device's
/// instruction set in host code.
void check_device_language(Source& source, const std::vector<Region>& regions,
                           const Options& options);

}  // namespace translator
