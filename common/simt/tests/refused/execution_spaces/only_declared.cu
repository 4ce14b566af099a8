// A host function that this file only declares, in a namespace.
// error: @call ‘int tables::lookup(int)’ is a host function
// nvcc: error
namespace tables {
int lookup(int key);
}

__global__ void fill(int* out) {
  out[threadIdx.x] = tables::lookup(threadIdx.x);  // @call
}

int main() {}
