// What only GPUs of compute capability 9.0 have: products of four warps, and copies by the TMA.
// refuses: inline PTX: wgmma, cp.async.bulk.tensor, tensormap
// error: @warpgroup `wgmma.fence.sync.aligned`: it is for GPUs of compute capability 9.0 (sm_90a) and not in the model, which multiplies matrices with `mma.sync`, `ldmatrix` and nvcuda::wmma; chapter 14 has a program for such a GPU
// error: @tensor `cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes`: it is for GPUs of compute capability 9.0 (sm_90a)
// nvcc: error
#include <cuda_runtime.h>

__global__ void product(unsigned place, const void* map) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");  // @warpgroup
  asm volatile(                                            // @tensor
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, "
      "{%2, %2}], [%3];" ::"r"(place),
      "l"(map), "r"(0), "r"(place + 64));
}
