// A launch without a configuration.
// error: @here this launch has no configuration: kernel<<<grid, block>>>(...)
// nvcc: error
__global__ void k(int* o) { *o = 1; }
int main() { k<<<>>>(nullptr); }  // @here
