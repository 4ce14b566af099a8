// A local variable of a kernel is one for each thread anyway.
// error: @here device code has no thread_local variables: every local variable is one for each thread
// nvcc: error
__global__ void k(int* o) {
  thread_local int n;  // @here
  *o = n;
}
int main() { k<<<1, 1>>>(nullptr); }
