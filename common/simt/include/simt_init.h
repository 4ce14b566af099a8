/// @file
/// @ingroup tutorial
/// What becomes of a kernel that reads uninitialised global memory, for a program whose
/// verdict depends on it.
#pragma once

#include "simt/users_macros_away.inc"

namespace simt {

/// From now on such a read stops its kernel with a report, as in shared memory; without it, it is a warning.
/// To be called before the first launch. Does nothing where `SIMT_CHECK_INIT` says what to do.
void stop_at_unwritten_memory();

}  // namespace simt

#include "simt/users_macros_back.inc"
