// Chapter 08 · overlap_transfers
//
// Data goes to the device, a kernel works on it, results come back. In one stream that is one thing
// after the other. Cut into segments in several streams, the three overlap: while a kernel works on
// one segment, the next one arrives and the one before leaves.
//
//   overlap_transfers [--size N] [--segments S] [--streams T]
//                           N floats, default 2^17 on the CPU backend, 2^28 on a GPU, in S segments,
//                           default 4 on the CPU backend, 64 on a GPU, in T streams, default 3
#include <cmath>

#include "tutorial.cuh"
#include "tutorial/timeline.cuh"

constexpr int kBlock = 256;
constexpr int kRounds = kCountsInsteadOfTimes ? 4 : 2000;  // about the time of a copy on an H200
constexpr int kPeriod = 65521;                             // the input repeats, for the host's sake

__host__ __device__ float iterate(float x) {
  for (int round = 0; round < kRounds; ++round) x = fmaf(x, 0.75f, 1.0f);
  return x;
}

__global__ void iterate_each(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = iterate(in[i]);
}

// Host and device memory for all segments; the buffers of two segments never overlap.
struct Buffers {
  float *host_in, *in, *out, *host_out;
};

void copy_in(const Buffers& b, int first, int n, cudaStream_t stream) {
  CHECK(cudaMemcpyAsync(b.in + first, b.host_in + first, n * sizeof(float), cudaMemcpyHostToDevice,
                        stream));
}

void compute(const Buffers& b, int first, int n, cudaStream_t stream) {
  iterate_each<<<(n + kBlock - 1) / kBlock, kBlock, 0, stream>>>(b.in + first, b.out + first, n);
  CHECK_LAST();
}

void copy_out(const Buffers& b, int first, int n, cudaStream_t stream) {
  CHECK(cudaMemcpyAsync(b.host_out + first, b.out + first, n * sizeof(float),
                        cudaMemcpyDeviceToHost, stream));
}

// All that one segment needs, then the next segment.
void depth_first(const Buffers& b, int n, int segments, const std::vector<cudaStream_t>& streams) {
  const int size = (n + segments - 1) / segments;
  for (int s = 0; s * size < n; ++s) {
    const int first = s * size, count = std::min(size, n - first);
    const cudaStream_t stream = streams[s % streams.size()];
    copy_in(b, first, count, stream);
    compute(b, first, count, stream);
    copy_out(b, first, count, stream);
  }
}

// The same for as many segments as there are streams: first their copies in, then their kernels,
// then their copies out. Every stream still has its segment's work in the same order.
void breadth_first(const Buffers& b, int n, int segments,
                   const std::vector<cudaStream_t>& streams) {
  const int size = (n + segments - 1) / segments;
  const int round = size * static_cast<int>(streams.size());
  for (int start = 0; start < n; start += round) {
    for (auto* step : {copy_in, compute, copy_out}) {
      for (int first = start, s = 0; first < std::min(n, start + round); first += size, ++s) {
        step(b, first, std::min(size, n - first), streams[s]);
      }
    }
  }
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Overlap copies in, kernels and copies out.",
      {{"segments", kCountsInsteadOfTimes ? 4 : 64, 1, 1024, "pieces that the data is cut into"},
       {"streams", 3, 1, 64, "streams"}});
  const int n =
      options.size({.cpu = 1 << 17, .gpu = 1 << 28, .bytes_per_element = 2 * sizeof(float)});
  const int segments = static_cast<int>(options["segments"]);
  const size_t bytes = n * sizeof(float);
  std::vector<cudaStream_t> streams(options["streams"]);
  for (auto& stream : streams) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Buffers pinned = {};
  CHECK(cudaMalloc(&pinned.in, bytes));
  CHECK(cudaMalloc(&pinned.out, bytes));
  CHECK(cudaMallocHost(&pinned.host_in, bytes));
  CHECK(cudaMallocHost(&pinned.host_out, bytes));
  std::vector<float> host_in(n), host_out(n), expected(std::min(n, kPeriod));
  const Buffers pageable = {host_in.data(), pinned.in, pinned.out, host_out.data()};
  const std::vector<float> input = random_floats(expected.size());
  std::transform(input.begin(), input.end(), expected.begin(), iterate);
  for (int i = 0; i < n; ++i) host_in[i] = pinned.host_in[i] = input[i % kPeriod];

  Table table({"moving " + figure("%.3g MB", bytes / 1e6), timed("ms"), timed("of the ideal"),
               modelled("steps")});
  const auto measure = [&](const std::string& name, double ideal, const auto& work) {
    double ms = 0;
    const Timeline timeline = record_timeline([&] {
      ms = host_milliseconds(5, [&] {
        work();
        CHECK(cudaDeviceSynchronize());
      });
    });
    table.add(
        {name, figure("%.2f", ms), figure("%.2f", ideal / ms), std::to_string(timeline.steps())});
    return ms;
  };
  // What each of the three takes alone. No order of the segments is faster than the longest of them.
  const double ideal =
      std::max({measure("copy in", NAN, [&] { copy_in(pinned, 0, n, streams[0]); }),
                measure("kernel", NAN, [&] { compute(pinned, 0, n, streams[0]); }),
                measure("copy out", NAN, [&] { copy_out(pinned, 0, n, streams[0]); })});
  measure("both copies at once", NAN, [&] {
    copy_in(pinned, 0, n, streams.front());
    copy_out(pinned, 0, n, streams.back());
  });

  bool passed = true;
  const auto run = [&](const std::string& name, const Buffers& b, const auto& order, int segments,
                       const std::vector<cudaStream_t>& streams) {
    poison(b.in, n);
    poison(b.out, n);
    CHECK(cudaDeviceSynchronize());  // non-blocking streams do not wait for the poison
    std::fill_n(b.host_out, n, tutorial::poison_value<float>());
    measure(name, ideal, [&] { order(b, n, segments, streams); });
    const std::string wrong =
        first_difference(b.host_out, n, [&](long long i) { return expected[i % kPeriod]; });
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed &= wrong.empty();
  };
  const std::string in_streams =
      std::to_string(segments) + " segments, " + std::to_string(streams.size()) + " streams";
  run("pinned, all at once", pinned, depth_first, 1, {streams[0]});
  run("pinned, segments, one stream", pinned, depth_first, segments, {streams[0]});
  run("pinned, " + in_streams + ", depth first", pinned, depth_first, segments, streams);
  run("pinned, " + in_streams + ", breadth first", pinned, breadth_first, segments, streams);
  run("pageable, all at once", pageable, depth_first, 1, {streams[0]});
  run("pageable, " + in_streams + ", depth first", pageable, depth_first, segments, streams);
  table.print();

  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
  for (float* memory : {pinned.host_in, pinned.host_out}) CHECK(cudaFreeHost(memory));
  for (float* memory : {pinned.in, pinned.out}) CHECK(cudaFree(memory));
  return verdict(passed);
}
