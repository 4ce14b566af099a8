#include "tutorial/checked_calls.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/watched_clusters.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check(Exercise& exercise, int rows, int columns, int cluster, cudaStream_t stream) {
  exercise.begin(std::to_string(rows) + " rows of " + std::to_string(columns) + ", clusters of " +
                 std::to_string(cluster));
  std::vector<float> strengths(static_cast<std::size_t>(rows) * columns);
  const std::vector<int> numbers = random_ints(rows * columns, 0, columns / 2);  // some are equal
  std::copy(numbers.begin(), numbers.end(), strengths.begin());
  for (int row = 0; row < rows; ++row) {
    // Two equal ones: in the first row both ends, then further and further inside.
    const int first = static_cast<int>(static_cast<long long>(row) * columns / (2 * rows));
    float* const begin = strengths.data() + static_cast<std::size_t>(row) * columns;
    begin[first] = begin[columns - 1 - first] = static_cast<float>(columns);
  }
  if (rows > 1) std::fill_n(strengths.begin() + columns, columns, 0.0f);  // a silent row
  const Buffer<float> in(strengths);
  const Buffer<int> memory(2 * rows);
  auto* const results = reinterpret_cast<Signal*>(memory.data());
  clusters::launches.clear();
  const Counters counters =
      exercise.run([&] { find_strongest(results, in.data(), rows, columns, cluster, stream); });
  exercise.expect(
      memory,
      [&](long long i) {
        const float* const begin = strengths.data() + i / 2 * columns;
        const float* const at = std::max_element(begin, begin + columns);
        int bits;
        std::memcpy(&bits, at, sizeof bits);
        return i % 2 == 0 ? bits : static_cast<int>(at - begin);
      },
      {.columns = 2}, "strength (as bits) and column");
  exercise.expect(in, strengths, {}, "in");
  exercise.written_by(memory, {.blocks_at_least = rows, .name = "results"});
  if (clusters::launches.empty()) {
    exercise.require(memory.read() == memory.before(), "launch the kernel by cudaLaunchKernelEx");
    return;
  }
  exercise.require(clusters::launches.size() == 1, "one kernel is enough for all rows");
  exercise.require(clusters::launches[0].size == cluster,
                   "your clusters have " + std::to_string(clusters::launches[0].size) + " blocks");
  exercise.require(clusters::launches[0].stream == stream,
                   "the kernel does not run in the stream that was asked for");
  const double warp_loads =
      (columns + 31) / 32 + cluster;  // of a row; a part may end within a warp
  exercise.limit("sectors loaded per row", counters.global_load_sectors / rows,
                 columns % 8 == 0 ? columns / 8.0 + cluster : 5 * warp_loads,
                 "each strength is read once");
  exercise.limit("load requests per row", counters.global_load_requests / rows, warp_loads,
                 "32 neighbours are read at a time");
  exercise.limit("stores to global memory per row", counters.global_store_requests / rows, 2,
                 "only one block of a cluster has something to store: the result");
  exercise.limit("atomics in global memory", counters.global_atomic_requests, 0,
                 "the blocks of a cluster have shared memory to meet in");
  // A Signal has two members, and goes in two requests.
  exercise.limit("requests to other blocks per row", counters.distributed_requests() / rows,
                 2 * (cluster - 1), "each of the other blocks has one Signal to hand over");
  // A block without a part of the row has no Signal to hand over.
  exercise.require(!kCountsInsteadOfTimes || cluster == 1 || columns <= kBlock ||
                       counters.distributed_requests() > 0,
                   "nothing goes from block to block");
  exercise.shared_out(counters, 16.0 * (columns / (cluster * kBlock) + 1) + 400);
  if (columns < 100000) return;  // the warp that has the result has more to do besides
  const double average = counters.issued_blocks / (rows * cluster * kBlock / 32);
  exercise.limit_of_model("steps of the busiest warp, for each of the average warp",
                          counters.busiest_warp / average, 4,
                          "one block searches more than its share of the row. Which columns has a "
                          "block of rank r?");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  for (const int cluster : {4, 8, 2, 1}) {
    for (const int columns : {20480, 2, 33, 1009, 20011})
      check(exercise, 3, columns, cluster, stream);
  }
  check(exercise, 1, 4096, 8, stream);
  check(exercise, 70, 512, 2, stream);
  check(exercise, 70, 40, 1,
        stream);  // equal ones in one warp, nearer to each other from row to row
  check(exercise, 1, 480007, 8, stream);  // far more in a row than blocks have to do besides
  if (!clusters::launches.empty()) {
    const Buffer<float> in(std::vector<float>(1000, 1.0f));
    const Buffer<int> result(2);
    require_at_once(exercise, stream, "find_strongest", [&] {
      find_strongest(reinterpret_cast<Signal*>(result.data()), in.data(), 1, 1000, 2, stream);
    });
  }
  CHECK(cudaStreamDestroy(stream));
  if (!clusters::launches.empty()) {
    require_check_around_each_call(exercise, [] {
      const Buffer<float> in(std::vector<float>(1000, 1.0f));
      const Buffer<int> result(2);
      find_strongest(reinterpret_cast<Signal*>(result.data()), in.data(), 1, 1000, 2, nullptr);
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
