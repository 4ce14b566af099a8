// Chapter 03 · cache_hints
//
// A load or store can tell the caches what to expect. Two situations, each with every hint: bytes
// that are used once, and sectors that a thread comes back to soon. The CPU backend has no caches:
// it shows that the requests are the same, and only a GPU shows what the hints are worth.
//
//   cache_hints [--size N]      N floats, default 2^16 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kRun = 8;  // floats of one sector

enum class Hint { kNone, kCa, kCg, kCs, kWt, kLdg, kNoAllocate, kEvictFirst, kEvictLast };

template <Hint hint, class T>
__device__ T load(const T* p) {
  if constexpr (hint == Hint::kCa) {
    return __ldca(p);  // cache at all levels: L1 and L2
  } else if constexpr (hint == Hint::kCg) {
    return __ldcg(p);  // cache at the global level: L2, not L1
  } else if constexpr (hint == Hint::kCs) {
    return __ldcs(p);  // streaming, probably used once: the first to be evicted
  } else if constexpr (hint == Hint::kLdg) {
    return __ldg(p);  // no thread writes there while the kernel runs
  } else {
    return *p;
  }
}

template <Hint hint, class T>
__device__ void store(T* p, T value) {
  if constexpr (hint == Hint::kCg) {
    __stcg(p, value);  // L2, not L1
  } else if constexpr (hint == Hint::kCs) {
    __stcs(p, value);  // streaming
  } else if constexpr (hint == Hint::kWt) {
    __stwt(p, value);  // through L2 to memory
  } else {
    *p = value;
  }
}

// PTX, the GPU's assembly language, can say more: a policy for L1 alone. A host compiler knows no
// PTX, and __CUDA_ARCH__ is defined only while code for the device is made.
#ifdef __CUDA_ARCH__
#define LOAD(policy, value, p) \
  asm("ld.global.L1::" policy ".f32 %0, [%1];" : "=f"(value) : "l"(__cvta_generic_to_global(p)))
#else
#define LOAD(policy, value, p) value = *p
#endif
template <>
__device__ float load<Hint::kNoAllocate>(const float* p) {
  float value;
  LOAD("no_allocate", value, p);
  return value;
}
template <>
__device__ float load<Hint::kEvictFirst>(const float* p) {
  float value;
  LOAD("evict_first", value, p);
  return value;
}
template <>
__device__ float load<Hint::kEvictLast>(const float* p) {
  float value;
  LOAD("evict_last", value, p);
  return value;
}

// Every byte once: nothing that a cache keeps is ever used again.
template <Hint load_hint, Hint store_hint>
__global__ void copy(const float4* in, float4* out, int quads) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < quads) store<store_hint>(&out[i], load<load_hint>(&in[i]));
}

// Each thread adds up its own 8 neighbours: 8 requests of 32 sectors, and all 8 want the same 32.
// The first brings them; whether the other 7 find them in L1 is up to the hint.
template <Hint hint>
__global__ void sum_runs(const float* in, float* out, int sums) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= sums) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kRun; ++k) sum += load<hint>(&in[i * kRun + k]);
  out[i] = sum;
}

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "What cache hints change: once only, soon again.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 27});
  const int quads = (n + 3) / 4, sums = (n + kRun - 1) / kRun;
  const size_t floats = static_cast<size_t>(sums) * kRun;  // n, rounded up to whole sectors
  const std::vector<float> host = random_floats(floats);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, floats * sizeof(float)));
  CHECK(cudaMalloc(&out, floats * sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), floats * sizeof(float), cudaMemcpyHostToDevice));
  const auto in4 = reinterpret_cast<const float4*>(in);
  const auto out4 = reinterpret_cast<float4*>(out);
  const auto columns = {Column::kTime,         Column::kBandwidth,      Column::kOfCopy,
                        Column::kLoadRequests, Column::kSectorsPerLoad, Column::kSectorsPerStore,
                        Column::kL1Hits,       Column::kL2Hits};

  Experiment once("Every byte once: a copy", out, 4LL * quads, 2.0 * quads * sizeof(float4));
  once.show(columns);
  const auto run_once = [&](const std::string& variant, auto kernel) {
    once.run(
        variant, [&] { kernel<<<blocks_for(quads), kBlock>>>(in4, out4, quads); }, host);
  };
  run_once("no hint", copy<Hint::kNone, Hint::kNone>);
  run_once("__ldca", copy<Hint::kCa, Hint::kNone>);
  run_once("__ldcg", copy<Hint::kCg, Hint::kNone>);
  run_once("__ldcs", copy<Hint::kCs, Hint::kNone>);
  run_once("__ldg", copy<Hint::kLdg, Hint::kNone>);
  run_once("__stcg", copy<Hint::kNone, Hint::kCg>);
  run_once("__stcs", copy<Hint::kNone, Hint::kCs>);
  run_once("__stwt", copy<Hint::kNone, Hint::kWt>);
  run_once("__ldcs, __stcs", copy<Hint::kCs, Hint::kCs>);

  const bool right = once.finish();

  Experiment soon("Soon again: sums of 8 neighbours", out, sums, (floats + sums) * sizeof(float));
  soon.show(columns);
  std::vector<float> expected_sums(sums);
  for (size_t i = 0; i < floats; ++i) expected_sums[i / kRun] += host[i];
  const auto run_soon = [&](const std::string& variant, auto kernel) {
    soon.run(
        variant, [&] { kernel<<<blocks_for(sums), kBlock>>>(in, out, sums); }, expected_sums);
  };
  run_soon("no hint", sum_runs<Hint::kNone>);
  run_soon("__ldca", sum_runs<Hint::kCa>);
  run_soon("__ldcg", sum_runs<Hint::kCg>);
  run_soon("__ldcs", sum_runs<Hint::kCs>);
  run_soon("__ldg", sum_runs<Hint::kLdg>);
  run_soon("L1::no_allocate", sum_runs<Hint::kNoAllocate>);
  run_soon("L1::evict_first", sum_runs<Hint::kEvictFirst>);
  run_soon("L1::evict_last", sum_runs<Hint::kEvictLast>);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(soon.finish() && right);
}
