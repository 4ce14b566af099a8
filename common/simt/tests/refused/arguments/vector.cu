// The same with a vector, which is a variable, and with a template.
// warning: @launch an argument of this launch is a class of the C++ library
// nvcc: nothing
#include <vector>

template <class Values>
__global__ void use(Values values, int* out) {
  (void)values;
  *out = 1;
}

int main() {
  const std::vector<int> values(100);
  int* out = nullptr;
  use<<<1, 1>>>(values, out);  // @launch
}
