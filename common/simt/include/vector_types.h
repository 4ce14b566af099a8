/// @file
/// CUDA's built-in vector types and `dim3`, with the toolkit's sizes and alignments.
#pragma once

#ifndef __cplusplus
#error \
    "the CPU backend's headers are C++: name the file .cpp or .cu, or keep CUDA's types out of the C file"
#endif

#define __VECTOR_TYPES_H__  // programs ask whether this header is there

#define SIMT_VECTOR_TYPES(Type, Base, Align2, Align4) \
  struct Type##1 {                                    \
    Base x;                                           \
  };                                                  \
  struct alignas(Align2) Type##2 {                    \
    Base x, y;                                        \
  };                                                  \
  struct Type##3 {                                    \
    Base x, y, z;                                     \
  };                                                  \
  struct alignas(Align4) Type##4 {                    \
    Base x, y, z, w;                                  \
  };

SIMT_VECTOR_TYPES(char, signed char, 2, 4)
SIMT_VECTOR_TYPES(uchar, unsigned char, 2, 4)
SIMT_VECTOR_TYPES(short, short, 4, 8)
SIMT_VECTOR_TYPES(ushort, unsigned short, 4, 8)
SIMT_VECTOR_TYPES(int, int, 8, 16)
SIMT_VECTOR_TYPES(uint, unsigned int, 8, 16)
SIMT_VECTOR_TYPES(long, long, 16, 16)
SIMT_VECTOR_TYPES(ulong, unsigned long, 16, 16)
SIMT_VECTOR_TYPES(longlong, long long, 16, 16)
SIMT_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
SIMT_VECTOR_TYPES(float, float, 8, 16)
SIMT_VECTOR_TYPES(double, double, 16, 16)
#undef SIMT_VECTOR_TYPES

/// The types of 32 bytes, with both alignments that CUDA 13 has for them.
#define SIMT_WIDE_VECTOR_TYPE(Type, Base) \
  struct alignas(16) Type##4_16a {        \
    Base x, y, z, w;                      \
  };                                      \
  struct alignas(32) Type##4_32a {        \
    Base x, y, z, w;                      \
  };

SIMT_WIDE_VECTOR_TYPE(long, long)
SIMT_WIDE_VECTOR_TYPE(ulong, unsigned long)
SIMT_WIDE_VECTOR_TYPE(longlong, long long)
SIMT_WIDE_VECTOR_TYPE(ulonglong, unsigned long long)
SIMT_WIDE_VECTOR_TYPE(double, double)
#undef SIMT_WIDE_VECTOR_TYPE

/// Extents of a grid or a block; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
