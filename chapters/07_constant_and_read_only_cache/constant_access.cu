// Chapter 07 · constant_access
//
// The cache of constant memory delivers one word at a time. One word for all 32 lanes is one pass;
// every other word that a lane wants is one more. The same requests to shared and to global memory,
// and what remains of them if the compiler knows the index, or knows that all lanes have the same.
//
//   constant_access [--size N]      N blocks, default 1 on the CPU backend, 1056 on a GPU
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kWords = 264;               // 1 KiB, which stays in the cache of LDC
constexpr int kLoads = 8, kRounds = 128;  // 1024 requests per warp

__constant__ float constant_words[kWords];  // filled by the host with cudaMemcpyToSymbol

// Three ways to come to the index of a word. Indices that are known when the kernel is compiled: the
// first 8 words, in all rounds.
struct KnownIndices {
  __device__ float add_up(const float* words) const {
    float sum = 0;
    for (int round = 0; round < kRounds; ++round) {
#pragma unroll
      for (int k = 0; k < kLoads; ++k) sum += words[k];
    }
    return sum;
  }
};

// A loop counter. It is not known, but the compiler knows that all lanes have the same one.
struct LoopCounter {
  int count, rounds;

  __device__ float add_up(const float* words) const {
    float sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll 1
      for (int k = 0; k < count; ++k) sum += words[k];
    }
    return sum;
  }
};

// An index per lane: `different` lanes in a row, a power of two, each want another word; then it
// repeats. 8 words from there on, in rounds: each moves all lanes by the same number of words, so as
// many of their words differ as in the first one.
struct ByLane {
  int different, stride;

  __device__ float add_up(const float* words) const {
    const int place = threadIdx.x % 32 % different * stride;
    float sum = 0;
    for (int round = 0; round < kRounds; ++round) {
      const int first = place ^ round % kLoads;
#pragma unroll
      for (int k = 0; k < kLoads; ++k) sum += words[first + k];
    }
    return sum;
  }
};

template <class Index>
__global__ void read_constant(const float*, float* out, Index index) {
  out[blockIdx.x * kBlock + threadIdx.x] = index.add_up(constant_words);
}

template <class Index>
__global__ void read_shared(const float* in, float* out, Index index) {
  __shared__ float words[kWords];
  for (int i = threadIdx.x; i < kWords; i += kBlock) words[i] = in[i];
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = index.add_up(words);
}

template <class Index>
__global__ void read_global(const float* in, float* out, Index index) {
  out[blockIdx.x * kBlock + threadIdx.x] = index.add_up(in);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count and time the different words of a constant request.");
  const int blocks =
      options.size({.cpu = 1, .gpu = 1056, .bytes_per_element = kBlock * sizeof(float)});
  const std::vector<int> numbers = random_ints(kWords);  // their sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kWords * sizeof(float)));
  CHECK(cudaMalloc(&out, static_cast<size_t>(blocks) * kBlock * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), kWords * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(constant_words, input.data(), kWords * sizeof(float)));

  Experiment experiment("1024 requests per warp, " + std::to_string(8LL * blocks) + " warps", out,
                        1LL * blocks * kBlock, 0);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kBankConflicts});
  experiment.show_modelled("words/constant request", "%.2f",
                           &Counters::addresses_per_constant_request);
  const auto run = [&](const std::string& name, auto kernel, auto index, const auto& expected) {
    experiment.run(
        name, [&] { kernel<<<blocks, kBlock>>>(in, out, index); }, expected);
  };
  const auto sum_of = [&](int first, int count) {
    return std::accumulate(&input[first], &input[first + count], 0.0f);
  };

  const auto of_known = [&](long long) { return kRounds * sum_of(0, kLoads); };
  run("constant, known indices", read_constant<KnownIndices>, KnownIndices{}, of_known);
  run("shared, known indices", read_shared<KnownIndices>, KnownIndices{}, of_known);
  run("global, known indices", read_global<KnownIndices>, KnownIndices{}, of_known);

  const LoopCounter counter = {256, kRounds * kLoads / 256};
  const auto of_counter = [&](long long) { return counter.rounds * sum_of(0, counter.count); };
  run("constant, loop counter", read_constant<LoopCounter>, counter, of_counter);
  run("shared, loop counter", read_shared<LoopCounter>, counter, of_counter);
  run("global, loop counter", read_global<LoopCounter>, counter, of_counter);

  const auto run_by_lane = [&](const std::string& memory, auto kernel, ByLane index) {
    std::vector<float> expected(32);
    for (int lane = 0; lane < 32; ++lane) {
      for (int round = 0; round < kRounds; ++round) {
        expected[lane] += sum_of(lane % index.different * index.stride ^ round % kLoads, kLoads);
      }
    }
    const std::string words = index.different == 1 ? " word" : " words";
    const std::string apart = ", " + std::to_string(index.stride) + " apart";
    run(memory + ", " + std::to_string(index.different) + words + (index.stride == 1 ? "" : apart),
        kernel, index, [&](long long i) { return expected[i % 32]; });
  };
  for (const int different : {1, 2, 4, 8, 16, 32}) {
    run_by_lane("constant", read_constant<ByLane>, {different, 1});
  }
  run_by_lane("constant", read_constant<ByLane>, {32, 8});
  for (const ByLane index : {ByLane{1, 1}, {32, 1}, {32, 8}}) {
    run_by_lane("shared", read_shared<ByLane>, index);
  }
  for (const ByLane index : {ByLane{1, 1}, {32, 1}, {32, 8}}) {
    run_by_lane("global", read_global<ByLane>, index);
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
