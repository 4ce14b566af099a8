// math.h is computed by the host.
// error: @here sqrtf() is no constant, and no code runs for variables of device memory before main: write the number, or copy it with cudaMemcpyToSymbol
// nvcc: error
#include <cmath>
__constant__ float x = sqrtf(2.0f);  // @here
__global__ void k(float* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }
