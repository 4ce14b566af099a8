/// @file
/// What the special registers hold that programs read by inline PTX.
#pragma once

namespace simt::special_register {

/// Of the calling thread: its place in its block, counted from 0, x fastest.
unsigned linear_thread();
unsigned multiprocessor();
unsigned multiprocessors();

}  // namespace simt::special_register
