/// @file
/// @ingroup simt_simtcc
/// What CUDA's runtime has and the CPU backend has not.
#pragma once

#include <string_view>

namespace simtcc {

/// Is this a function of cuda_runtime_api.h that the backend's own does not declare?
bool is_missing_function(std::string_view name);

}  // namespace simtcc
