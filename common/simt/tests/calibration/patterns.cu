// The kernels behind patterns.csv: one launch each, of as many kinds of access as there are. nvcc must
// make of them what is written here: `#pragma unroll 1` keeps loops, and results are used.
//
// docs/measured/model_equals_hardware.py --record calibration_patterns measures them with Nsight Compute.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kThreads = 256;
constexpr int kElements = 1 << 16;  // and a few more where a kernel should have a rest

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Widths --------------------------------------------------------------------------------------

template <class T>
__global__ void copy(T* out, const T* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}

struct Three {
  float x, y, z;
};
__global__ void copy_three(Three* out, const Three* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}
struct alignas(16) Four {
  float x, y, z, w;
};
__global__ void one_member(float* out, const Four* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i].y;
}
__global__ void split_members(float* x, float* y, float* z, const Three* in, int n) {
  const int i = thread();
  if (i >= n) return;
  x[i] = in[i].x;
  y[i] = in[i].y;
  z[i] = in[i].z;
}

// Patterns ------------------------------------------------------------------------------------

__global__ void reversed(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[n - 1 - i];
}
__global__ void permuted_in_segment(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i ^ 21];
}
__global__ void broadcast(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i / 32];
}
__global__ void gather(float* out, const float* in, const int* index, int n) {
  const int i = thread();
  if (i < n) out[i] = in[index[i]];
}
__global__ void scatter(float* out, const float* in, const int* index, int n) {
  const int i = thread();
  if (i < n) out[index[i]] = in[i];
}
__global__ void gather_bytes(unsigned char* out, const unsigned char* in, const int* index, int n) {
  const int i = thread();
  if (i < n) out[i] = in[index[i]];
}
__global__ void store_every_third(float* out, const float* in, int n) {
  const int i = thread();
  if (3 * i < n) out[3 * i] = in[i];
}
__global__ void in_place(float* data, int n) {
  const int i = thread();
  if (i < n) data[i] += 1;
}
__global__ void neighbours(float* out, const float* in, int n) {
  const int i = thread();
  if (i > 0 && i < n - 1) out[i] = in[i - 1] + 2 * in[i] + in[i + 1];
}
__global__ void read_only(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = __ldg(&in[(i + 8) % n]);
}

// Shapes --------------------------------------------------------------------------------------

__global__ void rows(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x];
}
__global__ void columns(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
__global__ void boxes(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
}

// Control flow --------------------------------------------------------------------------------

__global__ void odd_lanes(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n && i % 2 == 1) out[i] = in[i];
}
__global__ void two_sides(float* out, const float* a, const float* b, int n) {
  const int i = thread();
  if (i >= n) return;
  if (i % 4 == 0) {
    out[i] = sqrtf(a[i]);
  } else {
    out[2 * n - 1 - i] = expf(b[i]);
  }
}
__global__ void grid_stride(float* out, const float* in, int n) {
#pragma unroll 1
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = 2 * in[i];
}
__global__ void ragged(float* out, const float* in, int n) {
  const int i = thread();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < i % 7; ++k) sum += in[(i + 32 * k) % n];
  out[i] = sum;
}
__global__ void chunk_per_thread(float* out, const float* in, int chunk) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < chunk; ++k) sum += in[thread() * chunk + k];
  out[thread()] = sum;
}
__global__ void follow(int* out, const int* next, int steps) {
  int at = thread();
#pragma unroll 1
  for (int k = 0; k < steps; ++k) at = next[at];
  out[thread()] = at;
}
__device__ __noinline__ float from_function(const float* in, int i) { return in[i] * in[i + 1]; }
__global__ void calls(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n - 1) out[i] = from_function(in, i);
}

// Shared memory -------------------------------------------------------------------------------

template <int stride>
__global__ void shared_stride(float* out, const float* in) {
  __shared__ float tile[32 * stride * 4];
  const int at = threadIdx.x * stride;
  tile[at] = in[thread()];
  __syncthreads();
  out[thread()] = tile[(at + 32 * stride) % (128 * stride)];
}
template <class T>
__global__ void shared_width(T* out, const T* in) {
  __shared__ T tile[kThreads];
  tile[threadIdx.x] = in[thread()];
  __syncthreads();
  out[thread()] = tile[kThreads - 1 - threadIdx.x];
}
__global__ void shared_broadcast(float* out, const float* in) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x] = in[thread()];
  __syncthreads();
  out[thread()] = tile[threadIdx.x / 4 * 4 % 128];
}
__global__ void shared_gather(float* out, const float* in, const int* index) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x] = in[thread()];
  __syncthreads();
  out[thread()] = tile[index[thread()] % kThreads];
}
__global__ void shared_vector_stride(float4* out, const float4* in) {
  __shared__ float4 tile[kThreads * 2];
  tile[threadIdx.x * 2] = in[thread()];
  __syncthreads();
  out[thread()] = tile[(threadIdx.x ^ 1) * 2];
}
__global__ void tile_transposed_padded(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}
__global__ void tile_transposed_swizzled(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
__global__ void rectangular_tile(float* out, const float* in, int width) {
  __shared__ float tile[16][32 + 1];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  const int k = threadIdx.y * 32 + threadIdx.x;
  out[y * width + x] = tile[k % 16][k / 16];
}

// Algorithms ----------------------------------------------------------------------------------

__global__ void matrix_product(float* c, const float* a, const float* b, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
__global__ void matrix_product_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float left[16][16], right[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int tile = 0; tile < n; tile += 16) {
    left[threadIdx.y][threadIdx.x] = a[y * n + tile + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 16; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
__global__ void reduce_in_shared(float* out, const float* in) {
  __shared__ float sums[kThreads];
  sums[threadIdx.x] = in[thread()];
  __syncthreads();
#pragma unroll 1
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (static_cast<int>(threadIdx.x) < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
__global__ void reduce_neighbours_in_shared(float* out, const float* in) {
  __shared__ float sums[kThreads];
  sums[threadIdx.x] = in[thread()];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kThreads; step *= 2) {
    const int at = 2 * step * threadIdx.x;
    if (at < kThreads) sums[at] += sums[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
__global__ void reduce_by_shuffles(float* out, const float* in) {
  __shared__ float warps[kThreads / 32];
  float sum = in[thread()];
#pragma unroll
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < kThreads / 32) {
    sum = warps[threadIdx.x];
    for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xff, sum, step);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}
__global__ void scan_in_shared(int* out, const int* in) {
  __shared__ int sums[2][kThreads];
  int side = 0;
  sums[0][threadIdx.x] = in[thread()];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kThreads; step *= 2) {
    int sum = sums[side][threadIdx.x];
    if (static_cast<int>(threadIdx.x) >= step) sum += sums[side][threadIdx.x - step];
    side = 1 - side;
    sums[side][threadIdx.x] = sum;
    __syncthreads();
  }
  out[thread()] = sums[side][threadIdx.x];
}

// Atomics -------------------------------------------------------------------------------------

__global__ void count_all(unsigned* counters) { atomicAdd(&counters[0], 1u); }
__global__ void count_own(unsigned* counters) { atomicAdd(&counters[thread()], 1u); }
__global__ void take_numbers(unsigned* out, unsigned* counter) {
  out[thread()] = atomicAdd(counter, 1u);
}
__global__ void sum_of_integers(int* sum, const int* values) { atomicAdd(sum, values[thread()]); }
__global__ void sum_of_floats(float* sum, const float* values) { atomicAdd(sum, values[thread()]); }
__global__ void sums_by_warp(float* sums, const float* values) {
  atomicAdd(&sums[thread() / 32], values[thread()]);
}
__global__ void histogram_of_one_value(unsigned* bins, const int* values) {
  atomicAdd(&bins[values[thread()]], 1u);
}
__global__ void weighted_histogram(unsigned long long* bins, const int* values) {
  atomicAdd(&bins[values[thread()] % 64], static_cast<unsigned long long>(values[thread()]));
}
__global__ void histogram(unsigned* bins, const int* values, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&bins[values[i] % 64], 1u);
}
__global__ void maximum(int* out, const int* values, int n) {
  const int i = thread();
  if (i < n) out[kElements + i] = atomicMax(&out[i % 128 * 8], values[i]);
}
__global__ void exchange(int* out, int* cells) {
  out[thread()] = atomicCAS(&cells[thread() * 2], 0, thread());
}
__global__ void histogram_in_shared(unsigned* bins, const int* values, int n) {
  __shared__ unsigned mine[64];
  if (threadIdx.x < 64) mine[threadIdx.x] = 0;
  __syncthreads();
  const int i = thread();
  if (i < n) atomicAdd(&mine[values[i] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void weighted_histogram_in_shared(unsigned* bins, const int* values) {
  __shared__ unsigned mine[64];
  if (threadIdx.x < 64) mine[threadIdx.x] = 0;
  __syncthreads();
  const unsigned value = values[thread()];
  atomicAdd(&mine[value % 64], value);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
__global__ void numbers_in_shared(unsigned* out, const int* values) {
  __shared__ unsigned next[64];
  if (threadIdx.x < 64) next[threadIdx.x] = 0;
  __syncthreads();
  out[thread()] = atomicAdd(&next[values[thread()] % 64], 1u);
}
__global__ void sum_in_shared(int* sums, const int* values) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, values[thread()]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
template <int stride>
__global__ void maxima_in_shared(int* out, const int* values) {
  __shared__ int most[32 * stride];
  if (threadIdx.x < 32) most[threadIdx.x * stride] = 0;
  __syncthreads();
  atomicMax(&most[threadIdx.x % 32 * stride], values[thread()]);
  __syncthreads();
  if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = most[threadIdx.x * stride];
}

// Constant memory -----------------------------------------------------------------------------

__constant__ float coefficients[256];
__global__ void constant_uniform(float* out, int k) { out[thread()] = coefficients[k]; }
__global__ void constant_by_lane(float* out) { out[thread()] = coefficients[threadIdx.x % 32]; }
__global__ void constant_by_quarter(float* out) {
  out[thread()] = coefficients[threadIdx.x % 32 / 8];
}

// Local memory --------------------------------------------------------------------------------

__global__ void local_array(int* out, const int* index, int n) {
  int values[16];
#pragma unroll 1
  for (int k = 0; k < 16; ++k) values[k] = k * n;
  out[thread()] = values[index[thread()] % 16];
}
__global__ void local_same_index(int* out, int a, int b) {
  int values[16];
#pragma unroll 1
  for (int k = 0; k < 16; ++k) values[(k * a + b) % 16] = k;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += 3) sum += values[k];
  out[thread()] = sum;
}
__global__ void local_doubles(double* out, const int* index) {
  double values[8];
#pragma unroll 1
  for (int k = 0; k < 8; ++k) values[k] = k * 0.5;
  out[thread()] = values[index[thread()] % 8];
}

// Shared memory of other blocks ----------------------------------------------------------------

__global__ void __cluster_dims__(4) read_neighbour(float* out, const float* in, int stride) {
  __shared__ float values[kThreads];
  const auto cluster = cooperative_groups::this_cluster();
  values[threadIdx.x] = in[thread()];
  cluster.sync();
  const float* theirs = cluster.map_shared_rank(values, (cluster.block_rank() + 1) % 4);
  out[thread()] = theirs[threadIdx.x * stride % kThreads];
  cluster.sync();
}
__global__ void __cluster_dims__(2) write_neighbour(float4* out, const float4* in) {
  __shared__ float4 values[kThreads];
  const auto cluster = cooperative_groups::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(values, cluster.block_rank() ^ 1)[threadIdx.x] = in[thread()];
  cluster.sync();
  out[thread()] = values[threadIdx.x];
}
__global__ void __cluster_dims__(2) histogram_of_neighbour(unsigned* bins, const int* values) {
  __shared__ unsigned mine[128];
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < 128) mine[threadIdx.x] = 0;
  cluster.sync();
  unsigned* theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  bins[128 * gridDim.x + thread()] = atomicAdd(&theirs[values[thread()] % 128], 3u);
  cluster.sync();
  if (threadIdx.x < 128) bins[blockIdx.x * 128 + threadIdx.x] = mine[threadIdx.x];
}

}  // namespace

int main() {
  const int n = kElements, blocks = n / kThreads;
  const std::size_t bytes = n * 16 + 4096;
  std::vector<int> index(n), next(n);
  unsigned state = 12345;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    index[i] = static_cast<int>(state >> 8) % n;
    next[i] = (i * 5 + 7) % n;
  }
  char *in, *also_in, *out;
  int *index_in, *next_in;
  cudaMalloc(&in, bytes);
  cudaMalloc(&also_in, bytes);
  cudaMalloc(&out, bytes);
  cudaMalloc(&index_in, n * sizeof(int));
  cudaMalloc(&next_in, n * sizeof(int));
  cudaMemset(in, 0, bytes);
  cudaMemset(also_in, 0, bytes);
  cudaMemset(out, 0, bytes);
  cudaMemcpy(index_in, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(next_in, next.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const auto f = [](char* p) { return reinterpret_cast<float*>(p); };
  const auto integers = [](char* p) { return reinterpret_cast<int*>(p); };
  const auto counters = reinterpret_cast<unsigned*>(out);

  copy<<<blocks, kThreads>>>(out, in, n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<short*>(out), reinterpret_cast<short*>(in), n - 5);
  copy<<<blocks, kThreads>>>(f(out), f(in), n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<double*>(out), reinterpret_cast<double*>(in), n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<char4*>(out), reinterpret_cast<char4*>(in), n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<float2*>(out), reinterpret_cast<float2*>(in), n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<float4*>(out), reinterpret_cast<float4*>(in), n - 5);
  copy<<<blocks, kThreads>>>(reinterpret_cast<__half2*>(out), reinterpret_cast<__half2*>(in),
                             n - 5);
  copy_three<<<blocks, kThreads>>>(reinterpret_cast<Three*>(out), reinterpret_cast<Three*>(in), n);
  one_member<<<blocks, kThreads>>>(f(out), reinterpret_cast<Four*>(in), n);
  split_members<<<blocks, kThreads>>>(f(out), f(out) + n, f(out) + 2 * n,
                                      reinterpret_cast<Three*>(in), n);
  copy<<<(n + 47) / 48, 48>>>(f(out), f(in), n);

  reversed<<<blocks, kThreads>>>(f(out), f(in), n);
  permuted_in_segment<<<blocks, kThreads>>>(f(out), f(in), n);
  broadcast<<<blocks, kThreads>>>(f(out), f(in), n);
  gather<<<blocks, kThreads>>>(f(out), f(in), index_in, n);
  scatter<<<blocks, kThreads>>>(f(out), f(in), index_in, n);
  gather_bytes<<<blocks, kThreads>>>(reinterpret_cast<unsigned char*>(out),
                                     reinterpret_cast<unsigned char*>(in), index_in, n);
  store_every_third<<<blocks, kThreads>>>(f(out), f(in), n);
  in_place<<<blocks, kThreads>>>(f(out), n - 3);
  neighbours<<<blocks, kThreads>>>(f(out), f(in), n);
  read_only<<<blocks, kThreads>>>(f(out), f(in), n);

  rows<<<dim3(16, 16), dim3(16, 16)>>>(f(out), f(in), 250, 250);
  columns<<<dim3(32, 8), dim3(8, 32)>>>(f(out), f(in), 250, 250);
  boxes<<<dim3(5, 5, 10), dim3(8, 8, 4)>>>(f(out), f(in), 37, 39, 40);

  odd_lanes<<<blocks, kThreads>>>(f(out), f(in), n);
  two_sides<<<blocks, kThreads>>>(f(out), f(in), f(also_in), n);
  grid_stride<<<20, kThreads>>>(f(out), f(in), n - 100);
  ragged<<<blocks, kThreads>>>(f(out), f(in), n);
  chunk_per_thread<<<8, kThreads>>>(f(out), f(in), 32);
  follow<<<16, kThreads>>>(integers(out), next_in, 10);
  calls<<<blocks, kThreads>>>(f(out), f(in), n);

  shared_stride<1><<<blocks, 128>>>(f(out), f(in));
  shared_stride<2><<<blocks, 128>>>(f(out), f(in));
  shared_stride<3><<<blocks, 128>>>(f(out), f(in));
  shared_stride<8><<<blocks, 128>>>(f(out), f(in));
  shared_stride<32><<<blocks, 128>>>(f(out), f(in));
  shared_width<<<blocks, kThreads>>>(out, in);
  shared_width<<<blocks, kThreads>>>(reinterpret_cast<double*>(out), reinterpret_cast<double*>(in));
  shared_width<<<blocks, kThreads>>>(reinterpret_cast<float4*>(out), reinterpret_cast<float4*>(in));
  shared_broadcast<<<blocks, kThreads>>>(f(out), f(in));
  shared_gather<<<blocks, kThreads>>>(f(out), f(in), index_in);
  shared_vector_stride<<<blocks, kThreads>>>(reinterpret_cast<float4*>(out),
                                             reinterpret_cast<float4*>(in));
  tile_transposed_padded<<<dim3(8, 8), dim3(32, 32)>>>(f(out), f(in), 256);
  tile_transposed_swizzled<<<dim3(8, 8), dim3(32, 32)>>>(f(out), f(in), 256);
  rectangular_tile<<<dim3(8, 16), dim3(32, 16)>>>(f(out), f(in), 256);

  matrix_product<<<dim3(4, 8), dim3(32, 16)>>>(f(out), f(in), f(also_in), 128);
  matrix_product_tiled<<<dim3(8, 8), dim3(16, 16)>>>(f(out), f(in), f(also_in), 128);
  reduce_in_shared<<<blocks, kThreads>>>(f(out), f(in));
  reduce_neighbours_in_shared<<<blocks, kThreads>>>(f(out), f(in));
  reduce_by_shuffles<<<blocks, kThreads>>>(f(out), f(in));
  scan_in_shared<<<blocks, kThreads>>>(integers(out), integers(in));

  count_all<<<blocks, kThreads>>>(counters);
  count_own<<<blocks, kThreads>>>(counters);
  take_numbers<<<blocks, kThreads>>>(counters + 1, counters);
  sum_of_integers<<<blocks, kThreads>>>(integers(out), index_in);
  sum_of_floats<<<blocks, kThreads>>>(f(out), f(in));
  sums_by_warp<<<blocks, kThreads>>>(f(out), f(in));
  histogram_of_one_value<<<blocks, kThreads>>>(counters, integers(in) + n);
  weighted_histogram<<<blocks, kThreads>>>(reinterpret_cast<unsigned long long*>(out), index_in);
  histogram<<<blocks, kThreads>>>(counters, index_in, n);
  maximum<<<blocks, kThreads>>>(integers(out), index_in, n);
  exchange<<<blocks, kThreads>>>(integers(out), integers(in));
  histogram_in_shared<<<blocks, kThreads>>>(counters, index_in, n);
  weighted_histogram_in_shared<<<blocks, kThreads>>>(counters, index_in);
  numbers_in_shared<<<blocks, kThreads>>>(counters, index_in);
  sum_in_shared<<<blocks, kThreads>>>(integers(out), index_in);
  maxima_in_shared<1><<<blocks, kThreads>>>(integers(out), index_in);
  maxima_in_shared<4><<<blocks, kThreads>>>(integers(out), index_in);

  constant_uniform<<<blocks, kThreads>>>(f(out), 3);
  constant_by_lane<<<blocks, kThreads>>>(f(out));
  constant_by_quarter<<<blocks, kThreads>>>(f(out));

  local_array<<<blocks, kThreads>>>(integers(out), index_in, 3);
  local_same_index<<<blocks, kThreads>>>(integers(out), 5, 2);
  local_doubles<<<blocks, kThreads>>>(reinterpret_cast<double*>(out), index_in);

  read_neighbour<<<blocks, kThreads>>>(f(out), f(in), 1);
  read_neighbour<<<blocks, kThreads>>>(f(out), f(in), 9);
  read_neighbour<<<blocks, kThreads>>>(f(out), f(in), 32);
  write_neighbour<<<blocks, kThreads>>>(reinterpret_cast<float4*>(out),
                                        reinterpret_cast<float4*>(in));
  histogram_of_neighbour<<<blocks, kThreads>>>(counters, index_in);

  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  for (void* pointer :
       {static_cast<void*>(in), static_cast<void*>(also_in), static_cast<void*>(out),
        static_cast<void*>(index_in), static_cast<void*>(next_in)}) {
    cudaFree(pointer);
  }
  return error == cudaSuccess ? 0 : 1;
}
