// Launches by a pointer to the kernel and an array of arguments.
// supports: launches: `<<<>>>`, `cudaLaunchKernel`, `cudaLaunchKernelEx`, cooperative
// refuses: launches: other attributes: `cudaErrorNotSupported`
#include <vector>

#include "../streams/stream_test.cuh"

namespace {

template <class T>
__global__ void axpy(int n, T a, const T* x, T* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] += a * x[i];
}

struct Pair {
  int a;
  double b;
};
__global__ void store_pair(Pair pair, int* out) { out[threadIdx.x] = pair.a + int(pair.b); }

TEST(LaunchByPointer, TakesArgumentsFromMemory) {
  Pair pair{3, 4.5};
  const auto launch = [&](auto call) {
    const auto values = run_kernel<int>(32, [&](int* out) {
      void* arguments[] = {&pair, &out};
      EXPECT_EQ(call(arguments), cudaSuccess);
      pair.a = -1;  // was copied
    });
    pair.a = 3;
    EXPECT_EQ(values[31], 7);
  };
  launch([](void** args) { return cudaLaunchKernel(store_pair, dim3(1), dim3(32), args); });
  launch([](void** args) {
    return cudaLaunchKernel((void*)store_pair, dim3(1), dim3(32), args, 0, nullptr);
  });
  launch([](void** args) {
    return cudaLaunchKernel((const void*)&store_pair, dim3(1), dim3(32), args, 0, nullptr);
  });
  launch([](void** args) {
    return cudaLaunchKernel(reinterpret_cast<const void*>(store_pair), 1, 32, args, 0, nullptr);
  });
  const auto sums = run_kernel<float>(64, [](float* y) {
    EXPECT_EQ(cudaMemset(y, 0, 256), cudaSuccess);
    int n = 64;
    float a = 2;
    const float* x = y;
    void* arguments[] = {&n, &a, &x, &y};
    add<<<1, 64>>>(reinterpret_cast<int*>(y), 0x3f800000);
    EXPECT_EQ(cudaLaunchKernel((void*)axpy<float>, dim3(2), dim3(32), arguments, 0, nullptr),
              cudaSuccess);
  });
  EXPECT_EQ(sums[63], 3.0f);
}

TEST(LaunchByPointer, IsRefusedAsOtherLaunchesAre) {
  int* out = nullptr;
  Pair pair{};
  void* arguments[] = {&pair, &out};
  const cudaError_t error = cudaLaunchKernel(store_pair, dim3(1), dim3(2000), arguments);
  EXPECT_TRUE(error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), error);
  int host = 0;
  expect_error(cudaLaunchKernel((void*)&host, dim3(1), dim3(1), arguments, 0, nullptr),
               cudaErrorInvalidResourceHandle);
}

}  // namespace
