// Each thread has elements of its own: with a stride, in pieces, as structs by member, and with atomics.
// prints: 6 48 7.5 3
#include <cuda_runtime.h>

#include <cstdio>

struct Particle {
  float mass;
  short kind;
  double energy;
};

__global__ void work(int* strided, int* pieces, Particle* particles, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = gridDim.x * blockDim.x;
  for (int k = i; k < n; k += threads) strided[k] = 1;
  for (int round = 0; round < 5; ++round) {
    for (int k = i; k < n; k += threads) strided[k] += 1;
  }
  const int length = n / threads;
  for (int k = 0; k < length; ++k) pieces[i * length + k] = k;
  for (int k = 1; k < length; ++k) pieces[i * length + k] += pieces[i * length + k - 1] + 1;
  particles[i].mass = 2;
  particles[i].kind = static_cast<short>(i % 3);
  particles[i].energy = 0.5 * particles[i].mass + particles[i].kind;
  Particle copy = particles[i];
  copy.energy += 4.5;
  particles[i] = copy;
  atomicAdd(&counts[i], 1);
  atomicAdd(&counts[i], 1);
  counts[i] += 1;
}

int main() {
  constexpr int kElements = 3 * 100 * 9, kThreads = 300;
  int *strided, *pieces, *counts;
  Particle* particles;
  cudaMalloc(&strided, kElements * sizeof(int));
  cudaMalloc(&pieces, kElements * sizeof(int));
  cudaMalloc(&particles, kThreads * sizeof(Particle));
  cudaMalloc(&counts, kThreads * sizeof(int));
  cudaMemset(counts, 0, kThreads * sizeof(int));
  work<<<3, 100>>>(strided, pieces, particles, counts, kElements);
  int last_strided, last_piece, last_count;
  Particle last_particle;
  cudaMemcpy(&last_strided, strided + kElements - 1, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&last_piece, pieces + kElements - 1, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&last_particle, particles + kThreads - 1, sizeof(Particle), cudaMemcpyDeviceToHost);
  cudaMemcpy(&last_count, counts + kThreads - 1, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d %g %d\n", last_strided, last_piece + 4, last_particle.energy, last_count);
  cudaFree(strided);
  cudaFree(pieces);
  cudaFree(particles);
  cudaFree(counts);
}
