// Solvers of a library.
// refuses: <cusolverDn.h>: solve on the host with LAPACK
// error: @include the CPU backend has no <cusolverDn.h>: solve on the host with LAPACK
// nvcc: nothing
#include <cusolverDn.h>  // @include

int main() {}
