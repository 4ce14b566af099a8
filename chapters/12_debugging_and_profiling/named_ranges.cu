// Chapter 12 · named_ranges
//
// What the host does between its calls of CUDA has no name on a timeline, unless the program gives it one: a range
// of NVTX, NVIDIA's Tools Extension, shows in Nsight Systems above the calls and kernels that it contains. Without
// a profiler it does nothing.
//
//   named_ranges [--size N]     N floats in each of 4 rounds, default 2^16 on the CPU backend, 2^24 on a GPU
#include <nvtx3/nvToolsExt.h>

#include "tutorial.cuh"

constexpr int kBlock = 256, kRounds = 4;

__global__ void square(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

// A range that begins here and ends with the enclosing braces, also on an early return. Ranges of one thread nest.
class Range {
 public:
  explicit Range(const char* name) { nvtxRangePushA(name); }
  ~Range() { nvtxRangePop(); }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

// Fills `host` with the numbers of a round: work of the host, of which CUDA knows nothing.
void prepare(float* host, int n, int round) {
  const Range range("prepare");
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>((i + round) % 1000);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Give names to what the host does, for a timeline.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 24, .bytes_per_element = sizeof(float)});
  const size_t bytes = n * sizeof(float);
  float *host = nullptr, *x = nullptr;
  CHECK(cudaMallocHost(&host, bytes));
  CHECK(cudaMalloc(&x, bytes));

  int right = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Range whole_round(("round " + std::to_string(round)).c_str());
    prepare(host, n, round);
    {
      const Range range("to the device, square");
      CHECK(cudaMemcpyAsync(x, host, bytes, cudaMemcpyHostToDevice));
      square<<<(n - 1) / kBlock + 1, kBlock>>>(x, n);
      CHECK_LAST();
    }  // what ends here is the host's part: the calls. The device may still be at work
    const Range range("wait and check");
    const std::string wrong = first_difference_on_device(x, n, [&](long long i) {
      const auto number = static_cast<float>((i + round) % 1000);
      return number * number;
    });
    if (!wrong.empty()) std::fprintf(stderr, "round %d, %s\n", round, wrong.c_str());
    right += wrong.empty();
  }
  std::printf("%d of %d rounds are right\n", right, kRounds);
  CHECK(cudaFree(x));
  CHECK(cudaFreeHost(host));
  return verdict(right == kRounds);
}
