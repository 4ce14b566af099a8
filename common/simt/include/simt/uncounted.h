/// @file
/// How a function of the model's own is counted: not at all, or as a part of the kernel that calls it.
#pragma once

#define SIMT_UNCOUNTED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#define SIMT_INLINE [[gnu::always_inline]] inline
#define SIMT_UNCOUNTED_INLINE [[gnu::always_inline]] SIMT_UNCOUNTED inline
