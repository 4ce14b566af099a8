// Hands the kernel an address of the host. (Some GPUs can read there, over the bus.)
// rejected by: compute-sanitizer memcheck
// expect: read of 4 bytes of host memory
// expect: @k
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float coefficients[kMaxDegree + 1];  // of 1, x, x², …; those above `degree` mean nothing
};

// y[i] = p(x[i]). x and y are n floats of the device, p is on the host.
__global__ void evaluate(float* y, const float* x, int n, const Polynomial* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float sum = 0;
  for (int k = p->degree; k >= 0; --k) sum = sum * at + p->coefficients[k];  // @k
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  evaluate<<<(n - 1) / 256 + 1, 256>>>(y, x, n, &p);
}
