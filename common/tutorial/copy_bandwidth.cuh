/// @file
/// @ingroup tutorial
/// The yardstick of every memory-bound kernel: how fast this device copies.
#pragma once

/// GB/s (10^9 bytes, read + written) of a device-to-device cudaMemcpyAsync, median of 20 runs. The
/// buffers are at least twice the L2 cache and up to 1 GiB; 0 if the memory for them is not free.
double copy_bandwidth();

#ifndef TUTORIAL_COMPILED
#include "tutorial/copy_bandwidth.inl.cuh"
#endif
