// Chapter 11 · cluster_stencil
//
// Heat spreads in square plates, many steps. If a plate lies in the shared memory of a cluster, it is
// read once and written once; in each step the blocks look at their neighbours' edges.
//
//   cluster_stencil [--size N] [--steps T]
//                       N plates, default 2 of 32 × 32 cells on the CPU backend, 32 of 256 × 256 on a
//                       GPU; T steps (rounded up to 20, 40, …), default 20, on a GPU 100
#include <cooperative_groups.h>

#include "tutorial.cuh"
#include "tutorial/cluster.cuh"

namespace cg = cooperative_groups;

constexpr int kWidth = kCountsInsteadOfTimes ? 32 : 256;
constexpr int kHeight = kCountsInsteadOfTimes ? 32 : 256;
constexpr int kBlock = kCountsInsteadOfTimes ? 64 : 1024;
constexpr int kLines = kBlock / kWidth;  // that a block computes at a time
constexpr int kCells = kWidth * kHeight;

// A fraction of the difference to the four neighbours. Beyond the border it is as warm as at it.
__host__ __device__ float mix(float up, float left, float cell, float right, float down) {
  return cell + 0.2f * ((up + down) + (left + right) - 4 * cell);
}

// One cell, with its neighbours in the same line. `up` and `down` are the lines above and below.
__device__ float next_of(const float* up, const float* line, const float* down, int x) {
  return mix(up[x], line[max(x - 1, 0)], line[x], line[min(x + 1, kWidth - 1)], down[x]);
}

// A kernel per step: everything comes from global memory, or from L2, and goes back there.
__global__ void __launch_bounds__(kBlock) one_step(const float* in, float* out) {
  const int x = threadIdx.x % kWidth, y = blockIdx.x * kLines + threadIdx.x / kWidth;
  const float* plate = in + blockIdx.y * kCells;
  out[blockIdx.y * kCells + y * kWidth + x] =
      next_of(plate + max(y - 1, 0) * kWidth, plate + y * kWidth,
              plate + min(y + 1, kHeight - 1) * kWidth, x);
}

// kSteps steps in shared memory, without asking anybody: a block has so many lines more on both sides,
// and with each step it knows one line less of them.
template <int kSteps, int kOwn>
__global__ void __launch_bounds__(kBlock) with_ghost_lines(const float* in, float* out) {
  extern __shared__ float memory[];
  constexpr int kAll = kOwn + 2 * kSteps;
  const int x = threadIdx.x % kWidth, first = blockIdx.x * kOwn - kSteps;
  const int begin = max(first, 0), end = min(first + kAll, kHeight);  // lines that exist
  in += blockIdx.y * kCells, out += blockIdx.y * kCells;
  float *from = memory - begin * kWidth, *to = from + kAll * kWidth;
  for (int y = begin + threadIdx.x / kWidth; y < end; y += kLines) {
    from[y * kWidth + x] = in[y * kWidth + x];
  }
  for (int step = 1; step <= kSteps; ++step) {
    __syncthreads();
    const int top = max(first + step, 0), bottom = min(first + kAll - step, kHeight);
    for (int y = top + threadIdx.x / kWidth; y < bottom; y += kLines) {
      const float value = next_of(from + max(y - 1, 0) * kWidth, from + y * kWidth,
                                  from + min(y + 1, kHeight - 1) * kWidth, x);
      (step < kSteps ? to : out)[y * kWidth + x] = value;
    }
    float* const previous = from;
    from = to;
    to = previous;
  }
}

// The edge lines of each block go through global memory, and the whole grid waits in each step.
__global__ void __launch_bounds__(kBlock)
    with_grid_barrier(const float* in, float* out, float* edges, int steps) {
  extern __shared__ float memory[];
  const cg::grid_group grid = cg::this_grid();
  const int parts = gridDim.x, part = blockIdx.x, lines = kHeight / parts;
  const int x = threadIdx.x % kWidth, line = threadIdx.x / kWidth;
  const int first = blockIdx.y * kCells + part * lines * kWidth;
  float *from = memory, *to = memory + lines * kWidth;
  for (int y = line; y < lines; y += kLines) from[y * kWidth + x] = in[first + y * kWidth + x];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    // Two lines per block, in two copies that take turns.
    float* all = edges + step % 2 * gridDim.x * gridDim.y * 2 * kWidth;
    float* mine = all + (blockIdx.y * parts + part) * 2 * kWidth;
    for (int i = threadIdx.x; i < 2 * kWidth; i += kBlock) {
      mine[i] = from[i < kWidth ? i : (lines - 2) * kWidth + i];
    }
    grid.sync();
    for (int y = line; y < lines; y += kLines) {
      const float* row = from + y * kWidth;
      const float* up = y > 0 ? row - kWidth : part > 0 ? mine - kWidth : row;
      const float* down = y + 1 < lines ? row + kWidth : part + 1 < parts ? mine + 2 * kWidth : row;
      to[y * kWidth + x] = next_of(up, row, down, x);
    }
    __syncthreads();
    float* const previous = from;
    from = to;
    to = previous;
  }
  for (int y = line; y < lines; y += kLines) out[first + y * kWidth + x] = from[y * kWidth + x];
}

// A cluster per plate. The lines above and below a block's part are in its neighbours' memory.
__global__ void __launch_bounds__(kBlock) with_clusters(const float* in, float* out, int steps) {
  extern __shared__ float memory[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int parts = cluster.num_blocks(), part = cluster.block_rank(), lines = kHeight / parts;
  const int x = threadIdx.x % kWidth, line = threadIdx.x / kWidth;
  const int first = blockIdx.y * kCells + part * lines * kWidth;
  float *from = memory, *to = memory + lines * kWidth;
  const float* above = cluster.map_shared_rank(memory, max(part - 1, 0)) + (lines - 1) * kWidth;
  const float* below = cluster.map_shared_rank(memory, min(part + 1, parts - 1));
  for (int y = line; y < lines; y += kLines) from[y * kWidth + x] = in[first + y * kWidth + x];
  for (int step = 0; step < steps; ++step) {
    cluster.sync();  // all lines of the last step are there, and nobody reads older ones any more
    const int half = step % 2 * lines * kWidth;  // the memory that this step reads
    for (int y = line; y < lines; y += kLines) {
      const float* row = from + y * kWidth;
      const float* up = y > 0 ? row - kWidth : part > 0 ? above + half : row;
      const float* down = y + 1 < lines ? row + kWidth : part + 1 < parts ? below + half : row;
      to[y * kWidth + x] = next_of(up, row, down, x);
    }
    float* const previous = from;
    from = to;
    to = previous;
  }
  cluster.sync();
  for (int y = line; y < lines; y += kLines) out[first + y * kWidth + x] = from[y * kWidth + x];
}

std::vector<float> after_steps(std::vector<float> cells, int plates, int steps) {
  std::vector<float> next(cells.size());
  for (int step = 0; step < steps; ++step, cells.swap(next)) {
    for (int line = 0; line < plates * kHeight; ++line) {
      const float* row = &cells[line * kWidth];
      const float* up = line % kHeight > 0 ? row - kWidth : row;
      const float* down = line % kHeight + 1 < kHeight ? row + kWidth : row;
      for (int x = 0; x < kWidth; ++x) {
        next[line * kWidth + x] =
            mix(up[x], row[std::max(x - 1, 0)], row[x], row[std::min(x + 1, kWidth - 1)], down[x]);
      }
    }
  }
  return cells;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Many steps of a stencil, in the shared memory of clusters.",
                        {{.name = "steps",
                          .fallback = kCountsInsteadOfTimes ? 20 : 100,
                          .min = 1,
                          .max = 10000,
                          .help = "steps, rounded up to a multiple of 20"}});
  require_compute_capability(9, 0);
  const int plates =
      options.size({.cpu = 2, .gpu = 32, .bytes_per_element = 3 * kCells * sizeof(float)});
  const int steps = (static_cast<int>(options["steps"]) + 19) / 20 * 20, n = plates * kCells;
  const std::vector<float> input = random_floats(n);
  const std::vector<float> expected = after_steps(input, plates, steps);
  float *in = nullptr, *out = nullptr, *other = nullptr;
  for (float** array : {&in, &out, &other}) CHECK(cudaMalloc(array, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(steps) + " steps", out, n, 0, {.absolute = 1e-4});
  experiment.show({Column::kTime, Column::kOfPeer, Column::kLoadRequests});
  experiment.show_count("shared loads", "%.0f", &Counters::shared_load_requests);
  experiment.show_count("remote loads", "%.0f", &Counters::distributed_load_requests);
  experiment.compare_with("a kernel per step", "× first");
  // `launch` computes `each` steps; the last one's results go to `out`.
  const auto in_turns = [&](int each, const auto& launch) {
    const float* from = in;
    for (int left = steps / each; left > 0; --left) {
      float* const to = left % 2 == 1 ? out : other;
      launch(from, to);
      from = to;
    }
  };
  experiment.run(
      "a kernel per step",
      [&] {
        in_turns(1, [&](const float* from, float* to) {
          one_step<<<dim3(kHeight / kLines, plates), kBlock>>>(from, to);
        });
      },
      expected);
  const auto with_ghosts = [&]<int kSteps>() {
    constexpr int kOwn = kHeight / 8;
    constexpr int kShared = 2 * (kOwn + 2 * kSteps) * kWidth * sizeof(float);
    const auto kernel = with_ghost_lines<kSteps, kOwn>;
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    experiment.run(
        std::to_string(kSteps) + " steps per kernel",
        [&] {
          in_turns(kSteps, [&](const float* from, float* to) {
            kernel<<<dim3(kHeight / kOwn, plates), kBlock, kShared>>>(from, to);
          });
        },
        expected);
  };
  with_ghosts.operator()<2>();
  with_ghosts.operator()<4>();
  with_ghosts.operator()<10>();
  const auto shared_for = [](int parts) { return 2 * kCells / parts * sizeof(float); };
  {
    const int parts = 4;
    float* edges = nullptr;
    int count = steps;
    CHECK(cudaMalloc(&edges, 4 * plates * parts * kWidth * sizeof(float)));
    CHECK(cudaFuncSetAttribute(with_grid_barrier, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               shared_for(parts)));
    void* arguments[] = {&in, &out, &edges, &count};
    experiment.run(
        "a barrier of the grid",
        [&] {
          CHECK(cudaLaunchCooperativeKernel(with_grid_barrier, dim3(parts, plates), kBlock,
                                            arguments, shared_for(parts), nullptr));
        },
        expected);
    CHECK(cudaFree(edges));
  }
  for (const int size : {2, 4, 8, 16}) {
    const std::string name = "a cluster of " + std::to_string(size);
    if (shared_for(size) >
        static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin))) {
      experiment.skip(name, "too little shared memory");
      continue;
    }
    experiment.run(
        name,
        [&] {
          launch_in_clusters(size, dim3(size, plates), kBlock, shared_for(size), with_clusters,
                             static_cast<const float*>(in), out, steps);
        },
        expected);
  }
  for (float* array : {in, out, other}) CHECK(cudaFree(array));
  return experiment.report();
}
