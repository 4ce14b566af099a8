// A table of functions in a struct that goes to the kernel by value.
// warning: @table add is a __device__ function
// nvcc: nothing
struct Operations {
  int (*of)(int, int);
  int identity;
};

__device__ int add(int a, int b) { return a + b; }

__global__ void fold(const int* numbers, int n, Operations operations, int* result) {
  int value = operations.identity;
  for (int i = 0; i < n; ++i) value = operations.of(value, numbers[i]);
  *result = value;
}

int main() {
  const Operations sum = {add, 0};  // @table
  fold<<<1, 1>>>(nullptr, 0, sum, nullptr);
}
