// Chapter 04 · stencil
//
// Heat spreads over a plate. In a step each cell moves towards the mean of its four neighbours, so a cell is
// needed five times. A block loads its cells, and a halo of one cell around them, into shared memory once.
//
//   stencil [--size N] [--write 1]      a plate N wide and 3/4 N high, default 256 on the CPU backend, 16384
//                                       on a GPU; 1: 100 steps more, the plate before and after them is
//                                       written beside the program, to stencil.in.pgm and stencil.out.pgm
#include "tutorial.cuh"
#include "tutorial/picture.cuh"

constexpr float kRate = 0.2f;
constexpr int kBlockX = 32, kBlockY = 8;  // threads

// A cell after a step.
__host__ __device__ float next(float cell, float left, float right, float above, float below) {
  return cell + kRate * (left + right + above + below - 4 * cell);
}
// The edge of the plate keeps its temperature.
__device__ bool is_edge(int x, int y, int width, int height) {
  return x == 0 || y == 0 || x == width - 1 || y == height - 1;
}
__device__ int clamp(int i, int size) { return min(max(i, 0), size - 1); }

// Each thread loads all five cells from global memory.
__global__ void step_plain(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * kBlockX + threadIdx.x, y = blockIdx.y * kBlockY + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  float cell = in[i];
  if (!is_edge(x, y, width, height)) {
    cell = next(cell, in[i - 1], in[i + 1], in[i - width], in[i + width]);
  }
  out[i] = cell;
}

// The block's cells with a halo come into shared memory first. With more rows of cells than rows of
// threads each thread computes several cells, and the halo is a smaller part of the tile.
template <int kRows>
__global__ void step_tile(const float* in, float* out, int width, int height) {
  __shared__ float tile[kRows + 2][kBlockX + 2];
  const int x0 = blockIdx.x * kBlockX - 1, y0 = blockIdx.y * kRows - 1;  // the cell of tile[0][0]
  for (int j = threadIdx.y; j < kRows + 2; j += kBlockY) {
    for (int i = threadIdx.x; i < kBlockX + 2; i += kBlockX) {
      tile[j][i] = in[clamp(y0 + j, height) * width + clamp(x0 + i, width)];
    }
  }
  __syncthreads();
  const int i = threadIdx.x + 1, x = x0 + i;
  for (int j = threadIdx.y + 1; j <= kRows; j += kBlockY) {
    const int y = y0 + j;
    if (x >= width || y >= height) continue;
    float cell = tile[j][i];
    if (!is_edge(x, y, width, height)) {
      cell = next(cell, tile[j][i - 1], tile[j][i + 1], tile[j - 1][i], tile[j + 1][i]);
    }
    out[y * width + x] = cell;
  }
}

std::vector<float> step_on_host(const std::vector<float>& in, int width, int height);

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "A step of heat flow: plain, with a halo in shared memory, coarsened.",
                        {{.name = "write", .max = 1, .help = "1: write the plate as PGM files"}});
  const int width = options.size(
      {.cpu = 256, .gpu = 16384, .bytes_per_element = 2 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const size_t n = static_cast<size_t>(width) * height, bytes = n * sizeof(float);
  std::vector<float> plate = draw_picture(width, height);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, plate.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(kBlockX, kBlockY);
  const auto grid = [&](int rows) {  // of cells per block
    return dim3((width + kBlockX - 1) / kBlockX, (height + rows - 1) / rows);
  };
  Experiment experiment("A plate of " + std::to_string(width) + " × " + std::to_string(height), out,
                        n, 2.0 * bytes, {.absolute = 1e-6, .columns = width});
  experiment.show({Column::kTime, Column::kOfCopy, Column::kBankConflicts});
  const double warps = n / 32.0;
  experiment.show_count("loads per 32 cells", "%.2f",
                        [=](const Counters& c) { return c.global_load_requests / warps; });
  experiment.show_count("sectors per 32 cells", "%.2f",
                        [=](const Counters& c) { return c.global_load_sectors / warps; });
  const std::vector<float> expected = step_on_host(plate, width, height);
  experiment.run(
      "five loads per cell", [&] { step_plain<<<grid(kBlockY), block>>>(in, out, width, height); },
      expected);
  experiment.run(
      "tile of 32 × 8", [&] { step_tile<8><<<grid(8), block>>>(in, out, width, height); },
      expected);
  experiment.run(
      "tile of 32 × 32, coarsened",
      [&] { step_tile<32><<<grid(32), block>>>(in, out, width, height); }, expected);

  if (options["write"] == 1) {
    write_pgm(std::string(argv[0]) + ".in.pgm", plate, width, height);
    for (int step = 0; step < 100; ++step) {
      step_tile<32><<<grid(32), block>>>(in, out, width, height);
      std::swap(in, out);  // what was written is read in the next step
    }
    CHECK_LAST();
    CHECK(cudaMemcpy(plate.data(), in, bytes, cudaMemcpyDeviceToHost));
    write_pgm(std::string(argv[0]) + ".out.pgm", plate, width, height);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

std::vector<float> step_on_host(const std::vector<float>& in, int width, int height) {
  std::vector<float> out = in;
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < width - 1; ++x) {
      const float* cell = &in[static_cast<size_t>(y) * width + x];
      out[cell - in.data()] = next(cell[0], cell[-1], cell[1], cell[-width], cell[width]);
    }
  }
  return out;
}
