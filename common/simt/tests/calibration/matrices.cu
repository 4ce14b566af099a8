// The kernels behind matrices.csv: one launch each, loads and stores of matrices in shared and global memory by
// whole warps, as in patterns.cu.
//
// common/tools/gpu_report.py --csv matrices.csv build/bin/calibration_matrices measures them with Nsight Compute.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>

namespace {

namespace wmma = nvcuda::wmma;

constexpr int kBlocks = 8, kThreads = 128;  // four warps, which all do the same

__device__ unsigned place_of(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// Rows of 16 bytes -------------------------------------------------------------------------------

/// kStride bytes from one row to the next; where a row of 128 bytes has its parts in another order in each row.
template <int kStride>
__device__ int row_at(int row) {
  return row * kStride;
}
constexpr int kSwizzled = -1, kPairs = -2;
template <>
__device__ int row_at<kSwizzled>(int row) {
  return row * 128 + row % 8 * 16;
}
template <>
__device__ int row_at<kPairs>(int row) {
  return row / 2 * 16;
}

template <int kCount, bool kTransposes>
__device__ void load(unsigned (&r)[4], unsigned place) {
  if constexpr (kCount == 1) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(place));
  } else if constexpr (kCount == 2) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(place));
  } else if constexpr (!kTransposes) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place));
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place));
  }
}

template <int kCount, bool kTransposes>
__device__ void store(unsigned place, const unsigned (&r)[4]) {
  if constexpr (kCount == 1) {
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(place), "r"(r[0]));
  } else if constexpr (kCount == 2) {
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(place), "r"(r[0]),
                 "r"(r[1]));
  } else if constexpr (!kTransposes) {
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(place),
                 "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
  } else {
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(place),
        "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]));
  }
}

template <int kStride, int kCount, bool kTransposes>
__global__ void load_rows(unsigned* out, const unsigned* in) {
  __shared__ __align__(128) unsigned tile[32 * 36];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 36; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  unsigned r[4] = {};
  const int lane = threadIdx.x % 32;
  load<kCount, kTransposes>(r, place_of(tile) + row_at<kStride>(lane));
  out[blockIdx.x * kThreads + threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}

template <int kStride, int kCount, bool kTransposes>
__global__ void store_rows(unsigned* out, const unsigned* in) {
  __shared__ __align__(128) unsigned tile[4][32 * 36];
  unsigned r[4] = {};
#pragma unroll
  for (int i = 0; i < kCount; ++i) r[i] = in[threadIdx.x + i * kThreads];
  const int lane = threadIdx.x % 32, row = lane % (8 * kCount);
  store<kCount, kTransposes>(place_of(tile[threadIdx.x / 32]) + row_at<kStride>(row), r);
  __syncwarp();
  const unsigned char* const mine = reinterpret_cast<unsigned char*>(tile[threadIdx.x / 32]);
  out[blockIdx.x * kThreads + threadIdx.x] =
      *reinterpret_cast<const unsigned*>(mine + row_at<kStride>(row));
}

// Fragments -------------------------------------------------------------------------------------

template <class Fragment, class T>
__global__ void load_fragment(T* out, const T* in, int stride) {
  Fragment f;
  wmma::load_matrix_sync(f, in, stride);
  T* const mine = out + (blockIdx.x * kThreads + threadIdx.x) * f.num_elements;
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i) mine[i] = f.x[i];
}
template <class Fragment, class T>
__global__ void load_shared_fragment(T* out, const T* in, int stride) {
  __shared__ __align__(128) T tile[32 * 80];
#pragma unroll 1
  for (int i = threadIdx.x; i < 32 * 80; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  Fragment f;
  wmma::load_matrix_sync(f, tile, stride);
  T* const mine = out + (blockIdx.x * kThreads + threadIdx.x) * f.num_elements;
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i) mine[i] = f.x[i];
}
template <class Fragment, class T>
__global__ void load_and_store_sums(T* out, const T* in, int stride, wmma::layout_t layout) {
  Fragment f;
  wmma::load_matrix_sync(f, in, stride, layout);
  const int warp = (blockIdx.x * kThreads + threadIdx.x) / 32;
  wmma::store_matrix_sync(out + warp * 32 * 32, f, stride, layout);
}
template <class Fragment, class T>
__global__ void store_shared_sums(T* out, int stride, wmma::layout_t layout) {
  __shared__ __align__(128) T tile[4][32 * 40];
  Fragment f;
  wmma::fill_fragment(f, static_cast<T>(static_cast<float>(stride)));
  T* const mine = tile[threadIdx.x / 32];
  wmma::store_matrix_sync(mine, f, stride, layout);
  __syncwarp();
  wmma::load_matrix_sync(f, mine, stride, layout);
  T sum = f.x[0];
#pragma unroll
  for (int i = 1; i < f.num_elements; ++i) sum = sum + f.x[i];
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

template <class Use, class T, class Layout, int kDepth = 16, int kRows = 16, int kColumns = 16,
          class Memory = T>
void load_fragments(void* out, void* in) {
  using Fragment = wmma::fragment<Use, kRows, kColumns, kDepth, T, Layout>;
  auto* const to = static_cast<Memory*>(out);
  auto* const from = static_cast<Memory*>(in);
  load_fragment<Fragment><<<kBlocks, kThreads>>>(to, from, 64);
  load_shared_fragment<Fragment><<<kBlocks, kThreads>>>(to, from, 64);
  load_shared_fragment<Fragment><<<kBlocks, kThreads>>>(to, from, 64 + 16 / sizeof(Memory));
}
template <class T, int kRows = 16, int kColumns = 16, int kDepth = 16>
void store_sums(void* out, void* in) {
  using Fragment = wmma::fragment<wmma::accumulator, kRows, kColumns, kDepth, T>;
  auto* const to = static_cast<T*>(out);
  auto* const from = static_cast<T*>(in);
  load_and_store_sums<Fragment><<<kBlocks, kThreads>>>(to, from, 32, wmma::mem_row_major);
  load_and_store_sums<Fragment><<<kBlocks, kThreads>>>(to, from, 32, wmma::mem_col_major);
  store_shared_sums<Fragment><<<kBlocks, kThreads>>>(to, 32, wmma::mem_row_major);
  store_shared_sums<Fragment><<<kBlocks, kThreads>>>(to, 40, wmma::mem_row_major);
  store_shared_sums<Fragment><<<kBlocks, kThreads>>>(to, 32, wmma::mem_col_major);
}

}  // namespace

int main() {
  void *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaMemset(in, 0, 1 << 20);
  auto* const to = static_cast<unsigned*>(out);
  auto* const from = static_cast<unsigned*>(in);

  load_rows<0, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<16, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<16, 2, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<16, 1, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<32, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<32, 2, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<48, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<64, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<64, 4, true><<<kBlocks, kThreads>>>(to, from);
  load_rows<80, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<128, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<128, 4, true><<<kBlocks, kThreads>>>(to, from);
  load_rows<128, 2, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<128, 1, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<144, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<kSwizzled, 4, false><<<kBlocks, kThreads>>>(to, from);
  load_rows<kSwizzled, 4, true><<<kBlocks, kThreads>>>(to, from);
  load_rows<kPairs, 4, false><<<kBlocks, kThreads>>>(to, from);

  store_rows<16, 4, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<16, 2, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<16, 1, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<32, 4, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<64, 4, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<80, 4, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<128, 4, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<128, 4, true><<<kBlocks, kThreads>>>(to, from);
  store_rows<128, 1, false><<<kBlocks, kThreads>>>(to, from);
  store_rows<kSwizzled, 4, false><<<kBlocks, kThreads>>>(to, from);

  load_fragments<wmma::matrix_a, __half, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_a, __half, wmma::col_major>(out, in);
  load_fragments<wmma::matrix_b, __half, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_b, __half, wmma::col_major>(out, in);
  load_fragments<wmma::matrix_a, __nv_bfloat16, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_a, __nv_bfloat16, wmma::col_major>(out, in);
  load_fragments<wmma::matrix_b, __nv_bfloat16, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_b, __nv_bfloat16, wmma::col_major>(out, in);
  load_fragments<wmma::matrix_a, __half, wmma::row_major, 16, 32, 8>(out, in);
  load_fragments<wmma::matrix_b, __half, wmma::row_major, 16, 32, 8>(out, in);
  load_fragments<wmma::matrix_a, __half, wmma::row_major, 16, 8, 32>(out, in);
  load_fragments<wmma::matrix_b, __half, wmma::row_major, 16, 8, 32>(out, in);
  load_fragments<wmma::matrix_a, wmma::precision::tf32, wmma::row_major, 8, 16, 16, float>(out, in);
  load_fragments<wmma::matrix_b, wmma::precision::tf32, wmma::row_major, 8, 16, 16, float>(out, in);
  load_fragments<wmma::matrix_a, signed char, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_b, signed char, wmma::row_major>(out, in);
  load_fragments<wmma::matrix_b, signed char, wmma::col_major>(out, in);
  load_fragments<wmma::matrix_a, double, wmma::row_major, 4, 8, 8>(out, in);
  load_fragments<wmma::matrix_b, double, wmma::row_major, 4, 8, 8>(out, in);
  store_sums<float>(out, in);
  store_sums<__half>(out, in);
  store_sums<int>(out, in);
  store_sums<float, 32, 8>(out, in);
  store_sums<float, 8, 32>(out, in);

  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
