// Objects with constructors, destructors and virtual functions, made and destroyed by a kernel.
// prints: 20 22 3 squares and 3 others, 0 alive
#include <cuda_runtime.h>

#include <cstdio>

__device__ int alive;

class Shape {
 public:
  __device__ Shape() { atomicAdd(&alive, 1); }
  __device__ virtual ~Shape() { atomicAdd(&alive, -1); }
  __device__ virtual int area() const = 0;
};

class Square : public Shape {
 public:
  __device__ explicit Square(int side) : side_(side) {}
  __device__ int area() const override { return side_ * side_; }

 private:
  int side_;
};

class Strips : public Shape {
 public:
  __device__ explicit Strips(int n) : lengths_(new int[n]), n_(n) {
    for (int i = 0; i < n; ++i) lengths_[i] = i + 1;
  }
  __device__ ~Strips() override { delete[] lengths_; }
  __device__ int area() const override {
    int sum = 0;
    for (int i = 0; i < n_; ++i) sum += lengths_[i];
    return sum;
  }

 private:
  int* lengths_;
  int n_;
};

struct alignas(32) Wide {
  __device__ Wide() : value(1) {}
  __device__ ~Wide() { value = 0; }
  int value;
};

__global__ void measure(int* areas, int* aligned) {
  const int i = static_cast<int>(threadIdx.x);
  Shape* const shape = i % 2 == 0 ? static_cast<Shape*>(new Square(i)) : new Strips(i);
  atomicAdd(&areas[i % 2], shape->area());
  delete shape;
  Wide* const wide = new Wide[3];
  if (reinterpret_cast<unsigned long long>(wide) % 32 == 0)
    atomicAdd(&aligned[i % 2], wide[2].value);
  delete[] wide;
}

int main() {
  int *areas, *aligned, results[2], count[2], left;
  cudaMalloc(&areas, sizeof results);
  cudaMalloc(&aligned, sizeof count);
  cudaMemset(areas, 0, sizeof results);
  cudaMemset(aligned, 0, sizeof count);
  measure<<<1, 6>>>(areas, aligned);
  cudaMemcpy(results, areas, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpy(count, aligned, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&left, alive, sizeof left);
  std::printf("%d %d %d squares and %d others, %d alive\n", results[0], results[1], count[0],
              count[1], left);
  cudaFree(areas);
  cudaFree(aligned);
}
