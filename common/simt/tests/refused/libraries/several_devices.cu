// Several devices.
// refuses: <nccl.h>: devices exchange data by cudaMemcpyPeerAsync
// error: @include the CPU backend has no <nccl.h>: devices exchange data by cudaMemcpyPeerAsync
// nvcc: nothing
#if defined(__SIMTCC__) || __has_include(<nccl.h>)  // not every CUDA has it
#include <nccl.h>                                   // @include
#endif

int main() {}
