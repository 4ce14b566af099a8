// Chapter 05 · scan
//
// An inclusive scan: out[i] = in[0] + … + in[i]. Each block scans a segment of 1024 floats by
// itself, in the way of Hillis and Steele (few steps, many additions), of Blelloch (few additions,
// many steps), and with sums that go from lane to lane.
//
//   scan [--size N]      N floats, default 2^16+1 on the CPU backend, 2^28+1 on a GPU
#include "tutorial.cuh"

constexpr int kSegment = 1024;  // memory is rounded up to whole segments, so no kernel needs n

// Hillis and Steele: after the step with this offset, element t holds the sum of up to 2 × offset
// elements that end at t. 10 steps and almost 10 additions per element. Reading and writing one
// array would be a race, so the steps go to and fro between two.
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
      const float sum = tree[place<kPadded>(left)];
      tree[place<kPadded>(left)] = tree[place<kPadded>(left + offset)];
      tree[place<kPadded>(left + offset)] += sum;
    }
  }
  __syncthreads();
  out[i] = tree[place<kPadded>(t)] + low;  // what is before t, and t itself
  out[i + other] = tree[place<kPadded>(t + other)] + high;
}

// Three levels: a thread scans 4 neighbours, a warp the sums of its 32 threads (Hillis and Steele,
// but in registers: __shfl_up_sync hands over the register of the lane `offset` below, chapter 06),
// and every thread adds up the sums of the warps before its own. One barrier, 8 floats of shared
// memory. A quarter as many threads as elements.
__global__ void scan_registers(const float* in, float* out) {
  __shared__ float sums[kSegment / 4 / 32];
  const int t = threadIdx.x, lane = t % 32, i = blockIdx.x * kSegment + 4 * t;
  float4 x = *reinterpret_cast<const float4*>(in + i);
  x.y += x.x;
  x.z += x.y;
  x.w += x.z;

  float sum = x.w;
  for (int offset = 1; offset < 32; offset *= 2) {
    const float lower = __shfl_up_sync(~0u, sum, offset);
    if (lane >= offset) sum += lower;
  }
  if (lane == 31) sums[t / 32] = sum;
  __syncthreads();
  const float below = __shfl_up_sync(~0u, sum, 1);
  float before = lane == 0 ? 0 : below;
  for (int warp = 0; warp < t / 32; ++warp) before += sums[warp];
  *reinterpret_cast<float4*>(out + i) = {before + x.x, before + x.y, before + x.z, before + x.w};
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scan segments of 1024 floats, each with one block.");
  const int n = options.size({.cpu = (1 << 16) + 1, .gpu = (1 << 28) + 1});
  const int segments = (n - 1) / kSegment + 1;
  const std::size_t bytes = std::size_t{1} * segments * kSegment * sizeof(float);

  // Small whole numbers: all sums are exact, whatever the order of the additions.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  std::vector<float> expected = input;
  for (int i = 0; i < n; ++i) {
    if (i % kSegment != 0) expected[i] += expected[i - 1];
  }
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemset(in, 0, bytes));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Scans of 1024 floats each", out, n, 8.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  Table requests({"per block", "shared loads", "shared stores", "bank conflicts", "active lanes"});
  const auto run = [&](const char* name, auto kernel, int threads) {
    const Counters before = read_counters();
    experiment.run(
        name, [&] { kernel<<<segments, threads>>>(in, out); }, expected);
    const Counters c = read_counters() - before;
    std::vector<std::string> row = {name};
    for (double figure : {c.shared_load_requests, c.shared_store_requests, c.bank_conflicts}) {
      row.push_back(kCountsInsteadOfTimes ? std::to_string(std::lround(figure / segments)) : "-");
    }
    const long lanes = std::lround(c.active_lanes_percent());
    row.push_back(kCountsInsteadOfTimes ? std::to_string(lanes) + " %" : "-");
    requests.add(row);
  };
  run("Hillis and Steele", scan_hillis_steele, kSegment);
  run("Blelloch", scan_blelloch<false>, kSegment / 2);
  run("Blelloch, padded", scan_blelloch<true>, kSegment / 2);
  run("lane to lane", scan_registers, kSegment / 4);
  std::printf("%s\n", requests.text().c_str());

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
