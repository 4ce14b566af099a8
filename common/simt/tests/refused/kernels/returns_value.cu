// A result that nobody could wait for.
// error: @kernel a kernel returns void
// nvcc: error
__global__ int count_zeros(const int* values, int n) {  // @kernel
  int count = 0;
  for (int i = 0; i < n; ++i) count += values[i] == 0;
  return count;
}

int main() {}
