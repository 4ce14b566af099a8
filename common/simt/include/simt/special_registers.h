/// @file
/// What the special registers hold that programs read by inline PTX.
#pragma once

namespace simt::special_register {

/// Of the calling thread: its place in its block, counted from 0, x fastest.
unsigned linear_thread();
unsigned multiprocessor();
unsigned multiprocessors();
/// Whether the kernel was launched with clusters.
bool has_clusters();
/// A number of the grid's own.
unsigned long long grid();
/// Shared memory of a block: what the launch has asked for, and with the kernel's own arrays.
unsigned dynamic_shared_bytes();
unsigned shared_bytes();

}  // namespace simt::special_register
