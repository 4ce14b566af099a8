// Of a vector type only one member has a value.
// warning: @read is used uninitialized
// nvcc: nothing
__global__ void length_of(const float* in, float* out) {
  float2 v;
  v.x = in[threadIdx.x];
  out[threadIdx.x] = v.x * v.x + v.y;  // @read
}

int main() {}
