// Kernels that are compiled when the program runs.
// refuses: <nvrtc.h>: compile the kernel with the program
// error: @include the CPU backend has no <nvrtc.h>: compile the kernel with the program
// nvcc: nothing
#include <nvrtc.h>  // @include

int main() {}
