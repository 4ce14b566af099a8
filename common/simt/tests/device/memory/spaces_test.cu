// Address spaces: which memory an address belongs to, and the way to addresses of one memory.
// supports: language: `__device__`, `__constant__`, `__managed__` and `__shared__` variables; address-space
//     predicates and conversions
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "../device_test.cuh"

namespace {

__device__ int global_variable;
__constant__ int constant_variable;

struct Parameters {
  int values[8];
};

__device__ unsigned spaces_of(const void* p) {
  return (__isGlobal(p) != 0) | (__isShared(p) != 0) << 1 | (__isConstant(p) != 0) << 2 |
         (__isLocal(p) != 0) << 3 | (__isGridConstant(p) != 0) << 4;
}

/// A pointer of which the compiler does not know where it points.
__device__ const void* laundered(const void* p, std::uintptr_t zero) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(p) ^ zero);
}

__global__ void name_spaces(unsigned* out, const __grid_constant__ Parameters parameters,
                            std::uintptr_t zero) {
  __shared__ int fixed[32];
  extern __shared__ int dynamic[];
  int local[4];
  for (int i = 0; i < 4; ++i) local[i] = static_cast<int>(zero) + i;
  fixed[threadIdx.x] = dynamic[threadIdx.x] = 0;
  unsigned* row = out + threadIdx.x * 8;
  row[0] = spaces_of(laundered(out, zero));
  row[1] = spaces_of(laundered(&global_variable, zero));
  row[2] = spaces_of(laundered(fixed + threadIdx.x, zero));
  row[3] = spaces_of(laundered(dynamic + threadIdx.x, zero));
  row[4] = spaces_of(laundered(local + 1, zero));
  row[5] = __isConstant(&constant_variable) != 0;
  row[6] = __isGridConstant(&parameters) != 0;
  row[7] = __isGridConstant(local) != 0 || __isConstant(out) != 0;
}

TEST(Spaces, EveryMemoryIsTold) {
  const auto out = run_kernel<unsigned>(
      8 * 32, [](unsigned* d) { name_spaces<<<1, 32, 128>>>(d, Parameters{}, 0); });
  for (int thread = 0; thread < 32; ++thread) {
    const unsigned expected[] = {1, 1, 2, 2, 8, 1, 1, 0};
    for (int i = 0; i < 8; ++i) EXPECT_EQ(out[thread * 8 + i], expected[i]) << thread << " " << i;
  }
}

// The generic address again, and the distance of two addresses in their own space.
__global__ void convert(unsigned long long* out, std::uintptr_t zero) {
  __shared__ int shared_array[64];
  int local[8];
  for (int i = 0; i < 8; ++i) local[i] = static_cast<int>(zero) + i;
  shared_array[threadIdx.x] = 7;
  __syncthreads();
  const auto window = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_array));
  out[0] = __cvta_shared_to_generic(window) == shared_array;
  out[1] = __cvta_generic_to_shared(shared_array + 5) - window;
  out[2] = *static_cast<int*>(__cvta_shared_to_generic(window + 12));
  const std::size_t offset = __cvta_generic_to_local(local + zero);
  out[3] = __cvta_local_to_generic(offset) == local;
  out[4] = *static_cast<int*>(__cvta_local_to_generic(offset + 4 * sizeof(int)));
  const std::size_t address = __cvta_generic_to_global(out);
  out[5] = __cvta_global_to_generic(address) == out;
  out[6] = address == reinterpret_cast<std::uintptr_t>(out);
  const std::size_t constant = __cvta_generic_to_constant(&constant_variable);
  out[7] = *static_cast<const int*>(__cvta_constant_to_generic(constant));
}

TEST(Spaces, AddressesGoThereAndBack) {
  const int value = 11;
  ASSERT_EQ(cudaMemcpyToSymbol(constant_variable, &value, sizeof value), cudaSuccess);
  const auto out =
      run_kernel<unsigned long long>(8, [](unsigned long long* d) { convert<<<1, 32>>>(d, 0); });
  EXPECT_EQ(out, (std::vector<unsigned long long>{1, 20, 7, 1, 4, 1, 1, 11}));
}

// All threads have the same copy, and kernels may be templates with several such parameters.
template <class T>
__global__ void read_parameters(const T** addresses, const __grid_constant__ T a, int i,
                                const T __grid_constant__ b, int* sum) {
  addresses[2 * threadIdx.x] = &a;
  addresses[2 * threadIdx.x + 1] = &b;
  if (threadIdx.x == 0) *sum = a.values[i] + 10 * b.values[i + 1];
}

TEST(Spaces, GridConstantsAreOneCopyForAllThreads) {
  const DeviceBuffer<int> sum(1);
  Parameters a{}, b{};
  a.values[3] = 4;
  b.values[4] = 5;
  const auto out = run_kernel<const Parameters*>(
      64, [&](const Parameters** d) { read_parameters<<<1, 32>>>(d, a, 3, b, sum.data()); });
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], out[i % 2]);
  EXPECT_NE(out[0], out[1]);
  EXPECT_EQ(sum.read()[0], 54);
}

}  // namespace
