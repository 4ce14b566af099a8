// A static variable of a device function that begins with an argument.
// error: @here x is no constant at its beginning, and no code runs for variables of device memory before main: write a constant, or copy the value with cudaMemcpyToSymbol
// error: @here ‘n’ is not a constant expression
// nvcc: error
__device__ int f(int n) {
  static int x = n;  // @here
  return x++;
}
__global__ void k(int* o) { *o = f(*o); }
int main() { k<<<1, 1>>>(nullptr); }
