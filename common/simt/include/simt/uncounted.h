/// @file
/// Keeps a function of the model's own out of what the model counts.
#pragma once

#define SIMT_UNCOUNTED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
