// A string goes to a kernel: its bytes do, and they lead to memory of the host.
// warning: @launch an argument of this launch is a class of the C++ library
// nvcc: nothing
#include <string>

__global__ void measure(std::string text, int* length) {
  (void)text;
  *length = 0;
}

int main() {
  int* length = nullptr;
  const std::string text("a text that is too long to stand in the string itself");
  measure<<<1, 1>>>(text, length);  // @launch
}
