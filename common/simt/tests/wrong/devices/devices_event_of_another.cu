// An event is recorded in streams of its own device only.
// expect: simt: warning: cudaEventRecord() at
// exit: 0
// expect: @record
// expect: the stream belongs to device 1, and this is for device 0
#include <cuda_runtime.h>

int main() {
  cudaEvent_t event;
  cudaStream_t stream;
  cudaEventCreate(&event);
  cudaSetDevice(1);
  cudaStreamCreate(&stream);
  cudaEventRecord(event, stream);  // @record
}
