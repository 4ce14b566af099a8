// A number for a stream.
// error: @here invalid conversion from ‘int’ to ‘cudaStream_t’ {aka ‘CUstream_st*’} [-fpermissive]
// nvcc: error
__global__ void k(float* o) { *o = 1; }
int main() { k<<<1, 1, 0, 5>>>(nullptr); }  // @here
