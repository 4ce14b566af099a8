// Chapter 02 · device_buffer
//
// Device memory in the style of today's C++: a buffer frees itself when it goes out of scope, and a kernel gets an
// array together with its length, as a span.
//
//   device_buffer [--size N]     N floats, default 1000
#include <cuda/std/span>
#include <utility>

#include "tutorial.cuh"

// An array in global memory that belongs to one variable of the host. It can be moved, not copied: two owners would
// free it twice.
template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(size_t size) : size_(size) { CHECK(cudaMalloc(&data_, size * sizeof(T))); }
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
    CHECK(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceBuffer() { cudaFree(data_); }  // for a null pointer it does nothing
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  // What a kernel gets: pointer and length, by value. It owns nothing.
  cuda::std::span<T> span() { return {data_, size_}; }
  cuda::std::span<const T> span() const { return {data_, size_}; }

  std::vector<T> to_host() const {
    std::vector<T> host(size_);
    CHECK(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

__global__ void add(cuda::std::span<const float> a, cuda::std::span<const float> b,
                    cuda::std::span<float> c) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < c.size()) c[i] = a[i] + b[i];
}

// No cudaFree on any way out, and no length that could be another array's.
DeviceBuffer<float> sum_of(const DeviceBuffer<float>& a, const DeviceBuffer<float>& b) {
  DeviceBuffer<float> c(a.span().size());
  const auto blocks = static_cast<unsigned>((c.span().size() + 255) / 256);
  add<<<blocks, 256>>>(a.span(), b.span(), c.span());
  CHECK_LAST();
  return c;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Buffers that free themselves, and spans in kernels.");
  const int n = options.size({.cpu = 1000, .gpu = 1000, .bytes_per_element = 4 * sizeof(float)});
  const std::vector<float> input = random_floats(2 * n);
  const std::vector<float> a(input.begin(), input.begin() + n), b(input.begin() + n, input.end());

  DeviceBuffer<float> total = sum_of(DeviceBuffer(a), DeviceBuffer(b));
  total = sum_of(total, DeviceBuffer(a));  // frees the first sum
  const bool passed =
      verify("a + b + a", total.to_host(), [&](int i) { return (a[i] + b[i]) + a[i]; });
  std::printf("%zu floats, and no cudaFree in main\n", total.span().size());
  return verdict(passed);
}
