// Exercise · polynomial_by_value: a small table that comes with the launch.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;

// In Newton's form: with c for coefficients and t for nodes, p(x) is
// c[0] + c[1] (x - t[0]) + c[2] (x - t[0]) (x - t[1]) + … + c[degree] (x - t[0]) … (x - t[degree - 1]).
struct Polynomial {
  int degree;                          // 0 to kMaxDegree
  float nodes[kMaxDegree];             // nodes[degree] and those after it mean nothing
  float coefficients[kMaxDegree + 1];  // nor do those after coefficients[degree]
};

// y[i] = p(x[i]). x and y are n floats on the device, p is on the host.

// TODO (about 12 lines): a kernel that has the polynomial as a parameter, and its launch
__global__ void evaluate(float* y, const float* x, int n, const __grid_constant__ Polynomial p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float sum = p.coefficients[p.degree];
  for (int k = p.degree - 1; k >= 0; --k) sum = sum * (at - p.nodes[k]) + p.coefficients[k];
  y[i] = sum;
}

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  evaluate<<<(n - 1) / 256 + 1, 256>>>(y, x, n, p);
}
// END
