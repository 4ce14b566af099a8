// Chapter 03 · transpose_shapes
//
// The transposes of transpose_global in blocks of ten shapes, past L1, and with the blocks in
// diagonal order.
//
//   transpose_shapes [--size N]      N columns, 3/4 N rows; default 512 on the CPU backend, 8192 on
//                                    a GPU
#include "tutorial.cuh"

constexpr int kCount = 4;

// x runs along the rows of `in`, or along those of `out`.
__global__ void read_rows(const float* in, float* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}
__global__ void read_columns(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}

// Past L1: __ldcg caches in L2 only, so what this loses is what L1 gave.
__global__ void read_columns_l2(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[column * height + row] = __ldcg(&in[row * width + column]);
  }
}

// Four elements per thread, a block apart in x. Element (x, y) lies at x * in_x + y * in_y, and goes
// to x * out_x + y * out_y.
__device__ void move_x4(const float* in, float* out, int nx, int ny, int in_x, int in_y, int out_x,
                        int out_y) {
  const int first = blockIdx.x * blockDim.x * kCount + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= ny) return;
  float value[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int x = first + k * blockDim.x;
    value[k] = x < nx ? in[x * in_x + y * in_y] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int x = first + k * blockDim.x;
    if (x < nx) out[x * out_x + y * out_y] = value[k];
  }
}
__global__ void read_rows_x4(const float* in, float* out, int width, int height) {
  move_x4(in, out, width, height, 1, width, height, 1);
}
__global__ void read_columns_x4(const float* in, float* out, int width, int height) {
  move_x4(in, out, height, width, width, 1, 1, height);
}

// Diagonal order: blocks that run at the same time lie on a diagonal of the matrix instead of in one
// of its rows.
__device__ dim3 diagonal_block() {
  const unsigned number = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned y = number % gridDim.y;
  return dim3((number / gridDim.y + y) % gridDim.x, y);
}
__global__ void read_rows_diagonal(const float* in, float* out, int width, int height) {
  const dim3 block = diagonal_block();
  const int column = block.x * blockDim.x + threadIdx.x;
  const int row = block.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}
__global__ void read_columns_diagonal(const float* in, float* out, int width, int height) {
  const dim3 block = diagonal_block();
  const int row = block.x * blockDim.x + threadIdx.x;
  const int column = block.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}

std::vector<float> transposed(const std::vector<float>& in, int width, int height);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix in blocks of many shapes and orders.");
  const int width = options.size({.cpu = 512, .gpu = 8192, .dimensions = 2});
  const int height = width - width / 4;
  const int n = width * height;
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  const std::vector<float> expected = transposed(input, width, height);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  const std::string matrix =
      std::to_string(height) + " rows × " + std::to_string(width) + " columns";
  const auto columns = {Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                        Column::kSectorsPerStore};
  // `all` elements in x and y: those of `in`, or of `out` where x runs down the columns of `in`.
  const auto run = [&](Experiment& experiment, const std::string& variant, auto kernel, dim3 all,
                       dim3 block, unsigned count) {
    const unsigned in_x = block.x * count;
    const dim3 grid((all.x + in_x - 1) / in_x, (all.y + block.y - 1) / block.y);
    experiment.run(
        variant, [&] { kernel<<<grid, block>>>(in, out, width, height); }, expected);
  };
  const dim3 rows(width, height), down(height, width), wide(32, 8), narrow(8, 32);

  Experiment order("Transposing " + matrix, out, n, 2.0 * bytes);
  order.show(columns);
  run(order, "read columns, __ldcg", read_columns_l2, down, wide, 1);
  run(order, "read rows, × 4", read_rows_x4, rows, wide, kCount);
  run(order, "read rows, diagonal", read_rows_diagonal, rows, wide, 1);
  run(order, "read columns, diagonal", read_columns_diagonal, down, wide, 1);
  const bool right = order.finish();

  Experiment shapes("Block shapes, " + matrix, out, n, 2.0 * bytes);
  shapes.show(columns);
  for (const dim3 shape : {dim3(32, 32), dim3(32, 16), dim3(32, 8), dim3(16, 32), dim3(16, 16),
                           dim3(8, 32), dim3(4, 64), dim3(64, 4), dim3(64, 16), dim3(128, 8)}) {
    const std::string label = std::to_string(shape.x) + " × " + std::to_string(shape.y);
    run(shapes, "read rows, " + label, read_rows, rows, shape, 1);
    run(shapes, "read columns, " + label, read_columns, down, shape, 1);
  }
  run(shapes, "read rows, 8 × 32, × 4", read_rows_x4, rows, narrow, kCount);
  run(shapes, "read columns, 8 × 32, × 4", read_columns_x4, down, narrow, kCount);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(shapes.finish() && right);
}

std::vector<float> transposed(const std::vector<float>& in, int width, int height) {
  std::vector<float> out(in.size());
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      out[column * height + row] = in[row * width + column];
    }
  }
  return out;
}
