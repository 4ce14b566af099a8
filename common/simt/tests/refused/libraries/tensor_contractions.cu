// A contraction of tensors with more than two indices.
// refuses: <cutensor.h>: contractions of tensors
// error: @header the CPU backend has no <cutensor.h>: write the contraction as a kernel
// nvcc: nothing
#include <cutensor.h>  // @header

int main() {}
