// Chapter 07 · convolution_registers
//
// The filter of convolution_2d, with several results per thread. A pixel that was loaded once
// serves all results of the thread that need it, from a register: no loads, no barrier, no shared
// memory.
//
//   convolution_registers [--size N]      a picture N wide and 3/4 N high, default 256 on the CPU
//                                         backend, 12288 on a GPU
#include "tutorial.cuh"
#include "tutorial/picture.cuh"

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;
constexpr int kColumns = 4;               // results of a thread in a row: one float4
constexpr int kBlockX = 32, kBlockY = 4;  // threads, the best of four shapes on an H200

__constant__ float weights[kSide][kSide];

// Rows begin at multiples of `pitch` floats, so that each is aligned (chapter 02, pitched_memory).
struct Picture {
  float* pixels;
  int width, height, pitch;
};

// What lies outside is like the nearest pixel.
__device__ int clamp(int i, int size) { return min(max(i, 0), size - 1); }

// The kColumns pixels at x and their neighbours. Inside of the picture, where x is a multiple of 4,
// they are three aligned loads.
template <bool kInside>
__device__ void load_row(float (&pixels)[kColumns + 2 * kRadius], const float* row, int x,
                         int width) {
  if constexpr (kInside) {
    const auto left = *reinterpret_cast<const float2*>(row + x - 2);
    const auto middle = *reinterpret_cast<const float4*>(row + x);
    const auto right = *reinterpret_cast<const float2*>(row + x + 4);
    pixels[0] = left.x, pixels[1] = left.y, pixels[2] = middle.x, pixels[3] = middle.y;
    pixels[4] = middle.z, pixels[5] = middle.w, pixels[6] = right.x, pixels[7] = right.y;
  } else {
#pragma unroll
    for (int i = 0; i < kColumns + 2 * kRadius; ++i) pixels[i] = row[clamp(x + i - kRadius, width)];
  }
}

// kColumns × kRows results. Each row of pixels is loaded once and added to the sums of all rows of
// results that it belongs to.
template <int kRows, bool kInside>
__device__ void filter(const Picture& in, const Picture& out, int x, int y) {
  float sums[kRows][kColumns] = {};
#pragma unroll
  for (int r = 0; r < kRows + 2 * kRadius; ++r) {
    float pixels[kColumns + 2 * kRadius];
    const float* row = in.pixels + clamp(y + r - kRadius, in.height) * in.pitch;
    load_row<kInside>(pixels, row, x, in.width);
#pragma unroll
    for (int j = 0; j < kSide; ++j) {
      if (r - j < 0 || r - j >= kRows) continue;
#pragma unroll
      for (int c = 0; c < kColumns; ++c) {
#pragma unroll
        for (int i = 0; i < kSide; ++i) sums[r - j][c] += weights[j][i] * pixels[c + i];
      }
    }
  }
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    if (y + r >= out.height) break;  // beyond the width there is padding, which may be written
    *reinterpret_cast<float4*>(out.pixels + (y + r) * out.pitch + x) =
        make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
  }
}

// One branch for all rows: with a branch per row, the loads of one row could not begin before those
// of the row above it are there.
template <int kRows>
__global__ void __launch_bounds__(kBlockX* kBlockY) convolve_registers(Picture in, Picture out) {
  const int x = (blockIdx.x * kBlockX + threadIdx.x) * kColumns;
  const int y = (blockIdx.y * kBlockY + threadIdx.y) * kRows;
  if (x >= in.width || y >= in.height) return;
  if (x >= kRadius && x + kColumns + kRadius <= in.width) {
    filter<kRows, true>(in, out, x, y);
  } else {
    filter<kRows, false>(in, out, x, y);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Filter a picture, with up to 64 results per thread.");
  const int width = options.size(
      {.cpu = 256, .gpu = 12288, .bytes_per_element = 2 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const std::vector<float> picture = draw_picture(width, height);
  const std::vector<float> numbers = random_floats(kSide * kSide, -0.05f, 0.1f);
  float w[kSide][kSide];
  std::copy(numbers.begin(), numbers.end(), &w[0][0]);
  const std::vector<float> expected = filter_on_host(picture, w, width, height);

  const size_t row_bytes = width * sizeof(float);
  size_t pitch = 0;
  Picture in = {nullptr, width, height, 0}, out = in;
  CHECK(cudaMallocPitch(&in.pixels, &pitch, row_bytes, height));
  CHECK(cudaMallocPitch(&out.pixels, &pitch, row_bytes, height));
  in.pitch = out.pitch = static_cast<int>(pitch / sizeof(float));
  CHECK(cudaMemcpy2D(in.pixels, pitch, picture.data(), row_bytes, row_bytes, height,
                     cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));

  std::vector<float> got(picture.size());
  Experiment experiment("A picture of " + std::to_string(width) + " × " + std::to_string(height),
                        2.0 * row_bytes * height);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  const auto run = [&](const char* name, auto kernel, int rows) {
    const dim3 block(kBlockX, kBlockY);
    const dim3 grid((width - 1) / (kBlockX * kColumns) + 1, (height - 1) / (kBlockY * rows) + 1);
    const auto launch = [&] { kernel<<<grid, block>>>(in, out); };
    poison(out.pixels, 1LL * out.pitch * height);
    experiment.run(name, launch, [&] {
      CHECK(cudaMemcpy2D(got.data(), row_bytes, out.pixels, pitch, row_bytes, height,
                         cudaMemcpyDeviceToHost));
      return first_difference(got.data(), 1LL * width * height, expected,
                              {.absolute = 1e-5, .columns = width});
    });
  };
  run("4 × 1 results per thread", convolve_registers<1>, 1);
  run("4 × 2 results per thread", convolve_registers<2>, 2);
  run("4 × 4 results per thread", convolve_registers<4>, 4);
  run("4 × 8 results per thread", convolve_registers<8>, 8);
  run("4 × 16 results per thread", convolve_registers<16>, 16);

  CHECK(cudaFree(in.pixels));
  CHECK(cudaFree(out.pixels));
  return experiment.report();
}
