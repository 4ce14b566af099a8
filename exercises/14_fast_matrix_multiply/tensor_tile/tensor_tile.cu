// Exercise · tensor_tile: a product on tensor cores. Which lane has which element?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

using T = __nv_bfloat16;

// What mma.sync.m16n8k16 does: c += a · b, for 16 × 16 elements of A and 16 × 8 of B, in the registers of a
// whole warp. In a register of A or B, two elements are side by side.
__device__ void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// The element of a matrix with `rows` × `columns`, row by row; 0 if there is none.
__device__ T element(const T* matrix, int rows, int columns, int row, int column) {
  return row < rows && column < columns ? matrix[row * columns + column] : T(0.0f);
}

// A register with two elements.
__device__ unsigned two(T first, T second) {
  return __bfloat16_as_ushort(first) | static_cast<unsigned>(__bfloat16_as_ushort(second)) << 16;
}

// C = A × B, all row by row: A has m × k elements, B k × n, C m × n. A warp computes 16 × 8 elements of C. Warp w
// of block (x, y) has those from row 16 · y and from column 8 · (4 · x + w) on.
__global__ void multiply(float* c, const T* a, const T* b, int m, int n, int k) {
  // TODO (about 25 lines): the warp's elements of A and B to registers, the sums, and these to C
  // END
}

void launch_multiply(float* c, const T* a, const T* b, int m, int n, int k) {
  multiply<<<dim3((n + 31) / 32, (m + 15) / 16), 128>>>(c, a, b, m, n, k);
}
