// Host code chooses a function and hands its address to the kernel.
// warning: @choice square is a __device__ function: its address in host code is none that a kernel can call
// nvcc: nothing
using Function = float (*)(float);

__device__ float square(float x) { return x * x; }

__global__ void apply(float* values, Function f) { values[threadIdx.x] = f(values[threadIdx.x]); }

void apply_to(float* values, int n) {
  Function f = nullptr;
  f = square;  // @choice
  apply<<<1, n>>>(values, f);
}

int main() {}
