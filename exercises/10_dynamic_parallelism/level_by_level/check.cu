#include "tutorial/endless_launches.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/writing_grids.cuh"

// The host may launch, and do nothing else. Device code has none of these.
inline int host_calls = 0;
#define cudaMemcpy(...) (++host_calls, cudaMemcpy(__VA_ARGS__))
#define cudaMemcpyAsync(...) (++host_calls, cudaMemcpyAsync(__VA_ARGS__))
#define cudaDeviceSynchronize() (++host_calls, cudaDeviceSynchronize())
#define cudaStreamSynchronize(stream) (++host_calls, cudaStreamSynchronize(stream))
#define cudaDeviceSetLimit(...) (++host_calls, cudaDeviceSetLimit(__VA_ARGS__))
#include "tutorial/submission.cuh"
#undef cudaMemcpy
#undef cudaMemcpyAsync
#undef cudaDeviceSynchronize
#undef cudaStreamSynchronize
#undef cudaDeviceSetLimit

namespace check {  // so that an answer may have names of its own

using Edges = std::vector<std::pair<int, int>>;

// @param pending how many launches may be pending, where that is few for a graph whose nodes are all in one piece
void check_graph(Exercise& exercise, const std::string& name, int nodes, int start,
                 const Edges& edges, int pending = 0) {
  exercise.begin(name);
  std::vector<std::vector<int>> lists(nodes);
  for (const auto& [a, b] : edges) {
    lists[a].push_back(b);
    lists[b].push_back(a);
  }
  std::vector<int> begins = {0}, all;
  int most_neighbors = 0;
  for (const std::vector<int>& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    begins.push_back(static_cast<int>(all.size()));
    most_neighbors = std::max(most_neighbors, static_cast<int>(list.size()));
  }
  all.push_back(0);
  std::vector<int> expected(nodes, -1), found = {start};
  expected[start] = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const int next : lists[found[i]]) {
      if (expected[next] >= 0) continue;
      expected[next] = expected[found[i]] + 1;
      found.push_back(next);
    }
  }
  const int levels = expected[found.back()] + 1;  // distances that there are

  const Buffer<int> begin(begins), neighbors(all), distance(std::vector<int>(nodes, -1));
  const Buffer<int> order(nodes), count(std::vector<int>{0});
  Counters counters;
  host_calls = 0;
  const Launches launches = record_launches([&] {
    const EndlessLaunches watch(exercise, 100LL * (nodes + 10));  // one for each node is too many
    counters = exercise.run([&] {
      launch_search({nodes, begin.data(), neighbors.data()},
                    {distance.data(), order.data(), count.data()}, start);
    });
  });
  if (pending > 0) {
    const std::vector<int> got = distance.read();
    const auto lost = std::find(got.begin(), got.end(), -1) - got.begin();
    exercise.require(
        lost == nodes,
        "node " + std::to_string(lost) + " was not found: more than " + std::to_string(pending) +
            " launches were pending, and the next one was refused. A launch is pending "
            "until all that comes from it is complete; only a tail launch takes the "
            "place of its parent");
  }
  exercise.expect(distance, expected, {}, "distance of node");
  exercise.require(
      host_calls == 0,
      std::to_string(host_calls) + " calls of the host besides the launch: copies, waits, limits");
  if (!exercise.failed()) {
    const int got = count.read()[0];
    exercise.require(got == static_cast<int>(found.size()),
                     "*count is " + std::to_string(got) + "; " + std::to_string(found.size()) +
                         " nodes were found");
  }

  const int by_host = static_cast<int>(launches.all().size()) - launches.by_kernels();
  exercise.limit("launches by the host", by_host, 1,
                 "a kernel can launch the next step: the host does not know how many there are");
  // One that expands and one that looks how many there are, and the same once more at both ends.
  exercise.limit("launches by kernels", launches.by_kernels(), 2 * levels + 2,
                 "two for each distance are enough: one for its nodes, and one when they are done");
  int blocks = 0, threads = 0;
  for (const auto& launch : launches.all()) {
    blocks += launch.grid.x;
    threads += launch.grid.x * launch.block.x;
  }
  if (kHasLaunches) {
    // The host may have launched the first one.
    exercise.require(launches.by_kernels() >= levels - 1,
                     std::to_string(launches.by_kernels()) + " launches by kernels, and " +
                         std::to_string(levels) +
                         " distances: the nodes of each distance get a grid of their own");
    const int finding = writing_grids(order);
    exercise.require(finding >= levels - 1,
                     std::to_string(finding) + (finding == 1 ? " grid has" : " grids have") +
                         " found nodes, and there are " + std::to_string(levels) +
                         " distances: the nodes of each get a grid that looks behind them");
    exercise.require(threads >= static_cast<int>(found.size()),
                     "all grids have " + std::to_string(threads) + " threads, and there are " +
                         std::to_string(found.size()) + " nodes: each gets a thread");
  }
  exercise.limit(
      "blocks", blocks, 2 * levels + 3 + nodes / 32,
      "a grid should have a thread for each node of its distance, not for each of all nodes");
  exercise.limit_busiest_warp(counters, 400.0 * levels + 100.0 * most_neighbors,
                              "a thread for each node of a distance");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  check_graph(exercise, "one node", 1, 0, {});
  check_graph(exercise, "two nodes and no way", 2, 1, {});
  Edges star;
  for (int i = 1; i < 1009; ++i) star.push_back({0, i});
  check_graph(exercise, "a star of 1009 nodes, from a tip", 1009, 500, star);
  // Not all in one piece: there are about as many edges as nodes.
  const int n = 5003;
  const std::vector<int> ends = random_ints(2 * n, 0, n - 1);
  Edges random;
  for (int i = 0; i < n; ++i) random.push_back({ends[2 * i], ends[2 * i + 1]});
  check_graph(exercise, "5003 nodes, edges at random", n, ends[0], random);
  Edges mesh;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      if (x > 0) mesh.push_back({y * 60 + x, y * 60 + x - 1});
      if (y > 0) mesh.push_back({y * 60 + x, y * 60 + x - 60});
    }
  }
  check_graph(exercise, "a mesh of 60 x 60 nodes", 3600, 0, mesh);
  // If each step were a child of the one before, all their launches would be pending.
  Edges chain;
  for (int i = 1; i < 500; ++i) chain.push_back({i - 1, i});
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 128));
  check_graph(exercise, "a chain of 500 nodes", 500, 0, chain, 128);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
