// Products by tensor cores.
// refuses: <mma.h>: there are no tensor cores
// error: @include the CPU backend has no <mma.h>: there are no tensor cores
// nvcc: nothing
#include <mma.h>  // @include

int main() {}
