// The plates of cluster_stencil: one step, many on the host, and the ways without clusters.
#pragma once

#include <cooperative_groups.h>

#include "tutorial.cuh"

constexpr int kWidth = kCountsInsteadOfTimes ? 32 : 256;
constexpr int kHeight = kCountsInsteadOfTimes ? 32 : 256;
constexpr int kBlock = kCountsInsteadOfTimes ? 64 : 1024;
constexpr int kLines = kBlock / kWidth;  // that a block computes at a time
constexpr int kCells = kWidth * kHeight;
constexpr int kOwn = kHeight / 8;  // lines of a block, without clusters

// A fraction of the difference to the four neighbours. Beyond the border it is as warm as at it.
__host__ __device__ inline float next_of(const float* plate, int x, int y) {
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

// One kernel for all steps: a block keeps its lines, but everything still goes through L2, and all blocks meet
// after each step. A cooperative launch. The last step's result is in `out`.
__global__ void __launch_bounds__(kBlock)
    in_one_grid(const float* in, float* other, float* out, int steps) {
  const int x = threadIdx.x % kWidth, begin = blockIdx.x * kOwn, plate = blockIdx.y * kCells;
  const float* from = in;
  for (int left = steps; left > 0; --left) {
    float* const to = left % 2 == 1 ? out : other;
    for (int y = begin + threadIdx.x / kWidth; y < begin + kOwn; y += kLines) {
      to[plate + y * kWidth + x] = next_of(from + plate, x, y);
    }
    cooperative_groups::this_grid().sync();
    from = to;
  }
}

inline void launch_in_one_grid(dim3 grid, const float* in, float* other, float* out, int steps) {
  void* arguments[] = {&in, &other, &out, &steps};
  CHECK(cudaLaunchCooperativeKernel(in_one_grid, grid, kBlock, arguments));
}

inline std::vector<float> after_steps(std::vector<float> cells, int steps) {
  std::vector<float> next(cells.size());
  for (int step = 0; step < steps; ++step, cells.swap(next)) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t plate = i / kCells * kCells, cell = i % kCells;
      next[i] = next_of(&cells[plate], cell % kWidth, cell / kWidth);
    }
  }
  return cells;
}

// Kernels that are recorded once (chapter 08), so that none of them waits for the host.
class Graph {
 public:
  template <class Launch>
  explicit Graph(const Launch& launch) {
    CHECK(cudaStreamCreate(&stream_));
    CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    launch(stream_);
    CHECK(cudaStreamEndCapture(stream_, &graph_));
    CHECK(cudaGraphInstantiate(&executable_, graph_, 0));
  }
  ~Graph() {
    CHECK(cudaGraphExecDestroy(executable_));
    CHECK(cudaGraphDestroy(graph_));
    CHECK(cudaStreamDestroy(stream_));
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void operator()() const { CHECK(cudaGraphLaunch(executable_, stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};
