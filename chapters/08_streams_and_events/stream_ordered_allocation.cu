// Chapter 08 · stream_ordered_allocation
//
// cudaMallocAsync and cudaFreeAsync are work in a stream: memory exists for what comes after the one
// and before the other, no call waits for the device, and a pool keeps what was freed.
//
//   stream_ordered_allocation [--size N] [--rounds R]
//                         temporary arrays of N floats, default 1001 on the CPU backend, 2^20 on a
//                         GPU, in R rounds, default 3 on the CPU backend, 200 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i % 1000;
}

__global__ void add(const float* x, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += x[i];
}

unsigned long long used(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  unsigned long long bytes = 0;
  CHECK(cudaMemPoolGetAttribute(pool, attribute, &bytes));
  return bytes;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Allocate and free in the order of a stream.",
                        {{.name = "rounds",
                          .fallback = kCountsInsteadOfTimes ? 3 : 200,
                          .min = 1,
                          .max = 100000,
                          .help = "allocations, each used by two kernels"}});
  const int n = options.size({.cpu = 1001, .gpu = 1 << 20});
  const int rounds = static_cast<int>(options["rounds"]);
  const int blocks = (n + kBlock - 1) / kBlock;
  const size_t bytes = n * sizeof(float);
  cudaStream_t stream = nullptr, other = nullptr;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreate(&other));
  cudaMemPool_t pool = nullptr;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  float* sum = nullptr;
  CHECK(cudaMalloc(&sum, bytes));

  bool passed = true;
  Table table({"a temporary array per round", timed("µs per round"), timed("of cudaMalloc's")});
  double reference = 0;
  // A round has an array of its own, which it fills and adds to the sum.
  const auto run = [&](const char* name, const auto& round) {
    const double ms = host_milliseconds(10, [&] {
      CHECK(cudaMemsetAsync(sum, 0, bytes, stream));
      for (int k = 0; k < rounds; ++k) round();
      CHECK(cudaStreamSynchronize(stream));
    });
    if (reference == 0) reference = ms;
    table.add({name, figure("%.1f", 1e3 * ms / rounds), figure("%.2f", reference / ms)});
    const std::string wrong = first_difference_on_device(
        sum, n, [&](long long i) { return static_cast<float>(i % 1000) * rounds; });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty();
  };
  const auto use = [&](float* x) {
    fill<<<blocks, kBlock, 0, stream>>>(x, n);
    CHECK_LAST();
    add<<<blocks, kBlock, 0, stream>>>(x, sum, n);
    CHECK_LAST();
  };
  run("cudaMalloc, cudaFree", [&] {
    float* x = nullptr;
    CHECK(cudaMalloc(&x, bytes));
    use(x);
    CHECK(cudaFree(x));  // waits until the device has done everything
  });
  const auto in_stream_order = [&] {
    float* x = nullptr;
    CHECK(cudaMallocAsync(&x, bytes, stream));
    use(x);
    CHECK(cudaFreeAsync(x, stream));  // freed when the stream has got here
  };
  // Whenever the host waits for the stream, a pool gives what it does not need back to the device…
  run("cudaMallocAsync, cudaFreeAsync", in_stream_order);
  const unsigned long long kept_by_default = used(pool, cudaMemPoolAttrReservedMemCurrent);
  // … down to its threshold, which is 0 unless the program sets another.
  unsigned long long threshold = ~0ull;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  run("the same, the pool keeps its memory", in_stream_order);
  const unsigned long long kept = used(pool, cudaMemPoolAttrReservedMemCurrent);
  float* x = nullptr;
  CHECK(cudaMalloc(&x, bytes));
  run("one array for all rounds", [&] { use(x); });
  CHECK(cudaFree(x));
  table.print();
  std::printf("after the host has waited the pool keeps: %s by default, %s with a threshold\n",
              kept_by_default == 0 ? "nothing" : "something",
              kept >= bytes ? "the array" : "nothing");
  std::printf("never more than %s in use\n",
              used(pool, cudaMemPoolAttrUsedMemHigh) < 2 * bytes + 4096 ? "one array was"
                                                                        : "several arrays were");

  // Memory freed in one stream can be given to another, if an event tells that the free comes first.
  float *first = nullptr, *second = nullptr;
  cudaEvent_t freed = nullptr;
  CHECK(cudaEventCreateWithFlags(&freed, cudaEventDisableTiming));
  CHECK(cudaMallocAsync(&first, bytes, stream));
  CHECK(cudaFreeAsync(first, stream));
  CHECK(cudaEventRecord(freed, stream));
  CHECK(cudaStreamWaitEvent(other, freed));
  CHECK(cudaMallocAsync(&second, bytes, other));
  if (has_times()) {
    std::printf("behind an event, another stream gets %s\n",
                first == second ? "the same memory" : "other memory");
  }
  CHECK(cudaFreeAsync(second, other));

  CHECK(cudaStreamSynchronize(other));
  CHECK(cudaMemPoolTrimTo(pool, 0));
  CHECK(cudaEventDestroy(freed));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaStreamDestroy(other));
  CHECK(cudaFree(sum));
  return verdict(passed);
}
