#include <numeric>

#include "tutorial/checked_calls.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/watched_barriers.cuh"
#include "tutorial/watched_clusters.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kThreads = 256;  // that a block has, or more

void check(Exercise& exercise, int hunters, int places, int hops, int size, int count) {
  exercise.begin(std::to_string(hunters) + " hunters, " + std::to_string(places) + " places, " +
                 std::to_string(hops) + " hops, " + std::to_string(count) + " × " +
                 std::to_string(size) + " blocks");
  const std::vector<int> clues = random_ints(places, 0, places - 1);
  std::vector<int> first = random_ints(hunters, 0, places - 1);
  first[0] = places - 1;
  const Buffer<int> starts(first), table(clues), ends(hunters);
  clusters::launches.clear();
  const auto run = [&] {
    hunt(ends.data(), starts.data(), hunters, table.data(), places, hops, size, count);
  };
  const Counters counters = exercise.run(run);
  exercise.expect(ends, [&](long long i) {
    int place = first[i];
    for (int hop = 0; hop < hops; ++hop) place = clues[place];
    return place;
  });
  exercise.expect(starts, first, {}, "starts");
  exercise.expect(table, clues, {}, "clues");
  if (clusters::launches.empty()) {
    exercise.require(ends.read() == ends.before(), "launch the kernel by cudaLaunchKernelEx");
    return;
  }
  const clusters::Launch launch = clusters::launches[0];
  exercise.require(clusters::launches.size() == 1, "one kernel is enough for all hunters");
  exercise.require(launch.size == size && launch.blocks == static_cast<long long>(size) * count,
                   "you launch " + std::to_string(launch.blocks) + " blocks in clusters of " +
                       std::to_string(launch.size));
  const int blocks = size * count, threads = launch.threads;
  exercise.require(threads >= kThreads, "your blocks have " + std::to_string(threads) +
                                            " threads; the task wants " + std::to_string(kThreads) +
                                            " or more");
  const std::size_t part = (places + size - 1) / size * sizeof(int);
  exercise.require(launch.shared_bytes <= part + part / 8 + 512,
                   "a block asks for " + std::to_string(launch.shared_bytes) +
                       " bytes of shared memory; its part of the table has " +
                       std::to_string(part));
  // A warp may begin anywhere, in a part as in the starts: it has 4 sectors, or 5.
  const double to_fill = 1.0 * count * places, warps = (hunters + 31) / 32 + blocks;
  exercise.limit("sectors loaded from global memory", counters.global_load_sectors,
                 (to_fill / 32 + 2 * blocks + warps) * 5,
                 "each cluster reads the table once, and each start is read once");
  exercise.limit("stores to global memory", counters.global_store_requests, warps,
                 "only the ends are stored, each once: does every hunter belong to one thread of "
                 "all clusters?");
  if (exercise.failed()) return;  // who has written an end last says nothing then
  exercise.written_by(ends, {.warps_at_least = std::clamp(hunters / 128, 1, blocks * threads / 32),
                             .blocks_at_least = std::clamp(hunters / threads, 1, blocks),
                             .once = true,
                             .name = "ends"});
  exercise.limit("atomics in global memory", counters.global_atomic_requests, 0, "none are needed");
  exercise.limit("atomics in shared memory",
                 counters.shared_atomic_requests + counters.distributed_atomic_requests, 0,
                 "none are needed");
  exercise.limit("sectors of other blocks", counters.distributed_sectors(), 1.0 * hunters * hops,
                 "a hop reads one clue, and to fill its part a block needs no other one");
  if (hops > 0 && hunters > 1000) {
    // Of size ranks one is the hunter's own. Without it in shared memory, all hops go elsewhere.
    exercise.require(!kCountsInsteadOfTimes ||
                         counters.distributed_sectors() > 0.5 * hunters * hops * (size - 1) / size,
                     "the clues of the other blocks do not come from their shared memory");
  }
  const std::vector<int> waits = clusters::count_barriers(blocks, run);
  exercise.require(*std::min_element(waits.begin(), waits.end()) >= 2,
                   "a block may end while another one still needs its clues, or needs clues before "
                   "they are there: each needs two barriers of the cluster");
  const double per_thread = 1.0 * hunters / (blocks * kThreads) + 1;
  exercise.shared_out(counters, per_thread * (6.0 * hops + 16) + 10.0 * part / 4 / kThreads + 200);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  check(exercise, 5000, 100003, 6, 4, 2);  // 400 KB, and a block has 227 KiB at most
  check(exercise, 1, 1, 3, 2, 1);
  check(exercise, 33, 7, 5, 8, 1);
  check(exercise, 1009, 90001, 4, 4, 3);
  check(exercise, 2000, 300007, 1, 8, 1);  // a block needs more memory than in the first launch
  check(exercise, 700, 5000, 0, 4, 2);
  check(exercise, 20011, 1009, 5, 2, 4);
  // So many hunters that one block of each cluster, or one cluster, has far too many of them.
  check(exercise, 80021, 1009, 5, 8, 4);
  check(exercise, 80021, 1009, 5, 2, 16);
  if (!clusters::launches.empty()) {
    const auto hunt_once = [](const Buffer<int>& place, const Buffer<int>& end) {
      hunt(end.data(), place.data(), 1, place.data(), 1, 1, 2, 1);
    };
    {
      const Buffer<int> place(std::vector<int>{0}), end(1);
      require_at_once(exercise, nullptr, "hunt", [&] { hunt_once(place, end); });
    }
    require_check_around_each_call(exercise, [=] {
      const Buffer<int> place(std::vector<int>{0}), end(1);
      hunt_once(place, end);
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
