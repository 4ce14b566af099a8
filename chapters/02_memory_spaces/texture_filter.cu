// Chapter 02 · texture_filter
//
// A texture object reads an array through the texture unit: one instruction interpolates between four
// elements and clamps what lies outside. The same by four loads, to compare times and results.
//
//   texture_filter [--size N]     the scaled image is N wide and 3/4 N high
//                                 default 200 on the CPU backend, 6144 on a GPU
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

cudaTextureObject_t texture_of_image(const std::vector<float>& image, int width, int height,
                                     cudaArray_t* array);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Scale an image with a texture's filter.");
  const int width = options.size(
      {.cpu = 200, .gpu = 6144, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4, n = width * height;
  const int image_width = std::max(static_cast<int>(width * kScale), 1);
  const int image_height = std::max(static_cast<int>(height * kScale), 1);
  const std::vector<float> image = random_floats(static_cast<size_t>(image_width) * image_height);

  float *in = nullptr, *out = nullptr;
  cudaArray_t array = nullptr;
  CHECK(cudaMalloc(&in, image.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice));
  const cudaTextureObject_t texture = texture_of_image(image, image_width, image_height, &array);

  // Values lie in [-1, 2): one step of 1/256 in x and one in y change the result by at most 6/256.
  const auto scaled = [&](int i, int steps) {
    return interpolate(image.data(), image_width, image_height, (i % width + 0.5f) * kScale,
                       (i / width + 0.5f) * kScale, steps);
  };
  const auto check = [&](double tolerance, float(&largest)[2]) {
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
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  Experiment experiment("A texture or four loads", out, n, 0);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  experiment.run(
      "scale: four loads",
      [&] { scale_plain<<<grid, block>>>(in, image_width, image_height, out, width, height); },
      [&] { return check(1e-5, of_loads); });
  experiment.run(
      "scale: tex2D, filtered",
      [&] { scale_texture<<<grid, block>>>(texture, out, width, height); },
      [&] { return check(6.0 / 256, of_texture); });
  std::printf("\nLargest difference to an interpolation with fractions of all bits / of 8 bits\n");
  std::printf("four loads   %.4f / %.4f\n", of_loads[0], of_loads[1]);
  std::printf("tex2D        %.4f / %.4f\n", of_texture[0], of_texture[1]);

  CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

// A texture object says what memory it reads (the resource) and how (the description). For an
// image: an array, filled from row-major memory on the host, coordinates in elements.
cudaTextureObject_t texture_of_image(const std::vector<float>& image, int width, int height,
                                     cudaArray_t* array) {
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
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}
