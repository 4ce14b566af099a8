// A kernel loaded from PTX through the driver API.
// refuses: <cuda.h>: contexts, modules, memory and launches of the driver API
// error: @load it loads no PTX and no cubin
// error: @find it loads no PTX and no cubin
// error: @allocate use cudaMalloc
// error: @launch write the kernel in the .cu file and launch it with <<<>>>
// nvcc: nothing
#include <cuda.h>

int main() {
  CUdevice device;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr memory;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuModuleLoad(&module, "scale.ptx");             // @load
  cuModuleGetFunction(&kernel, module, "scale");  // @find
  cuMemAlloc(&memory, 1024);                      // @allocate
  void* arguments[] = {&memory};
  cuLaunchKernel(kernel, 1, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr);  // @launch
}
