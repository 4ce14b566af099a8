#include "tutorial/cluster.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_barriers.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// The sectors of in[begin] to in[end - 1], as far as they are there.
long long sectors(long long begin, long long end, int n) {
  begin = std::max(begin, 0LL), end = std::min<long long>(end, n);
  return end > begin ? (end + 7) / 8 - begin / 8 : 0;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  if (!exercise.open(kSectorsAsFound != kNotAnswered)) return exercise.verdict();
  // Four times 256 own heights, and six halos: beyond both ends there is nothing to load.
  exercise.answer("kSectorsAsFound", kSectorsAsFound, (4 * kBlock + 6 * kReach) / 8, 0,
                  "a sector has 8 heights. How many halos does each of the four blocks load?");
  for (const int size : {4, 1, 2, 8}) {
    for (const int n : {20011, 1, 31, 257, size * kBlock, size * kBlock + 1}) {
      exercise.begin("n = " + std::to_string(n) + ", clusters of " + std::to_string(size));
      const int of_cluster = size * kBlock, clusters = (n + of_cluster - 1) / of_cluster;
      // Falling for a while, then rising: so the highest one is often at the end of what is in reach.
      std::vector<float> heights = random_floats(n, 0, 5);
      for (int i = 0; i < n; ++i) heights[i] += static_cast<float>(std::abs(i % 1201 - 600)) - 1000;
      const Buffer<float> in(heights), out(n);
      const auto launch = [&] {
        launch_in_clusters(size, clusters * size, kBlock, 0, highest_around, out.data(),
                           static_cast<const float*>(in.data()), n);
      };
      const Counters counters = exercise.run(launch);
      exercise.expect(out, [&](long long i) {
        const auto begin = heights.begin() + std::max(i - kReach, 0LL);
        const auto end = heights.begin() + std::min(i + kReach + 1, static_cast<long long>(n));
        return *std::max_element(begin, end);
      });
      exercise.expect(in, heights, {}, "in");
      long long at_most = 0;
      for (int c = 0; c < clusters; ++c) {
        const long long first = static_cast<long long>(c) * of_cluster;
        at_most += sectors(first - kReach, first, n) + sectors(first, first + of_cluster, n) +
                   sectors(first + of_cluster, first + of_cluster + kReach, n);
      }
      exercise.limit("requests to other blocks", counters.distributed_requests(),
                     2.0 * clusters * (size - 1) * kReach / 32,
                     "32 heights go from block to block in one request, and only once");
      exercise.limit("sectors of other blocks", counters.distributed_sectors(),
                     2.0 * clusters * (size - 1) * kReach / 8,
                     "over each border between two blocks go 32 heights in each direction");
      exercise.limit("sectors loaded from global memory", counters.global_load_sectors,
                     static_cast<double>(at_most),
                     "a cluster needs each height once, and those within reach of its two ends");
      exercise.limit("global stores", counters.global_store_requests, (n + 31) / 32,
                     "only the results are stored in global memory");
      const std::vector<int> waits = clusters::count_barriers(clusters * size, launch);
      exercise.require(size == 1 || *std::min_element(waits.begin(), waits.end()) >= 2,
                       "a block may end while another one still uses its memory, or begins to use "
                       "it before it is there: each needs two barriers of the cluster");
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
