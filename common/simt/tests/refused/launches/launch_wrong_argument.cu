// An argument of another type.
// error: @here cannot convert ‘int*’ to ‘float*’
// nvcc: error
__global__ void k(float* o) { *o = 1; }
int main() {
  int* p = nullptr;
  k<<<1, 1>>>(p);  // @here
}
