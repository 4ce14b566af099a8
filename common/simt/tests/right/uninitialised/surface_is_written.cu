// What one kernel writes through a surface, and another one through a pointer, textures read, and host code does, too.
// prints: 0 2 4 6 30 31 32 33, 12
#include <cuda_runtime.h>

#include <cstdio>

__global__ void write(cudaSurfaceObject_t surface, int* line) {
  surf2Dwrite(2 * static_cast<int>(threadIdx.x), surface, threadIdx.x * sizeof(int), 0);
  line[threadIdx.x] = 30 + threadIdx.x;
}

__global__ void read(cudaTextureObject_t plane, cudaTextureObject_t line, int* out) {
  out[threadIdx.x] = tex2D<int>(plane, threadIdx.x, 0);
  out[threadIdx.x + blockDim.x] = tex1Dfetch<int>(line, threadIdx.x);
}

int main() {
  constexpr int kWidth = 4;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, kWidth, 1, cudaArraySurfaceLoadStore);
  int *line, *out, host[2 * kWidth] = {};
  cudaMalloc(&line, kWidth * sizeof(int));
  cudaMalloc(&out, sizeof host);
  cudaResourceDesc plane{}, linear{};
  plane.resType = cudaResourceTypeArray;
  plane.res.array.array = array;
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = line;
  linear.res.linear.desc = format;
  linear.res.linear.sizeInBytes = kWidth * sizeof(int);
  cudaTextureDesc how{};
  cudaSurfaceObject_t surface;
  cudaTextureObject_t textures[2];
  cudaCreateSurfaceObject(&surface, &plane);
  cudaCreateTextureObject(&textures[0], &plane, &how, nullptr);
  cudaCreateTextureObject(&textures[1], &linear, &how, nullptr);
  write<<<1, kWidth>>>(surface, line);
  read<<<1, kWidth>>>(textures[0], textures[1], out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2 * kWidth; ++i) std::printf(i < 7 ? "%d " : "%d, ", host[i]);
  int row[kWidth];
  cudaMemcpy2DFromArray(row, sizeof row, array, 0, 0, sizeof row, 1, cudaMemcpyDeviceToHost);
  std::printf("%d\n", row[0] + row[1] + row[2] + row[3]);
  cudaDestroyTextureObject(textures[0]);
  cudaDestroyTextureObject(textures[1]);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(line);
  cudaFree(out);
}
