// Nothing is caught, either.
// error: @here device code has no exceptions: return an error code, or write it to memory that the host looks at; assert() and __trap() end the kernel
// nvcc: error
__global__ void k(int* o) {
  try {  // @here
    *o = 1;
  } catch (...) {
    *o = 2;
  }
}
int main() { k<<<1, 1>>>(nullptr); }
