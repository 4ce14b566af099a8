// Pairs of particles add their forces to both: other blocks add to the same ones, component by component.
// prints: 0 0 0 64
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_forces(const int2* pairs, const float4* positions, float4* forces, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 pair = pairs[i];
  const float4 a = positions[pair.x], b = positions[pair.y];
  const float4 force = make_float4(b.x - a.x, b.y - a.y, b.z - a.z, 1);
  atomicAdd(&forces[pair.x], force);
  atomicAdd(&forces[pair.y], make_float4(-force.x, -force.y, -force.z, 1));
}

int main() {
  constexpr int particles = 8, n = particles * particles / 2;
  int2 pairs[n], *pairs_on_device;
  float4 positions[particles], *positions_on_device, *forces;
  for (int i = 0; i < n; ++i)
    pairs[i] = make_int2(i % particles, (i + 1 + i / particles) % particles);
  for (int i = 0; i < particles; ++i) {
    positions[i] = make_float4(static_cast<float>(i), static_cast<float>(i * i), 1, 0);
  }
  cudaMalloc(&pairs_on_device, sizeof pairs);
  cudaMalloc(&positions_on_device, sizeof positions);
  cudaMallocManaged(&forces, sizeof positions);
  cudaMemcpy(pairs_on_device, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  cudaMemcpy(positions_on_device, positions, sizeof positions, cudaMemcpyHostToDevice);
  cudaMemset(forces, 0, sizeof positions);
  add_forces<<<2, n / 2>>>(pairs_on_device, positions_on_device, forces, n);
  cudaDeviceSynchronize();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i < particles; ++i) {
    sum.x += forces[i].x;
    sum.y += forces[i].y;
    sum.z += forces[i].z;
    sum.w += forces[i].w;
  }
  std::printf("%g %g %g %g\n", sum.x, sum.y, sum.z, sum.w);
  cudaFree(pairs_on_device);
  cudaFree(positions_on_device);
  cudaFree(forces);
}
