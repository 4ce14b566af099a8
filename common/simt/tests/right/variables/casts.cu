// Variables, arrays of bytes and packed structs under other types, aligned as these need it.
// prints: 42 7 2.5 1 515 6
#include <cuda_runtime.h>

#include <cstdio>

struct __attribute__((packed)) Packed {
  char kind;
  int value;
};

__device__ int numbers[8];
__device__ unsigned char bytes[16];
__device__ float4 wide[2];
__constant__ float row[8] = {1, 1.5f, 2, 2.5f};

__global__ void use(int* out, float* floats) {
  *(int*)((char*)&numbers + 4) = 42;
  out[0] = reinterpret_cast<const int2*>(numbers)[0].y;

  Packed* const packed = (Packed*)bytes;
  packed[1] = {1, 7};
  packed[2].value = 0;
  out[1] = ((const Packed*)(bytes + 5))->value + packed[2].value;

  floats[0] = reinterpret_cast<const float2*>(&row[2])->y;
  *(float4*)&wide[1] = *reinterpret_cast<const float4*>(row);
  floats[1] = ((const float*)wide)[4];

  alignas(8) char buffer[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  out[2] = *(const short*)(buffer + 2) - 255;
  out[3] = (*reinterpret_cast<const int*>(&buffer[4]) >> 16) % 256;
}

int main() {
  int *out, ints[4];
  float *floats, results[2];
  cudaMalloc(&out, sizeof ints);
  cudaMalloc(&floats, sizeof results);
  use<<<1, 1>>>(out, floats);
  cudaMemcpy(ints, out, sizeof ints, cudaMemcpyDeviceToHost);
  cudaMemcpy(results, floats, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%d %d %g %g %d %d\n", ints[0], ints[1], results[0], results[1], ints[2], ints[3]);
  cudaFree(out);
  cudaFree(floats);
}
