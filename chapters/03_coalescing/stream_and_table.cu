// Chapter 03 · stream_and_table
//
// A table that is read again and again should stay in L2 while a long stream passes. Hints at the
// stream's loads and stores help to keep it there. The CPU backend has no caches and shows only that
// the requests are the same.
//
//   stream_and_table [--size N]      N floats, default 2^16 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256;

enum class Hint { kNone, kGlobal, kStreaming };

template <Hint hint>
__device__ float4 load(const float4* p) {
  if constexpr (hint == Hint::kGlobal) return __ldcg(p);     // L2, not L1
  if constexpr (hint == Hint::kStreaming) return __ldcs(p);  // used once
  return *p;
}

template <Hint hint>
__device__ void store(float4* p, float4 value) {
  if constexpr (hint == Hint::kGlobal) {
    __stcg(p, value);
  } else if constexpr (hint == Hint::kStreaming) {
    __stcs(p, value);
  } else {
    *p = value;
  }
}

// A stream of n floats passes the table once per blockIdx.y.
template <Hint load_hint, Hint store_hint>
__global__ void add_table(const float4* in, const float4* table, float4* out, int quads,
                          int table_quads) {
  const int t = blockIdx.x * kBlock + threadIdx.x;
  const int i = blockIdx.y * table_quads + t;
  if (t >= table_quads || i >= quads) return;
  const float4 x = load<load_hint>(&in[i]), y = table[t];
  store<store_hint>(&out[i], make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Hints for a stream that passes a table in L2.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 27});
  const int quads = (n + 3) / 4;
  // A table of 2/5 of L2. Until it is read again, another 2/5 are read and 2/5 written.
  const int l2 = device_attribute(cudaDevAttrL2CacheSize);
  const int table_quads = kCountsInsteadOfTimes ? 1 << 10 : l2 / 5 * 2 / sizeof(float4);
  const std::vector<float> host = random_floats(4LL * quads);
  const std::vector<float> host_table = random_floats(4LL * table_quads);

  float4 *in = nullptr, *table = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, quads * sizeof(float4)));
  CHECK(cudaMalloc(&table, table_quads * sizeof(float4)));
  CHECK(cudaMalloc(&out, quads * sizeof(float4)));
  CHECK(cudaMemcpy(in, host.data(), quads * sizeof(float4), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(table, host_table.data(), table_quads * sizeof(float4), cudaMemcpyHostToDevice));

  const dim3 passes((table_quads + kBlock - 1) / kBlock, (quads + table_quads - 1) / table_quads);
  Experiment experiment("A table beside a stream", reinterpret_cast<float*>(out), 4LL * quads,
                        2.0 * quads * sizeof(float4));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad, Column::kSectorsPerStore, Column::kL1Hits,
                   Column::kL2Hits});
  const auto run = [&](const std::string& variant, auto kernel) {
    experiment.run(
        variant, [&] { kernel<<<passes, kBlock>>>(in, table, out, quads, table_quads); },
        [&](long long i) { return host[i] + host_table[i % (4LL * table_quads)]; });
  };
  run("no hint", add_table<Hint::kNone, Hint::kNone>);
  run("__ldcg, __stcg", add_table<Hint::kGlobal, Hint::kGlobal>);
  run("__ldcs", add_table<Hint::kStreaming, Hint::kNone>);
  run("__stcs", add_table<Hint::kNone, Hint::kStreaming>);
  run("__ldcs, __stcs", add_table<Hint::kStreaming, Hint::kStreaming>);

  CHECK(cudaFree(in));
  CHECK(cudaFree(table));
  CHECK(cudaFree(out));
  return experiment.report();
}
