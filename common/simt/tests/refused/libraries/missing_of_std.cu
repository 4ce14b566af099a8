// What cuda::std has beyond the backend's.
// refuses: <cuda/std/mdspan>: of cuda::std it has algorithm, array, atomic
// error: @include the CPU backend has no <cuda/std/mdspan>: of cuda::std it has algorithm, array, atomic
// nvcc: nothing
#include <cuda/std/mdspan>  // @include

int main() {}
