// A kernel that launches kernels, compiled without -rdc=true.
// error: @here a kernel that launches kernels is compiled with -rdc=true
// nvcc: error
__global__ void child(int* o) { *o = 1; }
__global__ void k(int* o) { child<<<1, 1>>>(o); }  // @here
int main() { k<<<1, 1>>>(nullptr); }
