// nvcc takes a reference without a word, and the kernel gets nothing that it could use.
// warning: @kernel a kernel's parameter is a reference
// nvcc: nothing
__global__ void largest(const int* values, int n, int& result) {  // @kernel
  result = values[0];
  for (int i = 1; i < n; ++i) result = values[i] > result ? values[i] : result;
}

int main() {}
