// Memory in rows and slices, and the copies between them.
// supports: memory: `cudaMallocPitch`, `cudaMalloc3D`, 2D and 3D copies and sets
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "../device_test.cuh"

namespace {

template <class T>
std::vector<T> ascending(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T(0));
  return values;
}

template <class T>
__device__ T* row_of(T* base, std::size_t pitch, int y) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(base) + y * pitch);
}

__global__ void add_row_number(int* base, std::size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) row_of(base, pitch, y)[x] += 1000 * y;
}

TEST(PitchedMemory, RowsAreKernelsRows) {
  constexpr int kWidth = 37, kHeight = 5;
  int* device = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, kWidth * sizeof(int), kHeight), cudaSuccess);
  EXPECT_EQ(pitch, 512u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device) % 512, 0u);
  const auto in = ascending<int>(kWidth * kHeight);
  const std::size_t row = kWidth * sizeof(int);
  ASSERT_EQ(cudaMemcpy2D(device, pitch, in.data(), row, row, kHeight, cudaMemcpyHostToDevice),
            cudaSuccess);
  add_row_number<<<dim3(3, 2), dim3(16, 4)>>>(device, pitch, kWidth, kHeight);
  std::vector<int> out(kWidth * kHeight);
  ASSERT_EQ(cudaMemcpy2D(out.data(), row, device, pitch, row, kHeight, cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) EXPECT_EQ(out[y * kWidth + x], y * kWidth + x + 1000 * y);
  }
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST(PitchedMemory, PitchIsAMultipleOf512) {
  for (const std::size_t width : {1u, 512u, 513u, 3000u}) {
    void* device = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&device, &pitch, width, 3), cudaSuccess);
    EXPECT_EQ(pitch, (width + 511) / 512 * 512);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
  }
}

TEST(PitchedMemory, PartsOfRows) {
  void* device = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 16, 4), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(device, pitch, 1, 16, 4), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(static_cast<char*>(device) + pitch + 4, pitch, 2, 3, 2), cudaSuccess);
  std::vector<char> out(16 * 4);
  ASSERT_EQ(cudaMemcpy2D(out.data(), 16, device, pitch, 16, 4, cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 16; ++x) {
      const bool inside = y >= 1 && y < 3 && x >= 4 && x < 7;
      EXPECT_EQ(out[y * 16 + x], inside ? 2 : 1) << x << "," << y;
    }
  }
  // Rows of different pitches on one side each.
  void* packed = nullptr;
  ASSERT_EQ(cudaMalloc(&packed, 64), cudaSuccess);
  ASSERT_EQ(cudaMemcpy2D(packed, 16, device, pitch, 16, 4, cudaMemcpyDeviceToDevice), cudaSuccess);
  std::vector<char> again(64);
  ASSERT_EQ(cudaMemcpy(again.data(), packed, 64, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(again, out);
  cudaFree(packed);
  cudaFree(device);
}

TEST(PitchedMemory, RefusesWhatCannotBeRight) {
  char host[64] = {};
  void* device = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 16, 2), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(device, 8, host, 16, 16, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 8, 16, 2, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 16, 16, 2, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 16, 0, 2, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMallocPitch(&device, &pitch, std::size_t{1} << 40, 1 << 20),
            cudaErrorMemoryAllocation);
  cudaGetLastError();
  cudaFree(device);
}

__global__ void add_position(cudaPitchedPtr box, int width, int height, int depth) {
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      char* row = static_cast<char*>(box.ptr) + (z * box.ysize + y) * box.pitch;
      const int x = threadIdx.x;
      if (x < width) reinterpret_cast<int*>(row)[x] += 100 * y + 10000 * z;
    }
  }
}

TEST(PitchedMemory, Boxes) {
  constexpr int kWidth = 5, kHeight = 4, kDepth = 3;
  const cudaExtent extent = make_cudaExtent(kWidth * sizeof(int), kHeight, kDepth);
  cudaPitchedPtr box{};
  ASSERT_EQ(cudaMalloc3D(&box, extent), cudaSuccess);
  EXPECT_EQ(box.pitch, 512u);
  EXPECT_EQ(box.xsize, kWidth * sizeof(int));
  EXPECT_EQ(box.ysize, 4u);
  ASSERT_EQ(cudaMemset3D(box, 1, extent), cudaSuccess);
  ASSERT_EQ(cudaMemset3DAsync(box, 0, extent), cudaSuccess);
  add_position<<<1, 32>>>(box, kWidth, kHeight, kDepth);

  std::vector<int> out(kWidth * kHeight * kDepth, -1);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(out.data(), kWidth * sizeof(int), kWidth, kHeight);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  for (int z = 0; z < kDepth; ++z) {
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        EXPECT_EQ(out[(z * kHeight + y) * kWidth + x], 100 * y + 10000 * z);
      }
    }
  }

  // A part: 2 x 2 x 2 from (1,1,1) to (0,2,1).
  std::vector<int> part(kWidth * kHeight * kDepth, -1);
  copy.dstPtr.ptr = part.data();
  copy.srcPos = make_cudaPos(1 * sizeof(int), 1, 1);
  copy.dstPos = make_cudaPos(0, 2, 1);
  copy.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaMemcpy3DAsync(&copy, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  for (int z = 0; z < kDepth; ++z) {
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const bool inside = z >= 1 && y >= 2 && x < 2;
        EXPECT_EQ(part[(z * kHeight + y) * kWidth + x], inside ? 100 * (y - 1) + 10000 * z : -1);
      }
    }
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaFree(box.ptr), cudaSuccess);
}

TEST(PitchedMemory, CopiesInTheOrderOfAStream) {
  constexpr int kWidth = 100, kHeight = 50;
  const std::size_t row = kWidth * sizeof(int);
  int *device = nullptr, *host = nullptr;
  std::size_t pitch = 0;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, row, kHeight), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&host, row * kHeight), cudaSuccess);
  std::iota(host, host + kWidth * kHeight, 0);
  ASSERT_EQ(
      cudaMemcpy2DAsync(device, pitch, host, row, row, kHeight, cudaMemcpyHostToDevice, stream),
      cudaSuccess);
  add_row_number<<<dim3(7, 13), dim3(16, 4), 0, stream>>>(device, pitch, kWidth, kHeight);
  ASSERT_EQ(cudaMemset2DAsync(device, pitch, 0, sizeof(int), kHeight, stream), cudaSuccess);
  ASSERT_EQ(
      cudaMemcpy2DAsync(host, row, device, pitch, row, kHeight, cudaMemcpyDeviceToHost, stream),
      cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  for (int y = 0; y < kHeight; ++y) {
    EXPECT_EQ(host[y * kWidth], 0);
    for (int x = 1; x < kWidth; ++x) EXPECT_EQ(host[y * kWidth + x], y * kWidth + x + 1000 * y);
  }
  EXPECT_EQ(cudaFreeHost(host), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

__device__ int numbers[8];
__constant__ float factors[4];

__global__ void scale_numbers() {
  if (threadIdx.x < 8) numbers[threadIdx.x] *= static_cast<int>(factors[threadIdx.x % 4]);
}

TEST(SymbolCopies, InTheOrderOfAStream) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const int in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const float f[2] = {10, 100};
  ASSERT_EQ(cudaMemcpyToSymbolAsync(numbers, in, sizeof in, 0, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbolAsync(factors, f, sizeof f, 0, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbolAsync(factors, f, sizeof f, 8, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  scale_numbers<<<1, 32, 0, stream>>>();
  int out[8] = {};
  ASSERT_EQ(cudaMemcpyFromSymbolAsync(out, numbers, sizeof out, 0, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], in[i] * (i % 2 == 0 ? 10 : 100));
  EXPECT_EQ(cudaMemcpyToSymbolAsync(numbers, in, sizeof in, 4, cudaMemcpyHostToDevice, stream),
            cudaErrorInvalidValue);
  cudaGetLastError();
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(PeerCopies, OnOneDevice) {
  const DeviceBuffer<int> from(ascending<int>(100)), to(100);
  ASSERT_EQ(cudaMemcpyPeer(to.data(), 0, from.data(), 0, 400), cudaSuccess);
  EXPECT_EQ(to.read(), ascending<int>(100));
  EXPECT_EQ(cudaMemcpyPeer(to.data(), 1000, from.data(), 0, 400), cudaErrorInvalidDevice);
  cudaGetLastError();
}

}  // namespace
