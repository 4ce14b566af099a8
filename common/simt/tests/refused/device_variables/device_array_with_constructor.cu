// An array of such objects.
// error: @here v needs the constructor of V, and no code runs for variables of device memory before main: give it none, or a constexpr one
// nvcc: error
struct V {
  float x;
  __host__ __device__ V() : x(1) {}
};
__device__ V v[4];  // @here
__global__ void k(float* o) { *o = v[0].x; }
int main() { k<<<1, 1>>>(nullptr); }
