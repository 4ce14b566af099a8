// A member function of the device's, for an object of the host's.
// error: @call ‘float Ray::at(float) const’ is a __device__ function
// nvcc: error
struct Ray {
  float origin, direction;
  __device__ float at(float t) const { return origin + t * direction; }
};

__global__ void shoot(const Ray* rays, float* hits) {
  hits[threadIdx.x] = rays[threadIdx.x].at(2.0f);
}

int main() {
  const Ray ray{1, 2};
  return ray.at(0) == 1 ? 0 : 1;  // @call
}
