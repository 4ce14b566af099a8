// A function of the host is launched.
// error: @here k is a function of the host: only a kernel is launched. Write __global__ in front of it
// nvcc: error
__global__ void other() {}
void k(float* o) { *o = 1; }
int main() { k<<<1, 1>>>(nullptr); }  // @here
