// A struct that asks for 16 bytes of alignment, at the place behind a header of 8 bytes.
// expect: simt: read of one Quaternion at the misaligned address
// expect: @access
// expect: multiple of its alignment, 16 bytes
#include <cuda_runtime.h>

struct __align__(16) Quaternion {
  float w, x, y, z;
};

template <class T>
__device__ T element(const unsigned char* file, int i) {
  return reinterpret_cast<const T*>(file + sizeof(long long))[i];  // @access
}

__global__ void norms(const unsigned char* file, float* out) {
  const Quaternion q = element<Quaternion>(file, threadIdx.x);
  out[threadIdx.x] = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}

int main() {
  unsigned char* file;
  float* out;
  cudaMalloc(&file, 8 + 32 * sizeof(Quaternion));
  cudaMemset(file, 0, 8 + 32 * sizeof(Quaternion));
  cudaMalloc(&out, 32 * sizeof(float));
  norms<<<1, 32>>>(file, out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
