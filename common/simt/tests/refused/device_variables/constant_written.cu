// A kernel that assigns a variable of constant memory.
// error: @here c is constant memory, which kernels cannot write: copy to it with cudaMemcpyToSymbol, or make it __device__
// nvcc: error
__constant__ int c;
__global__ void k() { c = 1; }  // @here
int main() { k<<<1, 1>>>(); }
