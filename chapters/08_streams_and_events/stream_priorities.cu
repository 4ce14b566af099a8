// Chapter 08 · stream_priorities
//
// A long kernel fills the device, and a short one is in a hurry. The blocks of a stream with a higher
// priority are the next to get a free place on a multiprocessor; blocks that run are not interrupted.
//
//   stream_priorities [--size N]     the long kernel has N blocks
//                                    default 4 on the CPU backend, 40,000 on a GPU
#include <cmath>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 10000;
constexpr int kShort = 64;  // blocks of the short kernel

__host__ __device__ float iterate(float x) {
  for (int round = 0; round < kRounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

__global__ void iterate_each(const float* in, float* out) {
  const long long i = 1LL * blockIdx.x * kBlock + threadIdx.x;
  out[i] = iterate(in[threadIdx.x]);
}

cudaStream_t new_stream(int priority) {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
  return stream;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Let a short kernel overtake a long one.");
  const int blocks =
      options.size({.cpu = 4, .gpu = 40000, .bytes_per_element = kBlock * sizeof(float)});
  int least = 0, greatest = 0;  // a lower number is a higher priority
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  std::printf("priorities: %d (least, the default) to %d (greatest)\n", least, greatest);
  const std::vector<float> input = random_floats(kBlock);
  std::vector<float> expected(kBlock);
  std::transform(input.begin(), input.end(), expected.begin(), iterate);
  float *in = nullptr, *long_out = nullptr, *short_out = nullptr;
  CHECK(cudaMalloc(&in, kBlock * sizeof(float)));
  CHECK(cudaMalloc(&long_out, 1LL * blocks * kBlock * sizeof(float)));
  CHECK(cudaMalloc(&short_out, kShort * kBlock * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), kBlock * sizeof(float), cudaMemcpyHostToDevice));
  const cudaStream_t background = new_stream(least);

  bool passed = true;
  const auto holds = [&](const char* name, const float* out, long long n) {
    const std::string wrong =
        first_difference_on_device(out, n, [&](long long i) { return expected[i % kBlock]; });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name, wrong.c_str());
    passed &= wrong.empty();
  };
  Table table({"the short kernel", timed("short, ms"), timed("both, ms")});
  const auto run = [&](const std::string& name, int priority, bool is_busy) {
    const cudaStream_t stream = new_stream(priority);
    poison(long_out, 1LL * blocks * kBlock);
    poison(short_out, kShort * kBlock);
    CHECK(cudaDeviceSynchronize());  // non-blocking streams do not wait for the poison
    std::vector<double> short_times;
    const double both = host_milliseconds(10, [&] {
      if (is_busy) iterate_each<<<blocks, kBlock, 0, background>>>(in, long_out);
      CHECK_LAST();
      const HostTimer timer;
      iterate_each<<<kShort, kBlock, 0, stream>>>(in, short_out);
      CHECK_LAST();
      CHECK(cudaStreamSynchronize(stream));
      short_times.push_back(timer.milliseconds());
      CHECK(cudaDeviceSynchronize());
    });
    table.add({name, figure("%.2f", median(short_times)), figure("%.2f", both)});
    holds(name.c_str(), short_out, kShort * kBlock);
    if (is_busy) holds("the long kernel", long_out, 1LL * blocks * kBlock);
    CHECK(cudaStreamDestroy(stream));
  };
  run("alone", least, false);
  run("behind the long one, same priority", least, true);
  run("behind the long one, greatest priority", greatest, true);
  table.print();

  CHECK(cudaStreamDestroy(background));
  for (float* array : {in, long_out, short_out}) CHECK(cudaFree(array));
  return verdict(passed);
}
