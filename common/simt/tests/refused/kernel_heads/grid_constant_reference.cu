// A grid constant that is a reference.
// error: @here a __grid_constant__ parameter is const, and no reference: const __grid_constant__ T name
// nvcc: error
struct P {
  int x;
};
__global__ void k(const __grid_constant__ P& p, int* o) { *o = p.x; }  // @here
int main() {
  P p{1};
  k<<<1, 1>>>(p, nullptr);
}
