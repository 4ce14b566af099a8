// Chapter 11 · cluster_stencil
//
// Heat spreads in square plates, many steps. If a plate fits into the shared memory of a cluster, it is
// read once and written once; the blocks look at their neighbours' edges, in each step or once in several.
//
//   cluster_stencil [--size N]       N plates, default 2 of 32 × 32 cells and 20 steps on the CPU backend,
//                                    28 of 256 × 256 and 100 steps on a GPU
#include <cooperative_groups.h>

#include "heat.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

// A cluster per plate. Each block has a line more on both sides, into which its neighbours write: when
// a step is done, the lines for the next one are already there.
__global__ void __launch_bounds__(kBlock) with_clusters(const float* in, float* out, int steps) {
  extern __shared__ float memory[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int parts = cluster.num_blocks(), part = cluster.block_rank(), lines = kHeight / parts;
  const int x = threadIdx.x % kWidth, begin = part * lines, end = begin + lines;
  const int size = (lines + 2) * kWidth;  // of one of two copies
  in += blockIdx.y * kCells, out += blockIdx.y * kCells;
  // Lines begin - 1 to end, by their place in the plate, in this block and in its neighbours.
  float* own = memory - (begin - 1) * kWidth;
  float* above = cluster.map_shared_rank(memory, max(part - 1, 0)) - (begin - lines - 1) * kWidth;
  float* below = cluster.map_shared_rank(memory, min(part + 1, parts - 1)) - (end - 1) * kWidth;
  for (int y = max(begin - 1, 0) + threadIdx.x / kWidth; y < min(end + 1, kHeight); y += kLines) {
    own[y * kWidth + x] = in[y * kWidth + x];
  }
  cluster.barrier_arrive();
  for (int step = 0; step < steps; ++step) {
    const float* from = own + step % 2 * size;
    const int to = (step + 1) % 2 * size;
    cluster.barrier_wait();  // what the neighbours have written in the last step has arrived
    if (threadIdx.x < 2 * kWidth) {  // the lines at the edges first: the neighbours wait for them
      const int y = threadIdx.x < kWidth ? begin : end - 1;
      const float value = next_of(from, x, y);
      own[to + y * kWidth + x] = value;
      if (y == begin && part > 0) above[to + y * kWidth + x] = value;
      if (y == end - 1 && part + 1 < parts) below[to + y * kWidth + x] = value;
    }
    cluster.barrier_arrive();
    for (int y = begin + 1 + threadIdx.x / kWidth; y < end - 1; y += kLines) {
      own[to + y * kWidth + x] = next_of(from, x, y);
    }
    __syncthreads();
  }
  cluster.barrier_wait();
  const float* last = own + steps % 2 * size;
  for (int y = begin + threadIdx.x / kWidth; y < end; y += kLines) {
    out[y * kWidth + x] = last[y * kWidth + x];
  }
}

// Both: a cluster per plate whose blocks have kSteps ghost lines. They meet only when these are used up, and
// then read their neighbours' lines.
template <int kSteps>
__global__ void __launch_bounds__(kBlock) with_both(const float* in, float* out, int steps) {
  extern __shared__ float memory[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int parts = cluster.num_blocks(), part = cluster.block_rank(), lines = kHeight / parts;
  const int x = threadIdx.x % kWidth, line = threadIdx.x / kWidth;
  const int begin = part * lines, end = begin + lines, size = (lines + 2 * kSteps) * kWidth;
  in += blockIdx.y * kCells, out += blockIdx.y * kCells;
  float* own = memory - (begin - kSteps) * kWidth;
  const float* above =
      cluster.map_shared_rank(memory, max(part - 1, 0)) - (begin - lines - kSteps) * kWidth;
  const float* below =
      cluster.map_shared_rank(memory, min(part + 1, parts - 1)) - (end - kSteps) * kWidth;
  for (int y = max(begin - kSteps, 0) + line; y < min(end + kSteps, kHeight); y += kLines) {
    own[y * kWidth + x] = in[y * kWidth + x];
  }
  cluster.barrier_arrive();
  for (int step = 0; step < steps; ++step) {
    const float* from = own + step % 2 * size;
    const int to = (step + 1) % 2 * size;
    const int ghosts = kSteps - 1 - step % kSteps;
    // The neighbours have read the lines that this step replaces.
    if (step % kSteps == 1) cluster.barrier_wait();
    __syncthreads();
    for (int y = max(begin - ghosts, 0) + line; y < min(end + ghosts, kHeight); y += kLines) {
      own[to + y * kWidth + x] = next_of(from, x, y);
    }
    if (ghosts > 0 || step + 1 == steps) continue;
    cluster.sync();  // all blocks have done these steps
    for (int k = line; k < kSteps; k += kLines) {
      const int up = to + (begin - kSteps + k) * kWidth + x, down = to + (end + k) * kWidth + x;
      if (part > 0) own[up] = above[up];
      if (part + 1 < parts) own[down] = below[down];
    }
    cluster.barrier_arrive();
  }
  const float* last = own + steps % 2 * size;
  for (int y = begin + line; y < end; y += kLines) out[y * kWidth + x] = last[y * kWidth + x];
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Many steps of a stencil, in the shared memory of clusters.");
  require_compute_capability(9, 0);
  const int plates =
      options.size({.cpu = 2, .gpu = 28, .bytes_per_element = 3 * kCells * sizeof(float)});
  const int steps = kCountsInsteadOfTimes ? 20 : 100, n = plates * kCells;
  const std::vector<float> input = random_floats(n);
  const std::vector<float> expected = after_steps(input, steps);
  float *in = nullptr, *out = nullptr, *other = nullptr;
  for (float** array : {&in, &out, &other}) CHECK(cudaMalloc(array, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(steps) + " steps", out, n, 0, {.absolute = 1e-4});
  experiment.show({Column::kTime, Column::kOfPeer, Column::kLoadRequests});
  experiment.show_count("shared loads", "%.0f", &Counters::shared_load_requests);
  experiment.show_count("remote", "%.0f", &Counters::distributed_requests);
  experiment.compare_with("1 step per kernel", "× first");
  // Each launch computes `each` steps, from one array into the other; the last one's go to `out`.
  const auto in_turns = [&](const std::string& name, int each, dim3 grid, int shared,
                            auto* kernel) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const auto launch_all = [=](cudaStream_t stream = nullptr) {
      const float* from = in;
      for (int left = steps / each; left > 0; --left) {
        float* const to = left % 2 == 1 ? out : other;
        kernel<<<grid, kBlock, shared, stream>>>(from, to);
        from = to;
      }
    };
    if (each == 1) experiment.run(name + ", no graph", launch_all, expected);
    experiment.run(name, Graph(launch_all), expected);
  };
  const auto shared_for = [](int lines) { return 2 * lines * kWidth * sizeof(float); };
  const dim3 parts(kHeight / kOwn, plates);
  in_turns("1 step per kernel", 1, dim3(kHeight / kLines, plates), 0, one_step);
  in_turns("4 steps per kernel", 4, parts, shared_for(kOwn + 8), with_ghost_lines<4>);
  in_turns("10 steps per kernel", 10, parts, shared_for(kOwn + 20), with_ghost_lines<10>);
  in_turns("20 steps per kernel", 20, parts, shared_for(kOwn + 40), with_ghost_lines<20>);
  const auto in_clusters = [&](const std::string& steps_each, int size, int ghosts, auto* kernel) {
    if (kHeight / size < ghosts) return;  // more than a neighbour has
    const auto launch = [&] {
      launch_in_clusters(size, dim3(size, plates), kBlock, shared_for(kHeight / size + 2 * ghosts),
                         kernel, static_cast<const float*>(in), out, steps);
    };
    experiment.run("a cluster of " + std::to_string(size) + steps_each, launch, expected);
  };
  for (const int size : {4, 8, 16}) in_clusters("", size, 1, with_clusters);
  for (const int size : {4, 8, 16}) in_clusters(", 4 steps", size, 4, with_both<4>);
  for (const int size : {4, 8, 16}) in_clusters(", 10 steps", size, 10, with_both<10>);
  for (float* array : {in, out, other}) CHECK(cudaFree(array));
  return experiment.report();
}
