// A function of every element, in a kernel.
#pragma once

#include <vector>

#include "../device_test.cuh"

template <class R, class T, class F>
__global__ void apply(R* out, const T* in, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}

template <class R, class T, class F>
std::vector<R> map(const std::vector<T>& in, F f) {
  const DeviceBuffer<T> input(in);
  const int n = static_cast<int>(in.size());
  const T* data = input.data();
  return run_kernel<R>(in.size(),
                       [=](R* out) { apply<<<(n + 127) / 128, 128>>>(out, data, n, f); });
}
