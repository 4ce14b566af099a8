// Such a large array has pages of its own; one row of the image is missing in it.
// expect: simt: cudaMemcpy() writes 4194304 bytes of the host's memory, where a block of the heap has 419
// expect: @copy
#include <cuda_runtime.h>

#include <memory>

int main() {
  constexpr int width = 1024, height = 1024;
  const auto image = std::make_unique<int[]>(width * (height - 1));
  int* on_device;
  cudaMalloc(&on_device, width * height * sizeof(int));
  cudaMemset(on_device, 0, width * height * sizeof(int));
  cudaMemcpy(image.get(), on_device, width * height * sizeof(int),
             cudaMemcpyDeviceToHost);  // @copy
  cudaFree(on_device);
  return image[0];
}
