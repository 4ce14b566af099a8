// Instructions of compute capability 9.0 that attention_wgmma needs: barriers that count bytes, boxes of a tensor copied
// by the tensor memory accelerator (TMA), and products by a group of four warps (wgmma). Chapters 13 and 14 explain them.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>

#include <cstdint>
#include <cuda/ptx>

#include "tensor_cores.cuh"
#include "tutorial/check.cuh"

namespace ptx = cuda::ptx;
using Barrier = std::uint64_t;  // in shared memory

// Arrives, and says how many bytes will be copied before the barrier's phase can end.
__device__ inline void arrive_expecting(Barrier* barrier, int bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                 bytes);
}
// Waits until the phase of this parity has ended. "The phase before the first" has parity 1, and has ended.
__device__ inline void wait(Barrier* barrier, int parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

// Copies the box that begins at these columns and rows of a head; its bytes count for the barrier.
__device__ inline void copy_box(void* to, const CUtensorMap* map, int column, int row, int head,
                                Barrier* barrier) {
  const int place[] = {column, row, head};
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, map, place, barrier);
}

// The TMA's description of heads × rows × columns elements, copied in boxes of box_rows × 64 (128 bytes), swizzled
// as wgmma expects it. What is past the last row of a head becomes 0.
inline CUtensorMap tensor_map(const __nv_bfloat16* elements, int heads, int rows, int columns,
                              int box_rows) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found));
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows), cuuint64_t(heads)};
  const cuuint64_t strides[] = {sizes[0] * sizeof *elements,
                                sizes[0] * sizes[1] * sizeof *elements};
  const cuuint32_t box[] = {64, cuuint32_t(box_rows), 1}, steps[] = {1, 1, 1};
  CUtensorMap map;
  const CUresult result = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
      &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, const_cast<__nv_bfloat16*>(elements), sizes,
      strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CHECK(result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
  return map;
}

// What wgmma needs to know of a matrix in shared memory whose rows of 128 bytes are swizzled: where it is, and, of a
// matrix whose rows are not along k, how far apart groups of 64 columns are. Groups of 8 rows follow each other.
__device__ inline std::uint64_t descriptor(const void* matrix, int group_of_columns = 0) {
  const auto field = [](std::uint64_t bytes) { return bytes >> 4 & 0x3fff; };
  return field(shared_address(matrix)) | field(group_of_columns) << 16 | field(8 * 128) << 32 |
         std::uint64_t{1} << 62;
}

#define SUMS_4(i) "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)
#define SUMS_64 SUMS_16(0), SUMS_16(16), SUMS_16(32), SUMS_16(48)
#define FACTORS_8(i)                                                                          \
  "+r"(a[i]), "+r"(a[i + 1]), "+r"(a[i + 2]), "+r"(a[i + 3]), "+r"(a[i + 4]), "+r"(a[i + 5]), \
      "+r"(a[i + 6]), "+r"(a[i + 7])

// What threads have done with these registers comes before the next products. They are operands, so that the compiler
// moves nothing across.
__device__ inline void begin_products(float (&sum)[64], unsigned (&a)[32]) {
  asm volatile("wgmma.fence.sync.aligned;"
               : SUMS_64, FACTORS_8(0), FACTORS_8(8), FACTORS_8(16), FACTORS_8(24)
               :
               : "memory");
}
__device__ inline void commit_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Waits for all groups but the last kPending. The sums are operands, so that none is read before.
template <int kPending>
__device__ inline void wait_for_products(float (&sum)[64]) {
  asm volatile("wgmma.wait_group.sync.aligned %64;" : SUMS_64 : "n"(kPending) : "memory");
}

// sum (+)= A · B, 64 × 16 times 16 × 128 elements, by four warps. Thread t of 128 has elements 2 (t % 4) and the next
// one of every 8 columns: sum[4 i], sum[4 i + 1] in row t / 4 % 8 + 16 (t / 32), sum[4 i + 2], sum[4 i + 3] 8 below.
// Here the rows of A and the columns of B are along k, as in Q · K^T.
__device__ inline void multiply_rows(float (&sum)[64], std::uint64_t a, std::uint64_t b, bool add) {
  asm volatile(
      "{ .reg .pred add;\n"
      "setp.ne.b32 add, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, "
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, "
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "%64, %65, add, 1, 1, 0, 0; }"
      : SUMS_64
      : "l"(a), "l"(b), "r"(int{add}));
}
// sum += A · B with A in registers, laid out as mma.sync has it; the columns of B are not along k, as in P · V.
__device__ inline void multiply_weights(float (&sum)[64], const unsigned* a, std::uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, "
      "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, "
      "%36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, "
      "%53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "{%64, %65, %66, %67}, %68, 1, 1, 1, 1;"
      : SUMS_64
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

// Changes how many registers each thread of the four warps has; the numbers are multiples of 8.
template <int kRegisters>
__device__ inline void fewer_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ inline void more_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
