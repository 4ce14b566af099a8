/// @file
/// @ingroup simt_execution
/// What a bulk reduction does with one element.
#pragma once

#include <string>

#include "simt/bulk_copy.h"

namespace simt {

/// Whether GPUs have it.
bool exists(BulkOp op, BulkType type);
std::string name_of(BulkOp op, BulkType type);
/// Atomically makes `to` what the operation makes of it and `from`.
void combine(void* to, const void* from, BulkOp op, BulkType type);

}  // namespace simt
