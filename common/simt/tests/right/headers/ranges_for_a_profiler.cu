// Ranges and marks for a profiler, in C and in C++: they change nothing.
// supports: <nvtx3/nvToolsExt.h>, <nvtx3/nvtx3.hpp>: ranges, marks, domains; they do nothing
// prints: 285
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>

#include <cstdio>

struct solver_domain {
  static constexpr char const* name{"solver"};
};

__global__ void square(int* numbers) { numbers[threadIdx.x] *= numbers[threadIdx.x]; }

int sum(const int* numbers, int n) {
  NVTX3_FUNC_RANGE();
  int total = 0;
  for (int i = 0; i < n; ++i) total += numbers[i];
  return total;
}

void push_in_green(const char* text) {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = text;
  nvtxRangePushEx(&event);
}

int main() {
  int host[10], *numbers;
  for (int i = 0; i < 10; ++i) host[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nvtxNameCudaStreamA(stream, "the only one");
  nvtxRangePush("copy");
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpyAsync(numbers, host, sizeof host, cudaMemcpyHostToDevice, stream);
  nvtxRangePop();
  {
    nvtx3::scoped_range_in<solver_domain> range{"kernel", nvtx3::rgb{0, 128, 255},
                                                nvtx3::payload{10}};
    square<<<1, 10, 0, stream>>>(numbers);
    nvtx3::mark("launched");
  }
  push_in_green("back");
  cudaMemcpyAsync(host, numbers, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  nvtxRangePop();
  const nvtxRangeId_t last = nvtxRangeStartA("sum");
  std::printf("%d\n", sum(host, 10));
  nvtxRangeEnd(last);
  cudaFree(numbers);
  cudaStreamDestroy(stream);
}
