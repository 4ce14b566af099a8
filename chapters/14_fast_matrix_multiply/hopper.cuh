// Instructions of compute capability 9.0: barriers that count bytes, copies of tiles by the tensor memory accelerator
// (TMA), and products by a group of four warps (wgmma). libcu++ has C++ names (<cuda/ptx>) for barriers and copies, and
// cooperative groups know the cluster; wgmma, setmaxnreg and what DEEPER.md explains of two barriers are inline PTX.
#pragma once

#include <cooperative_groups.h>
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>

#include <cstdint>
#include <cuda/ptx>

#include "tile_copies.cuh"
#include "tutorial/check.cuh"

namespace ptx = cuda::ptx;
using Barrier = std::uint64_t;  // in shared memory

// Makes initialised barriers visible to the other blocks of the cluster and to the TMA.
__device__ inline void fence_init() {
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

// Arrives, and says how many bytes will be copied before the barrier's phase can end.
__device__ inline void arrive_expecting(Barrier* barrier, int bytes) {
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                 bytes);
}
// Arrives at the same barrier of another block of the cluster, or of this one. Its scope is the block: the name in <cuda/ptx>
// has the cluster's alone, with a memory barrier for each arrival.
__device__ inline void arrive_at(Barrier* barrier, int block) {
  asm volatile(
      "{ .reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote]; }" ::"r"(shared_address(barrier)),
      "r"(block)
      : "memory");
}
// Waits until the phase of this parity has ended. "The phase before the first" has parity 1, and has ended. The loop is inside,
// where it doesn't keep nvcc from unrolling the one around it.
__device__ inline void wait(Barrier* barrier, int parity) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again; }" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

__device__ inline void cluster_arrive_and_wait() {
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
}

// Copies the box at (x, y) of a matrix to shared memory; its bytes count for the barrier. With kBlocks > 1,
// to the same place in all blocks of the cluster, and for the barrier of each.
template <int kBlocks>
__device__ inline void copy_box(void* to, const CUtensorMap* map, int x, int y, Barrier* barrier) {
  const int place[] = {x, y};
  if constexpr (kBlocks == 1) {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, map, place, barrier);
  } else {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, to, map, place, barrier,
                              static_cast<std::uint16_t>((1 << kBlocks) - 1));
  }
}

// The TMA's description of a row-major matrix that it copies in boxes of box_rows × 64 elements (128 bytes),
// swizzled as wgmma expects it. The driver makes it; the runtime finds the driver's function.
inline CUtensorMap tensor_map(const __nv_bfloat16* matrix, int rows, int columns, int ld,
                              int box_rows) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                         cudaEnableDefault, &found));
  const cuuint64_t sizes[] = {cuuint64_t(columns), cuuint64_t(rows)};
  const cuuint64_t bytes_per_row[] = {cuuint64_t(ld) * sizeof *matrix};
  const cuuint32_t box[] = {64, cuuint32_t(box_rows)}, steps[] = {1, 1};
  CUtensorMap map;
  const CUresult result = reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function)(
      &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, const_cast<__nv_bfloat16*>(matrix), sizes,
      bytes_per_row, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CHECK(result == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
  return map;
}

// What wgmma needs to know of a matrix in shared memory whose rows of 128 bytes are swizzled: where it is,
// how far apart groups of 8 rows are, and (of a matrix whose rows are not along k) groups of 64 columns.
__device__ inline std::uint64_t descriptor(const void* matrix, int group_of_columns,
                                           int group_of_rows) {
  const auto field = [](std::uint64_t bytes) { return bytes >> 4 & 0x3fff; };
  return field(shared_address(matrix)) | field(group_of_columns) << 16 |
         field(group_of_rows) << 32 | std::uint64_t{1} << 62;
}

// What comes next reads and writes registers of sums that other instructions may have written.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
#define SUMS_4(i) "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_16(i) SUMS_4(i), SUMS_4(i + 4), SUMS_4(i + 8), SUMS_4(i + 12)
#define SUMS_64(i) SUMS_16(i), SUMS_16(i + 16), SUMS_16(i + 32), SUMS_16(i + 48)

// sum (+)= A · B, 64 × 16 times 16 × 256 elements, by four warps; A's rows are along k, B's are not.
// Thread t of 128 has elements 2 (t % 4) and the next one of every 8 columns: sum[4 i], sum[4 i + 1] in row
// t / 4 % 8 + 16 (t / 32), sum[4 i + 2], sum[4 i + 3] 8 rows below.
__device__ inline void multiply_64x256(float (&sum)[128], std::uint64_t a, std::uint64_t b,
                                       bool add) {
  asm volatile(
      "{ .reg .pred add;\n"
      "setp.ne.b32 add, %130, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, "
      "%127}, "
      "%128, %129, add, 1, 1, 0, 1; }"
      : SUMS_64(0), SUMS_64(64)
      : "l"(a), "l"(b), "r"(int{add}));
}

// Waits for all groups but the last kPending. The sums are operands, so that none is read before.
template <int kPending>
__device__ inline void wait_for_products(float (&sum)[128]) {
  asm volatile("wgmma.wait_group.sync.aligned %128;"
               : SUMS_64(0), SUMS_64(64)
               : "n"(kPending)
               : "memory");
}

// Tells all blocks of the cluster that this warp does not read the stage any more.
template <int kCluster>
__device__ void release(Barrier* empty) {
  if (threadIdx.x % 32 < kCluster) arrive_at(empty, threadIdx.x % 32);
}

// A place in the ring of stages, and the parity of the barriers' phase there.
template <int kStages>
struct Place {
  int stage = 0, parity = 0;
  __device__ void next() {
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
};

// Changes how many registers each thread of the four warps has; the numbers are multiples of 8.
template <int kRegisters>
__device__ inline void fewer_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ inline void more_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
