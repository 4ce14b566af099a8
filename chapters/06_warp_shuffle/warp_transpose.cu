// Chapter 06 · warp_transpose
//
// A warp has a tile of 32 × 32 numbers in registers, lane c column c, and wants rows instead.
// Through shared memory that takes 64 requests, by shuffles alone 80 and many selections. Tiles are
// transposed once, where memory sets the time, and 17 times, where the transposing does.
//
//   warp_transpose [--size N]      N numbers, default 2^16+1 on the CPU backend, 2^27 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 128;                    // threads: 4 warps, a tile each
constexpr int kTile = 32 * 32;                 // numbers; memory has whole tiles for whole blocks
constexpr int kOfBlock = kBlock / 32 * kTile;  // numbers

enum class Way { kPlain, kPadded, kSwizzled, kShuffles };

// Rows go in, columns come out. In a plain tile the 32 words of a column are in one bank; padding
// by a word per row or exchanging the words of a row puts each in a bank of its own (chapter 04).
template <Way way>
__device__ void transpose_in_shared(float (&a)[32]) {
  __shared__ float tiles[kBlock / 32][32][way == Way::kPadded ? 33 : 32];
  auto& tile = tiles[threadIdx.x / 32];
  const int lane = threadIdx.x % 32;
  const auto place = [](int row, int column) {
    return way == Way::kSwizzled ? column ^ row : column;
  };
#pragma unroll
  for (int k = 0; k < 32; ++k) tile[k][place(k, lane)] = a[k];
  __syncwarp();
#pragma unroll
  for (int k = 0; k < 32; ++k) a[k] = tile[lane][place(lane, k)];
  __syncwarp();
}

// Five rounds: in the first, the tile's upper right and lower left quarters change places, then
// those of each quarter, … A lane gives one number of each pair and keeps the other. Which register
// that is depends on the lane, and registers have no index: hence the selections.
__device__ void transpose_by_shuffles(float (&a)[32]) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int bit = 16; bit > 0; bit /= 2) {
    const bool upper = (lane & bit) != 0;
#pragma unroll
    for (int k = 0; k < 32; ++k) {
      if ((k & bit) != 0) continue;
      const float got = __shfl_xor_sync(~0u, upper ? a[k] : a[k + bit], bit);
      a[k] = upper ? got : a[k];
      a[k + bit] = upper ? a[k + bit] : got;
    }
  }
}

template <Way way>
__global__ void transpose_tiles(const float* in, float* out, int times) {
  const int first = blockIdx.x * kOfBlock + threadIdx.x / 32 * kTile + threadIdx.x % 32;
  float a[32];
#pragma unroll
  for (int k = 0; k < 32; ++k) a[k] = in[first + 32 * k];
#pragma unroll 1
  for (int i = 0; i < times; ++i) {
    if constexpr (way == Way::kShuffles) {
      transpose_by_shuffles(a);
    } else {
      transpose_in_shared<way>(a);
    }
  }
#pragma unroll
  for (int k = 0; k < 32; ++k) out[first + 32 * k] = a[k];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose tiles of 32 × 32, with and without shared memory.");
  const int n = options.size({.cpu = (1 << 16) + 1, .gpu = 1 << 27});
  const int blocks = (n - 1) / kOfBlock + 1;
  const long long all = 1LL * blocks * kOfBlock;
  const std::vector<float> input = random_floats(all);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&out, all * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  bool ok = true;
  for (int times : {1, 17}) {  // odd: the result is transposed
    Experiment experiment("Tiles transposed, times: " + std::to_string(times), out, all, 8.0 * all);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kBankConflicts});
    experiment.show_count("shared requests per tile", "%.0f", [=](const Counters& c) {
      return (c.shared_load_requests + c.shared_store_requests) / (all / kTile);
    });
    const auto run = [&](const char* name, auto kernel) {
      experiment.run(
          name, [&] { kernel<<<blocks, kBlock>>>(in, out, times); },
          [&](int i) { return input[i / kTile * kTile + i % 32 * 32 + i % kTile / 32]; });
    };
    run("shared memory", transpose_tiles<Way::kPlain>);
    run("shared memory, padded", transpose_tiles<Way::kPadded>);
    run("shared memory, swizzled", transpose_tiles<Way::kSwizzled>);
    run("shuffles", transpose_tiles<Way::kShuffles>);
    ok &= experiment.finish();
  }

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(ok);
}
