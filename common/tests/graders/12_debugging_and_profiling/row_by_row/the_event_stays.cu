// It waits by an event, which it does not destroy.
// rejected by: result
// expect: streams or events that were not destroyed: 1
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// All channels: blockIdx.y is the channel.
__global__ void amplify(float* out, const float* in, const float* gains, int samples) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const size_t first = static_cast<size_t>(blockIdx.y) * samples;
  if (i < samples) out[first + i] = in[first + i] * gains[blockIdx.y];
}

// Recordings of many channels, one after the other: out[c][i] = in[c][i] * gains[c]. All arrays are in
// the host's memory, pinned. Returns when the results are there.
void amplify_all(float* out, const float* in, const float* gains, int channels, int samples) {
  const size_t bytes = static_cast<size_t>(channels) * samples * sizeof(float);
  float *device_in = nullptr, *device_out = nullptr, *device_gains = nullptr;
  CHECK(cudaMalloc(&device_in, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMalloc(&device_gains, channels * sizeof(float)));
  CHECK(cudaMemcpy(device_gains, gains, channels * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice));
  const dim3 grid((samples + kBlock - 1) / kBlock, channels);
  amplify<<<grid, kBlock>>>(device_out, device_in, device_gains, samples);
  CHECK_LAST();
  CHECK(cudaMemcpyAsync(out, device_out, bytes, cudaMemcpyDeviceToHost));
  cudaEvent_t end;
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  for (float* memory : {device_in, device_out, device_gains}) CHECK(cudaFree(memory));
}
