// A sum that begins with whatever was there.
// warning: @change sum is changed here, and nothing has given it a value before
// nvcc: nothing
__global__ void sum_rows(const float* rows, int length, float* sums) {
  float sum;
  for (int i = 0; i < length; ++i) {
    sum += rows[threadIdx.x * length + i];  // @change
  }
  sums[threadIdx.x] = sum;
}

int main() {}
