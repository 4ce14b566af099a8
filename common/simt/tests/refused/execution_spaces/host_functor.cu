// A function object whose operator() is the host's: the kernel that calls it is a template.
// error: @call ‘float Squared::operator()(float) const’ is a host function
// nvcc: error
struct Squared {
  float operator()(float x) const { return x * x; }
};

template <class Function>
__global__ void transform(float* values, int n, Function function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] = function(values[i]);  // @call
}

int main() {
  float* values;
  cudaMalloc(&values, 128);
  transform<<<1, 32>>>(values, 32, Squared{});
  cudaFree(values);
}
