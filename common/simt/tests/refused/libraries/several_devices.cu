// Several devices with a memory of all.
// refuses: <nvshmem.h>: devices exchange data by kernels with peer access
// error: @include the CPU backend has no <nvshmem.h>: devices exchange data by kernels with peer access
// nvcc: nothing
#if defined(__SIMTCC__) || __has_include(<nvshmem.h>)  // not every CUDA has it
#include <nvshmem.h>                                   // @include
#endif

int main() {}
