// Chapter 05 · scan
//
// An inclusive scan: out[i] = in[0] + … + in[i]. Each block scans a segment of 1024 floats by
// itself, by the methods of Hillis and Steele (few steps, many additions) and of Blelloch (few
// additions, many steps), without and with padding.
//
//   scan [--size N]      N floats, default 2^17+5 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kSegment = 1024;  // memory is rounded up to whole segments, so no kernel needs n

// Hillis and Steele: after the step with this offset, element t holds the sum of up to 2 × offset
// elements that end at t. 10 steps and almost 10 additions per element. Reading and writing one
// array would be a race, so the steps alternate between two.
__global__ void scan_hillis_steele(const float* in, float* out) {
  __shared__ float buffers[2][kSegment];
  const int t = threadIdx.x, i = blockIdx.x * kSegment + t;
  float *from = buffers[0], *to = buffers[1];
  from[t] = in[i];
  for (int offset = 1; offset < kSegment; offset *= 2) {
    __syncthreads();
    to[t] = t < offset ? from[t] : from[t - offset] + from[t];
    float* const swapped = from;
    from = to;
    to = swapped;
  }
  out[i] = from[t];
}

// Where element i of a tree in shared memory lies. At stride 2, 4, … 32 neighbouring threads meet
// in fewer and fewer banks; an unused word after every 32 moves them apart.
template <bool kPadded>
__host__ __device__ constexpr int place(int i) {
  return kPadded ? i + i / 32 : i;
}

// Blelloch: a tree of sums from the leaves to the root, then prefixes from the root to the leaves.
// 2 additions per element, in 20 steps; half of the threads are idle after the first, then three
// quarters, … Half as many threads as elements.
template <bool kPadded>
__global__ void scan_blelloch(const float* in, float* out) {
  __shared__ float tree[place<kPadded>(kSegment)];
  const int t = threadIdx.x, i = blockIdx.x * kSegment + t, other = kSegment / 2;
  const float low = in[i];
  const float high = in[i + other];
  tree[place<kPadded>(t)] = low;
  tree[place<kPadded>(t + other)] = high;
  for (int offset = 1; offset < kSegment; offset *= 2) {
    __syncthreads();
    const int left = offset * (2 * t + 1) - 1;
    if (left + offset < kSegment) {
      tree[place<kPadded>(left + offset)] += tree[place<kPadded>(left)];
    }
  }
  if (t == 0) tree[place<kPadded>(kSegment - 1)] = 0;  // nothing is left of the root
  for (int offset = kSegment / 2; offset > 0; offset /= 2) {
    __syncthreads();
    const int left = offset * (2 * t + 1) - 1;
    if (left + offset < kSegment) {
      const float sum = tree[place<kPadded>(left)], node = tree[place<kPadded>(left + offset)];
      tree[place<kPadded>(left)] = node;
      tree[place<kPadded>(left + offset)] = node + sum;
    }
  }
  __syncthreads();
  out[i] = tree[place<kPadded>(t)] + low;  // what is before t, and t itself
  out[i + other] = tree[place<kPadded>(t + other)] + high;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan segments of 1024 floats.");
  const int n = options.size({.cpu = (1 << 17) + 5, .gpu = 1 << 28});
  const int segments = (n - 1) / kSegment + 1;
  const std::size_t bytes = std::size_t{1} * segments * kSegment * sizeof(float);

  // Small whole numbers: all sums are exact, whatever the order of the additions.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemset(in, 0, bytes));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Scans, counts per segment", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  const auto count = [&](const char* heading, double Counters::*of) {
    experiment.show_count(heading, "%.0f", [=](const Counters& c) { return c.*of / segments; });
  };
  count("shared loads", &Counters::shared_load_requests);
  count("shared stores", &Counters::shared_store_requests);
  count("bank conflicts", &Counters::bank_conflicts);
  std::vector<float> expected = input;
  const auto run = [&](const char* name, const auto& launch) {
    experiment.run(name, launch, expected);
  };
  for (int i = 0; i < n; ++i) {
    if (i % kSegment != 0) expected[i] += expected[i - 1];
  }
  run("Hillis and Steele", [&] { scan_hillis_steele<<<segments, kSegment>>>(in, out); });
  run("Blelloch", [&] { scan_blelloch<false><<<segments, kSegment / 2>>>(in, out); });
  run("Blelloch, padded", [&] { scan_blelloch<true><<<segments, kSegment / 2>>>(in, out); });

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
