// Chapter 03 · aliasing
//
// A load that stands after a store has to stay there, as long as the store might change what the
// load reads. __restrict__ promises that it does not, and the compiler may issue the loads first.
//
//   aliasing [--size N]      N floats, default 2^16 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kCount = 4;  // elements per thread, a block apart

// For all the compiler knows, c[i] may be an element of a or b that the next step loads. So the next
// loads wait until this store has been issued, and it waits for its own loads.
__global__ void add_may_overlap(const float* a, const float* b, float* c, int n) {
  const int first = blockIdx.x * kBlock * kCount + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n) c[i] = a[i] + b[i];
  }
}

// The same lines with a promise: nothing that is stored through c is loaded through a or b.
__global__ void add_restrict(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ c, int n) {
  const int first = blockIdx.x * kBlock * kCount + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n) c[i] = a[i] + b[i];
  }
}

// No promise is needed if the source has the loads first.
__global__ void add_loads_first(const float* a, const float* b, float* c, int n) {
  const int first = blockIdx.x * kBlock * kCount + threadIdx.x;
  float x[kCount], y[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    x[k] = i < n ? a[i] : 0;
    y[k] = i < n ? b[i] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int i = first + k * kBlock;
    if (i < n) c[i] = x[k] + y[k];
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add vectors whose pointers may overlap, or must not.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 27, .bytes_per_element = 12});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> host_a = random_floats(n), host_b = random_floats(n);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));

  const int grid = (n + kBlock * kCount - 1) / (kBlock * kCount);
  const auto sum = [&](int i) { return host_a[i] + host_b[i]; };
  Experiment experiment("Adding, 4 elements per thread", c, n, 3.0 * bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore});
  experiment.run(
      "may overlap", [&] { add_may_overlap<<<grid, kBlock>>>(a, b, c, n); }, sum);
  experiment.run(
      "__restrict__", [&] { add_restrict<<<grid, kBlock>>>(a, b, c, n); }, sum);
  experiment.run(
      "loads first", [&] { add_loads_first<<<grid, kBlock>>>(a, b, c, n); }, sum);

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return experiment.report();
}
