// Warps take different branches, each as a whole; a warp that has nothing to do leaves early; tiles are used again
// after a barrier, and rows that a lane has stored itself are loaded by it.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__device__ unsigned place_of(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void load(unsigned (&r)[4], const void* row, bool transposes) {
  if (transposes) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place_of(row))
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(place_of(row))
                 : "memory");
  }
}

/// out = a · a or a · aᵀ + out, for a of 16 × 16, by the warp's number. Four warps; the last one has nothing to do.
__global__ void square(float* out, const __nv_bfloat16* a) {
  __shared__ uint4 tile[16][2], own[3][16][2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) tile[lane / 2][lane % 2] = reinterpret_cast<const uint4*>(a)[lane];
  __syncthreads();
  if (warp == 3) return;
  own[warp][lane % 16][lane / 16] = tile[lane % 16][lane / 16];
  unsigned left[4], right[4];
  load(left, &own[warp][lane % 16][lane / 16], false);  // what the lane has stored itself
  load(right, &tile[lane % 16][lane / 16], warp != 1);
  if (warp == 1) {  // the transpose: columns 0 to 7 of k are the first registers
    const unsigned second = right[1];
    right[1] = right[2];
    right[2] = second;
  }
  for (int half = 0; half < 2; ++half) {
    float c[4] = {};
    for (int i = 0; i <= warp; ++i) {
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
          "{%8, %9}, {%0, %1, %2, %3};"
          : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
          : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[2 * half]),
            "r"(right[2 * half + 1]));
    }
    float* const first = out + warp * 256 + lane / 4 * 16 + 8 * half + lane % 4 * 2;
    first[0] = c[0], first[1] = c[1], first[128] = c[2], first[129] = c[3];
  }
}

int main() {
  __nv_bfloat16 host[256], *a;
  float sums[768], *out;
  for (int i = 0; i < 256; ++i) host[i] = __float2bfloat16(static_cast<float>(i * 7 % 11 - 5));
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  square<<<1, 128>>>(out, a);
  if (cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(a);
  cudaFree(out);
  for (int warp = 0; warp < 3; ++warp) {
    for (int i = 0; i < 256; ++i) {
      float sum = 0;
      for (int k = 0; k < 16; ++k) {
        const int other = warp == 1 ? i % 16 * 16 + k : k * 16 + i % 16;
        sum += __bfloat162float(host[i / 16 * 16 + k]) * __bfloat162float(host[other]);
      }
      if (sums[256 * warp + i] != sum * static_cast<float>(warp + 1)) {
        std::printf("warp %d, element %d\n", warp, i);
        return 1;
      }
    }
  }
}
