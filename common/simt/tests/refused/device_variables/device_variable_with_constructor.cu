// A variable of device memory of a class whose constructor does something.
// error: @here v needs the constructor of V, and no code runs for variables of device memory before main: give it none, or a constexpr one
// nvcc: error
struct V {
  float x;
  __host__ __device__ V() : x(1) {}
};
__device__ V v;  // @here
__global__ void k(float* o) { *o = v.x; }
int main() { k<<<1, 1>>>(nullptr); }
