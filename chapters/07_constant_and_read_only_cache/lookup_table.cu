// Chapter 07 · lookup_table
//
// The brightness of a pixel is stored as a byte, and 256 table entries say how much light that is (the
// sRGB curve). The same lookups in a table in constant, shared and global memory, through a texture, and
// without a table; the bytes decide how many different entries a warp wants at once.
//
//   lookup_table [--size N]      N bytes, default 2^16+3 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kEntries = 256, kBlock = 256;
constexpr int kLoads = 4;  // loads of 4 bytes that a thread has in flight

__constant__ float constant_table[kEntries];

// The blocks walk over the bytes, 4 per thread at a time; `light_of` looks one up.
template <class Lookup>
__device__ void look_up_all(const uchar4* in, float4* out, int quads, const Lookup& light_of) {
  for (int tile = blockIdx.x * kBlock * kLoads; tile < quads; tile += gridDim.x * kBlock * kLoads) {
    uchar4 bytes[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int i = tile + k * kBlock + threadIdx.x;
      if (i < quads) bytes[k] = in[i];
    }
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int i = tile + k * kBlock + threadIdx.x;
      const uchar4 b = bytes[k];
      if (i < quads)
        out[i] = make_float4(light_of(b.x), light_of(b.y), light_of(b.z), light_of(b.w));
    }
  }
}

// One pass per different entry: fast only where all lanes see the same byte.
__global__ void from_constant(const uchar4* in, float4* out, int quads) {
  look_up_all(in, out, quads, [](int byte) { return constant_table[byte]; });
}

// One request, up to 32 sectors of L1. It is the least to write, and never bad.
__global__ void from_global(const uchar4* in, float4* out, int quads,
                            const float* __restrict__ table) {
  look_up_all(in, out, quads, [=](int byte) { return table[byte]; });
}

// The texture unit fetches 4 entries per clock, wherever they are.
__global__ void from_texture(const uchar4* in, float4* out, int quads, cudaTextureObject_t table) {
  look_up_all(in, out, quads, [=](int byte) { return tex1Dfetch<float>(table, byte); });
}

// 8 entries lie in each bank: different ones are a conflict, and 3 or 4 lanes meet by chance.
__global__ void from_shared(const uchar4* in, float4* out, int quads, const float* table) {
  __shared__ float shared_table[kEntries];
  shared_table[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  look_up_all(in, out, quads, [&](int byte) { return shared_table[byte]; });
}

// A table for each lane, in a bank of its own (as in chapter 05, histogram): no conflict, whatever the
// bytes are, for 32 KiB of shared memory.
__global__ void from_bank(const uchar4* in, float4* out, int quads, const float* table) {
  __shared__ float tables[kEntries][32];
  const int lane = threadIdx.x % 32;
  for (int e = threadIdx.x / 32; e < kEntries; e += kBlock / 32) tables[e][lane] = table[e];
  __syncthreads();
  look_up_all(in, out, quads, [&](int byte) { return tables[byte][lane]; });
}

// No table: arithmetic takes as long for all bytes. powf is some 40 instructions, __powf a logarithm and
// an exponential of the special-function units.
__host__ __device__ float dark(int byte) { return byte / (255 * 12.92f); }  // up to 10, beyond:
__host__ __device__ float bright(int byte) { return (byte + 255 * 0.055f) / (255 * 1.055f); }

__global__ void computed(const uchar4* in, float4* out, int quads) {
  look_up_all(in, out, quads,
              [](int byte) { return byte <= 10 ? dark(byte) : powf(bright(byte), 2.4f); });
}

__global__ void computed_fast(const uchar4* in, float4* out, int quads) {
  look_up_all(in, out, quads,
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
  const int n = options.size({.cpu = (1 << 16) + 3, .gpu = 1 << 27, .bytes_per_element = 5});
  const int quads = (n - 1) / 4 + 1;
  std::vector<float> host_table(kEntries);
  for (int byte = 0; byte < kEntries; ++byte) {
    host_table[byte] = byte <= 10 ? dark(byte) : std::pow(bright(byte), 2.4f);
  }
  unsigned char* in = nullptr;
  float *table = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, quads * sizeof(uchar4)));
  CHECK(cudaMalloc(&out, quads * sizeof(float4)));
  CHECK(cudaMalloc(&table, kEntries * sizeof(float)));
  CHECK(cudaMemcpy(table, host_table.data(), kEntries * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(constant_table, host_table.data(), kEntries * sizeof(float)));
  const cudaTextureObject_t texture = texture_of(table);

  const double reads = std::ceil(quads / 32.0),
               read_sectors = std::ceil(quads / 8.0);  // of the bytes
  bool ok = true;
  const std::vector<int> numbers = random_ints(4LL * quads, 0, 100 * kEntries - 1);
  for (const std::string bytes : {"all equal", "sorted", "90 % equal", "random"}) {
    std::vector<unsigned char> input(4LL * quads);
    for (long long i = 0; i < 4LL * quads; ++i) {
      const bool is_equal =
          bytes == "all equal" || (bytes == "90 % equal" && numbers[i] % 100 < 90);
      input[i] = is_equal ? 200 : bytes == "sorted" ? i * 64 / quads : numbers[i] / 100;
    }
    CHECK(cudaMemcpy(in, input.data(), input.size(), cudaMemcpyHostToDevice));

    Experiment experiment("Bytes, " + bytes, out, 4LL * quads, 5.0 * n, {.relative = 2e-5});
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
    experiment.show_count("words (constant)", "%.2f", &Counters::addresses_per_constant_request);
    experiment.show_count("sectors (global)", "%.2f", [=](const Counters& c) {
      const bool fills = c.shared_load_requests > 0;  // what it reads fills shared memory
      return fills ? NAN
                   : (c.global_load_sectors - read_sectors) / (c.global_load_requests - reads);
    });
    experiment.show_count("wavefronts (shared)", "%.2f", [](const Counters& c) {
      return 1 + c.bank_conflicts / c.shared_load_requests;
    });
    const auto run = [&](const char* name, auto kernel, auto... more) {
      int resident = 0;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kBlock, 0));
      const int grid = std::min((quads - 1) / (kBlock * kLoads) + 1,
                                resident * device_attribute(cudaDevAttrMultiProcessorCount));
      experiment.run(
          name,
          [&] {
            kernel<<<grid, kBlock>>>(reinterpret_cast<uchar4*>(in), reinterpret_cast<float4*>(out),
                                     quads, more...);
          },
          [&](long long i) { return host_table[input[i]]; });
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
