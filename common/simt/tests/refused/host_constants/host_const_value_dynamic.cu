// A constant that the host computes when it starts.
// error: @here n is computed when the host's program starts, so device code has no copy of it: pass its value as an argument, or make it constexpr
// nvcc: error
int f() { return 4; }
const int n = f();
__global__ void k(int* o) { *o = n; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
