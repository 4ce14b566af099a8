// Texture objects: every address mode, filter and read mode against the formulas of "Texture
// Fetching" in the CUDA C++ Programming Guide.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "device_test.cuh"

namespace {

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

/// The element at index i of n, by the address mode; -1 for the border.
int element_at(int i, int n, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeClamp) return std::min(std::max(i, 0), n - 1);
  if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
  while (i < 0) i += 2 * n;
  if (mode == cudaAddressModeWrap) return i % n;
  return i % (2 * n) < n ? i % (2 * n) : 2 * n - 1 - i % (2 * n);
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

constexpr int kWidth = 8, kHeight = 4, kDepth = 2;
constexpr float kBorder = 0.5f;

std::vector<float> image(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>((i * 37 + 11) % 64);
  return values;
}

/// What a fetch gives, with fractions of any fineness; `dimensions` 1 to 3.
double reference(const std::vector<float>& values, int dimensions, const cudaTextureDesc& desc,
                 const Point& p) {
  const int extents[] = {kWidth, dimensions > 1 ? kHeight : 1, dimensions > 2 ? kDepth : 1};
  const float coordinates[] = {p.x, p.y, p.z};
  int low[3] = {0, 0, 0};
  double fraction[3] = {0, 0, 0};
  for (int d = 0; d < dimensions; ++d) {
    double x = coordinates[d];
    if (desc.normalizedCoords) x *= extents[d];
    if (desc.filterMode == cudaFilterModeLinear) x -= 0.5;
    low[d] = static_cast<int>(std::floor(x));
    if (desc.filterMode == cudaFilterModeLinear) fraction[d] = x - low[d];
  }
  double sum = 0;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double weight = 1;
    int index = 0, stride = 1;
    for (int d = 0; d < dimensions; ++d) {
      const bool high = corner >> d & 1;
      weight *= high ? fraction[d] : 1 - fraction[d];
      const int i = element_at(low[d] + high, extents[d], desc.addressMode[d]);
      index = i < 0 || index < 0 ? -1 : index + i * stride;
      stride *= extents[d];
    }
    sum += weight * (index < 0 ? desc.borderColor[0] : values[index]);
  }
  return sum;
}

/// Coordinates in and around the texture, in units of 1/16 of an element but for odd ones that the
/// 8 bits of the hardware's fraction do not hold.
std::vector<Point> points_around(bool normalized, int dimensions) {
  std::vector<Point> points;
  for (int i = -200; i < 400; ++i) {
    const float odd = i % 5 == 0 ? 0.013f : 0;
    Point p = {i / 16.0f + 1 / 64.0f + odd, (i * 7 % 160 - 48) / 16.0f + 1 / 32.0f,
               (i * 3 % 64 - 16) / 16.0f + 1 / 32.0f};
    if (dimensions < 3) p.z = 0;
    if (dimensions < 2) p.y = 0;
    if (normalized) p = {p.x / kWidth, p.y / kHeight, p.z / kDepth};
    points.push_back(p);
  }
  return points;
}

template <int Dimensions>
void expect_fetches() {
  const int count = kWidth * (Dimensions > 1 ? kHeight : 1) * (Dimensions > 2 ? kDepth : 1);
  const std::vector<float> values = image(count);
  const Array<float> array(values, kWidth, Dimensions > 1 ? kHeight : 0,
                           Dimensions > 2 ? kDepth : 0);
  for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    for (const cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder,
                                              cudaAddressModeWrap, cudaAddressModeMirror}) {
      for (const bool normalized : {false, true}) {
        if (!normalized && mode != cudaAddressModeClamp && mode != cudaAddressModeBorder) continue;
        cudaTextureDesc desc = description(mode, filter, normalized);
        desc.borderColor[0] = kBorder;
        const Texture texture(array.resource(), desc);
        const std::vector<Point> points = points_around(normalized, Dimensions);
        const std::vector<float> out = fetched<float, Dimensions>(texture, points);
        // A weight is off by at most half of 1/256 in each dimension, and what it weighs by 64.
        const double tolerance = filter == cudaFilterModePoint ? 0 : Dimensions * 64 * 0.75 / 256;
        for (std::size_t i = 0; i < points.size(); ++i) {
          ASSERT_NEAR(out[i], reference(values, Dimensions, desc, points[i]), tolerance)
              << "filter " << filter << " mode " << mode << " normalized " << normalized << " at "
              << points[i].x << " " << points[i].y << " " << points[i].z;
        }
      }
    }
  }
}
TEST(Textures, OneDimension) { expect_fetches<1>(); }
TEST(Textures, TwoDimensions) { expect_fetches<2>(); }
TEST(Textures, ThreeDimensions) { expect_fetches<3>(); }

TEST(Textures, WrapOfCoordinatesThatAreNotNormalizedIsClamp) {
  const std::vector<float> values = image(kWidth);
  const Array<float> array(values, kWidth);
  const Texture texture(array.resource(),
                        description(cudaAddressModeWrap, cudaFilterModePoint, false));
  const std::vector<float> out = fetched<float, 1>(texture, {{-3, 0, 0}, {2.5f, 0, 0}, {11, 0, 0}});
  EXPECT_EQ(out, (std::vector<float>{values[0], values[2], values[7]}));
}

// The fraction has 8 bits: 1/256 counts, and 1/1024 is rounded away.
TEST(Textures, WeightsHaveEightBits) {
  const Array<float> array({0, 256}, 2);
  const Texture texture(array.resource(),
                        description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const std::vector<float> out = fetched<float, 1>(texture, {{0.5f, 0, 0},
                                                             {0.5f + 1 / 256.0f, 0, 0},
                                                             {0.5f + 100 / 256.0f, 0, 0},
                                                             {0.5f + 100.25f / 256, 0, 0},
                                                             {0.5f + 255 / 256.0f, 0, 0},
                                                             {1.5f, 0, 0}});
  EXPECT_EQ(out, (std::vector<float>{0, 1, 100, 100, 255, 256}));
}

template <class T>
void expect_elements(const std::vector<T>& values) {
  const Array<T> array(values, values.size());
  const Texture texture(array.resource(),
                        description(cudaAddressModeClamp, cudaFilterModePoint, false));
  std::vector<Point> points;
  for (std::size_t i = 0; i < values.size(); ++i) points.push_back({i + 0.5f, 0, 0});
  const std::vector<T> out = fetched<T, 1>(texture, points);
  EXPECT_EQ(std::memcmp(out.data(), values.data(), values.size() * sizeof(T)), 0);
}
TEST(Textures, ElementsOfEveryType) {
  expect_elements<char>({-128, -1, 0, 127});
  expect_elements<unsigned char>({0, 1, 128, 255});
  expect_elements<short>({-32768, -1, 0, 32767});
  expect_elements<unsigned short>({0, 1, 32768, 65535});
  expect_elements<int>({INT32_MIN, -1, 0, INT32_MAX});
  expect_elements<unsigned>({0, 1, 1u << 31, ~0u});
  expect_elements<char2>({{-1, 2}, {3, -4}});
  expect_elements<uchar4>({{1, 2, 3, 255}, {5, 6, 7, 8}});
  expect_elements<short4>({{-1, 2, -3, 4}, {5, 6, -7, 8}});
  expect_elements<ushort2>({{1, 65535}, {3, 4}});
  expect_elements<int2>({{-1, 2}, {3, -4}});
  expect_elements<uint4>({{1, 2, 3, ~0u}, {5, 6, 7, 8}});
  expect_elements<float1>({{1.5f}, {-2.5f}});
  expect_elements<float2>({{1.5f, -2}, {0.25f, 4}});
  expect_elements<float4>({{1.5f, -2, 3, 4}, {5, 6, 7, 8}});
}

TEST(Textures, IntegersAsNormalizedFloats) {
  const Array<uchar2> bytes({{0, 255}, {51, 102}}, 2);
  const Array<short> words({-32768, 32767, 0, -32767}, 4);
  const cudaTextureDesc desc =
      description(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
  const Texture byte_texture(bytes.resource(), desc);
  const std::vector<float2> b = fetched<float2, 1>(byte_texture, {{0, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(b[0].x, 0.0f);
  EXPECT_EQ(b[0].y, 1.0f);
  EXPECT_NEAR(b[1].x, 0.2f, 1e-6);
  EXPECT_NEAR(b[1].y, 0.4f, 1e-6);
  const Texture word_texture(words.resource(), desc);
  EXPECT_EQ((fetched<float, 1>(word_texture, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}})),
            (std::vector<float>{-1, 1, 0, -1}));
  // and between them
  cudaTextureDesc linear = desc;
  linear.filterMode = cudaFilterModeLinear;
  const Texture filtered(words.resource(), linear);
  EXPECT_NEAR((fetched<float, 1>(filtered, {{1.75f, 0, 0}})[0]), 0.75f, 1e-4);
}

template <class T>
__global__ void fetch_elements(T* out, cudaTextureObject_t texture, int first) {
  const int i = threadIdx.x;
  T value;
  tex1Dfetch(&value, texture, first + i);
  out[i] = value;
}
TEST(Textures, LinearMemory) {
  std::vector<float> values = image(60);
  const DeviceBuffer<float> memory(values);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory.data();
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 50 * sizeof(float);
  const Texture texture(resource, cudaTextureDesc{});
  const cudaTextureObject_t object = texture;
  const auto out =
      run_kernel<float>(64, [&](float* d) { fetch_elements<float><<<1, 64>>>(d, object, -4); });
  for (int i = 0; i < 64; ++i) {
    const int at = i - 4;
    EXPECT_EQ(out[i], at >= 0 && at < 50 ? values[at] : 0) << at;
  }
  // The texture is a window on the memory, not a copy.
  const float changed = 1000;
  ASSERT_EQ(cudaMemcpy(memory.data(), &changed, sizeof changed, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(
      run_kernel<float>(1, [&](float* d) { fetch_elements<float><<<1, 1>>>(d, object, 0); })[0],
      1000);
}

TEST(Textures, PitchedMemory) {
  constexpr int kPitch = 64;  // bytes
  std::vector<unsigned char> memory(kPitch * 3);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<unsigned char>(i);
  const DeviceBuffer<unsigned char> device(memory);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = device.data();
  resource.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
  resource.res.pitch2D.width = 10;
  resource.res.pitch2D.height = 3;
  resource.res.pitch2D.pitchInBytes = kPitch;
  const Texture texture(resource, description(cudaAddressModeClamp, cudaFilterModePoint, false));
  const auto out =
      fetched<unsigned char, 2>(texture, {{0, 0, 0}, {3, 1, 0}, {20, 2, 0}, {-1, 9, 0}});
  EXPECT_EQ(out, (std::vector<unsigned char>{0, kPitch + 3, 2 * kPitch + 9, 2 * kPitch}));
}

TEST(Textures, WhatTheyAreMadeOfIsTold) {
  const Array<float2> array(std::vector<float2>(6), 3, 2);
  cudaTextureDesc desc = description(cudaAddressModeMirror, cudaFilterModeLinear, true);
  const Texture texture(array.resource(), desc);
  cudaResourceDesc resource = {};
  ASSERT_EQ(cudaGetTextureObjectResourceDesc(&resource, texture), cudaSuccess);
  EXPECT_EQ(resource.resType, cudaResourceTypeArray);
  cudaTextureDesc told = {};
  ASSERT_EQ(cudaGetTextureObjectTextureDesc(&told, texture), cudaSuccess);
  EXPECT_EQ(told.addressMode[1], cudaAddressModeMirror);
  EXPECT_EQ(told.filterMode, cudaFilterModeLinear);
  cudaChannelFormatDesc format = {};
  cudaExtent extent = {};
  unsigned flags = 9;
  ASSERT_EQ(cudaArrayGetInfo(&format, &extent, &flags, resource.res.array.array), cudaSuccess);
  EXPECT_EQ(format.x, 32);
  EXPECT_EQ(format.y, 32);
  EXPECT_EQ(format.z, 0);
  EXPECT_EQ(format.f, cudaChannelFormatKindFloat);
  EXPECT_EQ(extent.width, 3u);
  EXPECT_EQ(extent.height, 2u);
  EXPECT_EQ(extent.depth, 0u);
  EXPECT_EQ(flags, 0u);
}

TEST(Textures, RefusedDescriptions) {
  const Array<int> array(std::vector<int>(4), 4);
  const cudaResourceDesc resource = array.resource();
  cudaTextureObject_t object = 0;
  cudaTextureDesc desc = description(cudaAddressModeClamp, cudaFilterModeLinear, false);
  EXPECT_NE(cudaCreateTextureObject(&object, &resource, &desc, nullptr), cudaSuccess);
  EXPECT_EQ(cudaCreateTextureObject(&object, &resource, nullptr, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaCreateTextureObject(&object, nullptr, &desc, nullptr), cudaErrorInvalidValue);
  cudaArray_t made = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  EXPECT_EQ(cudaMallocArray(&made, &format, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocArray(&made, nullptr, 16), cudaErrorInvalidValue);
  cudaGetLastError();
}

}  // namespace
