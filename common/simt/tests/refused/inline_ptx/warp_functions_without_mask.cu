// Shuffles and votes as they were before 2018, and a texture.
// error: @shuffle `shfl.down.b32`: GPUs have had it with `.sync` and a mask since compute capability 7.0
// error: @vote `vote.ballot.b32`: GPUs have had it with `.sync` and a mask
// error: @texture `tex.1d.v4.f32.s32`: textures and surfaces are read by functions
// error: @unknown the CPU backend does not have the PTX instruction `vset4.u32.u32.eq`: use an intrinsic
// nvcc: error
#include <cuda_runtime.h>

__global__ void sums(int* out, unsigned long long texture) {
  int value = out[threadIdx.x], other;
  asm volatile("shfl.down.b32 %0, %1, 1, 0x1f;" : "=r"(other) : "r"(value));  // @shuffle
  unsigned votes;
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.ballot.b32 %0, p; }"  // @vote
               : "=r"(votes)
               : "r"(value));
  float x, y, z, w;
  asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"  // @texture
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "l"(texture), "r"(value));
  asm("vset4.u32.u32.eq %0, %1, %2, 0;" : "=r"(votes) : "r"(value), "r"(other));  // @unknown
  out[threadIdx.x] = value + other + static_cast<int>(x + y + z + w + votes);
}
