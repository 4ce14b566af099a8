// Arrays with layers, and a cube map: written through a surface, read through textures. Between layers nothing is
// interpolated.
// supports: arrays with layers, cube maps: tex1DLayered, tex2DLayered, texCubemap, surf2DLayeredread and -write
// prints: 0 11 22
// prints: 0.5 10.5 20.5
// prints: 7 107 207
// prints: 0 1 2 3 4 5
#include <cuda_runtime.h>

#include <cstdio>

const int kWidth = 4, kHeight = 2, kLayers = 3;

__global__ void read_layers(cudaTextureObject_t image, float* out) {
  const int layer = threadIdx.x;
  out[layer] = tex2DLayered<float>(image, layer + 0.5f, 0.5f, layer);
}
__global__ void read_between(cudaTextureObject_t lines, float* out) {
  out[threadIdx.x] = tex1DLayered<float>(lines, 1.0f, threadIdx.x);
}
__global__ void write_layers(cudaSurfaceObject_t image) {
  surf2DLayeredwrite(100.0f * threadIdx.x + 7, image, 2 * sizeof(float), 1, threadIdx.x);
}
__global__ void read_back(cudaSurfaceObject_t image, float* out) {
  surf2DLayeredread(&out[threadIdx.x], image, 2 * sizeof(float), 1, threadIdx.x);
}
__global__ void look_around(cudaTextureObject_t room, float* out) {
  const float3 directions[6] = {{1, 0, 0},  {-2, 1, 0}, {0, 3, 1},
                                {1, -5, 1}, {0, 0, 9},  {0.5f, 0, -1}};
  const float3 d = directions[threadIdx.x];
  out[threadIdx.x] = texCubemap<float>(room, d.x, d.y, d.z);
}

/// An array with the values `x + 10 * layer`.
cudaArray_t make_array(int width, int height, int layers, int step, unsigned flags) {
  static float values[256];
  const int rows = height > 0 ? height : 1;
  for (int i = 0; i < width * rows * layers; ++i)
    values[i] = float(i % width * (step > 1) + i / (width * rows) * step);
  const cudaChannelFormatDesc pixel = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &pixel, make_cudaExtent(width, height, layers), flags);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values, width * sizeof(float), width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, rows, layers);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  return array;
}

cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureFilterMode filter, bool normalized) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc reading = {};
  reading.addressMode[0] = reading.addressMode[1] = reading.addressMode[2] = cudaAddressModeClamp;
  reading.filterMode = filter;
  reading.normalizedCoords = normalized;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
  return texture;
}

void print(const float* out, int n) {
  float values[6];
  cudaMemcpy(values, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) std::printf("%g%c", values[i], i < n - 1 ? ' ' : '\n');
}

int main() {
  float* out;
  cudaMalloc(&out, 6 * sizeof(float));
  const cudaArray_t image =
      make_array(kWidth, kHeight, kLayers, 10, cudaArrayLayered | cudaArraySurfaceLoadStore);
  const cudaArray_t lines = make_array(kWidth, 0, kLayers, 10, cudaArrayLayered);
  const cudaArray_t room = make_array(kWidth, kWidth, 6, 1, cudaArrayCubemap);
  const cudaTextureObject_t points = make_texture(image, cudaFilterModePoint, false);
  const cudaTextureObject_t between = make_texture(lines, cudaFilterModeLinear, false);
  const cudaTextureObject_t cube = make_texture(room, cudaFilterModePoint, true);

  read_layers<<<1, kLayers>>>(points, out);
  print(out, 3);
  read_between<<<1, 3>>>(between, out);
  print(out, 3);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = image;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  write_layers<<<1, kLayers>>>(surface);
  read_back<<<1, kLayers>>>(surface, out);
  print(out, 3);
  look_around<<<1, 6>>>(cube, out);
  print(out, 6);

  cudaDestroySurfaceObject(surface);
  cudaDestroyTextureObject(points);
  cudaDestroyTextureObject(between);
  cudaDestroyTextureObject(cube);
  cudaFreeArray(image);
  cudaFreeArray(lines);
  cudaFreeArray(room);
  cudaFree(out);
}
