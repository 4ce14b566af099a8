// A managed variable cannot be a reference.
// error: @here a __managed__ variable is neither const nor a reference nor thread_local
// nvcc: error
__device__ int y;
__managed__ int& x = y;  // @here
__global__ void k(int* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }
