// The same in loops, in a file that casts no pointers to structs: where one does, the compiler is asked for
// alignments, and takes nothing out of a loop.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include "counts_test.cuh"

namespace {

__global__ void add_to_output(const float* in, float* out, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k];
}
__global__ void add_to_restricted_output(const float* __restrict__ in, float* __restrict__ out,
                                         int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k];
}
__global__ void load_in_branch_in_loop(const float* in, float* out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k % 2 == 1) sum += in[threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

TEST(Counts, OnlyRestrictTakesAnAccessOutOfALoop) {
  EXPECT_EQ(of_floats(add_to_output, 8), (Requests{64, 32}));
  EXPECT_EQ(of_floats(add_to_restricted_output, 8), (Requests{36, 4}));
  EXPECT_EQ(of_floats(load_in_branch_in_loop, 8), (Requests{16, 4}));
}

}  // namespace
