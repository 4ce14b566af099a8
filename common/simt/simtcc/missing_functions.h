/// @file
/// @ingroup simt_simtcc
/// What CUDA's runtime has and the CPU backend has not.
#pragma once

#include <string_view>

namespace simtcc {

/// Is this name, which begins with `cuda`, one of the runtime's that the backend's headers do not declare?
bool is_missing(std::string_view name);

}  // namespace simtcc
