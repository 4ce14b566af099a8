// Variables of the host: read, and written.
// error: @read ‘rate’ is a variable of the host
// error: @written ‘steps’ is a variable of the host
// nvcc: error
float rate = 0.5f;
static int steps;

__global__ void decay(float* values) {
  values[threadIdx.x] *= rate;       // @read
  if (threadIdx.x == 0) steps += 1;  // @written
}

int main() {
  rate = 0.25f;
  return steps;
}
