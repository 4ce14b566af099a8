// A launch with too much of it.
// error: @here too many arguments to function ‘simt::Launch simt::launch(const char*, const char*, int, dim3, dim3, std::size_t, cudaStream_t)’
// nvcc: error
__global__ void k(int* o) { *o = 1; }
int main() { k<<<1, 1, 0, 0, 0>>>(nullptr); }  // @here
