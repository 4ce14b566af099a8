// expect: simt: __syncthreads was called from host code
#include <cuda_runtime.h>

int main() { __syncthreads(); }
