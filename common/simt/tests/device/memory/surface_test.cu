// CUDA arrays and surface objects: copies of boxes, reads and writes of kernels, boundary modes.
// supports: textures and surfaces: surfaces
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "../device_test.cuh"

namespace {

template <class T>
cudaArray_t make_array(std::size_t width, std::size_t height, std::size_t depth = 0) {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
  cudaArray_t array = nullptr;
  EXPECT_EQ(cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, height, depth),
                              cudaArraySurfaceLoadStore),
            cudaSuccess);
  return array;
}
cudaSurfaceObject_t make_surface(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  return surface;
}
template <class T>
std::vector<T> read_array(cudaArray_t array, std::size_t width, std::size_t height) {
  std::vector<T> values(width * height);
  EXPECT_EQ(cudaMemcpy2DFromArray(values.data(), width * sizeof(T), array, 0, 0, width * sizeof(T),
                                  height, cudaMemcpyDeviceToHost),
            cudaSuccess);
  return values;
}

constexpr int kWidth = 16, kHeight = 6;

TEST(Arrays, CopiesOfBoxes) {
  const cudaArray_t a = make_array<int>(kWidth, kHeight), b = make_array<int>(kWidth, kHeight);
  std::vector<int> values(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) values[i] = i;
  constexpr std::size_t kRow = kWidth * sizeof(int);
  ASSERT_EQ(
      cudaMemcpy2DToArray(a, 0, 0, values.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice),
      cudaSuccess);
  EXPECT_EQ(read_array<int>(a, kWidth, kHeight), values);
  // 3 columns and 2 rows, from (2, 1) of the memory to (5, 3) of the array
  ASSERT_EQ(cudaMemcpy2DToArrayAsync(a, 5 * sizeof(int), 3, values.data() + kWidth + 2, kRow,
                                     3 * sizeof(int), 2, cudaMemcpyHostToDevice),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::vector<int> expected = values;
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x) expected[(3 + y) * kWidth + 5 + x] = (1 + y) * kWidth + 2 + x;
  EXPECT_EQ(read_array<int>(a, kWidth, kHeight), expected);

  ASSERT_EQ(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, kRow, kHeight), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2DArrayToArray(b, 0, 0, a, 5 * sizeof(int), 3, 2 * sizeof(int), 1),
            cudaSuccess);
  expected[0] = kWidth + 2;
  expected[1] = kWidth + 3;
  EXPECT_EQ(read_array<int>(b, kWidth, kHeight), expected);

  EXPECT_NE(cudaMemcpy2DToArray(a, 0, 0, values.data(), kRow, kRow + 4, 1, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(
      cudaMemcpy2DToArray(a, 0, 1, values.data(), kRow, kRow, kHeight, cudaMemcpyHostToDevice),
      cudaErrorInvalidValue);
  cudaGetLastError();
  EXPECT_EQ(cudaFreeArray(a), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(b), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(nullptr), cudaSuccess);
}

template <class T>
__global__ void transpose(cudaSurfaceObject_t out, cudaSurfaceObject_t in) {
  const int x = threadIdx.x, y = threadIdx.y;
  const T value = surf2Dread<T>(in, x * static_cast<int>(sizeof(T)), y);
  surf2Dwrite(value, out, y * static_cast<int>(sizeof(T)), x);
}
template <class T>
void expect_transposed(T (*make)(int)) {
  const cudaArray_t in = make_array<T>(kWidth, kHeight), out = make_array<T>(kHeight, kWidth);
  std::vector<T> values(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) values[i] = make(i);
  ASSERT_EQ(cudaMemcpy2DToArray(in, 0, 0, values.data(), kWidth * sizeof(T), kWidth * sizeof(T),
                                kHeight, cudaMemcpyHostToDevice),
            cudaSuccess);
  const cudaSurfaceObject_t from = make_surface(in), to = make_surface(out);
  transpose<T><<<1, dim3(kWidth, kHeight)>>>(to, from);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<T> result = read_array<T>(out, kHeight, kWidth);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      EXPECT_EQ(std::memcmp(&result[x * kHeight + y], &values[y * kWidth + x], sizeof(T)), 0);
    }
  }
  EXPECT_EQ(cudaDestroySurfaceObject(from), cudaSuccess);
  EXPECT_EQ(cudaDestroySurfaceObject(to), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(in), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(out), cudaSuccess);
}
TEST(Surfaces, ElementsOfEverySize) {
  expect_transposed<unsigned char>([](int i) { return static_cast<unsigned char>(i); });
  expect_transposed<short>([](int i) { return static_cast<short>(-i); });
  expect_transposed<float>([](int i) { return i * 0.5f; });
  expect_transposed<float2>([](int i) { return make_float2(i * 0.5f, -1.0f * i); });
  expect_transposed<uint4>([](int i) { return make_uint4(i, i + 1, i + 2, i + 3); });
}

__global__ void read_around(int* out, cudaSurfaceObject_t surface) {
  out[0] = surf2Dread<int>(surface, -4, 0, cudaBoundaryModeZero);
  out[1] = surf2Dread<int>(surface, 4 * kWidth, 2, cudaBoundaryModeZero);
  out[2] = surf2Dread<int>(surface, 8, kHeight, cudaBoundaryModeZero);
  out[3] = surf2Dread<int>(surface, -40, 1, cudaBoundaryModeClamp);
  out[4] = surf2Dread<int>(surface, 4 * kWidth + 40, kHeight + 3, cudaBoundaryModeClamp);
  surf2Dread(out + 5, surface, 12, 2);
  surf2Dwrite(77, surface, 4 * kWidth, 0, cudaBoundaryModeZero);  // goes nowhere
}
TEST(Surfaces, BoundaryModes) {
  const cudaArray_t array = make_array<int>(kWidth, kHeight);
  std::vector<int> values(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) values[i] = 100 + i;
  ASSERT_EQ(cudaMemcpy2DToArray(array, 0, 0, values.data(), kWidth * 4, kWidth * 4, kHeight,
                                cudaMemcpyHostToDevice),
            cudaSuccess);
  const cudaSurfaceObject_t surface = make_surface(array);
  const auto out = run_kernel<int>(6, [=](int* d) { read_around<<<1, 1>>>(d, surface); });
  EXPECT_EQ(out, (std::vector<int>{0, 0, 0, 100 + kWidth, 100 + kWidth * kHeight - 1,
                                   100 + 2 * kWidth + 3}));
  EXPECT_EQ(read_array<int>(array, kWidth, kHeight), values);
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

__global__ void fill_box(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  surf3Dwrite(x + 10 * y + 100 * z, surface, x * 4, y, z);
}
__global__ void sum_box(int* out, cudaSurfaceObject_t surface) {
  *out = surf3Dread<int>(surface, 4, 2, 1) + 1000 * surf3Dread<int>(surface, 12, 0, 0);
}
__global__ void fill_line(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x;
  surf1Dwrite(static_cast<float>(x), surface, x * 4);
}
TEST(Surfaces, OneAndThreeDimensions) {
  const cudaArray_t box = make_array<int>(4, 3, 2);
  const cudaSurfaceObject_t surface = make_surface(box);
  fill_box<<<1, dim3(4, 3, 2)>>>(surface);
  EXPECT_EQ(run_kernel<int>(1, [=](int* d) { sum_box<<<1, 1>>>(d, surface); })[0], 3121);
  std::vector<int> values(24);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = box;
  copy.dstPtr = make_cudaPitchedPtr(values.data(), 16, 4, 3);
  copy.extent = make_cudaExtent(4, 3, 2);
  copy.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  for (int i = 0; i < 24; ++i) EXPECT_EQ(values[i], i % 4 + 10 * (i / 4 % 3) + 100 * (i / 12));
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(box), cudaSuccess);

  const cudaArray_t line = make_array<float>(32, 0);
  const cudaSurfaceObject_t line_surface = make_surface(line);
  fill_line<<<1, 32>>>(line_surface);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(read_array<float>(line, 32, 1)[31], 31);
  EXPECT_EQ(cudaDestroySurfaceObject(line_surface), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(line), cudaSuccess);
}

#if __has_include(<simt_counters.h>)
// CUDA asks for the flag in its documentation; the driver lets arrays without it pass.
TEST(Surfaces, NeedAnArrayMadeForThem) {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  ASSERT_EQ(cudaMallocArray(&array, &desc, 8, 8), cudaSuccess);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  EXPECT_NE(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  cudaGetLastError();
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}
#endif

}  // namespace
