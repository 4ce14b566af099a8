// A host function must not call CUDA: it may wait for the stream that runs it.
// expect: simt: the host function at
// expect: host_function_calls_api.cu:
// expect: calls CUDA, which must not be called there: it gets cudaErrorNotPermitted
// expect: allocate cudaErrorNotPermitted
// expect: wait cudaErrorNotPermitted
// expect: launch cudaErrorNotPermitted
// expect: afterwards cudaSuccess
#include <cuda_runtime.h>

__global__ void nothing() {}

void ask(void*) {
  void* memory;
  std::fprintf(stderr, "allocate %s\n", cudaGetErrorName(cudaMalloc(&memory, 4)));
  std::fprintf(stderr, "wait %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  nothing<<<1, 1>>>();
  std::fprintf(stderr, "launch %s\n", cudaGetErrorName(cudaGetLastError()));
}

int main() {
  cudaLaunchHostFunc(nullptr, ask, nullptr);
  std::fprintf(stderr, "afterwards %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 1;
}
