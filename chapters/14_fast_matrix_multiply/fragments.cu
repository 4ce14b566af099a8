// Chapter 14 · fragments
//
// Which lane of a warp has which element of the matrices of mma.sync.m16n8k16, and in which of its registers? The
// elements are numbered, ldmatrix brings them to the lanes, and each lane says what it has got.
//
//   fragments
#include <cuda_bf16.h>

#include <cstdio>

#include "tensor_cores.cuh"
#include "tutorial.cuh"

using T = __nv_bfloat16;

// For each element of a matrix: 8 · lane + register, of the lane that has it.
struct Owners {
  int a[16][16], b[16][16], c[16][8];
};

__device__ void tell(int (&owners)[16][16], const unsigned (&registers)[4]) {
  for (int i = 0; i < 4; ++i) {
    for (int half = 0; half < 2; ++half) {
      const unsigned short bits = registers[i] >> 16 * half;
      const int number = static_cast<int>(__bfloat162float(__ushort_as_bfloat16(bits)));
      owners[number / 16][number % 16] = 8 * static_cast<int>(threadIdx.x) + i;
    }
  }
}

__global__ void find_owners(Owners* owners) {
  __shared__ __align__(16) T numbers[16][16], a[16][16], b[16][16];
  const int lane = threadIdx.x;
  // numbers[i][j] is 16 i + j; a · b will be 8 i + j. All of them are exact in bfloat16.
  for (int e = lane; e < 256; e += 32) {
    const int i = e / 16, j = e % 16;
    numbers[i][j] = __float2bfloat16(e);
    a[i][j] = __float2bfloat16(j == 0 ? i : j == 1);
    b[i][j] = __float2bfloat16(i == 0 ? 8 : i == 1 ? j : 0);
  }
  __syncwarp();

  unsigned r[4];
  load_matrices(r, &numbers[lane % 16][lane / 16 * 8]);
  tell(owners->a, r);
  load_transposed(r, &numbers[lane % 16][lane / 16 * 8]);
  tell(owners->b, r);

  unsigned of_a[4], of_b[4];
  load_matrices(of_a, &a[lane % 16][lane / 16 * 8]);
  load_transposed(of_b, &b[lane % 16][lane / 16 * 8]);
  float c[4] = {};
  multiply_bf16(c, of_a, of_b[0], of_b[1]);
  for (int i = 0; i < 4; ++i) {
    const int number = static_cast<int>(c[i]);
    owners->c[number / 8][number % 8] = 8 * lane + i;
  }
}

template <int kStride>
void print(const char* title, const int (&owners)[16][kStride], int columns) {
  std::printf("%s\n", title);
  for (const auto& row : owners) {
    for (int j = 0; j < columns; ++j) std::printf(" %02d%c", row[j] / 8, "abcd"[row[j] % 8]);
    std::printf("\n");
  }
}

// What the PTX manual's pictures say.
bool is_as_documented(const Owners& owners) {
  bool right = true;
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      const int in_row = 8 * (i % 8 * 4 + j % 8 / 2), in_column = 8 * (j % 8 * 4 + i % 8 / 2);
      right &= owners.a[i][j] == in_row + i / 8 + j / 8 * 2;
      right &= owners.b[i][j] == in_column + i / 8 + j / 8 * 2;
      right &= j >= 8 || owners.c[i][j] == in_row + i / 8 * 2 + j % 2;
    }
  }
  return right;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Which lane has which element of a matrix for tensor cores.");
  require_compute_capability(8, 0);
  Owners *device = nullptr, owners;
  CHECK(cudaMalloc(&device, sizeof owners));
  CHECK(cudaMemset(device, 0xFF, sizeof owners));
  find_owners<<<1, 32>>>(device);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&owners, device, sizeof owners, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));

  print("A, 16 × 16: lane and register, by ldmatrix", owners.a, 16);
  print("\nB, 16 × 8: by ldmatrix.trans", owners.b, 8);
  print("\nC, 16 × 8: sums of mma.sync", owners.c, 8);
  return verdict(is_as_documented(owners));
}
