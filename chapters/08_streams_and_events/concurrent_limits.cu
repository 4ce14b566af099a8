// Chapter 08 · concurrent_limits
//
// How many kernels run side by side? Each gets a stream of its own and a block for every multiprocessor, and
// takes more and more shared memory, or registers. Kernels of one small block come to another limit.
//
//   concurrent_limits
#include "tutorial.cuh"

// Kernels that a device runs at a time, which no attribute tells: the CUDA C++ Programming Guide says 128 for
// compute capability 7.0 and newer, but for boards such as Jetson.
constexpr int kResidentGrids = 128;
constexpr int kMostKernels = 160, kMostBlock = 256;
constexpr long long kCycles = kCountsInsteadOfTimes ? 0 : 8'000'000;  // a launch takes about 7000

// How many kernels have all of their blocks on the device, now and at most.
struct AtOnce {
  int now, most;
};

// `state` is the kernel's own: blocks that have arrived, and 65536 for each that has left. A kernel counts from
// its last arrival to its first departure. kValues numbers that are needed at the end keep registers busy.
template <int kValues>
__global__ void stay(const unsigned* in, unsigned* out, unsigned* state, AtOnce* at_once,
                     long long cycles) {
  const long long start = clock64();
  unsigned value[kValues];
#pragma unroll
  for (int k = 0; k < kValues; ++k) value[k] = in[k * kMostBlock + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(state, 1) == gridDim.x - 1) {
    atomicMax(&at_once->most, atomicAdd(&at_once->now, 1) + 1);
  }
  while (clock64() - start < cycles) {
  }
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(state, 65536) == gridDim.x) atomicSub(&at_once->now, 1);
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kValues; ++k) sum = 3 * sum + value[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Count the kernels that run side by side.", {});
  require_device();
  const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  const int most_shared = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  constexpr int kMostValues = 200;
  const std::vector<int> numbers = random_ints(kMostValues * kMostBlock, 0, 9);
  const std::vector<unsigned> input(numbers.begin(), numbers.end());
  const int out_size = multiprocessors * kMostBlock;  // of one kernel
  unsigned *in = nullptr, *out = nullptr, *states = nullptr;
  AtOnce* at_once = nullptr;
  CHECK(cudaMalloc(&in, input.size() * sizeof(unsigned)));
  CHECK(cudaMalloc(&out, sizeof(unsigned) * kMostKernels * out_size));
  CHECK(cudaMalloc(&states, kMostKernels * sizeof(unsigned)));
  CHECK(cudaMalloc(&at_once, sizeof(AtOnce)));
  CHECK(cudaMemcpy(in, input.data(), input.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
  cudaStream_t streams[kMostKernels];
  for (cudaStream_t& s : streams) CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));

  bool passed = true;
  Table table({"blocks × threads", "shared memory", timed("registers"), "fit side by side",
               "launched", timed("ran side by side")});
  const auto run = [&]<int kValues>(std::integral_constant<int, kValues>, int blocks, int threads,
                                    int shared) {
    const auto kernel = stay<kValues>;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most_shared));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    int per_multiprocessor = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, threads,
                                                        shared));
    const int fit = std::min(per_multiprocessor * multiprocessors / blocks, kResidentGrids);
    const int kernels = fit + (fit == kResidentGrids ? 32 : 4);
    CHECK(cudaMemset(at_once, 0, sizeof(AtOnce)));
    for (int repeat = 0; repeat < (has_times() ? 3 : 1); ++repeat) {
      CHECK(cudaMemset(states, 0, kMostKernels * sizeof(unsigned)));
      poison(out, static_cast<long long>(kernels) * out_size);
      CHECK(cudaDeviceSynchronize());
      for (int k = 0; k < kernels; ++k) {
        kernel<<<blocks, threads, shared, streams[k]>>>(in, out + k * out_size, states + k, at_once,
                                                        kCycles);
        CHECK_LAST();
      }
      CHECK(cudaDeviceSynchronize());
    }
    AtOnce counted = {};
    CHECK(cudaMemcpy(&counted, at_once, sizeof counted, cudaMemcpyDeviceToHost));
    const std::string wrong =
        first_difference_on_device(out, 1LL * kernels * out_size, [&](long long i) {
          if (i % out_size >= blocks * threads) return tutorial::poison_value<unsigned>();
          unsigned sum = 0;
          for (int k = 0; k < kValues; ++k) {
            sum = 3 * sum + input[k * kMostBlock + i % out_size % threads];
          }
          return sum;
        });
    if (!wrong.empty()) std::fprintf(stderr, "%d values, %s\n", kValues, wrong.c_str());
    passed &= wrong.empty() && counted.now == 0 && counted.most <= fit;
    table.add({std::to_string(blocks) + " × " + std::to_string(threads),
               std::to_string(shared / 1024) + " KiB", std::to_string(attributes.numRegs),
               std::to_string(fit), std::to_string(kernels), std::to_string(counted.most)});
  };
  const std::integral_constant<int, 1> few;
  for (const int kib : {0, 32, 64, 100, 200}) run(few, multiprocessors, kMostBlock, kib * 1024);
  run(few, 1, 32, 0);
  if (has_times()) {
    run(std::integral_constant<int, 100>(), multiprocessors, kMostBlock, 0);
    run(std::integral_constant<int, kMostValues>(), multiprocessors, kMostBlock, 0);
  }
  table.print();
  if (!has_times()) {
    std::printf(
        "Not known here: whether kernels that fit do run side by side, and what registers\n"
        "limit, since the model takes 32 for each kernel.\n");
  }

  for (const cudaStream_t s : streams) CHECK(cudaStreamDestroy(s));
  for (unsigned* array : {in, out, states}) CHECK(cudaFree(array));
  CHECK(cudaFree(at_once));
  return verdict(passed);
}
