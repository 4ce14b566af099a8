/// @file
/// @ingroup simt_api
/// Copies of plain ranges, and what calls that free memory have in common.
#pragma once

#include <cstddef>

#include "driver_types.h"

namespace simt {

/// What cudaMemcpy and cudaMemcpyAsync do. @param is_valid what is known of the two ranges
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, bool is_valid);
cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                 cudaStream_t stream, bool is_valid);

/// Waits for everything issued so far. Why a call that does so is refused: also the failure of a
/// kernel that came before.
cudaError_t synchronized_error();

/// What a call that frees memory returns for a pointer that is none to free: with a warning if it was.
cudaError_t not_released(const void* pointer, const void* site);

}  // namespace simt
