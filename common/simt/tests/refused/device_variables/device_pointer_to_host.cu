// A pointer in device memory that begins with the address of a host variable.
// error: @here a is a variable of the host: a variable of device memory cannot begin with its value or its address
// nvcc: error
int a[4];
__device__ int* p = a;  // @here
__global__ void k(int* o) { *o = *p; }
int main() { k<<<1, 1>>>(nullptr); }
