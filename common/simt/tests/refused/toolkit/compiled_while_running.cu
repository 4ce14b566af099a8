// A kernel compiled while the program runs.
// refuses: <nvrtc.h>: kernels compiled while the program runs
// error: @header the CPU backend has no <nvrtc.h>: it compiles no kernels while a program runs
// nvcc: nothing
#include <nvrtc.h>  // @header

int main() {}
