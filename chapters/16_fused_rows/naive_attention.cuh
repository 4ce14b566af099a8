// Attention as the formula says it, in three kernels with an n × n matrix for each head between them.
#pragma once

#include "attention.cuh"

// A thread per score: q · k, scaled, or -inf for a key that the query must not see.
template <int kDim, class T>
__global__ void scores(Attention<T> a) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= a.n || j >= a.n) return;
  const size_t head = size_t(blockIdx.z) * a.n;
  float sum = 0;
  for (int c = 0; c < kDim; ++c) {
    sum += static_cast<float>(a.q[(head + i) * kDim + c]) *
           static_cast<float>(a.k[(head + j) * kDim + c]);
  }
  a.matrix[(head + i) * a.n + j] = a.causal && j > i ? -kInf : a.scale * sum;
}

// A warp per row: e^(score - max), divided by the sum of them.
template <class T>
__global__ void softmax(Attention<T> a) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= a.heads * a.n) return;
  float* const s = a.matrix + size_t(row) * a.n;
  float max = -kInf, sum = 0;
  for (int j = lane; j < a.n; j += 32) max = fmaxf(max, s[j]);
  for (int x = 16; x > 0; x /= 2) max = fmaxf(max, __shfl_xor_sync(~0u, max, x));
  for (int j = lane; j < a.n; j += 32) sum += expf(s[j] - max);
  for (int x = 16; x > 0; x /= 2) sum += __shfl_xor_sync(~0u, sum, x);
  for (int j = lane; j < a.n; j += 32) s[j] = expf(s[j] - max) / sum;
}

// A thread per result: the row's weights times a column of the values.
template <int kDim, class T>
__global__ void weighted_sums(Attention<T> a) {
  const size_t head = size_t(blockIdx.y) * a.n, row = head + blockIdx.x;
  const int c = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < a.n; ++j) {
    sum += a.matrix[row * a.n + j] * static_cast<float>(a.v[(head + j) * kDim + c]);
  }
  a.out[row * kDim + c] = sum;
}

template <int kDim, class T>
void naive(const Attention<T>& a) {
  const dim3 block(32, 8), grid((a.n + 31) / 32, (a.n + 7) / 8, a.heads);
  scores<kDim><<<grid, block>>>(a);
  softmax<<<(a.heads * a.n + 7) / 8, 256>>>(a);
  weighted_sums<kDim><<<dim3(a.n, a.heads), kDim>>>(a);
}
