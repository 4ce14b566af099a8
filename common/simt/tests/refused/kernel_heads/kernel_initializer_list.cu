// A list of the host as a parameter.
// error: @here a kernel cannot have a std::initializer_list, whose numbers are in the host's memory: pass a struct with an array
// nvcc: error
#include <initializer_list>
__global__ void k(std::initializer_list<int> l) {}  // @here
int main() { k<<<1, 1>>>({1, 2}); }
