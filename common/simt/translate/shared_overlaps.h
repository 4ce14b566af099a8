/// @file
/// @ingroup simt_translate
/// Two names of dynamic shared memory: all `extern __shared__` arrays of a kernel begin at the same address.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "source.h"

namespace translator {

/// Warns in the function whose body begins with token `open`, if it stores to one array, then to another, and then
/// reads the first, as if these were different memory. @param of_file names of such arrays of namespace scope
void check_shared_overlaps(const Source& source, std::size_t open,
                           const std::unordered_set<std::string_view>& of_file);

}  // namespace translator
