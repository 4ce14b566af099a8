/// @file
/// `make_float4` and its relatives.
#pragma once

#ifndef __cplusplus
#error \
    "the CPU backend's headers are C++: name the file .cpp or .cu, or keep CUDA's types out of the C file"
#endif

#define __VECTOR_FUNCTIONS_H__  // programs ask whether this header is there
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_types.h"

#define SIMT_MAKE_VECTOR(Type, Base)                                             \
  constexpr Type##1 make_##Type##1(Base x) { return {x}; }                       \
  constexpr Type##2 make_##Type##2(Base x, Base y) { return {x, y}; }            \
  constexpr Type##3 make_##Type##3(Base x, Base y, Base z) { return {x, y, z}; } \
  constexpr Type##4 make_##Type##4(Base x, Base y, Base z, Base w) { return {x, y, z, w}; }

SIMT_MAKE_VECTOR(char, signed char)
SIMT_MAKE_VECTOR(uchar, unsigned char)
SIMT_MAKE_VECTOR(short, short)
SIMT_MAKE_VECTOR(ushort, unsigned short)
SIMT_MAKE_VECTOR(int, int)
SIMT_MAKE_VECTOR(uint, unsigned int)
SIMT_MAKE_VECTOR(long, long)
SIMT_MAKE_VECTOR(ulong, unsigned long)
SIMT_MAKE_VECTOR(longlong, long long)
SIMT_MAKE_VECTOR(ulonglong, unsigned long long)
SIMT_MAKE_VECTOR(float, float)
SIMT_MAKE_VECTOR(double, double)
#undef SIMT_MAKE_VECTOR
