// A constant has a value on the device, and no address.
// error: @here n is a constant of the host: device code knows its value, but it has no address there. Copy it into a variable, or make it __constant__
// nvcc: error
const int n = 4;
__device__ int at(const int* p) { return *p; }
__global__ void k(int* o) { *o = at(&n); }  // @here
int main() { k<<<1, 1>>>(nullptr); }
