// Texture objects: the elements they can have, what they can be made of, and what they tell of it.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "texture_test.cuh"

namespace {

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
  std::vector<float> values(60);
  for (int i = 0; i < 60; ++i) values[i] = static_cast<float>(i * i);
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
  cudaArray_t made = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  EXPECT_EQ(cudaMallocArray(&made, &format, 0), cudaErrorInvalidValue);
  cudaGetLastError();
}

}  // namespace
