/// @file
/// @ingroup tutorial
/// For the check of an exercise whose task says that all threads of a block come to its barriers.
#pragma once

#if __has_include(<simt_init.h>)
#include <simt_init.h>
#endif

/// From now on a kernel fails if a thread returns before a `__syncthreads()` that others of its block come to; in
/// other checks that is a warning, since hardware lets it pass. Only the CPU backend knows.
inline void want_whole_blocks_at_barriers() {
#if __has_include(<simt_init.h>)
  simt::stop_at_barriers_after_exits();
#endif
}
