// What the kernels of random_kernels.py use, and what launches them.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace cg = cooperative_groups;

struct Sample {
  unsigned char tag;
  unsigned short count;
  float value;
  double weight;
};

/// A value that T holds exactly.
template <class T>
__device__ T make(unsigned v) {
  if constexpr (std::is_same_v<T, float4>) {
    const unsigned most = 0xfffff;
    return make_float4(static_cast<float>(v & most), static_cast<float>((v + 1) & most),
                       static_cast<float>((v + 2) & most), static_cast<float>((v + 3) & most));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(v & 0xfffff);
  } else {
    return static_cast<T>(v);
  }
}

template <class T>
__device__ unsigned word(T v) {
  if constexpr (std::is_same_v<T, float4>) {
    return word(v.x) + 2 * word(v.y) + 3 * word(v.z) + 4 * word(v.w);
  } else {
    return static_cast<unsigned>(v);
  }
}

template <class T>
__device__ cuda::atomic_ref<T> relaxed(T& value) {
  return cuda::atomic_ref<T>(value);
}

struct Shape {
  unsigned blocks;
  dim3 block;
  unsigned cluster;
  bool cooperative;
  std::size_t dynamic_bytes;
  std::size_t global_bytes;
};

/// An array in global memory: a variable, or a part of what the kernel gets.
struct Bytes {
  void* variable;
  std::size_t offset;
  std::size_t count;
};

inline void add(std::uint32_t& crc, const void* at, std::size_t count) {
  std::vector<unsigned char> bytes(count);
  if (cudaMemcpy(bytes.data(), at, count, cudaMemcpyDefault) != cudaSuccess) std::exit(1);
  crc = ~crc;
  for (unsigned char byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
  }
  crc = ~crc;
}

template <class T>
Bytes variable(T& symbol) {
  void* address = nullptr;
  cudaGetSymbolAddress(&address, symbol);
  return {address, 0, sizeof symbol};
}

/// Launches the kernel once, and prints a checksum of what it leaves in global memory.
inline int launch(void (*kernel)(unsigned char*, unsigned*), const Shape& shape,
                  std::initializer_list<Bytes> arrays) {
  unsigned char* global = nullptr;
  unsigned* out = nullptr;
  const std::size_t threads = std::size_t{shape.blocks} * shape.block.x * shape.block.y;
  cudaMalloc(&global, shape.global_bytes + 16);
  cudaMalloc(&out, threads * sizeof(unsigned));
  cudaMemset(global, 0, shape.global_bytes + 16);
  cudaMemset(out, 0, threads * sizeof(unsigned));

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks);
  config.blockDim = shape.block;
  config.dynamicSmemBytes = shape.dynamic_bytes;
  cudaLaunchAttribute attributes[2]{};
  config.attrs = attributes;
  if (shape.cluster > 1) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs].val.clusterDim.x = shape.cluster;
    attributes[config.numAttrs].val.clusterDim.y = 1;
    attributes[config.numAttrs].val.clusterDim.z = 1;
    ++config.numAttrs;
  }
  if (shape.cooperative) {
    attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
    attributes[config.numAttrs].val.cooperative = 1;
    ++config.numAttrs;
  }
  cudaError_t error = cudaLaunchKernelEx(&config, kernel, global, out);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("error: %s\n", cudaGetErrorName(error));
    return 1;
  }
  std::uint32_t crc = 0;
  add(crc, out, threads * sizeof(unsigned));
  for (const Bytes& array : arrays) {
    add(crc, array.variable != nullptr ? array.variable : global + array.offset, array.count);
  }
  std::printf("%08x\n", crc);
  cudaFree(global);
  cudaFree(out);
  return 0;
}
