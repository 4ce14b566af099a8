// The barriers of a cluster cost more than those of a block, so a superfluous one is found here: each
// call of sync() or barrier_wait() is counted, once per block.
#include <cooperative_groups.h>

#include "tutorial/cluster.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"

__device__ int barriers;

__device__ void count_barrier() {
  if (threadIdx.x == 0) atomicAdd(&barriers, 1);
}

// A macro is not expanded inside of itself: the call in it is that of cooperative groups.
#define sync() sync(), count_barrier()
#define barrier_wait(...) barrier_wait(__VA_ARGS__), count_barrier()
#include SUBMISSION
#undef sync
#undef barrier_wait

constexpr int kClusters = 3;

// Rounds of a ring, in the order of the kernel's additions.
std::vector<float> warm(std::vector<float> cells, int ring, int rounds) {
  std::vector<float> result(cells.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const int first = static_cast<int>(i) / ring * ring, t = static_cast<int>(i) - first;
      const float left = cells[first + (t + ring - 1) % ring],
                  right = cells[first + (t + 1) % ring];
      result[i] = cells[i] + 0.25f * (left + right - 2 * cells[i]);
    }
    std::swap(cells, result);
  }
  return cells;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int size : {4, 2, 8, 1}) {
    for (const int rounds : {3, 1, 10, 0}) {
      exercise.begin("clusters of " + std::to_string(size) + ", " + std::to_string(rounds) +
                     " rounds");
      const int ring = size * kBlock, n = kClusters * ring;
      const Buffer<float> in(random_floats(n)), out(n);
      int count = 0;
      CHECK(cudaMemcpyToSymbol(barriers, &count, sizeof count));
      exercise.run([&] {
        launch_in_clusters(size, kClusters * size, kBlock, 0, warm_ring, out.data(),
                           static_cast<const float*>(in.data()), rounds);
      });
      CHECK(cudaMemcpyFromSymbol(&count, barriers, sizeof count));
      const std::vector<float> cells = warm(in.before(), ring, rounds);
      exercise.expect(out,
                      [&](long long i) {
                        const int first = static_cast<int>(i) / ring * ring;
                        return cells[first + (i - first + size / 2 * kBlock) % ring];
                      },
                      {.relative = 1e-5, .absolute = 1e-6});
      const int per_block = count / (kClusters * size), enough = 2 * rounds + 2;
      exercise.require(per_block <= enough, "each block waits at " + std::to_string(per_block) +
                                                " barriers of the cluster; " +
                                                std::to_string(enough) +
                                                " are enough. Which one is superfluous?");
    }
  }
  exercise.begin("");
  exercise.answer("kLeftOfRank0", kLeftOfRank0, 3);
  exercise.answer("kLastOfRank2", kLastOfRank2, (2 + 2) % 4);
  return exercise.verdict();
}
