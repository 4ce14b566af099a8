// Between the members of a struct is padding that no kernel writes. The host copies structs, compares and adds members.
// prints: 2016 64 1
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

struct alignas(32) Particle {
  char kind;
  double mass;
  short charge;
};

__global__ void make(Particle* particles) {
  Particle& own = particles[threadIdx.x];
  own.kind = 1;
  own.mass = threadIdx.x;
  own.charge = 2;
}

int main() {
  Particle* particles;
  cudaMalloc(&particles, 64 * sizeof(Particle));
  make<<<1, 64>>>(particles);
  std::vector<Particle> host(64);
  cudaMemcpy(host.data(), particles, 64 * sizeof(Particle), cudaMemcpyDeviceToHost);
  std::sort(host.begin(), host.end(),
            [](const Particle& a, const Particle& b) { return a.mass > b.mass; });
  Particle sum = host[0];
  for (std::size_t i = 1; i < host.size(); ++i) {
    const Particle one = host[i];
    sum.mass += one.mass;
    sum.kind = static_cast<char>(sum.kind + one.kind);
  }
  const std::vector<Particle> same = host;
  std::printf("%g %d %d\n", sum.mass, sum.kind,
              std::memcmp(same.data(), host.data(), host.size() * sizeof(Particle)) == 0);
  cudaFree(particles);
}
