// What has no counterpart in the model is refused by its name, with what to do instead.
// refuses: inline PTX: sparse products, mma of m8n8k4 in f16, of 4-bit and 8-bit floats, of 4 bits and 1 bit; wmma as PTX
// refuses: inline PTX: st.bulk, multimem, st.async, red.async
// refuses: inline PTX: shfl and vote without .sync, textures and surfaces, calls
// error: @sparse `mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`: of the products of tensor cores, the model has
// error: @matrix `ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8`: the model has it with
// error: @bulk `st.bulk.weak.shared::cta`: of bulk copies, the model has
// error: @name asm with operands by name, which nvcc does not know
// error: @text the operand constraint "C"
// nvcc: error
#include <cuda_runtime.h>

__global__ void product(float* d, const unsigned* a, unsigned place) {
  asm volatile(  // @sparse
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
      "{%4, %5}, {%6, %7}, {%0, %1, %2, %3}, %8, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(a[4]));
  unsigned r0, r1;
  asm volatile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%0, %1}, [%2];"  // @matrix
               : "=r"(r0), "=r"(r1)
               : "r"(place));
  asm volatile("st.bulk.weak.shared::cta [%0], 64, 0;" ::"r"(place));  // @bulk
  asm("mov.u32 %[to], %1;" : [to] "=r"(r0) : "r"(r1));                 // @name
  asm("add.u32 %0, %0, %1;" : "+r"(r0) : "C"("1"));                    // @text
}
