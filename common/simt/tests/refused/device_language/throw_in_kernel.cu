// Device code has no exceptions.
// error: @here device code has no exceptions: return an error code, or write it to memory that the host looks at; assert() and __trap() end the kernel
// nvcc: error
__global__ void k(int* o) {
  if (*o) throw 1;  // @here
  *o = 1;
}
int main() { k<<<1, 1>>>(nullptr); }
