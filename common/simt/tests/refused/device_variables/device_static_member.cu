// Static members cannot be in device memory.
// error: @here a member of a class cannot be __device__: where the object is, its members are, too
// nvcc: error
struct S {
  static __device__ int n;  // @here
};
__device__ int S::n = 3;
__global__ void k(int* o) { *o = S::n; }
int main() { k<<<1, 1>>>(nullptr); }
