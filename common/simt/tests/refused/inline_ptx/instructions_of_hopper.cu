// What only GPUs of compute capability 9.0 have, and the model does not: sparse products of four warps and such of
// integers, changes of tensor maps, and boxes for convolutions.
// refuses: inline PTX: wgmma of integers and bits, sparse wgmma, tensormap, im2col
// error: @warpgroup `wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8`: of the products of warpgroups, the model has `wgmma.mma_async.sync.aligned` of m64nNk16 (f16, bf16), m64nNk8 (tf32) and m64nNk32 (e4m3, e5m2)
// error: @change `tensormap.replace.tile.global_address.global.b1024.b64`: kernels cannot change tensor maps in the model
// error: @im2col `cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes`: of bulk copies, the model has `cp.async.bulk` and `cp.reduce.async.bulk`
// nvcc: error
#include <cuda_runtime.h>

__global__ void product(unsigned place, const void* map, unsigned short offset) {
  int sums[4];
  asm volatile(  // @warpgroup
      "{ .reg .pred add; setp.ne.b32 add, 0, 0; "
      "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {%0, %1, %2, %3}, %4, %4, add; }"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "l"(map));
  asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;"  // @change
               ::"l"(map),
               "l"(map));
  asm volatile(  // @im2col
      "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%2, %2, %2}], [%3], {%4};" ::"r"(place),
      "l"(map), "r"(0), "r"(place + 64), "h"(offset));
}
