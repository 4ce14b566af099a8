// Several devices.
// refuses: <nccl.h>: there is one device
// error: @include the CPU backend has no <nccl.h>: there is one device
// nvcc: nothing
#if defined(__SIMTCC__) || __has_include(<nccl.h>)  // not every CUDA has it
#include <nccl.h>                                   // @include
#endif

int main() {}
