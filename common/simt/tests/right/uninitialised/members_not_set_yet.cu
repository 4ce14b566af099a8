// A struct is copied before all of its members are known: the first ones, the last ones, or some of an
// array may be set, as long as only those are used.
// prints: 31 4 2.5 9
#include <cuda_runtime.h>

#include <cstdio>

struct Particle {
  float mass;
  float position[3];
  int cell;
};
struct Neighbours {
  int ids[6];
  int count;
};

// The best candidate of a block, by a tree: only two of the members take part.
__global__ void heaviest(int* out, float* mass) {
  __shared__ Particle best[32];
  best[threadIdx.x].mass = threadIdx.x == 31 ? 2.5f : 1.0f;
  best[threadIdx.x].cell = threadIdx.x;
  __syncthreads();
  for (int step = 16; step > 0; step /= 2) {
    if (threadIdx.x < step) {
      const Particle other = best[threadIdx.x + step];
      if (other.mass > best[threadIdx.x].mass) best[threadIdx.x] = other;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[0] = best[0].cell;
    *mass = best[0].mass;
  }
}

// A list that is filled from its beginning, and its length, which stands behind it.
__global__ void collect(Neighbours* all) {
  Neighbours* const mine = &all[threadIdx.x];
  mine->count = 0;
  for (int i = 0; i <= threadIdx.x % 4; ++i) mine->ids[mine->count++] = i;
}
__global__ void longest(const Neighbours* all, int n, int* out) {
  int most = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    const Neighbours one = all[i];
    if (one.count > most) most = one.count;
    sum += one.ids[one.count - 1];
  }
  out[1] = most;
  out[2] = sum + 3;
}

int main() {
  Neighbours* all;
  int *out, host[3] = {};
  float *mass, host_mass = 0;
  cudaMalloc(&all, 4 * sizeof(Neighbours));
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&mass, sizeof(float));
  heaviest<<<1, 32>>>(out, mass);
  collect<<<1, 4>>>(all);
  longest<<<1, 1>>>(all, 4, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host_mass, mass, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%d %d %g %d\n", host[0], host[1], host_mass, host[2]);
  cudaFree(all);
  cudaFree(out);
  cudaFree(mass);
}
