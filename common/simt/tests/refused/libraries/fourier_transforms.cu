// Fourier transforms of a library.
// refuses: <cufft.h>: write the transform as a kernel, or transform on the host with FFTW
// error: @include the CPU backend has no <cufft.h>: write the transform as a kernel, or transform on the host with FFTW
// nvcc: nothing
#include <cufft.h>  // @include

int main() {}
