// Chapter 04 · bank_conflicts
//
// Shared memory has 32 banks; word w lies in bank w % 32. A request takes one wavefront, unless lanes
// want different words of one bank. Every variant makes 1000 requests; only the words differ.
//
//   bank_conflicts [--size N]      N blocks, default 1 on the CPU backend, 1056 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kLoads = 125;  // 8 warps × 125 loads = 1000 requests per block
constexpr int kWords = 4096;

__host__ __device__ int add(int a, int b) { return a + b; }
__host__ __device__ int2 add(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
__host__ __device__ int4 add(int4 a, int4 b) {
  return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// `words` is filled side by side, without conflicts. Then every lane reads where `places` says, one
// place further each time: all lanes move on together, so each request has as many conflicts.
template <class T>
__global__ void read_words(const int* in, const int* places, T* out) {
  alignas(16) __shared__ int words[kWords];
  for (int i = threadIdx.x; i < kWords; i += kBlock) words[i] = in[i];
  __syncthreads();
  constexpr int kCount = kWords * sizeof(int) / sizeof(T);
  const T* values = reinterpret_cast<const T*>(words);
  const int place = places[threadIdx.x % 32];
  T sum{};
#pragma unroll 5
  for (int k = 0; k < kLoads; ++k) sum = add(sum, values[(place + k) % kCount]);
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}

std::vector<int> sums_on_host(const std::vector<int>& words, const std::vector<int>& place,
                              int width);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Count the bank conflicts of patterns of 32 words.");
  const int blocks = options.size({.cpu = 1, .gpu = 1056, .bytes_per_element = kBlock * 16});
  const std::vector<int> input = random_ints(kWords);
  int *in = nullptr, *places = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, kWords * sizeof(int)));
  CHECK(cudaMalloc(&places, 32 * sizeof(int)));
  CHECK(cudaMalloc(&out, 4LL * blocks * kBlock * sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), kWords * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment(
      "1000 requests per block, " + std::to_string(blocks) + (blocks == 1 ? " block" : " blocks"),
      out, 4LL * blocks * kBlock, 0);
  experiment.show({Column::kTime, Column::kBankConflicts});
  experiment.longest_name("a permutation of 32 neighbours");

  // `value` is of the type that a lane reads at once; place_of(lane) counts in units of it.
  const auto run = [&](const std::string& name, auto value, const auto& place_of) {
    using T = decltype(value);
    constexpr int kWidth = sizeof(T) / sizeof(int);
    std::vector<int> place(32);
    for (int lane = 0; lane < 32; ++lane) place[lane] = place_of(lane);
    CHECK(cudaMemcpy(places, place.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
    const std::vector<int> sums = sums_on_host(input, place, kWidth);
    experiment.run(
        name, [&] { read_words<<<blocks, kBlock>>>(in, places, reinterpret_cast<T*>(out)); },
        [&, sums](long long i) {
          const bool is_written = i < 1LL * blocks * kBlock * kWidth;
          return is_written ? sums[i % (32 * kWidth)] : Experiment::kUnwritten;
        });
  };
  for (const int stride : {1, 2, 3, 4, 8, 16, 31, 32, 33}) {
    run("stride " + std::to_string(stride), int{}, [=](int lane) { return lane * stride; });
  }
  run("broadcast: all lanes one word", int{}, [](int) { return 7; });
  run("two words of one bank", int{}, [](int lane) { return lane % 2 * 32; });
  run("a permutation of 32 neighbours", int{}, [](int lane) { return (lane * 13 + 5) % 32; });
  const std::vector<int> random = random_ints(32, 0, kWords - 1);
  run("32 random words", int{}, [&](int lane) { return random[lane]; });
  run("8 bytes, stride 1", int2{}, [](int lane) { return lane; });
  run("8 bytes, stride 2", int2{}, [](int lane) { return lane * 2; });
  run("16 bytes, stride 1", int4{}, [](int lane) { return lane; });
  run("16 bytes, stride 2", int4{}, [](int lane) { return lane * 2; });

  CHECK(cudaFree(in));
  CHECK(cudaFree(places));
  CHECK(cudaFree(out));
  return experiment.report();
}

// What each lane adds up if it reads `width` ints at a time.
std::vector<int> sums_on_host(const std::vector<int>& words, const std::vector<int>& place,
                              int width) {
  std::vector<int> sums(32 * width);
  for (int lane = 0; lane < 32; ++lane) {
    for (int k = 0; k < kLoads; ++k) {
      const int first = (place[lane] + k) % (kWords / width) * width;
      for (int i = 0; i < width; ++i) sums[lane * width + i] += words[first + i];
    }
  }
  return sums;
}
