// An array that owns its memory, moved into a launch and copied into another one.
// prints: 1 3 5 7 left 0
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

int left = 0;

class Array {
 public:
  explicit Array(int n) : n_(n) {
    cudaMalloc(&data_, n * sizeof(int));
    ++left;
  }
  Array(Array&& other) noexcept : data_(std::exchange(other.data_, nullptr)), n_(other.n_) {}
  Array(const Array& other) : Array(other.n_) {
    cudaMemcpy(data_, other.data_, n_ * sizeof(int), cudaMemcpyDeviceToDevice);
  }
  ~Array() {
    if (data_ == nullptr) return;
    cudaFree(data_);  // behind the kernels that use it
    --left;
  }
  __host__ __device__ int* data() const { return data_; }
  __host__ __device__ int size() const { return n_; }

 private:
  int* data_ = nullptr;
  int n_;
};

__global__ void fill(int* out, int n) {
  if ((int)threadIdx.x < n) out[threadIdx.x] = 2 * (int)threadIdx.x;
}

__global__ void add_one(Array in, int* out) {
  const int i = (int)threadIdx.x;
  if (i >= in.size()) return;
  out[i] = in.data()[i] + 1;
}

int main() {
  int *out, results[4];
  cudaMalloc(&out, sizeof results);
  {
    Array array(4);
    fill<<<1, 32>>>(array.data(), array.size());
    add_one<<<1, 32>>>(array, out);
    add_one<<<1, 32>>>(std::move(array), out);
  }
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (const int value : results) std::printf("%d ", value);
  std::printf("left %d\n", left);
  cudaFree(out);
}
