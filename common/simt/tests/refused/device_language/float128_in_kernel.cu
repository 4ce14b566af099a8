// Numbers of 128 bits.
// error: @here device code has no numbers of 128 bits: double is the widest
// nvcc: error
__global__ void k(float* o) {
  __float128 x = *o;  // @here
  *o = x * 2;
}
int main() { k<<<1, 1>>>(nullptr); }
