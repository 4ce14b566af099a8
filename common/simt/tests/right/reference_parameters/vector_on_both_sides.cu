// A class whose objects and elements lie in managed memory, since its operator new asks for it: kernels, also templates
// of them, take objects by a reference, a constant one, or a pointer.
// prints: sum 2016
// prints: dot 85344
// prints: last 126
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

struct Managed {
  static void* operator new(std::size_t bytes) {
    void* place;
    cudaMallocManaged(&place, bytes);
    return place;
  }
  static void operator delete(void* place) { cudaFree(place); }
};

template <class T>
class Vector : public Managed {
 public:
  explicit Vector(int n) : size_(n) { cudaMallocManaged(&data_, n * sizeof(T)); }
  Vector(const Vector&) = delete;
  ~Vector() { cudaFree(data_); }
  __host__ __device__ int size() const { return size_; }
  __host__ __device__ T& operator[](int i) { return data_[i]; }
  __host__ __device__ const T& operator[](int i) const { return data_[i]; }

 private:
  int size_;
  T* data_;
};

template <class T>
__global__ void add(const Vector<T>& values, T& sum) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < values.size()) atomicAdd(&sum, values[i]);
}

template <class T>
__global__ void dot(const Vector<T>& a, const Vector<T>& b, Vector<T>* out) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < a.size()) atomicAdd(&(*out)[0], a[i] * b[i]);
}

__global__ void twice(Vector<int>& values) { values[static_cast<int>(threadIdx.x)] *= 2; }

int main() {
  auto* const values = new Vector<int>(64);
  auto* const out = new Vector<int>(2);
  for (int i = 0; i < 64; ++i) (*values)[i] = i;
  (*out)[0] = (*out)[1] = 0;
  add<<<1, 64>>>(*values, (*out)[1]);
  dot<<<1, 64>>>(*values, *values, out);
  cudaDeviceSynchronize();
  std::printf("sum %d\ndot %d\n", (*out)[1], (*out)[0]);
  twice<<<1, 64>>>(*values);
  cudaDeviceSynchronize();
  std::printf("last %d\n", (*values)[63]);
  delete values;
  delete out;
}
