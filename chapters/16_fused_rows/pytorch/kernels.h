// Starts the chapter's kernels. All pointers are to device memory; a row has n floats, at most kLongestRow.
#pragma once

#include <cuda_runtime_api.h>

constexpr int kLongestRow = 1024;

// y = (x - mean) * scale * gain + bias, with a mean and a scale for each row.
void start_forward(const float* x, const float* gain, const float* bias, float* y, float* mean,
                   float* scale, int rows, int n, cudaStream_t stream);

// The gradients of x, gain and bias from dy, that of y. `parts` has room for 2 * blocks * n floats.
void start_backward(const float* dy, const float* x, const float* mean, const float* scale,
                    const float* gain, float* dx, float* dgain, float* dbias, float* parts,
                    int blocks, int rows, int n, cudaStream_t stream);
