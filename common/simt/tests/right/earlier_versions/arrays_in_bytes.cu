// An image goes into an array by bytes, row behind row: whole, then from the middle of a row on; a texture reads it.
// supports: earlier versions of CUDA: `cudaMemcpyToArray`, `cudaMemcpyFromArray`
// prints: 0 5 10 15
// prints: 0 1 2 -1 -2 -3 -4 7 8 9 10 11
#include <cuda_runtime.h>

#include <cstdio>

__global__ void diagonal(cudaTextureObject_t image, float* out) {
  out[threadIdx.x] = tex2D<float>(image, threadIdx.x + 0.5f, threadIdx.x + 0.5f);
}

int main() {
  float pixels[16], corner[4] = {-1, -2, -3, -4}, seen[4], *out;
  for (int i = 0; i < 16; ++i) pixels[i] = float(i);
  const cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &channel, 4, 4);
  cudaMemcpyToArray(array, 0, 0, pixels, sizeof pixels, cudaMemcpyHostToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc reading = {};
  reading.readMode = cudaReadModeElementType;
  cudaTextureObject_t image;
  cudaCreateTextureObject(&image, &resource, &reading, nullptr);
  cudaMalloc(&out, sizeof seen);
  diagonal<<<1, 4>>>(image, out);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g\n", seen[0], seen[1], seen[2], seen[3]);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyToArrayAsync(array, 3 * sizeof(float), 0, corner, sizeof corner, cudaMemcpyHostToDevice,
                         stream);
  cudaMemcpyFromArrayAsync(pixels, array, 0, 0, 12 * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 12; ++i) std::printf("%g%c", pixels[i], i < 11 ? ' ' : '\n');
  cudaStreamDestroy(stream);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(out);
}
