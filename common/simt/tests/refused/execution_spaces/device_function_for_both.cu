// A function for both sides calls one of the device's.
// error: @call ‘int wrapped(int)’ is a __device__ function
// nvcc: error
__device__ int wrapped(int i) { return i & 31; }

__host__ __device__ int next(int i) {
  return wrapped(i + 1);  // @call
}

__global__ void k(int* out) { out[threadIdx.x] = next(threadIdx.x); }

int main() { return next(31); }
