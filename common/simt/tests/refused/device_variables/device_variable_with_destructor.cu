// A destructor that does something would have to run at the end.
// error: @here v needs the destructor of V, and no code runs for variables of device memory at the end
// nvcc: error
struct V {
  float x;
  __host__ __device__ ~V() { x = 0; }
};
__device__ V v;  // @here
__global__ void k(float* o) { *o = v.x; }
int main() { k<<<1, 1>>>(nullptr); }
