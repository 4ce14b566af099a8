// Chapter 07 · constant_access
//
// The cache of constant memory delivers one word at a time. One word for all 32 lanes is one pass;
// every other word that a lane wants is one more. The same requests to shared and to global memory.
//
//   constant_access [--size N]      N blocks, default 1 on the CPU backend, 1056 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kWords = 264;               // 1 KiB, which stays in the fastest cache of each kind
constexpr int kLoads = 8, kRounds = 128;  // 1024 requests per warp

__constant__ float constant_words[kWords];  // filled by the host with cudaMemcpyToSymbol

// 8 words from `place` on, in rounds: each moves all lanes by the same number of words, so as many
// of their words differ as in the first one.
__device__ float add_words(const float* words, int place) {
  float sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    const int first = place ^ round % kLoads;
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += words[first + k];
  }
  return sum;
}

// `different` lanes in a row, a power of two, each want another word; then it repeats.
__device__ int place_of_lane(int different, int stride) {
  return threadIdx.x % 32 % different * stride;
}

__global__ void read_constant(float* out, int different, int stride) {
  out[blockIdx.x * kBlock + threadIdx.x] =
      add_words(constant_words, place_of_lane(different, stride));
}

// Indices that are known when the kernel is compiled. The words go to uniform registers, which a
// warp has once for all its lanes, or are operands of the addition: no lane loads anything.
__global__ void read_constant_known(float* out) {
  float sum = 0;
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += constant_words[k];
  }
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

__global__ void read_shared(const float* in, float* out, int different, int stride) {
  __shared__ float words[kWords];
  for (int i = threadIdx.x; i < kWords; i += kBlock) words[i] = in[i];
  __syncthreads();
  out[blockIdx.x * kBlock + threadIdx.x] = add_words(words, place_of_lane(different, stride));
}

__global__ void read_global(const float* in, float* out, int different, int stride) {
  out[blockIdx.x * kBlock + threadIdx.x] = add_words(in, place_of_lane(different, stride));
}

// What a lane that starts at `place` must get; without `moving` every round reads the same words.
float sum_from(const std::vector<float>& words, int place, bool moving) {
  float sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    const int first = moving ? place ^ round % kLoads : place;
    for (int k = 0; k < kLoads; ++k) sum += words[first + k];
  }
  return sum;
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
  experiment.show_count("words/constant request", "%.2f",
                        &Counters::addresses_per_constant_request);
  const float from_start = sum_from(input, 0, false);
  experiment.run(
      "constant, known indices", [&] { read_constant_known<<<blocks, kBlock>>>(out); },
      [&](long long) { return from_start; });

  // `launch` gets how many words of a request differ, and how far they are apart.
  const auto run = [&](const std::string& memory, int different, int stride, const auto& launch) {
    std::vector<float> expected(32);
    for (int lane = 0; lane < 32; ++lane) {
      expected[lane] = sum_from(input, lane % different * stride, true);
    }
    experiment.run(
        memory + ", " + std::to_string(different) + (different == 1 ? " word" : " words") +
            (stride == 1 ? "" : ", " + std::to_string(stride) + " apart"),
        [&] { launch(different, stride); }, [&](long long i) { return expected[i % 32]; });
  };
  const auto from_constant = [&](int different, int stride) {
    read_constant<<<blocks, kBlock>>>(out, different, stride);
  };
  const auto from_shared = [&](int different, int stride) {
    read_shared<<<blocks, kBlock>>>(in, out, different, stride);
  };
  const auto from_global = [&](int different, int stride) {
    read_global<<<blocks, kBlock>>>(in, out, different, stride);
  };
  for (const int different : {1, 2, 4, 8, 16, 32}) run("constant", different, 1, from_constant);
  run("constant", 32, 8, from_constant);
  for (const auto& [different, stride] : {std::pair{1, 1}, {32, 1}, {32, 8}}) {
    run("shared", different, stride, from_shared);
  }
  for (const auto& [different, stride] : {std::pair{1, 1}, {32, 1}, {32, 8}}) {
    run("global", different, stride, from_global);
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
