// Nor has it an address.
// error: @here the address of threadIdx cannot be taken: copy it into a variable
// nvcc: error
__device__ int f(const uint3* p) { return p->x; }
__global__ void k(int* o) { *o = f(&threadIdx); }  // @here
int main() { k<<<1, 1>>>(nullptr); }
