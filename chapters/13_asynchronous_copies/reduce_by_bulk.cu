// Chapter 13 · reduce_by_bulk
//
// Many blocks add to one array: each has the sums of its rows in shared memory, and one instruction of one thread has
// them added to global memory, instead of an atomic for each. Sums of the columns of a matrix of unsigned ints, which
// are exact in any order. For compute capability 9.0 and newer.
//
//   reduce_by_bulk [--size N]      N columns, 4096 rows; default 2^16
#include "ring.cuh"
#include "tutorial.cuh"

constexpr int kRows = 4096, kBlock = 256, kStrip = 4 * kBlock;  // columns of a block

// Adds `rows` rows of the block's strip to `sums`. Elements behind the last column are 0. Rows begin at multiples of 16
// bytes.
__device__ uint4 sum_of_rows(const unsigned* in, int n, int ld, int rows) {
  const int column = blockIdx.x * kStrip + threadIdx.x * 4;
  uint4 sum = {};
  if (column >= n) return sum;
  const unsigned* at = in + static_cast<size_t>(blockIdx.y) * rows * ld + column;
#pragma unroll 4
  for (int row = 0; row < rows; ++row, at += ld) {
    const uint4 v = *reinterpret_cast<const uint4*>(at);
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
  }
  return sum;
}

// An atomic per column and block. Neighbouring lanes have neighbouring columns, as coalesced stores would.
__global__ void by_atomics(const unsigned* in, unsigned* out, int n, int ld, int rows) {
  __shared__ unsigned sums[kStrip];
  reinterpret_cast<uint4*>(sums)[threadIdx.x] = sum_of_rows(in, n, ld, rows);
  __syncthreads();
  for (int i = threadIdx.x; i < kStrip; i += kBlock) {
    const int column = blockIdx.x * kStrip + i;
    if (column < n) atomicAdd(&out[column], sums[i]);
  }
}

// The same by cp.reduce.async.bulk: L2 does the additions, one by one, as it does those of atomics. Up to three
// columns at the end of the matrix, less than 16 bytes, are left to atomics.
__global__ void by_bulk(const unsigned* in, unsigned* out, int n, int ld, int rows) {
  alignas(16) __shared__ unsigned sums[kStrip];
  reinterpret_cast<uint4*>(sums)[threadIdx.x] = sum_of_rows(in, n, ld, rows);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  const int first = blockIdx.x * kStrip, count = min(kStrip, n - first);
  if (threadIdx.x == 0 && count >= 4) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out + first, sums,
                              static_cast<unsigned>(count / 4 * 16));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  if (static_cast<int>(threadIdx.x) < count % 4) {
    const int i = count / 4 * 4 + threadIdx.x;
    atomicAdd(&out[first + i], sums[i]);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sums of columns, added up by blocks in global memory.");
  require_compute_capability(9, 0);
  const int n = options.size(
      {.cpu = 1 << 12, .gpu = 1 << 16, .bytes_per_element = (kRows + 1) * sizeof(unsigned)});
  const int ld = (n + 3) / 4 * 4;
  const std::vector<int> row = random_ints(static_cast<size_t>(ld));
  std::vector<unsigned> input(static_cast<size_t>(kRows) * ld), expected(n);
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < ld; ++c) {
      const unsigned value = c < n ? (row[c] + r) * (r * 2654435761u + 1) : 0;
      input[static_cast<size_t>(r) * ld + c] = value;
      if (c < n) expected[c] += value;
    }
  }
  unsigned *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, n * sizeof(unsigned)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(unsigned), cudaMemcpyHostToDevice));

  Experiment experiment(
      "Sums of " + std::to_string(n) + " columns, " + std::to_string(kRows) + " rows", out, n,
      4.0 * n * kRows);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kInstructions});
  experiment.show_count("atomic requests", "%.0f", &Counters::global_atomic_requests);
  experiment.before_each([=] { CHECK(cudaMemset(out, 0, n * sizeof(unsigned))); });
  for (const int rows : {128, 16, 4}) {  // of a block: the fewer, the more there is to add
    const dim3 grid((n + kStrip - 1) / kStrip, kRows / rows);
    const std::string name = std::to_string(rows) + " rows per block, ";
    experiment.run(
        name + "atomics", [=] { by_atomics<<<grid, kBlock>>>(in, out, n, ld, rows); }, expected);
    experiment.run(
        name + "bulk", [=] { by_bulk<<<grid, kBlock>>>(in, out, n, ld, rows); }, expected);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
