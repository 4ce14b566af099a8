// The host gets the addresses of device variables from cudaGetSymbolAddress, from a pointer on the
// device that was initialised with one, and from a kernel; and hands them on.
// prints: 30 31 32
#include <cuda_runtime.h>

#include <cstdio>

__device__ int asked_for[32], pointed_to[32], told[32];
__device__ int* pointer = pointed_to;

struct View {
  int* data;
  int length;
};

__global__ void tell(View* view) { *view = {told, 32}; }
__global__ void fill(int* data, int first) { data[threadIdx.x] = first + (int)threadIdx.x; }
__global__ void last(int* out, View view) {
  out[0] = asked_for[31];
  out[1] = pointed_to[31];
  out[2] = view.data[view.length - 1];
}

int main() {
  View *device_view, view;
  int *out, *data, results[3];
  cudaMalloc(&device_view, sizeof(View));
  cudaMalloc(&out, sizeof results);

  cudaGetSymbolAddress((void**)&data, asked_for);
  fill<<<1, 32>>>(data, -1);
  cudaMemcpyFromSymbol(&data, pointer, sizeof data);
  fill<<<1, 32>>>(data, 0);
  tell<<<1, 1>>>(device_view);
  cudaMemcpy(&view, device_view, sizeof view, cudaMemcpyDeviceToHost);
  fill<<<1, 32>>>(view.data, 1);
  last<<<1, 1>>>(out, view);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", results[0], results[1], results[2]);
  cudaFree(device_view);
  cudaFree(out);
}
