// Chapter 04 · stencil_in_registers
//
// The step of heat flow without shared memory. A thread has several cells below each other, so it finds the
// cells above and below in its own registers, and all its loads are in flight at once. The cells to the left
// and right are loaded again, but the warp's own loads have just brought their sectors into L1.
//
//   stencil_in_registers [--size N]      a plate N wide and 3/4 N high, default 256 on the CPU backend, 16384
//                                        on a GPU
#include "tutorial.cuh"

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

// One cell per thread, as in `stencil`: of five loads, one brings a cell that no neighbour has asked for.
__global__ void step_plain(const float* __restrict__ in, float* __restrict__ out, int width,
                           int height) {
  const int x = blockIdx.x * kBlockX + threadIdx.x, y = blockIdx.y * kBlockY + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  float cell = in[i];
  if (!is_edge(x, y, width, height)) {
    cell = next(cell, in[i - 1], in[i + 1], in[i - width], in[i + width]);
  }
  out[i] = cell;
}

// kRows cells below each other, and the ones above and below them: kRows + 2 loads, none of which waits for another.
template <int kRows>
__global__ void step_column(const float* __restrict__ in, float* __restrict__ out, int width,
                            int height) {
  const int x = blockIdx.x * kBlockX + threadIdx.x;
  const int y0 = (blockIdx.y * kBlockY + threadIdx.y) * kRows;
  if (x >= width) return;
  float column[kRows + 2];
  for (int r = 0; r < kRows + 2; ++r) column[r] = in[clamp(y0 - 1 + r, height) * width + x];
  for (int r = 0; r < kRows; ++r) {
    const int y = y0 + r;
    if (y >= height) return;
    const int i = y * width + x;
    float cell = column[r + 1];
    if (!is_edge(x, y, width, height)) {
      cell = next(cell, in[i - 1], in[i + 1], column[r], column[r + 2]);
    }
    out[i] = cell;
  }
}

// The same with four columns per thread: a load brings four cells, and of these, the two in the middle have their
// neighbours beside them. The width has to be a multiple of 4, or rows begin where no float4 may.
template <int kRows>
__global__ void step_float4(const float* __restrict__ in, float* __restrict__ out, int width,
                            int height) {
  const int x = (blockIdx.x * kBlockX + threadIdx.x) * 4;
  const int y0 = (blockIdx.y * kBlockY + threadIdx.y) * kRows;
  if (x >= width) return;
  float4 rows[kRows + 2];
  for (int r = 0; r < kRows + 2; ++r) {
    rows[r] = *reinterpret_cast<const float4*>(&in[clamp(y0 - 1 + r, height) * width + x]);
  }
  for (int r = 0; r < kRows; ++r) {
    const int y = y0 + r;
    if (y >= height) return;
    const int i = y * width + x;
    const float4 above = rows[r], row = rows[r + 1], below = rows[r + 2];
    float4 cells = row;
    if (y > 0 && y < height - 1) {
      if (x > 0) cells.x = next(row.x, in[i - 1], row.y, above.x, below.x);
      cells.y = next(row.y, row.x, row.z, above.y, below.y);
      cells.z = next(row.z, row.y, row.w, above.z, below.z);
      if (x + 4 < width) cells.w = next(row.w, row.z, in[i + 4], above.w, below.w);
    }
    *reinterpret_cast<float4*>(&out[i]) = cells;
  }
}

std::vector<float> step_on_host(const std::vector<float>& in, int width, int height);

int main(int argc, char** argv) {
  const Options options(argc, argv, "A step of heat flow: plain, and with rows in registers.");
  const int width = options.size(
      {.cpu = 256, .gpu = 16384, .bytes_per_element = 2 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const size_t n = static_cast<size_t>(width) * height, bytes = n * sizeof(float);
  const std::vector<float> plate = random_floats(n);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, plate.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(kBlockX, kBlockY);
  const auto grid = [&](int columns, int rows) {  // of cells per thread
    return dim3((width + kBlockX * columns - 1) / (kBlockX * columns),
                (height + kBlockY * rows - 1) / (kBlockY * rows));
  };
  Experiment experiment("A plate of " + std::to_string(width) + " × " + std::to_string(height), out,
                        n, 2.0 * bytes, {.absolute = 1e-6, .columns = width});
  experiment.show({Column::kTime, Column::kOfCopy});
  const double warps = n / 32.0;
  experiment.show_count("loads per 32 cells", "%.2f",
                        [=](const Counters& c) { return c.global_load_requests / warps; });
  experiment.show_count("sectors per 32 cells", "%.2f",
                        [=](const Counters& c) { return c.global_load_sectors / warps; });
  const std::vector<float> expected = step_on_host(plate, width, height);
  experiment.run(
      "a cell", [&] { step_plain<<<grid(1, 1), block>>>(in, out, width, height); }, expected);
  experiment.run(
      "4 rows", [&] { step_column<4><<<grid(1, 4), block>>>(in, out, width, height); }, expected);
  experiment.run(
      "8 rows", [&] { step_column<8><<<grid(1, 8), block>>>(in, out, width, height); }, expected);
  if (width % 4 == 0) {
    experiment.run(
        "a row of float4", [&] { step_float4<1><<<grid(4, 1), block>>>(in, out, width, height); },
        expected);
    experiment.run(
        "2 rows of float4", [&] { step_float4<2><<<grid(4, 2), block>>>(in, out, width, height); },
        expected);
    experiment.run(
        "4 rows of float4", [&] { step_float4<4><<<grid(4, 4), block>>>(in, out, width, height); },
        expected);
  } else {
    std::printf("%d is no multiple of 4, so rows are no float4.\n", width);
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
