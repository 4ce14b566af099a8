#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

// Barriers and pipelines in shared memory are initialised by init() and make_pipeline(), not by constructors.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace check {  // so that an answer may have names of its own

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32, kConsumers = 8, kStages = 4, kTiles = 12, kTile = 1024;

struct Parities {
  int full[kTiles], empty[kTiles];
};

// A barrier's phases are numbered 0, 1, 2, … and have parities 0, 1, 0, … The copy of tile i is in phase i / kStages of
// its stage, and waits for the release in the phase before.
Parities parities() {
  Parities result = {};
  for (int i = 0; i < kTiles; ++i) {
    const int phase = i / kStages;
    result.full[i] = phase % 2;
    result.empty[i] = (phase + 1) % 2;
  }
  return result;
}

// The ring runs with these parities, or the check is wrong. Every tile is a single value.
__global__ void run_ring(int* out, Parities wait_for, int full_arrivals, int empty_arrivals) {
  __shared__ int stages[kStages];
  __shared__ Barrier full[kStages], empty[kStages];
  if (threadIdx.x < kStages) {
    init(&full[threadIdx.x], full_arrivals);
    init(&empty[threadIdx.x], empty_arrivals);
  }
  __syncthreads();
  for (int i = 0; i < kTiles; ++i) {
    const int stage = i % kStages;
    if (threadIdx.x < kWarp) {
      empty[stage].wait_parity(wait_for.empty[i]);
      if (threadIdx.x == 0) stages[stage] = i;
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(wait_for.full[i]);
      if (threadIdx.x == kWarp + 1) out[i] = stages[stage];
      (void)empty[stage].arrive();
    }
  }
}

// Without a promise, ints are copied one by one. (The first one here is at no multiple of 16 bytes anyway.)
__global__ void copy_by_4(const int* in, int* out) {
  __shared__ int tile[kTile];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(cg::this_thread_block(), tile, in + 1, sizeof tile, barrier);
  barrier.arrive_and_wait();
  for (int i = threadIdx.x; i < kTile; i += blockDim.x) out[i] = tile[kTile - 1 - i];
}

__global__ void copy_by_16(const int* in, int* out) {
  alignas(16) __shared__ int tile[kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  for (int i = threadIdx.x; i < kTile; i += blockDim.x) out[i] = tile[kTile - 1 - i];
  pipeline.consumer_release();
}

// The CPU backend counts them, and on a GPU the rule says how many they are.
double requests(Exercise& exercise, void (*copy)(const int*, int*), int bytes_per_lane) {
  const Buffer<int> in(random_ints(kTile + 1)), out(kTile);
  const Counters counters = exercise.run([&] { copy<<<1, 256>>>(in.data(), out.data()); });
  return kCountsInsteadOfTimes ? counters.global_load_requests
                               : kTile * 4 / (bytes_per_lane * kWarp);
}

// Bytes of rows × columns elements, counted one by one: outside of the matrix as well as inside.
int box_bytes(int rows, int columns, int element) {
  int bytes = 0;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) bytes += element;
  }
  return bytes;
}

void ask_for_arrivals(Exercise& exercise) {
  exercise.answer("kAtFull", kAtFull, kWarp, 0, "which threads arrive at `full` in one phase?");
  exercise.answer("kAtEmpty", kAtEmpty, kConsumers * kWarp, 0,
                  "which threads arrive at `empty` in one phase? Does the copying warp?");
  exercise.answer("kAtEmptyByWarps", kAtEmptyByWarps, kConsumers, 0,
                  "a barrier counts arrivals, not the threads that they speak for");
  exercise.answer("kAtFullWithBytes", kAtFullWithBytes, 1, 0,
                  "those that wait do not arrive, and bytes are counted apart from arrivals");
}

void ask_for_bytes(Exercise& exercise) {
  int bulk = 0;  // the largest multiple of 16 bytes
  while (bulk + 16 <= 501 * 4) bulk += 16;
  exercise.answer("kTileBytes", kTileBytes, box_bytes(1, kTile, 4), 0,
                  "expect_tx takes bytes, not elements and not KiB");
  exercise.answer("kLastTileBytes", kLastTileBytes, bulk, 0,
                  "a bulk copy moves a multiple of 16 bytes. Which is the largest in 501 ints?");
  exercise.answer("kLeftToThreads", kLeftToThreads, 501 - bulk / 4, 0,
                  "how many ints does the bulk copy bring?");
  exercise.answer("kEdgeBoxBytes", kEdgeBoxBytes, box_bytes(64, 32, 4), 0,
                  "what lies outside becomes 0 in shared memory. Are these bytes counted?");
  exercise.answer("kBothBoxesBytes", kBothBoxesBytes, box_bytes(64, 32, 4) + box_bytes(32, 64, 2),
                  0, "the phase ends when all that was expected in it has come, of both boxes");
  exercise.answer("kMulticastBytes", kMulticastBytes, 4 * (4096 / 4), 0,
                  "which bytes arrive in the block's own shared memory, whoever sends them?");
}

void ask_for_parities(Exercise& exercise) {
  const Parities right = parities();
  const Buffer<int> out(kTiles);
  exercise.run([&] {
    run_ring<<<1, (1 + kConsumers) * kWarp>>>(out.data(), right, kWarp, kConsumers * kWarp);
  });
  for (int i = 0; i < kTiles; ++i) exercise.require(out.read()[i] == i, "the check is wrong: ring");
  const char* round =
      "in which round of the ring is the tile, counted from 0? Phases have parities 0, 1, 0, …";
  exercise.answer("kFullOfTile6", kFullOfTile6, right.full[6], 0, round);
  exercise.answer("kFullOfTile9", kFullOfTile9, right.full[9], 0, round);
  const char* before =
      "the producer waits for the release in the round before. In the first round, what counts as "
      "the phase that has just ended?";
  exercise.answer("kEmptyForTile6", kEmptyForTile6, right.empty[6], 0, before);
  exercise.answer("kEmptyForTile9", kEmptyForTile9, right.empty[9], 0, before);
  exercise.answer("kBegunAlone", kBegunAlone, kStages, 0,
                  "whose release does the wait for tile i need, if any?");
}

void ask_for_costs(Exercise& exercise) {
  exercise.answer("kRequestsOf4", kRequestsOf4, requests(exercise, copy_by_4, 4), 0,
                  "a request is one instruction of one warp. How many bytes does it bring?");
  exercise.answer("kRequestsOf16", kRequestsOf16, requests(exercise, copy_by_16, 16), 0,
                  "a request is one instruction of one warp. How many bytes does it bring?");
  const int stage = 12 * 1024 + 2 * 8;
  const auto stages = [&](int blocks) { return (228 * 1024 / blocks - 1024) / stage; };
  exercise.answer("kStagesOfOneBlock", kStagesOfOneBlock, stages(1), 0,
                  "which part of the 228 KiB can the block not ask for?");
  exercise.answer("kStagesOfFourBlocks", kStagesOfFourBlocks, stages(4), 0,
                  "what is a quarter of 228 KiB, without the 1 KiB of each block?");
  const double in_flight = 4e12 * 1e-6 / 128;
  exercise.answer("kTilesInFlight", kTilesInFlight, std::ceil(in_flight / (12 * 1024)), 0,
                  "bandwidth × latency is what has to be in flight. How much of it is one "
                  "multiprocessor's?");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  ask_for_arrivals(exercise);
  ask_for_bytes(exercise);
  ask_for_parities(exercise);
  ask_for_costs(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
