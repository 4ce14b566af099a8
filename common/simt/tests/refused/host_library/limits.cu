// numeric_limits has constexpr functions of the host.
// error: @limit std::numeric_limits<...>::max is for the host only
// nvcc: error
#include <limits>

__global__ void smallest(const float* in, int n, float* out) {
  float best = std::numeric_limits<float>::max();  // @limit
  for (int i = 0; i < n; ++i) best = in[i] < best ? in[i] : best;
  *out = best;
}

int main() {}
