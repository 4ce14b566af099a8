// Chapter 02 · shared_arrays
//
// A block has one dynamic allocation of shared memory. Three arrays of three types lie in it, one
// behind the other, each at the next multiple of its elements' alignment.
//
//   shared_arrays [--size N] [--aligned 0]   N floats, default 2^16+1 on the CPU backend, 2^28+1 on a
//                                            GPU; 0 packs the arrays without alignment
#include "tutorial.cuh"

constexpr int kThreads = 99;  // so that the first array ends where no double may begin

// Host and kernel compute the places in the same way, so that they cannot disagree.
struct Places {
  int bytes = 0;
  int positive, sum, largest;

  __host__ __device__ Places(int threads, bool aligned) {
    positive = place<int>(threads, aligned);
    sum = place<double>(threads, aligned);
    largest = place<float>(threads, aligned);
  }

 private:
  template <class T>
  __host__ __device__ int place(int count, bool aligned) {
    constexpr int kAlignment = alignof(T);
    const int first = aligned ? (bytes + kAlignment - 1) / kAlignment * kAlignment : bytes;
    bytes = first + count * static_cast<int>(sizeof(T));
    return first;
  }
};

struct Summary {
  double sum;
  float largest;
  int positive;
};

extern __shared__ __align__(8) unsigned char memory[];

// Three results per block, so three arrays: how many values are positive, their sum, the largest.
__global__ void summarize(const float* in, Summary* out, int n, bool aligned) {
  const Places at(blockDim.x, aligned);
  auto* positive = reinterpret_cast<int*>(memory + at.positive);
  auto* sum = reinterpret_cast<double*>(memory + at.sum);
  auto* largest = reinterpret_cast<float*>(memory + at.largest);

  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  const float x = i < n ? in[i] : 0;
  positive[t] = x > 0;
  sum[t] = x;
  largest[t] = i < n ? x : -INFINITY;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    const int half = (count + 1) / 2;
    if (t < count / 2) {
      positive[t] += positive[t + half];
      sum[t] += sum[t + half];
      largest[t] = fmaxf(largest[t], largest[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = {sum[0], largest[0], positive[0]};
}

void print_places(const Places& at);
std::string wrong_summaries(const Summary* summaries, const std::vector<float>& input);

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Three arrays in one allocation of shared memory.",
      {{.name = "aligned", .fallback = 1, .max = 1, .help = "0: three arrays, badly placed"}});
  const int n = options.size(
      {.cpu = (1 << 16) + 1, .gpu = (1 << 28) + 1, .bytes_per_element = sizeof(float) + 1});
  const bool aligned = options["aligned"] == 1;
  const int blocks = (n - 1) / kThreads + 1;
  const std::vector<float> input = random_floats(n);

  float* in = nullptr;
  Summary* summaries = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&summaries, blocks * sizeof(Summary)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  poison(summaries, blocks);

  const Places at(kThreads, aligned);
  print_places(at);
  Experiment experiment("Sum, largest and number of positive ones of " + std::to_string(kThreads),
                        1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kBankConflicts});
  experiment.run(
      "three arrays, 99 threads",
      [&] { summarize<<<blocks, kThreads, at.bytes>>>(in, summaries, n, aligned); },
      [&] { return wrong_summaries(summaries, input); });

  CHECK(cudaFree(in));
  CHECK(cudaFree(summaries));
  return experiment.report();
}

void print_places(const Places& at) {
  Table places({"array in one allocation", "bytes", "first byte"});
  const auto add = [&](const char* array, int bytes, const std::string& first) {
    places.add({array, std::to_string(bytes), first});
  };
  add("int positive[99]", kThreads * 4, std::to_string(at.positive));
  add("double sum[99]", kThreads * 8, std::to_string(at.sum));
  add("float largest[99]", kThreads * 4, std::to_string(at.largest));
  add("together", at.bytes, "");
  places.print();
}

std::string wrong_summaries(const Summary* summaries, const std::vector<float>& input) {
  const long long n = input.size();
  std::vector<Summary> got((n - 1) / kThreads + 1);
  CHECK(cudaMemcpy(got.data(), summaries, got.size() * sizeof(Summary), cudaMemcpyDeviceToHost));
  for (std::size_t g = 0; g < got.size(); ++g) {
    Summary expected{0, -INFINITY, 0};
    for (long long i = g * kThreads; i < std::min<long long>(n, (g + 1) * kThreads); ++i) {
      expected.sum += input[i];
      expected.largest = std::max(expected.largest, input[i]);
      expected.positive += input[i] > 0;
    }
    std::string wrong = difference(got[g].sum, expected.sum, {.absolute = 1e-9});
    if (wrong.empty()) wrong = difference(got[g].largest, expected.largest);
    if (wrong.empty()) wrong = difference(got[g].positive, expected.positive);
    if (!wrong.empty()) return "block " + std::to_string(g) + ": " + wrong;
  }
  return "";
}
