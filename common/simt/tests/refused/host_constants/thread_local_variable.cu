// A variable of each thread of the host.
// error: @here ‘n’ is a variable of the host, which a kernel or a __device__ function cannot use: pass its value as an argument, or make it __device__ or __constant__
// nvcc: error
thread_local int n;
__global__ void k(int* o) { *o = n; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
