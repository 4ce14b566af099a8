// Chapter 02 · texture_fetch
//
// A texture object reads memory through the texture unit: it interpolates between elements, clamps
// coordinates at the edges, and stores 2D arrays so that both directions are near. What that is
// worth in scaling an image, and what it costs where a plain load would do.
//
//   texture_fetch [--size N]     the scaled image is N wide and 3/4 N high
//                                default 200 on the CPU backend, 6144 on a GPU
#include "tutorial.cuh"

// Pixel i of the result lies at (i + 0.5) × kScale of the source, which is magnified 2.66 times.
// All coordinates are exact in single precision, so every kernel and the host mean the same points.
constexpr float kScale = 385.0f / 1024;

// tex2D fetches four elements, interpolates between them and clamps what lies outside: one
// instruction. Element i has its centre at i + 0.5.
__global__ void scale_texture(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = tex2D<float>(image, (x + 0.5f) * kScale, (y + 0.5f) * kScale);
  }
}

// The same by hand. With `steps` > 0 the distances to the neighbours are rounded to 1 / steps, as
// the texture unit does. It runs on the host, too: it is also the reference.
__host__ __device__ inline float interpolate(const float* image, int width, int height, float x,
                                             float y, int steps) {
  const float left = floorf(x - 0.5f), top = floorf(y - 0.5f);
  float fx = x - 0.5f - left, fy = y - 0.5f - top;
  if (steps > 0) {
    fx = floorf(fx * steps + 0.5f) / steps;
    fy = floorf(fy * steps + 0.5f) / steps;
  }
  const int x0 = min(max(static_cast<int>(left), 0), width - 1);
  const int y0 = min(max(static_cast<int>(top), 0), height - 1);
  const int x1 = min(static_cast<int>(left) + 1, width - 1);
  const int y1 = min(static_cast<int>(top) + 1, height - 1);
  const float above = image[y0 * width + x0] * (1 - fx) + image[y0 * width + x1] * fx;
  const float below = image[y1 * width + x0] * (1 - fx) + image[y1 * width + x1] * fx;
  return above * (1 - fy) + below * fy;
}

__global__ void scale_plain(const float* image, int image_width, int image_height, float* out,
                            int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] =
        interpolate(image, image_width, image_height, (x + 0.5f) * kScale, (y + 0.5f) * kScale, 0);
  }
}

// No filter, no edge: each element once, neighbours by neighbours. Nothing is left that a texture
// could do for it. T is float, or float4: 16 bytes per thread.
template <class T>
__global__ void read_plain(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// The same memory through the texture unit, without an array.
template <class T>
__global__ void read_texture_linear(cudaTextureObject_t in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<T>(in, i);
}

// 2D blocks, for memory and for an array.
__global__ void read_rows_plain(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

__global__ void read_texture_array(cudaTextureObject_t in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(in, x + 0.5f, y + 0.5f);
}

// Each warp reads down a column: in row-major memory 32 sectors. Here x runs down the image and out
// is its transpose.
__global__ void read_columns_plain(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = in[x * width + y];
}

// An array is stored in small 2D pieces, in an order that CUDA does not tell: a column's elements
// are not far apart.
__global__ void read_columns_texture(cudaTextureObject_t in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tex2D<float>(in, y + 0.5f, x + 0.5f);
}

// A texture object says what memory it reads (the resource) and how (the description). For an
// image: an array, filled from row-major memory on the host, coordinates in elements.
cudaTextureObject_t texture_of_image(const std::vector<float>& image, int width, int height,
                                     cudaTextureFilterMode filter, cudaArray_t* array) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const size_t row_bytes = width * sizeof(float);
  CHECK(cudaMallocArray(array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(*array, 0, 0, image.data(), row_bytes, row_bytes, height,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = *array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = filter;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

// Linear memory that somebody else has allocated. Integer coordinates only, no filter.
template <class T>
cudaTextureObject_t texture_of_memory(T* memory, int n) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = n * sizeof(T);
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scale an image with a texture's filter, and read without.");
  const int width = options.size(
      {.cpu = 200, .gpu = 6144, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  if (width > 12288) {
    std::fprintf(stderr,
                 "texture_fetch: --size: at most 12288, tex1Dfetch reaches 2^27 elements\n");
    return kExitBadArguments;
  }
  const int height = width - width / 4, n = width * height;
  const int n4 = (n + 3) / 4;  // float4s; the last one may be padding
  const int image_width = std::max(static_cast<int>(width * kScale), 1);
  const int image_height = std::max(static_cast<int>(height * kScale), 1);
  const std::vector<float> image = random_floats(static_cast<size_t>(image_width) * image_height);
  const std::vector<float> large = random_floats(4 * n4);

  float *small_memory = nullptr, *large_memory = nullptr, *out = nullptr;
  cudaArray_t small_array = nullptr, large_array = nullptr;
  CHECK(cudaMalloc(&small_memory, image.size() * sizeof(float)));
  CHECK(cudaMalloc(&large_memory, n4 * sizeof(float4)));
  CHECK(cudaMalloc(&out, n4 * sizeof(float4)));
  CHECK(
      cudaMemcpy(small_memory, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(large_memory, large.data(), n4 * sizeof(float4), cudaMemcpyHostToDevice));
  const cudaTextureObject_t filtered =
      texture_of_image(image, image_width, image_height, cudaFilterModeLinear, &small_array);
  const cudaTextureObject_t unfiltered =
      texture_of_image(large, width, height, cudaFilterModePoint, &large_array);
  const cudaTextureObject_t linear = texture_of_memory(large_memory, n);
  auto* large4 = reinterpret_cast<float4*>(large_memory);
  auto* out4 = reinterpret_cast<float4*>(out);
  const cudaTextureObject_t linear4 = texture_of_memory(large4, n4);

  const auto scaled = [&](int i, int steps) {
    return interpolate(image.data(), image_width, image_height, (i % width + 0.5f) * kScale,
                       (i / width + 0.5f) * kScale, steps);
  };
  // Values lie in [-1, 2): one step of 1/256 in x and one in y change the result by at most 6/256.
  const auto check_scaled = [&](double tolerance, float(&largest)[2]) {
    std::vector<float> got(n);
    CHECK(cudaMemcpy(got.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) {
      largest[0] = std::max(largest[0], std::abs(got[i] - scaled(i, 0)));
      largest[1] = std::max(largest[1], std::abs(got[i] - scaled(i, 256)));
    }
    return first_difference(got.data(), n, [&](int i) { return scaled(i, 0); },
                            {.absolute = tolerance, .columns = width});
  };
  float of_loads[2] = {}, of_texture[2] = {};
  const auto transposed = [&](int i) { return large[i % height * width + i / height]; };

  const dim3 block(32, 8);
  const dim3 grid((width + 31) / 32, (height + 7) / 8), turned((height + 31) / 32, (width + 7) / 8);
  Experiment experiment("A texture or a load", out, n, 0);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  experiment.run(
      "scale: four loads",
      [&] {
        scale_plain<<<grid, block>>>(small_memory, image_width, image_height, out, width, height);
      },
      [&] { return check_scaled(1e-5, of_loads); });
  experiment.run(
      "scale: tex2D, filtered",
      [&] { scale_texture<<<grid, block>>>(filtered, out, width, height); },
      [&] { return check_scaled(6.0 / 256, of_texture); });
  experiment.run(
      "rows: load", [&] { read_plain<<<(n + 255) / 256, 256>>>(large_memory, out, n); }, large);
  experiment.run(
      "rows: tex1Dfetch<float>",
      [&] { read_texture_linear<<<(n + 255) / 256, 256>>>(linear, out, n); }, large);
  experiment.run(
      "rows: float4 load", [&] { read_plain<<<(n4 + 255) / 256, 256>>>(large4, out4, n4); }, large);
  experiment.run(
      "rows: tex1Dfetch<float4>",
      [&] { read_texture_linear<<<(n4 + 255) / 256, 256>>>(linear4, out4, n4); }, large);
  experiment.run(
      "rows: load, blocks 32×8",
      [&] { read_rows_plain<<<grid, block>>>(large_memory, out, width, height); }, large);
  experiment.run(
      "rows: tex2D of an array",
      [&] { read_texture_array<<<grid, block>>>(unfiltered, out, width, height); }, large);
  experiment.run(
      "columns: load",
      [&] { read_columns_plain<<<turned, block>>>(large_memory, out, width, height); }, transposed);
  experiment.run(
      "columns: tex2D of an array",
      [&] { read_columns_texture<<<turned, block>>>(unfiltered, out, width, height); }, transposed);
  std::printf("\nLargest difference to an interpolation with fractions of all bits / of 8 bits\n");
  std::printf("four loads   %.4f / %.4f\n", of_loads[0], of_loads[1]);
  std::printf("tex2D        %.4f / %.4f\n", of_texture[0], of_texture[1]);

  for (const cudaTextureObject_t texture : {filtered, unfiltered, linear, linear4}) {
    CHECK(cudaDestroyTextureObject(texture));
  }
  CHECK(cudaFreeArray(small_array));
  CHECK(cudaFreeArray(large_array));
  CHECK(cudaFree(small_memory));
  CHECK(cudaFree(large_memory));
  CHECK(cudaFree(out));
  return experiment.report();
}
