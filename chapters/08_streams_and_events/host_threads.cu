// Chapter 08 · host_threads
//
// Several threads of the host, each with a stream of its own, hand over many small kernels. The
// streams reach the device by a number of connections; streams that share one wait for each other.
//
//   host_threads [--size N] [--threads T] [--connections C] [--rounds R]
//                     N kernels per thread, default 4 on the CPU backend, 200 on a GPU, by up to T
//                     threads, default 8. With C > 0: only that number of connections, 1 to 32.
//                     R rounds of arithmetic in a kernel, default 4 or 2000; 0: hardly any work
#include <cmath>
#include <thread>

#include "tutorial.cuh"

constexpr int kBlock = 256;

__host__ __device__ float iterate(float x, int rounds) {
  for (int round = 0; round < rounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

__global__ void iterate_each(const float* in, float* out, int rounds) {
  out[threadIdx.x] = iterate(in[threadIdx.x], rounds);
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Launch kernels from several threads of the host.",
      {{.name = "threads", .fallback = 8, .min = 1, .max = 128, .help = "threads of the host"},
       {.name = "connections", .fallback = 0, .min = 0, .max = 32, .help = "0: CUDA's default, 8"},
       {.name = "rounds",
        .fallback = kCountsInsteadOfTimes ? 4 : 2000,
        .min = 0,
        .max = 100'000,
        .help = "of arithmetic in each kernel"}});
  if (options["connections"] > 0) {  // read once, when CUDA is first used
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", std::to_string(options["connections"]).c_str(), 1);
  }
  const int kernels = options.size({.cpu = 4, .gpu = 200, .bytes_per_element = sizeof(float)});
  const int most_threads = static_cast<int>(options["threads"]);
  const int rounds = static_cast<int>(options["rounds"]);
  const std::vector<float> input = random_floats(kBlock);
  std::vector<float> expected(kBlock);
  std::transform(input.begin(), input.end(), expected.begin(),
                 [=](float x) { return iterate(x, rounds); });
  std::vector<cudaStream_t> streams(most_threads);
  for (cudaStream_t& stream : streams) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kBlock * sizeof(float)));
  CHECK(cudaMalloc(&out, most_threads * kBlock * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), kBlock * sizeof(float), cudaMemcpyHostToDevice));

  // A thread hands over all of its kernels before it waits.
  const auto work = [&](int thread) {
    for (int k = 0; k < kernels; ++k) {
      iterate_each<<<1, kBlock, 0, streams[thread]>>>(in, out + thread * kBlock, rounds);
      CHECK_LAST();
    }
    CHECK(cudaStreamSynchronize(streams[thread]));
  };
  // The same launches by one thread: a kernel for every stream, then the next for every stream.
  const auto work_for_all = [&](int count) {
    for (int k = 0; k < kernels; ++k) {
      for (int thread = 0; thread < count; ++thread) {
        iterate_each<<<1, kBlock, 0, streams[thread]>>>(in, out + thread * kBlock, rounds);
        CHECK_LAST();
      }
    }
    CHECK(cudaDeviceSynchronize());
  };

  bool passed = true;
  Table table({"streams", timed("a thread for each, ms"), timed("one thread for all, ms")});
  for (int count = 1;; count = std::min(2 * count, most_threads)) {
    poison(out, most_threads * kBlock);
    CHECK(cudaDeviceSynchronize());
    const double by_threads = host_milliseconds(10, [&] {
      std::vector<std::jthread> threads;  // joined when the vector goes
      for (int thread = 0; thread < count; ++thread) threads.emplace_back(work, thread);
    });
    const std::string wrong = first_difference_on_device(
        out, count * kBlock, [&](long long i) { return expected[i % kBlock]; });
    if (!wrong.empty()) std::fprintf(stderr, "%d threads, %s\n", count, wrong.c_str());
    passed &= wrong.empty();
    const double by_one = host_milliseconds(10, [&] { work_for_all(count); });
    table.add({std::to_string(count), figure("%.2f", by_threads), figure("%.2f", by_one)});
    if (count == most_threads) break;
  }
  table.print();

  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(passed);
}
