// A kernel with an exception specification.
// error: @here a kernel cannot say noexcept: device code has no exceptions anyway
// nvcc: error
__global__ void k(int* o) noexcept { *o = 1; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
