// Not the kernel but a function that it calls has the host's function, which is a template.
// error: @call ‘T clipped(T, T, T) [with T = int]’ is a host function
// nvcc: error
template <class T>
T clipped(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}

__device__ int brighter(int pixel) {
  return clipped(pixel + 40, 0, 255);  // @call
}

__global__ void brighten(int* pixels, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) pixels[i] = brighter(pixels[i]);
}

int main() { return clipped(3, 0, 2) == 2 ? 0 : 1; }
