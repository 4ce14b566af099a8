// Chapter 16 · layer_norm_backward
//
// The gradients of a layer normalisation, y = z * gain + bias with z = (x - mean) * scale, from that
// of its results, dy. The gradient of x needs two sums along each row. Those of gain and bias are
// sums down the columns, and the way to these makes the difference.
//
//   layer_norm_backward [--size N] [--length L]      N floats in all, default 2^16 on the CPU backend,
//                                                    2^26 on a GPU; in rows of L, default 1024
#include "layer_norm_backward.cuh"

// The sums of two values over a block, for all threads.
__device__ float2 of_block(float2 a) {
  __shared__ float2 sums[kBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) {
    a.x += __shfl_xor_sync(~0u, a.x, offset);
    a.y += __shfl_xor_sync(~0u, a.y, offset);
  }
  __syncthreads();  // the last result has been read
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  a = sums[0];
  for (int k = 1; k < kBlock / 32; ++k) a.x += sums[k].x, a.y += sums[k].y;
  return a;
}

// How the sums down the columns are made.
enum class Way { kAtomicPerElement, kAtomicPerBlock, kPartialSums };

// A block has row after row. A thread has the same columns of all of them, so it can keep their sums in registers until
// its last row: then it adds them to those of other blocks, or writes them down for a second kernel.
template <Way kWay>
__global__ void backward(Given given, float* dx, float* dgain, float* dbias, int rows, int n) {
  float gain[kKept], gain_sum[kKept] = {}, bias_sum[kKept] = {};
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    const int column = threadIdx.x + k * kBlock;
    gain[k] = column < n ? given.gain[column] : 0;
  }
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const long long first = 1LL * row * n;
    const float mean = given.mean[row], scale = given.scale[row];
    float z[kKept], dz[kKept];
    float2 sums = {0, 0};
#pragma unroll
    for (int k = 0; k < kKept; ++k) {
      const int column = threadIdx.x + k * kBlock;
      if (column >= n) continue;
      const float dy = given.dy[first + column];
      z[k] = (given.x[first + column] - mean) * scale;
      dz[k] = dy * gain[k];
      sums.x += dz[k], sums.y += dz[k] * z[k];
      if constexpr (kWay == Way::kAtomicPerElement) {
        atomicAdd(&dgain[column], dy * z[k]);
        atomicAdd(&dbias[column], dy);
      } else {
        gain_sum[k] += dy * z[k], bias_sum[k] += dy;
      }
    }
    sums = of_block(sums);
#pragma unroll
    for (int k = 0; k < kKept; ++k) {
      const int column = threadIdx.x + k * kBlock;
      if (column >= n) continue;
      dx[first + column] = (dz[k] - (sums.x + z[k] * sums.y) / n) * scale;
    }
  }
#pragma unroll
  for (int k = 0; k < kKept; ++k) {
    const int column = threadIdx.x + k * kBlock;
    if (column >= n) continue;
    if constexpr (kWay == Way::kAtomicPerBlock) {
      atomicAdd(&dgain[column], gain_sum[k]);
      atomicAdd(&dbias[column], bias_sum[k]);
    } else if constexpr (kWay == Way::kPartialSums) {
      dgain[blockIdx.x * n + column] = gain_sum[k];  // a row of partial sums for each block
      dbias[blockIdx.x * n + column] = bias_sum[k];
    }
  }
}

// A thread per column adds up the blocks' sums, in the same order every time.
__global__ void add_columns(const float* parts, float* sums, int blocks, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= n) return;
  float sum = 0;
  for (int block = 0; block < blocks; ++block) sum += parts[1LL * block * n + column];
  sums[column] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Layer normalisation, backwards: three ways to sums of columns.",
                        {length_option()});
  const auto ways = [](const auto& run, Given given, Gradients to, int rows, int n) {
    const int blocks = std::min(rows, kMostBlocks), columns = (n - 1) / kBlock + 1;
    const auto add_up = [=](auto kernel) {
      CHECK(cudaMemsetAsync(to.dgain, 0, n * sizeof(float)));
      CHECK(cudaMemsetAsync(to.dbias, 0, n * sizeof(float)));
      kernel<<<blocks, kBlock>>>(given, to.dx, to.dgain, to.dbias, rows, n);
    };
    run("an atomic per element", [&] { add_up(backward<Way::kAtomicPerElement>); });
    run("an atomic per block", [&] { add_up(backward<Way::kAtomicPerBlock>); });
    run("a second kernel", [&] {
      backward<Way::kPartialSums>
          <<<blocks, kBlock>>>(given, to.dx, to.gain_parts, to.bias_parts, rows, n);
      add_columns<<<columns, kBlock>>>(to.gain_parts, to.dgain, blocks, n);
      add_columns<<<columns, kBlock>>>(to.bias_parts, to.dbias, blocks, n);
    });
  };
  return verdict(compare_gradients(options, ways));
}
