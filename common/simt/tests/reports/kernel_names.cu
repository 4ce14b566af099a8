// Launches a kernel in every way that does not name it. kernel_names_test.sh knows the names.
#include <cuda_runtime.h>

#include <cstdio>

template <class T, int N>
__global__ void scale(T* values) {
  values[threadIdx.x] *= N;
}
__global__ void plain(float* values) { values[threadIdx.x] += 1; }
template <class T>
struct Pointer {
  T* data;
};
template <class T>
__global__ void by_view(Pointer<T> values) {
  values.data[threadIdx.x] = 1;
}
namespace inner {
namespace {
template <bool Zero>
__global__ void clear(float* values) {
  if (Zero) values[threadIdx.x] = 0;
}
}  // namespace
}  // namespace inner

template <void (*Kernel)(float*)>
void launch_parameter(float* values) {
  Kernel<<<1, 32>>>(values);
}
template <class Kernel, class... Arguments>
void launch_argument(Kernel kernel, Arguments... arguments) {
  kernel<<<1, 32>>>(arguments...);
}
template <class T>
void launch_type(T* values) {
  scale<T, 3><<<1, 32>>>(values);
  by_view<T><<<1, 32>>>(Pointer<T>{values});
}

int main() {
  float* values;
  cudaMalloc(&values, 256);
  cudaMemset(values, 0, 256);
  // names
  plain<<<1, 32>>>(values);
  scale<float, 2><<<1, 32>>>(values);
  // expressions
  void (*table[])(float*) = {plain, scale<float, 4>, inner::clear<true>};
  for (auto& entry : table) entry<<<1, 32>>>(values);
  table[1]<<<1, 32>>>(values);
  auto pointer = scale<float, 5>;
  pointer<<<1, 32>>>(values);
  (*pointer)<<<1, 32>>>(values);
  auto& reference = plain;
  reference<<<1, 32>>>(values);
  struct {
    void (*kernel)(float*);
  } object{inner::clear<false>};
  object.kernel<<<1, 32>>>(values);
  // templates
  launch_parameter<scale<float, 6>>(values);
  launch_argument(scale<float, 7>, values);
  launch_argument(by_view<float>, Pointer<float>{values});
  launch_type(values);
  launch_type(reinterpret_cast<int*>(values));
  // functions of the runtime
  void* arguments[] = {&values};
  cudaLaunchKernel((void*)scale<float, 8>, dim3(1), dim3(32), arguments, 0, nullptr);
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  cudaLaunchKernelEx(&config, scale<float, 9>, values);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)scale<float, 10>;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, nullptr);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(values);
  std::puts(cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
