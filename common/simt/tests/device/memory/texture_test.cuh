/// @file
/// What the tests of textures share.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "../device_test.cuh"

/// A CUDA array with elements of T; height and depth may be 0.
template <class T>
class Array {
 public:
  Array(const std::vector<T>& values, std::size_t width, std::size_t height = 0,
        std::size_t depth = 0) {
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    EXPECT_EQ(cudaMalloc3DArray(&array_, &desc, make_cudaExtent(width, height, depth)),
              cudaSuccess);
    cudaMemcpy3DParms copy = {};
    const std::size_t rows = std::max<std::size_t>(height, 1);
    copy.srcPtr =
        make_cudaPitchedPtr(const_cast<T*>(values.data()), width * sizeof(T), width, rows);
    copy.dstArray = array_;
    copy.extent = make_cudaExtent(width, rows, std::max<std::size_t>(depth, 1));
    copy.kind = cudaMemcpyHostToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  }
  ~Array() { EXPECT_EQ(cudaFreeArray(array_), cudaSuccess); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  cudaResourceDesc resource() const {
    cudaResourceDesc desc = {};
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_;
    return desc;
  }

 private:
  cudaArray_t array_ = nullptr;
};

class Texture {
 public:
  Texture(const cudaResourceDesc& resource, const cudaTextureDesc& desc) {
    EXPECT_EQ(cudaCreateTextureObject(&object_, &resource, &desc, nullptr), cudaSuccess);
  }
  ~Texture() { EXPECT_EQ(cudaDestroyTextureObject(object_), cudaSuccess); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  operator cudaTextureObject_t() const { return object_; }

 private:
  cudaTextureObject_t object_ = 0;
};

cudaTextureDesc description(cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                            bool normalized, cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc desc = {};
  for (cudaTextureAddressMode& m : desc.addressMode) m = mode;
  desc.filterMode = filter;
  desc.normalizedCoords = normalized;
  desc.readMode = read;
  return desc;
}

struct Point {
  float x, y, z;
};

template <class T, int Dimensions>
__global__ void fetch(T* out, cudaTextureObject_t texture, const Point* points, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Point p = points[i];
  if constexpr (Dimensions == 1) {
    out[i] = tex1D<T>(texture, p.x);
  } else if constexpr (Dimensions == 2) {
    out[i] = tex2D<T>(texture, p.x, p.y);
  } else {
    out[i] = tex3D<T>(texture, p.x, p.y, p.z);
  }
}
template <class T, int Dimensions>
std::vector<T> fetched(cudaTextureObject_t texture, const std::vector<Point>& points) {
  const DeviceBuffer<Point> input(points);
  const int n = static_cast<int>(points.size());
  const Point* data = input.data();
  return run_kernel<T>(points.size(), [=](T* out) {
    fetch<T, Dimensions><<<(n + 63) / 64, 64>>>(out, texture, data, n);
  });
}
