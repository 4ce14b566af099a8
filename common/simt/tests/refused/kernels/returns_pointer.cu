// A pointer is a result, too; so is what the compiler deduces.
// error: @pointer a kernel returns void
// error: @deduced a kernel returns void
// nvcc: error
static __global__ const float* first(const float* values) { return values; }  // @pointer

__global__ auto second(float* values) { values[1] = 0; }  // @deduced

int main() {}
