// What only GPUs of compute capability 9.0 have, and the model does not: products of four warps, changes of tensor maps,
// and boxes for convolutions.
// refuses: inline PTX: wgmma, tensormap, im2col
// error: @warpgroup `wgmma.fence.sync.aligned`: it is for GPUs of compute capability 9.0 (sm_90a) and not in the model, which multiplies matrices with `mma.sync`, `ldmatrix` and nvcuda::wmma; chapter 14 has a program for such a GPU
// error: @change `tensormap.replace.tile.global_address.global.b1024.b64`: kernels cannot change tensor maps in the model
// error: @im2col `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`: of bulk copies, the model has `cp.async.bulk` and `cp.reduce.async.bulk`
// nvcc: error
#include <cuda_runtime.h>

__global__ void product(unsigned place, const void* map, unsigned short offset) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                          // @warpgroup
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;"  // @change
               ::"l"(map),
               "l"(map));
  asm volatile(  // @im2col
      "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%2, %2, %2}], [%3], {%4};" ::"r"(place),
      "l"(map), "r"(0), "r"(place + 64), "h"(offset));
}
