// Layers of a library.
// refuses: <cudnn.h>: write the layer as a kernel
// error: @include the CPU backend has no <cudnn.h>: write the layer as a kernel
// nvcc: nothing
#if defined(__SIMTCC__) || __has_include(<cudnn.h>)  // not every CUDA has it
#include <cudnn.h>                                   // @include
#endif

int main() {}
