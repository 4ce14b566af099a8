// A grid constant of a function that is no kernel.
// error: @here __grid_constant__ belongs to a parameter of a kernel, not of other functions
// nvcc: error
struct P {
  int x;
};
__device__ int f(const __grid_constant__ P p) { return p.x; }  // @here
__global__ void k(int* o) { *o = f(P{1}); }
int main() { k<<<1, 1>>>(nullptr); }
