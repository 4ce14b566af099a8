/// @file
/// @ingroup simt_memory
/// What a process has never freed.
#pragma once

namespace simt {

/// Warns of memory that is still allocated.
void report_leaks();

}  // namespace simt
