// Chapter 14 · mma_whole
//
// Rungs 6 and 9 in one file, to be copied whole: C = A · B on tensor cores, without this book's headers. A and B are of
// bfloat16, C of float, all stored by rows. Rows and columns of C are multiples of 128, and k is one of 32.
//
//   nvcc -std=c++17 -arch=sm_80 mma_whole.cu     (or any newer architecture)
#include <cuda_bf16.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA says: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

using T = __nv_bfloat16;
constexpr int kSide = 128, kStep = 32, kThreads = 256;  // of C per block; of k per step; 8 warps

// A pair of tiles, in chunks of 8 elements, 16 bytes. Within a row the chunks are permuted (swizzled), so that
// ldmatrix, which reads the same chunk of 8 rows, finds them in different banks.
struct Stage {
  uint4 a[kSide * kStep / 8], b[kStep * kSide / 8];
  __device__ uint4* of_a(int row, int chunk) { return &a[row * 4 + (chunk ^ (row / 2 % 4))]; }
  __device__ uint4* of_b(int row, int chunk) { return &b[row * 16 + (chunk ^ (row % 8))]; }
};

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ void copy_16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
               : "memory");
}

// Starts to copy the tiles that begin at a and b; k and n are the distances of their rows.
__device__ void start_copies(Stage& stage, const T* a, const T* b, int n, int k) {
  for (int i = threadIdx.x; i < kSide * 4; i += kThreads) {
    copy_16(stage.of_a(i / 4, i % 4), a + size_t(i / 4) * k + i % 4 * 8);
  }
  for (int i = threadIdx.x; i < kStep * 16; i += kThreads) {
    copy_16(stage.of_b(i / 16, i % 16), b + size_t(i / 16) * n + i % 16 * 8);
  }
  asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ void load_matrices(unsigned (&r)[4], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(p))
               : "memory");
}
__device__ void load_transposed(unsigned (&r)[4], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(p))
               : "memory");
}
__device__ void multiply_add(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// A block computes 128 × 128 elements of C, each of its 8 warps 64 × 32 of them.
__global__ void __launch_bounds__(kThreads)
    multiply(const T* a, const T* b, float* c, int n, int k) {
  __shared__ __align__(128) Stage stages[2];
  const int row0 = blockIdx.y * kSide, column0 = blockIdx.x * kSide;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = warp / 4 * 64, column = warp % 4 * 32;
  a += size_t(row0) * k;
  b += column0;
  float sum[4][4][4] = {};
  start_copies(stages[0], a, b, n, k);
  for (int k0 = 0, now = 0; k0 < k; k0 += kStep, now ^= 1) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");  // this thread's copies have arrived,
    __syncthreads();  // and all others'; the other stage is free now
    if (k0 + kStep < k) {
      start_copies(stages[now ^ 1], a + k0 + kStep, b + size_t(k0 + kStep) * n, n, k);
    }
    Stage& stage = stages[now];
#pragma unroll
    for (int i0 = 0; i0 < kStep; i0 += 16) {
      unsigned of_a[4][4], of_b[2][4];
      for (int i = 0; i < 4; ++i) {
        load_matrices(of_a[i], stage.of_a(row + 16 * i + lane % 16, i0 / 8 + lane / 16));
      }
      for (int j = 0; j < 2; ++j) {
        load_transposed(of_b[j], stage.of_b(i0 + lane % 16, column / 8 + 2 * j + lane / 16));
      }
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
          multiply_add(sum[i][j], of_a[i], of_b[j / 2][j % 2 * 2], of_b[j / 2][j % 2 * 2 + 1]);
        }
      }
    }
  }
  for (int i = 0; i < 8; ++i) {  // a lane has two neighbours in each of eight rows
    const int y = row0 + row + 8 * i + lane / 4;
    for (int j = 0; j < 4; ++j) {
      const float* two = &sum[i / 2][j][i % 2 * 2];
      const int x = column0 + column + 8 * j + lane % 4 * 2;
      *reinterpret_cast<float2*>(&c[size_t(y) * n + x]) = make_float2(two[0], two[1]);
    }
  }
}

int main() {
  const int m = 256, n = 384, k = 96;
  std::vector<T> a(m * k), b(k * n);
  std::vector<float> c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = __float2bfloat16(i * 7 % 11 - 5);  // small whole numbers:
  for (int i = 0; i < k * n; ++i) b[i] = __float2bfloat16(i * 5 % 13 - 6);  // no sum is rounded
  T *device_a = nullptr, *device_b = nullptr;
  float* device_c = nullptr;
  check(cudaMalloc(&device_a, a.size() * sizeof(T)));
  check(cudaMalloc(&device_b, b.size() * sizeof(T)));
  check(cudaMalloc(&device_c, c.size() * sizeof(float)));
  check(cudaMemcpy(device_a, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
  multiply<<<dim3(n / kSide, m / kSide), kThreads>>>(device_a, device_b, device_c, n, k);
  check(cudaGetLastError());
  check(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaFree(device_a));
  check(cudaFree(device_b));
  check(cudaFree(device_c));

  int wrong = 0;
  for (int y = 0; y < m; ++y) {
    for (int x = 0; x < n; ++x) {
      float expected = 0;
      for (int i = 0; i < k; ++i) {
        expected += __bfloat162float(a[y * k + i]) * __bfloat162float(b[i * n + x]);
      }
      wrong += c[y * n + x] != expected;
    }
  }
  std::printf("%d × %d times %d × %d: %d of %d elements are wrong\n", m, k, k, n, wrong, m * n);
  if (wrong > 0) return 1;
  std::printf("PASS\n");
}
