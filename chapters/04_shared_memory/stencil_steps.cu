// Chapter 04 · stencil_steps
//
// Eight steps of heat flow. A block that loads a halo of k cells can do k steps in shared memory before it
// stores: the plate crosses global memory 8 / k times instead of 8 times. The price is that blocks compute
// cells of their neighbours again.
//
//   stencil_steps [--size N]      a plate N wide and 3/4 N high, default 256 on the CPU backend, 16384 on a GPU
#include "tutorial.cuh"

constexpr int kAllSteps = 8;
constexpr float kRate = 0.2f;
constexpr int kBlockX = 32, kBlockY = 8;   // threads
constexpr int kCellsX = 64, kCellsY = 32;  // that a block stores

// A cell after a step.
__host__ __device__ float next(float cell, float left, float right, float above, float below) {
  return cell + kRate * (left + right + above + below - 4 * cell);
}
// The edge of the plate keeps its temperature. So does what lies beyond, in tiles that reach over it.
__device__ bool is_edge(int x, int y, int width, int height) {
  return x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1;
}
__device__ int clamp(int i, int size) { return min(max(i, 0), size - 1); }

// A halo as wide as there are steps. After step s the outermost s cells of the tile are out of date, since
// their neighbours are missing; after the last step the block's own cells are left. A step reads one tile
// and writes the other, so one barrier per step is enough.
template <int kSteps>
__global__ void do_steps(const float* in, float* out, int width, int height) {
  constexpr int kTileX = kCellsX + 2 * kSteps, kTileY = kCellsY + 2 * kSteps;
  __shared__ float tiles[2][kTileY][kTileX];
  const int x0 = blockIdx.x * kCellsX - kSteps, y0 = blockIdx.y * kCellsY - kSteps;
  for (int j = threadIdx.y; j < kTileY; j += kBlockY) {
    for (int i = threadIdx.x; i < kTileX; i += kBlockX) {
      tiles[0][j][i] = in[clamp(y0 + j, height) * width + clamp(x0 + i, width)];
    }
  }
  for (int s = 1; s <= kSteps; ++s) {
    __syncthreads();
    const auto& from = tiles[(s - 1) % 2];
    auto& to = tiles[s % 2];
    for (int j = s + threadIdx.y; j < kTileY - s; j += kBlockY) {
      for (int i = s + threadIdx.x; i < kTileX - s; i += kBlockX) {
        float cell = from[j][i];
        if (!is_edge(x0 + i, y0 + j, width, height)) {
          cell = next(cell, from[j][i - 1], from[j][i + 1], from[j - 1][i], from[j + 1][i]);
        }
        to[j][i] = cell;
      }
    }
  }
  // No barrier: these are the cells that the thread itself has just computed.
  for (int j = kSteps + threadIdx.y; j < kSteps + kCellsY; j += kBlockY) {
    for (int i = kSteps + threadIdx.x; i < kSteps + kCellsX; i += kBlockX) {
      const int x = x0 + i, y = y0 + j;
      if (x < width && y < height) out[y * width + x] = tiles[kSteps % 2][j][i];
    }
  }
}

std::vector<float> steps_on_host(std::vector<float> plate, int width, int height);

// Cells that a block computes in k steps, for each that it has to.
double computed_per_cell(int k) {
  double computed = 0;
  for (int halo = 0; halo < k; ++halo) computed += (kCellsX + 2 * halo) * (kCellsY + 2 * halo);
  return computed / (k * kCellsX * kCellsY);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Several steps of heat flow in one launch.");
  const int width = options.size(
      {.cpu = 256, .gpu = 16384, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const size_t n = static_cast<size_t>(width) * height, bytes = n * sizeof(float);
  const std::vector<float> plate = random_floats(n);
  float *in = nullptr, *out = nullptr, *between = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMalloc(&between, bytes));
  CHECK(cudaMemcpy(in, plate.data(), bytes, cudaMemcpyHostToDevice));
  const dim3 block(kBlockX, kBlockY);
  const dim3 grid((width + kCellsX - 1) / kCellsX, (height + kCellsY - 1) / kCellsY);

  Experiment experiment("Sectors per 32 cells and step, plate of " + std::to_string(width) + " × " +
                            std::to_string(height),
                        out, n, 2.0 * bytes, {.absolute = 1e-5, .columns = width});
  experiment.show({Column::kTime, Column::kBankConflicts});
  const double warps = kAllSteps * n / 32.0;  // of cells, in all steps
  experiment.show_count("sectors loaded", "%.2f",
                        [=](const Counters& c) { return c.global_load_sectors / warps; });
  experiment.show_count("sectors stored", "%.2f",
                        [=](const Counters& c) { return c.global_store_sectors / warps; });
  int steps = 1;  // per launch
  experiment.show_count("times computed", "%.2f",
                        [&](const Counters&) { return computed_per_cell(steps); });
  const std::vector<float> expected = steps_on_host(plate, width, height);
  const auto run = [&](const std::string& name, auto kernel) {
    experiment.run(
        name,
        [&] {
          const float* from = in;
          for (int left = kAllSteps / steps; left > 0; --left) {
            float* to = left % 2 == 1 ? out : between;  // the last launch writes `out`
            kernel<<<grid, block>>>(from, to, width, height);
            from = to;
          }
        },
        expected);
    steps *= 2;
  };
  run("1 step per launch", do_steps<1>);
  run("2 steps per launch", do_steps<2>);
  run("4 steps per launch", do_steps<4>);
  run("8 steps per launch", do_steps<8>);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(between));
  return experiment.report();
}

std::vector<float> steps_on_host(std::vector<float> plate, int width, int height) {
  for (int step = 0; step < kAllSteps; ++step) {
    const std::vector<float> old = plate;
    for (int y = 1; y < height - 1; ++y) {
      for (int x = 1; x < width - 1; ++x) {
        const size_t i = static_cast<size_t>(y) * width + x;
        plate[i] = next(old[i], old[i - 1], old[i + 1], old[i - width], old[i + width]);
      }
    }
  }
  return plate;
}
