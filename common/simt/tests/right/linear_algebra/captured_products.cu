// Products in a graph: captured once, launched three times, in managed memory that the host reads in between. Numbers
// for the functions are in managed memory, too.
// prints: 2 12 72 432
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy_back(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

int main() {
  constexpr int kSize = 3;  // a matrix of twos: its square has elements 12, and so on by 6
  float *a, *x, *y, *factors;
  cudaMallocManaged(&a, kSize * kSize * sizeof(float));
  cudaMallocManaged(&x, kSize * kSize * sizeof(float));
  cudaMallocManaged(&y, kSize * kSize * sizeof(float));
  cudaMallocManaged(&factors, 2 * sizeof(float));
  for (int i = 0; i < kSize * kSize; ++i) a[i] = x[i] = 2;
  factors[0] = 1;
  factors[1] = 0;

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, kSize, kSize, kSize, &factors[0], a, kSize, x,
              kSize, &factors[1], y, kSize);
  copy_back<<<1, 32, 0, stream>>>(y, x, kSize * kSize);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);

  std::printf("%g", x[4]);
  for (int launch = 0; launch < 3; ++launch) {
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    std::printf(" %g", x[4]);
  }
  std::printf("\n");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cublasDestroy(handle);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(x);
  cudaFree(y);
  cudaFree(factors);
}
