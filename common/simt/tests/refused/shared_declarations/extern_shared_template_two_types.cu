// A template with two types: the classic one.
// error: @here extern __shared__ s has another type elsewhere in this file, and all of one name are one array: declare it as bytes or as one type everywhere, or give it two names
// nvcc: error
template <class T>
__global__ void a(T* o) {
  extern __shared__ T s[];  // @here
  s[threadIdx.x] = 1;
  *o = s[0];
}
int main() {
  a<<<1, 32, 128>>>((float*)nullptr);
  a<<<1, 32, 256>>>((double*)nullptr);
}
