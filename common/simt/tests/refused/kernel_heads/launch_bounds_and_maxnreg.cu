// Both ways to limit registers.
// error: @here __maxnreg__ and __launch_bounds__ exclude each other
// nvcc: error
__global__ void __launch_bounds__(64, 2) __maxnreg__(32) k(int* o) { *o = 1; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
