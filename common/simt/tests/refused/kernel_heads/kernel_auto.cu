// A kernel whose result is deduced.
// error: @here a kernel returns void: nobody waits for its result. Let it write to memory
// nvcc: error
__global__ auto k(int* o) { *o = 1; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
