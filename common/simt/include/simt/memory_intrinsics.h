/// @file
/// Loads and stores with a cache hint. The model has no caches: each is one plain access, and inline,
/// so that it counts at the kernel's line.
#pragma once

#include <cstdint>

#include "vector_types.h"

// The empty asm keeps the compiler from dropping a store that a later one overwrites, or a load that
// polls: nvcc keeps these, too. As templates they are compiled where they are used, with the checks that g++ is asked
// for there (-fsanitize=alignment), and not where this header is precompiled.
#define SIMT_CACHED_LOAD(name, Type)                             \
  template <int = 0>                                             \
  [[gnu::always_inline]] inline Type name(const Type* address) { \
    asm volatile("" ::: "memory");                               \
    return *address;                                             \
  }
#define SIMT_CACHED_STORE(name, Type)                                  \
  template <int = 0>                                                   \
  [[gnu::always_inline]] inline void name(Type* address, Type value) { \
    *address = value;                                                  \
    asm volatile("" ::: "memory");                                     \
  }

/// All of them for one type; small_float_functions.inc adds its own.
#define SIMT_CACHED(Type)         \
  SIMT_CACHED_LOAD(__ldg, Type)   \
  SIMT_CACHED_LOAD(__ldca, Type)  \
  SIMT_CACHED_LOAD(__ldcg, Type)  \
  SIMT_CACHED_LOAD(__ldcs, Type)  \
  SIMT_CACHED_LOAD(__ldcv, Type)  \
  SIMT_CACHED_LOAD(__ldlu, Type)  \
  SIMT_CACHED_STORE(__stcg, Type) \
  SIMT_CACHED_STORE(__stcs, Type) \
  SIMT_CACHED_STORE(__stwb, Type) \
  SIMT_CACHED_STORE(__stwt, Type)

// The toolkit's types: vectors of three are missing there, too.
SIMT_CACHED(char)
SIMT_CACHED(signed char)
SIMT_CACHED(unsigned char)
SIMT_CACHED(short)
SIMT_CACHED(unsigned short)
SIMT_CACHED(int)
SIMT_CACHED(unsigned int)
SIMT_CACHED(long)
SIMT_CACHED(unsigned long)
SIMT_CACHED(long long)
SIMT_CACHED(unsigned long long)
SIMT_CACHED(float)
SIMT_CACHED(double)
SIMT_CACHED(char2)
SIMT_CACHED(char4)
SIMT_CACHED(uchar2)
SIMT_CACHED(uchar4)
SIMT_CACHED(short2)
SIMT_CACHED(short4)
SIMT_CACHED(ushort2)
SIMT_CACHED(ushort4)
SIMT_CACHED(int2)
SIMT_CACHED(int4)
SIMT_CACHED(uint2)
SIMT_CACHED(uint4)
SIMT_CACHED(longlong2)
SIMT_CACHED(ulonglong2)
SIMT_CACHED(float2)
SIMT_CACHED(float4)
SIMT_CACHED(double2)

/// For annotated pointers: there is no cache to keep the memory in, or to leave it out of.
[[gnu::always_inline]] inline void* __nv_associate_access_property(const void* pointer,
                                                                   unsigned long long) {
  return const_cast<void*>(pointer);
}
