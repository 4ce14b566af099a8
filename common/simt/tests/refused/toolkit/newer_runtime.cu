// Functions of the runtime that came with CUDA 12.8 and later.
// refuses: newer functions of the runtime: batched copies, resources of the device, the driver's log, cudaGetDriverEntryPointByVersion
// error: @batch ‘cudaMemcpyBatchAsync’ is of a part of the CUDA runtime that the CPU backend does not have
// error: @driver ‘cudaGetDriverEntryPointByVersion’ is of a part of the CUDA runtime that the CPU backend does not have
// error: @prefetch ‘cudaMemPrefetchBatchAsync’ is of a part of the CUDA runtime that the CPU backend does not have
// nvcc: nothing
#include <cuda_runtime.h>

int main() {
  const bool has_batches = &cudaMemcpyBatchAsync != nullptr;                // @batch
  const bool has_driver = &cudaGetDriverEntryPointByVersion != nullptr;     // @driver
  const bool has_prefetches = &cudaMemPrefetchBatchAsync != nullptr;        // @prefetch
  return has_batches && has_driver && has_prefetches ? 0 : 1;
}
