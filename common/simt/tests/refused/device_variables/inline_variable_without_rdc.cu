// A variable of device memory that other files share, compiled without -rdc=true.
// error: @here files share device memory with -rdc=true only: without it, make it static, and each file has its own
// nvcc: error
namespace {
inline __device__ int own;
}
static inline __device__ int hidden;
namespace counts {
inline __constant__ int limit;  // @here
}
__global__ void k() { own = hidden = counts::limit; }
int main() { k<<<1, 1>>>(); }
