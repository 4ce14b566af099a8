// A grid constant that is not const.
// error: @here a __grid_constant__ parameter is const, and no reference: const __grid_constant__ T name
// nvcc: error
struct P {
  int x;
};
__global__ void k(__grid_constant__ P p, int* o) { *o = p.x; }  // @here
int main() { k<<<1, 1>>>(P{1}, nullptr); }
