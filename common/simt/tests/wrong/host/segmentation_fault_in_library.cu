// A name that nobody has set goes to the C library, which reads it.
// expect: simt: host code, or what it calls, uses an address at which there is no memory
// expect: @call
// expect: advice  look for a null pointer
// exit: 139
#include <cuda_runtime.h>

#include <cstdio>

struct Options {
  const char* name = nullptr;
};

const Options options;

int main() {
  char text[64];
  const int length = std::snprintf(text, sizeof text, "%s.csv", options.name + 8);  // @call
  return length > 0 ? 0 : 1;
}
