// Chapter 02 · texture_fetch
//
// Reading without a filter, through the texture unit and by plain loads: along the rows of an image,
// where a texture has nothing to add, and down its columns, where the order of an array helps.
//
//   texture_fetch [--size N]     the image is N wide and 3/4 N high
//                                default 200 on the CPU backend, 6144 on a GPU
#include "tutorial.cuh"

// Each element once, neighbours by neighbours. T is float, or float4: 16 bytes per thread.
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

cudaTextureObject_t texture_of_array(const std::vector<float>& image, int width, int height,
                                     cudaArray_t* array);
template <class T>
cudaTextureObject_t texture_of_memory(T* memory, int n);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Read an image with and without a texture.");
  const int width = options.size(  // tex1Dfetch reaches 2^27 elements
      {.cpu = 200, .gpu = 6144, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  if (width > 12288) {
    std::fprintf(stderr, "texture_fetch: --size: at most 12288\n");
    return kExitBadArguments;
  }
  const int height = width - width / 4, n = width * height;
  const int n4 = (n + 3) / 4;  // float4s; the last one may be padding
  const std::vector<float> image = random_floats(4 * n4);

  float *in = nullptr, *out = nullptr;
  cudaArray_t array = nullptr;
  CHECK(cudaMalloc(&in, n4 * sizeof(float4)));
  CHECK(cudaMalloc(&out, n4 * sizeof(float4)));
  CHECK(cudaMemcpy(in, image.data(), n4 * sizeof(float4), cudaMemcpyHostToDevice));
  auto *in4 = reinterpret_cast<float4*>(in), *out4 = reinterpret_cast<float4*>(out);
  const cudaTextureObject_t of_array = texture_of_array(image, width, height, &array),
                            linear = texture_of_memory(in, n), linear4 = texture_of_memory(in4, n4);

  const dim3 block(32, 8);
  const dim3 grid((width + 31) / 32, (height + 7) / 8), turned((height + 31) / 32, (width + 7) / 8);
  const int blocks = (n + 255) / 256, blocks4 = (n4 + 255) / 256;
  const auto transposed = [&](int i) { return image[i % height * width + i / height]; };
  Experiment experiment("A texture or a load", out, n, 0);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  experiment.run(
      "rows: load", [&] { read_plain<<<blocks, 256>>>(in, out, n); }, image);
  experiment.run(
      "rows: tex1Dfetch<float>", [&] { read_texture_linear<<<blocks, 256>>>(linear, out, n); },
      image);
  experiment.run(
      "rows: float4 load", [&] { read_plain<<<blocks4, 256>>>(in4, out4, n4); }, image);
  experiment.run(
      "rows: tex1Dfetch<float4>", [&] { read_texture_linear<<<blocks4, 256>>>(linear4, out4, n4); },
      image);
  experiment.run(
      "rows: load, blocks 32×8", [&] { read_rows_plain<<<grid, block>>>(in, out, width, height); },
      image);
  experiment.run(
      "rows: tex2D of an array",
      [&] { read_texture_array<<<grid, block>>>(of_array, out, width, height); }, image);
  experiment.run(
      "columns: load", [&] { read_columns_plain<<<turned, block>>>(in, out, width, height); },
      transposed);
  experiment.run(
      "columns: tex2D of an array",
      [&] { read_columns_texture<<<turned, block>>>(of_array, out, width, height); }, transposed);

  for (const auto texture : {of_array, linear, linear4}) CHECK(cudaDestroyTextureObject(texture));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}

// An array, filled from row-major memory on the host; coordinates in elements, no filter.
cudaTextureObject_t texture_of_array(const std::vector<float>& image, int width, int height,
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
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

// Linear memory that exists already. Integer coordinates only, no filter.
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
