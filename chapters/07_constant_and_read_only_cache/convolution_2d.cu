// Chapter 07 · convolution_2d
//
// A filter passes over a picture: each pixel becomes a weighted sum of the 5 × 5 pixels around it.
// Neighbours share most of them; where do the shared ones come from?
//
//   convolution_2d [--size N] [--write 1]      a picture N wide and 3/4 N high, default 256, on a
//                                              GPU 12288; 1: written, before and after, to
//                                              convolution_2d.in.pgm and convolution_2d.out.pgm
#include "tutorial.cuh"
#include "tutorial/picture.cuh"

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;
constexpr int kBlockX = 32, kBlockY = 8;  // threads

__constant__ float weights[kSide][kSide];

// Rows begin at multiples of `pitch` floats, so that each is aligned (chapter 02, pitched_memory).
struct Picture {
  float* pixels;
  int width, height, pitch;
};

// What lies outside is like the nearest pixel.
__device__ int clamp(int i, int size) { return min(max(i, 0), size - 1); }

// The sum around pixel (x, y): 25 loads for pixels, whose coordinates are clamped, and 25 for
// weights.
__device__ void filter(const Picture& in, const float (*w)[kSide], const Picture& out) {
  const int x = blockIdx.x * kBlockX + threadIdx.x, y = blockIdx.y * kBlockY + threadIdx.y;
  if (x >= in.width || y >= in.height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kSide; ++j) {
    const float* row = in.pixels + clamp(y + j - kRadius, in.height) * in.pitch;
#pragma unroll
    for (int i = 0; i < kSide; ++i) sum += w[j][i] * row[clamp(x + i - kRadius, in.width)];
  }
  out.pixels[y * out.pitch + x] = sum;
}

// The weights come from global memory, through L1, as the pixels do.
__global__ void convolve_global(Picture in, const float (*w)[kSide], Picture out) {
  filter(in, w, out);
}

// The weights come from constant memory, at indices that are known when the kernel is compiled: the
// warp loads them into uniform registers, and the multiplication reads them there.
__global__ void convolve_constant(Picture in, Picture out) { filter(in, weights, out); }

// The block's pixels and the halo around them, which is clamped as it is loaded: 432 loads for 256
// results. Then 25 loads per result from shared memory, which are as many requests as before.
__global__ void convolve_tile(Picture in, Picture out) {
  constexpr int kTileX = kBlockX + 2 * kRadius, kTileY = kBlockY + 2 * kRadius;
  __shared__ float tile[kTileY][kTileX];
  const int x0 = blockIdx.x * kBlockX, y0 = blockIdx.y * kBlockY;
  for (int j = threadIdx.y; j < kTileY; j += kBlockY) {
    const float* row = in.pixels + clamp(y0 + j - kRadius, in.height) * in.pitch;
    for (int i = threadIdx.x; i < kTileX; i += kBlockX) {
      tile[j][i] = row[clamp(x0 + i - kRadius, in.width)];
    }
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= in.width || y >= in.height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kSide; ++j) {
#pragma unroll
    for (int i = 0; i < kSide; ++i) sum += weights[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  }
  out.pixels[y * out.pitch + x] = sum;
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Filter a picture with 5 x 5 weights.",
      {{.name = "write", .max = 1, .help = "1: write the pictures as PGM files"}});
  const int width = options.size(
      {.cpu = 256, .gpu = 12288, .bytes_per_element = 2 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const std::vector<float> picture = draw_picture(width, height);
  float w[kSide][kSide];  // a blur that is brighter on one side: light and shadow at edges
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      const int dx = i - kRadius, dy = j - kRadius;
      w[j][i] = std::exp(-0.5f * (dx * dx + dy * dy)) * (1 + 2 * dx + dy) / 6.17f;
    }
  }
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
  float(*global_weights)[kSide] = nullptr;
  CHECK(cudaMalloc(&global_weights, sizeof w));
  CHECK(cudaMemcpy(global_weights, w, sizeof w, cudaMemcpyHostToDevice));

  std::vector<float> got(picture.size());
  Experiment experiment("A picture of " + std::to_string(width) + " × " + std::to_string(height),
                        2.0 * row_bytes * height);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  experiment.show_modelled("constant requests", "%.0f", &Counters::constant_requests);
  const auto run = [&](const char* name, const auto& launch) {
    poison(out.pixels, 1LL * out.pitch * height);
    experiment.run(name, launch, [&] {
      CHECK(cudaMemcpy2D(got.data(), row_bytes, out.pixels, pitch, row_bytes, height,
                         cudaMemcpyDeviceToHost));
      return first_difference(got.data(), 1LL * width * height, expected,
                              {.absolute = 1e-5, .columns = width});
    });
  };
  const dim3 block(kBlockX, kBlockY), grid((width - 1) / kBlockX + 1, (height - 1) / kBlockY + 1);
  run("all from global memory", [&] { convolve_global<<<grid, block>>>(in, global_weights, out); });
  run("weights in constant memory", [&] { convolve_constant<<<grid, block>>>(in, out); });
  run("tile with halo", [&] { convolve_tile<<<grid, block>>>(in, out); });
  if (options["write"] == 1) {
    write_pgm("convolution_2d.in.pgm", picture, width, height);
    write_pgm("convolution_2d.out.pgm", got, width, height);
  }

  CHECK(cudaFree(in.pixels));
  CHECK(cudaFree(out.pixels));
  CHECK(cudaFree(global_weights));
  return experiment.report();
}
