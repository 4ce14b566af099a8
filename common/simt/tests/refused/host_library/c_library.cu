// Functions of the C library that the device does not have.
// error: @random rand is for the host only
// error: @length strlen is for the host only
// error: @leave std::exit is for the host only
// nvcc: error
#include <cstdlib>
#include <cstring>

__global__ void scramble(char* text) {
  const int at = rand() % 8;    // @random
  if (at < 0) std::exit(1);     // @leave
  text[at % strlen(text)] = 0;  // @length
}
int main() {}
