// An array of counters of each thread, which begin at anything.
// warning: @change counts is changed here, and nothing has given it a value before
// nvcc: nothing
__global__ void count_letters(const char* text, int n, int* out) {
  int counts[26];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    ++counts[(text[i] - 'a') % 26];  // @change
  }
  for (int i = 0; i < 26; ++i) atomicAdd(&out[i], counts[i]);
}

int main() {}
