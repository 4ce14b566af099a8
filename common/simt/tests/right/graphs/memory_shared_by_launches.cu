// What graphs take from the device: launches that come one after the other use the same bytes, also those of other
// graphs; memory that nobody has freed yet, and graphs that may run at the same time, need their own.
// supports: graphs: `cudaDeviceGetGraphMemAttribute`, `cudaDeviceGraphMemTrim`
// prints: nothing launched: 0 MiB
// prints: one graph: 64 MiB
// prints: again: 64 MiB
// prints: another behind it: 64 MiB
// prints: one that keeps its memory: 128 MiB
// prints: trimmed: 64 MiB
// prints: freed and trimmed: 0 MiB, at most 128 MiB
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

unsigned long long mebibytes(cudaGraphMemAttributeType attribute) {
  std::uint64_t bytes = 0;
  cudaDeviceGetGraphMemAttribute(0, attribute, &bytes);
  return bytes >> 20;
}
void print(const char* what) {
  std::printf("%s: %llu MiB\n", what, mebibytes(cudaGraphMemAttrUsedMemCurrent));
}

cudaGraphExec_t program(bool frees, void** memory) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams parameters = {};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.bytesize = 64 << 20;
  cudaGraphNode_t allocated, filled, freed;
  cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &parameters);
  *memory = parameters.dptr;
  cudaMemsetParams fill = {};
  fill.dst = parameters.dptr;
  fill.elementSize = 1;
  fill.width = 1000;
  fill.height = 1;
  cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill);
  if (frees) cudaGraphAddMemFreeNode(&freed, graph, &filled, 1, parameters.dptr);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  return exec;
}

int main() {
  void *memory, *kept;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const cudaGraphExec_t first = program(true, &memory), second = program(true, &memory),
                        keeps = program(false, &kept);
  print("nothing launched");
  cudaGraphLaunch(first, stream);
  print("one graph");
  cudaGraphLaunch(first, stream);
  print("again");
  cudaGraphLaunch(second, stream);
  print("another behind it");
  cudaGraphLaunch(keeps, stream);
  cudaGraphLaunch(first, stream);
  print("one that keeps its memory");
  cudaStreamSynchronize(stream);
  cudaDeviceGraphMemTrim(0);
  print("trimmed");
  cudaFreeAsync(kept, stream);
  cudaStreamSynchronize(stream);
  cudaDeviceGraphMemTrim(0);
  std::printf("freed and trimmed: %llu MiB, at most %llu MiB\n",
              mebibytes(cudaGraphMemAttrUsedMemCurrent), mebibytes(cudaGraphMemAttrUsedMemHigh));
  cudaGraphExecDestroy(first);
  cudaGraphExecDestroy(second);
  cudaGraphExecDestroy(keeps);
  cudaStreamDestroy(stream);
}
