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
constexpr int kOwn = kHeight / 8;  // lines of a block, without clusters

// A fraction of the difference to the four neighbours. Beyond the border it is as warm as at it.
__host__ __device__ float next_of(const float* plate, int x, int y) {
  const float up = plate[(y > 0 ? y - 1 : y) * kWidth + x];
  const float down = plate[(y + 1 < kHeight ? y + 1 : y) * kWidth + x];
  const float left = plate[y * kWidth + (x > 0 ? x - 1 : x)];
  const float right = plate[y * kWidth + (x + 1 < kWidth ? x + 1 : x)];
  const float cell = plate[y * kWidth + x];
  return cell + 0.2f * ((up + down) + (left + right) - 4 * cell);
}

// A kernel per step: everything comes from global memory, or from L2, and goes back there.
__global__ void __launch_bounds__(kBlock) one_step(const float* in, float* out) {
  const int x = threadIdx.x % kWidth, y = blockIdx.x * kLines + threadIdx.x / kWidth;
  out[blockIdx.y * kCells + y * kWidth + x] = next_of(in + blockIdx.y * kCells, x, y);
}

// kSteps steps per kernel, in shared memory: a block begins with so many lines more on both sides, and
// with each step it knows one line less of them. It computes what its neighbours compute, too.
template <int kSteps>
__global__ void __launch_bounds__(kBlock) with_ghost_lines(const float* in, float* out) {
  extern __shared__ float memory[];
  constexpr int kSize = (kOwn + 2 * kSteps) * kWidth;  // of one of two copies
  const int x = threadIdx.x % kWidth, begin = blockIdx.x * kOwn, end = begin + kOwn;
  in += blockIdx.y * kCells, out += blockIdx.y * kCells;
  float* plate = memory - max(begin - kSteps, 0) * kWidth;
  const int line = threadIdx.x / kWidth;
  for (int y = max(begin - kSteps, 0) + line; y < min(end + kSteps, kHeight); y += kLines) {
    plate[y * kWidth + x] = in[y * kWidth + x];
  }
  for (int step = 1; step <= kSteps; ++step) {
    __syncthreads();
    const int ghosts = kSteps - step;  // lines on each side that this step can still compute
    const float* from = plate + (step + 1) % 2 * kSize;
    float* to = plate + step % 2 * kSize;
    for (int y = max(begin - ghosts, 0) + line; y < min(end + ghosts, kHeight); y += kLines) {
      const float value = next_of(from, x, y);
      if (step < kSteps) {
        to[y * kWidth + x] = value;
      } else {
        out[y * kWidth + x] = value;
      }
    }
  }
}

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
  for (int step = 0; step < steps; ++step) {
    cluster.sync();  // the last step is done everywhere, and its lines have arrived
    const float* from = own + step % 2 * size;
    const int to = (step + 1) % 2 * size;
    for (int y = begin + threadIdx.x / kWidth; y < end; y += kLines) {
      const float value = next_of(from, x, y);
      own[to + y * kWidth + x] = value;
      if (y == begin && part > 0) above[to + y * kWidth + x] = value;
      if (y == end - 1 && part + 1 < parts) below[to + y * kWidth + x] = value;
    }
  }
  cluster.sync();
  const float* last = own + steps % 2 * size;
  for (int y = begin + threadIdx.x / kWidth; y < end; y += kLines) {
    out[y * kWidth + x] = last[y * kWidth + x];
  }
}

std::vector<float> after_steps(std::vector<float> cells, int steps) {
  std::vector<float> next(cells.size());
  for (int step = 0; step < steps; ++step, cells.swap(next)) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t plate = i / kCells * kCells, cell = i % kCells;
      next[i] = next_of(&cells[plate], cell % kWidth, cell / kWidth);
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
  const std::vector<float> expected = after_steps(input, steps);
  float *in = nullptr, *out = nullptr, *other = nullptr;
  for (float** array : {&in, &out, &other}) CHECK(cudaMalloc(array, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment(std::to_string(steps) + " steps", out, n, 0, {.absolute = 1e-4});
  experiment.show({Column::kTime, Column::kOfPeer, Column::kLoadRequests});
  experiment.show_count("shared loads", "%.0f", &Counters::shared_load_requests);
  experiment.show_count("remote stores", "%.0f", &Counters::distributed_store_requests);
  experiment.compare_with("1 step per kernel", "× first");
  // Each launch computes `each` steps, from one array into the other; the last one's go to `out`.
  const auto in_turns = [&](int each, dim3 grid, int shared, auto* kernel) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    const auto launch_all = [&] {
      const float* from = in;
      for (int left = steps / each; left > 0; --left) {
        float* const to = left % 2 == 1 ? out : other;
        kernel<<<grid, kBlock, shared>>>(from, to);
        from = to;
      }
    };
    experiment.run(std::to_string(each) + (each == 1 ? " step" : " steps") + " per kernel",
                   launch_all, expected);
  };
  const auto shared_for = [](int lines) { return 2 * lines * kWidth * sizeof(float); };
  const dim3 parts(kHeight / kOwn, plates);
  in_turns(1, dim3(kHeight / kLines, plates), 0, one_step);
  in_turns(4, parts, shared_for(kOwn + 8), with_ghost_lines<4>);
  in_turns(10, parts, shared_for(kOwn + 20), with_ghost_lines<10>);
  in_turns(20, parts, shared_for(kOwn + 40), with_ghost_lines<20>);
  for (const int size : {4, 8, 16}) {
    experiment.run(
        "a cluster of " + std::to_string(size),
        [&] {
          launch_in_clusters(size, dim3(size, plates), kBlock, shared_for(kHeight / size + 2),
                             with_clusters, static_cast<const float*>(in), out, steps);
        },
        expected);
  }
  for (float* array : {in, out, other}) CHECK(cudaFree(array));
  return experiment.report();
}
