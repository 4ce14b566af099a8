// Chapter 07 · lookup_table
//
// A pixel is a byte, and 256 table entries say how much light that is (the sRGB curve). The sums of
// the light of 16 pixels, with the table in constant, global or shared memory, in a texture, or
// without it: the pixels decide how many different entries a warp wants at once.
//
//   lookup_table [--size N]      N bytes, default 2^17+3 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kEntries = 256, kBlock = 256;

__constant__ float constant_table[kEntries];

// The light of 16 bytes after the other 16; `light_of` looks one of them up.
template <class Lookup>
__device__ void add_light(const uint4* __restrict__ in, float* __restrict__ out, int sums,
                          const Lookup& light_of) {
#pragma unroll 2
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < sums; i += gridDim.x * kBlock) {
    const uint4 v = in[i];
    float sum = 0;
    for (const unsigned word : {v.x, v.y, v.z, v.w}) {
#pragma unroll
      for (int shift = 0; shift < 32; shift += 8) sum += light_of(word >> shift & 0xff);
    }
    out[i] = sum;
  }
}

// A pass for every different entry that the warp wants.
__global__ void from_constant(const uint4* in, float* out, int sums) {
  add_light(in, out, sums, [](int byte) { return constant_table[byte]; });
}

// The 32 sectors of the table stay in L1, which delivers several of them in one pass.
__global__ void from_global(const uint4* in, float* out, int sums, const float* table) {
  add_light(in, out, sums, [=](int byte) { return __ldg(&table[byte]); });
}

// The texture unit serves a few lanes per clock, L1 up to 32.
__global__ void from_texture(const uint4* in, float* out, int sums, cudaTextureObject_t table) {
  add_light(in, out, sums, [=](int byte) { return tex1Dfetch<float>(table, byte); });
}

// 8 entries lie in each bank. Lanes that want different ones of them take turns.
__global__ void from_shared(const uint4* in, float* out, int sums, const float* table) {
  __shared__ float shared_table[kEntries];
  shared_table[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  add_light(in, out, sums, [&](int byte) { return shared_table[byte]; });
}

// A table for each lane, in a bank of its own (chapter 05, histogram): one pass for any 32 bytes,
// for 32 KiB of shared memory.
__global__ void from_bank(const uint4* in, float* out, int sums, const float* table) {
  __shared__ float tables[kEntries][32];
  const int lane = threadIdx.x % 32;
  for (int e = threadIdx.x / 32; e < kEntries; e += kBlock / 32) tables[e][lane] = table[e];
  __syncthreads();
  add_light(in, out, sums, [&](int byte) { return tables[byte][lane]; });
}

// No table: powf, and __powf, a logarithm and an exponential of the special function units.
__host__ __device__ float dark(int byte) { return byte / (255 * 12.92f); }  // up to 10; beyond:
__host__ __device__ float bright(int byte) { return (byte + 255 * 0.055f) / (255 * 1.055f); }

__global__ void computed(const uint4* in, float* out, int sums) {
  add_light(in, out, sums,
            [](int byte) { return byte <= 10 ? dark(byte) : powf(bright(byte), 2.4f); });
}

__global__ void computed_fast(const uint4* in, float* out, int sums) {
  add_light(in, out, sums,
            [](int byte) { return byte <= 10 ? dark(byte) : __powf(bright(byte), 2.4f); });
}

cudaTextureObject_t texture_of(float* table) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {table, cudaCreateChannelDesc<float>(), kEntries * sizeof(float)};
  const cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Look bytes up in tables in every kind of memory.");
  const int n = options.size({.cpu = (1 << 17) + 3, .gpu = 1 << 28, .bytes_per_element = 2});
  const int sums = (n - 1) / 16 + 1;
  const size_t bytes = sums * sizeof(uint4);  // rounded up; the last ones are 0
  float host_table[kEntries];
  for (int byte = 0; byte < kEntries; ++byte) {
    host_table[byte] = byte <= 10 ? dark(byte) : std::pow(bright(byte), 2.4f);
  }
  uint4* in = nullptr;
  float *table = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, sums * sizeof(float)));
  CHECK(cudaMalloc(&table, kEntries * sizeof(float)));
  CHECK(cudaMemcpy(table, host_table, sizeof host_table, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(constant_table, host_table, sizeof host_table));
  const cudaTextureObject_t texture = texture_of(table);
  bool ok = true;
  const std::vector<int> random = random_ints(n, 0, 100 * kEntries - 1);
  for (const std::string order : {"all equal", "sorted", "90 % equal", "random"}) {
    std::vector<unsigned char> input(bytes);
    std::vector<float> expected(sums);
    for (int i = 0; i < n; ++i) {
      input[i] = order == "sorted" ? 256LL * i / n : random[i] / 100;
      if (order == "all equal" || (order == "90 % equal" && random[i] % 100 < 90)) input[i] = 200;
    }
    for (size_t i = 0; i < bytes; ++i) expected[i / 16] += host_table[input[i]];
    CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

    Experiment experiment("Bytes " + order, out, sums, 1.25 * bytes, {.relative = 2e-5});
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
    experiment.show_modelled("words (constant)", "%.2f", &Counters::addresses_per_constant_request);
    experiment.show_count("sectors (global)", "%.2f", [=](const Counters& c) {
      if (c.shared_load_requests > 0) return NAN * 1.0;  // only shared memory is filled from there
      return (c.global_load_sectors - std::ceil(sums / 2.0)) /  // without those of the bytes
             (c.global_load_requests - std::ceil(sums / 32.0));
    });
    experiment.show_count("wavefronts (shared)", "%.2f", [](const Counters& c) {
      return 1 + c.bank_conflicts / c.shared_load_requests;
    });
    const auto run = [&](const char* name, auto kernel, auto... more) {
      int resident = 0;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, 0));
      const int grid = std::min((sums - 1) / kBlock + 1,
                                resident * device_attribute(cudaDevAttrMultiProcessorCount));
      experiment.run(
          name, [&] { kernel<<<grid, kBlock>>>(in, out, sums, more...); }, expected);
    };
    run("constant", from_constant);
    run("global", from_global, table);
    run("texture", from_texture, texture);
    run("shared", from_shared, table);
    run("shared, a bank per lane", from_bank, table);
    run("powf", computed);
    run("__powf", computed_fast);
    ok &= experiment.finish();
  }

  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(table));
  return verdict(ok);
}
