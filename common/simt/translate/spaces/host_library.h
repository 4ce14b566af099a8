/// @file
/// @ingroup simt_translate
/// The host's libraries in device code: `std::sort`, `std::vector`, `rand`, …
#pragma once

#include <string_view>
#include <vector>

#include "regions.h"
#include "source.h"
#include "translate.h"

namespace translator {

/// Reports the names of the C and C++ library that nvcc has for the host only. cuda::std has its own.
void check_host_library(Source& source, const std::vector<Region>& regions, const Options& options);

/// May namespace std have a function of this name? A call without the namespace may mean that one,
/// too.
bool is_name_of_std(std::string_view name);

}  // namespace translator
