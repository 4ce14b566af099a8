/// @file
/// The special registers that programs read by inline PTX, `asm("mov.u32 %0, %%smid;" : "=r"(id))`.
#pragma once

#include "simt/math.h"
#include "simt/uncounted.h"

namespace simt::special_register {

/// Of the calling thread: its place in its block, counted from 0, x fastest.
unsigned linear_thread();
unsigned multiprocessor();
unsigned multiprocessors();

template <class T>
SIMT_INLINE void globaltimer(T& out) {
  out = static_cast<T>(nanoseconds());
}
template <class T>
SIMT_INLINE void clock64(T& out) {
  out = static_cast<T>(nanoseconds());
}
template <class T>
SIMT_INLINE void laneid(T& out) {
  out = linear_thread() % 32;
}
template <class T>
SIMT_INLINE void warpid(T& out) {
  out = linear_thread() / 32;
}
/// In the model, the OS thread that runs the block.
template <class T>
SIMT_INLINE void smid(T& out) {
  out = multiprocessor();
}
template <class T>
SIMT_INLINE void nsmid(T& out) {
  out = multiprocessors();
}

}  // namespace simt::special_register
