// A picture that a kernel draws into the memory of OpenGL.
// refuses: <cuda_gl_interop.h>: memory that is shared with graphics
// error: @header the CPU backend has no <cuda_gl_interop.h>: it draws nothing; copy results to the host with cudaMemcpy
// nvcc: nothing
#include <cuda_gl_interop.h>  // @header

int main() {}
