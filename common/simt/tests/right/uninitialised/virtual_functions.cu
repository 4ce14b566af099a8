// Objects with virtual functions that one kernel constructs in device memory, and the next one calls.
// prints: 12.0 3.0 20.0 3.0
#include <cuda_runtime.h>

#include <cstdio>
#include <new>

class Solid {
 public:
  __device__ virtual ~Solid() {}
  __device__ virtual float volume() const = 0;
};
class Named {
 public:
  __device__ virtual int number() const { return 3; }
};
class Box final : public Solid, public Named {
 public:
  __device__ Box(float a, float b, float c) : a_(a), b_(b), c_(c) {}
  __device__ float volume() const override { return a_ * b_ * c_; }

 private:
  float a_, b_, c_;
};
class Slab final : public Solid, public Named {
 public:
  __device__ explicit Slab(float area) : area_(area) {}
  __device__ float volume() const override { return area_ * static_cast<float>(number() + 1); }

 private:
  float area_;
};

constexpr int kRoom = sizeof(Box) > sizeof(Slab) ? sizeof(Box) : sizeof(Slab);

__global__ void make(unsigned char* memory, Solid** solids, Named** names) {
  unsigned char* const place = memory + threadIdx.x * kRoom;
  if (threadIdx.x == 0) {
    Box* const box = new (place) Box(1, 3, 4);
    solids[0] = box;
    names[0] = box;
  } else {
    Slab* const slab = new (place) Slab(5);
    solids[1] = slab;
    names[1] = slab;
  }
}

__global__ void measure(Solid* const* solids, Named* const* names, float* out) {
  out[2 * threadIdx.x] = solids[threadIdx.x]->volume();
  out[2 * threadIdx.x + 1] = static_cast<float>(names[threadIdx.x]->number());
}

int main() {
  unsigned char* memory;
  Solid** solids;
  Named** names;
  float *out, host[4] = {};
  cudaMalloc(&memory, 2 * kRoom);
  cudaMalloc(&solids, 2 * sizeof(Solid*));
  cudaMalloc(&names, 2 * sizeof(Named*));
  cudaMalloc(&out, sizeof host);
  make<<<1, 2>>>(memory, solids, names);
  measure<<<1, 2>>>(solids, names, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%.1f %.1f %.1f %.1f\n", host[0], host[1], host[2], host[3]);
  cudaFree(memory);
  cudaFree(solids);
  cudaFree(names);
  cudaFree(out);
}
