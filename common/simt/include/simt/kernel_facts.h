/// @file
/// What the translator makes of the words that say how a kernel will be launched. Objects of these
/// types have no code: the runtime finds them by name.
#pragma once

#include <type_traits>

struct __half;
struct __nv_bfloat16;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp8_e8m0;
struct __nv_fp4_e2m1;

namespace simt {

/// What the translator makes of nvcc's questions about closure types, in CCCL's headers.
template <class>
inline constexpr bool is_extended_lambda = false;

/// `__launch_bounds__(max_threads, min_blocks, max_cluster)`; 0: not said.
struct LaunchBounds {
  int max_threads;  ///< negative is no bound, as for nvcc
  int min_blocks = 0;
  int max_cluster = 0;

  constexpr bool is_possible() const { return max_cluster >= 0; }
};

/// `__cluster_dims__(x, y, z)`, or `()`: any, but the launch has to name one.
struct ClusterDims {
  int x, y, z;

  constexpr ClusterDims() : x(0), y(0), z(0) {}
  constexpr ClusterDims(int cx, int cy = 1, int cz = 1) : x(cx), y(cy), z(cz) {}
  constexpr bool must_be_set() const { return x == 0; }
  constexpr bool is_possible() const { return (x > 0 && y > 0 && z > 0) || (x | y | z) == 0; }
};

/// `__maxnreg__(count)`
struct MaxRegisters {
  int count;

  constexpr bool is_possible() const { return count > 0; }
};

/// `__tile_global__`: a block is one program on whole tiles, and is launched as one of one thread.
struct TileKernel {
  constexpr bool is_possible() const { return true; }
};

template <class T, class... ParameterTypes>
inline constexpr bool kIsOneOf = (std::is_same_v<T, ParameterTypes> || ...);
/// What a tile kernel may be given. It is here because a tile kernel needs no `<cuda_tile.h>`.
template <class T>
inline constexpr bool kIsTileParameter =
    kIsOneOf<std::remove_cv_t<T>, __half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2,
             __nv_fp8_e8m0, __nv_fp4_e2m1> ||
    !(std::is_class_v<T> || std::is_union_v<T> || std::is_member_pointer_v<T>);

/// A `__shared__` variable in the code of a function, see shared_memory.cpp of the translator.
struct SharedRecord {
  const void* pc;   ///< where
  const void* key;  ///< what; null: all dynamic shared memory
  unsigned long bytes;
  unsigned long alignment;
};

}  // namespace simt
