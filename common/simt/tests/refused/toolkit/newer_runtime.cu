// Functions of the runtime that came with the last versions of CUDA.
// refuses: newer functions of the runtime: batched copies, resources of the device, the driver's log
// error: @log ‘cudaLogsDumpToFile’ is of a part of the CUDA runtime that the CPU backend does not have
// error: @atomics ‘cudaDeviceGetHostAtomicCapabilities’ is of a part of the CUDA runtime that the CPU backend does not have
// nvcc: nothing
#include <cuda_runtime.h>

int main() {
  const bool has_log = &cudaLogsDumpToFile != nullptr;                       // @log
  const bool has_atomics = &cudaDeviceGetHostAtomicCapabilities != nullptr;  // @atomics
  return has_log && has_atomics ? 0 : 1;
}
