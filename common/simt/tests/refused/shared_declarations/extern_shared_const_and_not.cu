// volatile is a part of the type.
// error: @here extern __shared__ s has another type elsewhere in this file, and all of one name are one array: declare it as bytes or as one type everywhere, or give it two names
// nvcc: error
__global__ void a(float* o) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  *o = s[0];
}
__global__ void b(float* o) {
  extern __shared__ volatile float s[];  // @here
  s[threadIdx.x] = 1;
  *o = s[0];
}
int main() {
  a<<<1, 32, 128>>>(nullptr);
  b<<<1, 32, 128>>>(nullptr);
}
