// Chapter 07 · convolution_texture
//
// "Pictures belong into textures: they cache in two dimensions, and they clamp the borders." The
// filter of convolution_2d tries it, with blocks of three shapes, for a picture in an array (in
// small 2D pieces) and in rows, next to plain loads.
//
//   convolution_texture [--size N]     a picture N wide and 3/4 N high, default 256, on a GPU 12288
#include "tutorial.cuh"
#include "tutorial/picture.cuh"

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;

__constant__ float weights[kSide][kSide];

// Rows begin at multiples of `pitch` floats, so that each is aligned (chapter 02, pitched_memory).
struct Picture {
  float* pixels;
  int width, height, pitch;
};

// What lies outside is like the nearest pixel.
__device__ int clamp(int i, int size) { return min(max(i, 0), size - 1); }

// 25 loads, each of a pixel whose coordinates are clamped by hand.
__global__ void filter_with_loads(Picture in, Picture out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= in.width || y >= in.height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kSide; ++j) {
    const float* row = in.pixels + clamp(y + j - kRadius, in.height) * in.pitch;
#pragma unroll
    for (int i = 0; i < kSide; ++i) sum += weights[j][i] * row[clamp(x + i - kRadius, in.width)];
  }
  out.pixels[y * out.pitch + x] = sum;
}

// 25 fetches, clamped by the texture unit, which serves 4 lanes per clock; L1 serves up to 32.
__global__ void filter_with_texture(cudaTextureObject_t in, Picture out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out.width || y >= out.height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kSide; ++j) {
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
      sum += weights[j][i] * tex2D<float>(in, x + i - kRadius + 0.5f, y + j - kRadius + 0.5f);
    }
  }
  out.pixels[y * out.pitch + x] = sum;
}

// The element at integer coordinates (plus 0.5), of the nearest pixel where there is none.
cudaTextureObject_t clamped_texture(const cudaResourceDesc& resource) {
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Filter a picture through the texture unit, and without it.");
  const int width = options.size(
      {.cpu = 256, .gpu = 12288, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
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
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CHECK(cudaMallocArray(&array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, picture.data(), row_bytes, row_bytes, height,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureObject_t of_array = clamped_texture(resource);
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {in.pixels, format, static_cast<size_t>(width),
                          static_cast<size_t>(height), pitch};
  const cudaTextureObject_t of_rows = clamped_texture(resource);

  std::vector<float> got(picture.size());
  Experiment experiment("A picture of " + std::to_string(width) + " × " + std::to_string(height),
                        2.0 * row_bytes * height);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  experiment.show_modelled("texture requests", "%.0f", &Counters::texture_requests);
  const auto run = [&](const std::string& name, const auto& launch) {
    poison(out.pixels, 1LL * out.pitch * height);
    experiment.run(name, launch, [&] {
      CHECK(cudaMemcpy2D(got.data(), row_bytes, out.pixels, pitch, row_bytes, height,
                         cudaMemcpyDeviceToHost));
      return first_difference(got.data(), 1LL * width * height, expected,
                              {.absolute = 1e-5, .columns = width});
    });
  };
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32)}) {
    const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
    const std::string shape = ", " + std::to_string(block.x) + " × " + std::to_string(block.y);
    run("loads" + shape, [&] { filter_with_loads<<<grid, block>>>(in, out); });
    run("texture of an array" + shape,
        [&] { filter_with_texture<<<grid, block>>>(of_array, out); });
    run("texture of rows" + shape, [&] { filter_with_texture<<<grid, block>>>(of_rows, out); });
  }

  CHECK(cudaFree(in.pixels));
  CHECK(cudaFree(out.pixels));
  CHECK(cudaDestroyTextureObject(of_array));
  CHECK(cudaDestroyTextureObject(of_rows));
  CHECK(cudaFreeArray(array));
  return experiment.report();
}
