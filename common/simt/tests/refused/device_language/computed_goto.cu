// Addresses of labels, an extension of g++.
// error: @here device code has no addresses of labels: use switch
// nvcc: error
__global__ void k(int* o, int n) {
  void* p[] = {&&a, &&b};  // @here
  goto* p[n];
a:
  *o = 1;
  return;
b:
  *o = 2;
}
int main() { k<<<1, 1>>>(nullptr, 1); }
