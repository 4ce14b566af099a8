// A class one of whose members has its own copy function: the compiler copies the others one by one, also those
// that are not set yet.
// prints: 3 31 2.5
#include <cuda_runtime.h>

#include <cstdio>

class Angle {
 public:
  Angle() = default;
  __device__ Angle(const Angle& other) : degrees_(other.degrees_) {}
  __device__ Angle& operator=(const Angle& other) {
    degrees_ = other.degrees_;
    return *this;
  }
  __device__ void set(float degrees) { degrees_ = degrees; }
  __device__ float degrees() const { return degrees_; }

 private:
  float degrees_;
};
struct Joint {
  Angle angle;
  int parent;  // known later
  int number;
};

__global__ void turn(Joint* joints, int* numbers, float* degrees) {
  __shared__ Joint arm[32];
  const int i = threadIdx.x;
  arm[i].angle.set(0.5f * i);
  arm[i].number = i;
  __syncthreads();
  Joint other = arm[31 - i];
  other.angle.set(2.5f);
  joints[i] = other;
  const Joint copy = joints[i];
  numbers[i] = copy.number;
  degrees[i] = copy.angle.degrees();
}

int main() {
  Joint* joints;
  int *numbers, host_numbers[32];
  float *degrees, first = 0;
  cudaMalloc(&joints, 32 * sizeof(Joint));
  cudaMalloc(&numbers, sizeof host_numbers);
  cudaMalloc(&degrees, 32 * sizeof(float));
  turn<<<1, 32>>>(joints, numbers, degrees);
  cudaMemcpy(host_numbers, numbers, sizeof host_numbers, cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, degrees, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d %d %g\n", host_numbers[28], host_numbers[0], first);
  cudaFree(joints);
  cudaFree(numbers);
  cudaFree(degrees);
}
