// The constructor of a class allocates for all its objects, by way of a function of its own.
// expect: simt: read of 4 bytes of global memory out of bounds, 0 bytes past the end of the 128 bytes that were allocated at
// expect: @allocation
// expect: , called at
// expect: @short
// expect: (parameter b)
#include <cuda_runtime.h>

#include <cstddef>

class Buffer {
 public:
  explicit Buffer(std::size_t n) : bytes_(n * sizeof(float)) { allocate(); }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  float* data() { return data_; }

 private:
  void allocate() {
    if (cudaMalloc(&data_, bytes_) == cudaSuccess) cudaMemset(data_, 0, bytes_);  // @allocation
  }

  float* data_ = nullptr;
  std::size_t bytes_;
};

__global__ void add(const float* a, const float* b, float* c) {
  const int i = threadIdx.x;
  c[i] = a[i] + b[i];
}

int main() {
  Buffer a(64);
  Buffer b(32);  // @short
  Buffer c(64);
  add<<<1, 64>>>(a.data(), b.data(), c.data());
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
