// An initialiser that reads a variable of the host.
// error: @here f is a variable of the host: a variable of device memory cannot begin with its value or its address
// nvcc: error
int f = 3;
__device__ int x = f;  // @here
__global__ void k(int* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }
