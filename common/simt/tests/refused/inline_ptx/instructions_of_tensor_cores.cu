// What has no counterpart in the model is refused by its name, with what to do instead.
// refuses: inline PTX: mma, wmma, wgmma, ldmatrix, stmatrix: the tensor cores are not in the model
// refuses: inline PTX: cp.async.bulk, cp.async.bulk.tensor, multimem, st.async, red.async
// refuses: inline PTX: shfl and vote without .sync, textures and surfaces, calls
// error: @product `mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32`: it is for the tensor cores
// error: @matrix `ldmatrix.sync.aligned.m8n8.x4.shared.b16`: it is for the tensor cores, which are not in the model
// error: @bulk `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes`: bulk copies of the tensor memory accelerator are not in the model
// error: @name asm with operands by name, which nvcc does not know
// error: @text the operand constraint "C"
// nvcc: error
#include <cuda_runtime.h>

__global__ void product(float* d, const unsigned* a, unsigned place, const void* from) {
  asm volatile(  // @product
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, "
      "%2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]));
  unsigned r0, r1, r2, r3;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // @matrix
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
               : "r"(place));
  asm volatile(  // @bulk
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%2];" ::
          "r"(place),
      "l"(from), "r"(place + 64));
  asm("mov.u32 %[to], %1;" : [to] "=r"(r0) : "r"(r1));  // @name
  asm("add.u32 %0, %0, %1;" : "+r"(r0) : "C"("1"));     // @text
}
