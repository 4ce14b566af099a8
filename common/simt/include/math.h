/// @file
/// What C++20 has added to <math.h> stays in namespace std: nvcc compiles C++17 if it is not told
/// otherwise, and programs have a lerp of their own.
#if !defined(__cplusplus) || defined(__clang__)  // a C file; clangd
#include_next <math.h>
#else
#include <cmath>

#ifdef __SIMTCC_NO_GLOBAL_LERP__
#pragma push_macro("lerp")
#define lerp abs
#include_next <math.h>
#pragma pop_macro("lerp")
#else
#include_next <math.h>
#endif
#endif
