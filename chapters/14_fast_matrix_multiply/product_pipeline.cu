// Chapter 14 · product_pipeline
//
// While a block computes with one pair of tiles, cp.async copies the next ones to shared memory, past the
// registers. A thread computes 8 × 16 results, so that it needs fewer loads for them, and loads what it needs
// for a step of k while it computes the step before.
//
//   product_pipeline [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "products.cuh"
#include "tile_copies.cuh"

// A block's tile of C has kRows × kColumns elements, a warp's kWarpRows × kWarpColumns; kStep of k at a
// time, and kStages pairs of tiles in shared memory.
template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages>
struct Pipeline {
  static constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;
  static constexpr int kR = kWarpRows / 8, kC = kWarpColumns / 4;         // results of a thread
  static constexpr int kBlocks = (kR * kC <= 64 ? 512 : 256) / kThreads;  // per multiprocessor

  // From one k to the next; A's rows are padded for the copies.
  static constexpr int kA = kRows + 4, kB = kColumns;
  struct Stage {
    float a[kStep][kA];  // transposed: 4 rows are a vector
    float b[kStep][kB];
  };
  static constexpr int kShared = sizeof(Stage) * kStages;

  using Copies = TransposingCopies<kRows, kColumns, kStep, kThreads>;

  // What a thread multiplies in one step of k.
  struct Operands {
    alignas(16) float a[kR], b[kC];
    __device__ void load(const float* from_a, const float* from_b) {
#pragma unroll
      for (int i = 0; i < kR / 4; ++i) load_vector(&a[4 * i], from_a + 32 * i);
#pragma unroll
      for (int j = 0; j < kC / 4; ++j) load_vector(&b[4 * j], from_b + 16 * j);
    }
    // Even columns of the tile, then odd ones; down one and up the next. So most multiply-adds share a
    // factor with the one before, which is then not read again, and the registers of the other two can be in
    // different banks.
    __device__ void multiply_add(float (&sum)[kR][kC]) const {
#pragma unroll
      for (int odd = 0; odd < 2; ++odd) {
#pragma unroll
        for (int j = odd; j < kC; j += 2) {
#pragma unroll
          for (int n = 0; n < kR; ++n) {
            const int i = j / 2 % 2 == 0 ? n : kR - 1 - n;
            sum[i][j] += a[i] * b[j];
          }
        }
      }
    }
  };
};

template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages,
          class P = Pipeline<kRows, kColumns, kStep, kWarpRows, kWarpColumns, kStages>>
__global__ void __launch_bounds__(P::kThreads, P::kBlocks)
    pipelined(const float* a, const float* b, float* c, Shape s) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* stages = reinterpret_cast<typename P::Stage*>(memory);
  const Tile tile = tile_of(blockIdx.x, divide_up(s.m, kRows), divide_up(s.n, kColumns));
  const int row0 = tile.row * kRows, column0 = tile.column * kColumns;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = warp / (kColumns / kWarpColumns) * kWarpRows + lane / 2 % 8 * 4;
  const int column =
      warp % (kColumns / kWarpColumns) * kWarpColumns + (lane % 2 + lane / 16 * 2) * 4;

  typename P::Copies copies(a, b, s, row0, column0);
  for (int i = 0; i < kStages; ++i) copies.start(stages[i], i * kStep);
  wait_for_copies<kStages - 1>();
  __syncthreads();
  // They move on with k by an addition each. Computed from the stage and k they would take more instructions.
  const float *from_a = &stages[0].a[0][row], *from_b = &stages[0].b[0][column];
  typename P::Operands even, odd;
  even.load(from_a, from_b);
  float sum[P::kR][P::kC] = {};
  int read = 0;
  for (int k0 = 0; k0 < s.k; k0 += kStep) {
    // Not unrolled: in longer code the compiler mixes the steps, and they no longer share factors.
#pragma unroll 1
    for (int k = 0; k < kStep; k += 2) {
      odd.load(from_a + P::kA, from_b + P::kB);
      even.multiply_add(sum);
      from_a += 2 * P::kA, from_b += 2 * P::kB;
      if (k + 2 == kStep) {
        wait_for_copies<kStages - 2>();  // the next stage is there,
        __syncthreads();                 // for all, and all have loaded what they need of this one
        copies.start(stages[read], k0 + kStages * kStep);
        read = read + 1 == kStages ? 0 : read + 1;
        from_a = &stages[read].a[0][row], from_b = &stages[read].b[0][column];
      }
      even.load(from_a, from_b);
      odd.multiply_add(sum);
    }
  }
  wait_for_copies<0>();
#pragma unroll
  for (int i = 0; i < P::kR; ++i) {
    const int y = row0 + row + i / 4 * 32 + i % 4;
    if (y >= s.m) break;
#pragma unroll
    for (int j = 0; j < P::kC; j += 4) {
      store_4(c + size_t(y) * s.ldc, column0 + column + 4 * j, s.n, s.alpha, &sum[i][j]);
    }
  }
}

template <int... kSizes>
void run(Products<float>& products, const char* name) {
  using P = Pipeline<kSizes...>;
  constexpr int sizes[] = {kSizes...};
  const Shape s = products.shape();
  products.run(name, pipelined<kSizes...>, divide_up(s.m, sizes[0]) * divide_up(s.n, sizes[1]),
               P::kThreads, P::kShared);
}

int main(int argc, char** argv) {
  Products<float> products(argc, argv, "A product in float, with tiles copied ahead by cp.async.");
  run<128, 128, 8, 64, 32, 4>(products, "8 × 8 results");
  run<128, 128, 16, 64, 64, 3>(products, "8 × 16 results");
  run<128, 256, 16, 64, 64, 3>(products, "  128 × 256 per block");
  return products.report();
}
