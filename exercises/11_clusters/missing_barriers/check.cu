#include "tutorial/cluster.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_barriers.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

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
  exercise.compare_inside();
  require_compute_capability(9, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  // A wrong answer is the first thing to know: it decides where a barrier seems to be needed.
  exercise.answer("kLeftOfRank0", kLeftOfRank0, 3, 0,
                  "thread 0 reads `before`. Which rank is (rank + size - 1) % size?");
  exercise.answer("kLastOfRank2", kLastOfRank2, (2 + 2) % 4, 0,
                  "which rank is (rank + size / 2) % size?");
  for (const int size : {4, 2, 8, 1}) {
    for (const int rounds : {3, 1, 10, 0}) {
      exercise.begin("clusters of " + std::to_string(size) + ", " + std::to_string(rounds) +
                     " rounds");
      const int ring = size * kBlock, n = kClusters * ring;
      const Buffer<float> in(random_floats(n)), out(n);
      const auto launch = [&] {
        launch_in_clusters(size, kClusters * size, kBlock, 0, warm_ring, out.data(),
                           static_cast<const float*>(in.data()), rounds);
      };
      exercise.run(launch);
      const std::vector<float> cells = warm(in.before(), ring, rounds);
      exercise.expect(out,
                      [&](long long i) {
                        const int first = static_cast<int>(i) / ring * ring;
                        return cells[first + (i - first + size / 2 * kBlock) % ring];
                      },
                      {.relative = 1e-5, .absolute = 1e-6});
      // A barrier of the cluster takes longer than one of the block.
      const std::vector<int> counts = clusters::count_barriers(kClusters * size, launch);
      const int most = *std::max_element(counts.begin(), counts.end()), enough = 2 * rounds + 2;
      exercise.require(most <= enough, "a block waits at " + std::to_string(most) +
                                           " barriers of the cluster, and " +
                                           std::to_string(enough) +
                                           " are enough. Which one is superfluous?");
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
