// A const reference spares a copy in C++; here it is the mistake.
// warning: @kernel a kernel's parameter is a reference
// nvcc: nothing
struct Camera {
  float position[3], direction[3];
};

template <class T>
__global__ void project(const Camera& camera, T* points) {  // @kernel
  points[threadIdx.x] -= camera.position[0];
}

int main() {}
