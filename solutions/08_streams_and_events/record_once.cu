// Exercise · record_once: four kernels and two branches, recorded once and launched often.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

// All of it in device memory, n floats each.
struct Signal {
  const float* in;
  float *scaled, *smooth, *steep, *out;
  int n;
};

__global__ void scale(const float* in, float* scaled, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) scaled[i] = 2 * in[i] + 1;
}

__global__ void smoothen(const float* scaled, float* smooth, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) smooth[i] = 0.5f * (scaled[i] + scaled[min(i + 1, n - 1)]);
}

__global__ void steepen(const float* scaled, float* steep, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) steep[i] = scaled[min(i + 1, n - 1)] - scaled[i];
}

__global__ void combine(const float* smooth, const float* steep, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = smooth[i] + 4 * steep[i];
}

// TODO (about 35 lines): record, play, and forget
//           smoothen
//          /        \.
//     scale          combine
//          \        /
//           steepen
struct Recording {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
};

// Records the four kernels with what waits for what, and nothing else. None of them runs yet.
Recording record(const Signal& signal) {
  const int blocks = (signal.n + kBlock - 1) / kBlock;
  Recording recording;
  cudaStream_t main = nullptr, side = nullptr;
  cudaEvent_t scaled = nullptr, steep = nullptr;
  for (cudaStream_t* stream : {&main, &side}) {
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  for (cudaEvent_t* event : {&scaled, &steep}) {
    CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  }
  CHECK(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
  scale<<<blocks, kBlock, 0, main>>>(signal.in, signal.scaled, signal.n);
  CHECK_LAST();
  CHECK(cudaEventRecord(scaled, main));
  CHECK(cudaStreamWaitEvent(side, scaled));
  smoothen<<<blocks, kBlock, 0, main>>>(signal.scaled, signal.smooth, signal.n);
  CHECK_LAST();
  steepen<<<blocks, kBlock, 0, side>>>(signal.scaled, signal.steep, signal.n);
  CHECK_LAST();
  CHECK(cudaEventRecord(steep, side));
  CHECK(cudaStreamWaitEvent(main, steep));
  combine<<<blocks, kBlock, 0, main>>>(signal.smooth, signal.steep, signal.out, signal.n);
  CHECK_LAST();
  CHECK(cudaStreamEndCapture(main, &recording.graph));
  CHECK(cudaGraphInstantiate(&recording.executable, recording.graph, 0));
  for (cudaEvent_t event : {scaled, steep}) CHECK(cudaEventDestroy(event));
  for (cudaStream_t stream : {main, side}) CHECK(cudaStreamDestroy(stream));
  return recording;
}

// Plays what was recorded, in the stream, with what is in signal.in when the stream gets there.
void play(const Recording& recording, cudaStream_t stream) {
  CHECK(cudaGraphLaunch(recording.executable, stream));
}

// Destroys all that record() has made.
void forget(Recording& recording) {
  CHECK(cudaGraphExecDestroy(recording.executable));
  CHECK(cudaGraphDestroy(recording.graph));
}
// END
