// The kernels as operators of PyTorch: what they are called, what they accept, and where they run.
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include <algorithm>
#include <tuple>

#include "kernels.h"

using at::Tensor;

// How many rows x has.
static int rows_of(const Tensor& x) {
  const auto n = x.dim() > 0 ? x.size(-1) : 0;
  TORCH_CHECK(n >= 1 && n <= kLongestRow, "layer_norm takes rows of 1 to ", kLongestRow,
              " numbers, not of ", n);
  const auto rows = x.numel() / n;
  TORCH_CHECK(rows < 1 << 26, "layer_norm takes fewer than 2^26 rows, not ", rows);
  return static_cast<int>(rows);
}

// What a kernel can read as an array of `count` floats: copied, if it lies in memory in another order.
static Tensor floats(const Tensor& t, const Tensor& x, int64_t count, const char* name) {
  TORCH_CHECK(t.scalar_type() == at::kFloat, "layer_norm: ", name, " is not float32");
  TORCH_CHECK(t.device() == x.device(), "layer_norm: ", name, " is on another device than x");
  TORCH_CHECK(t.numel() == count, "layer_norm: ", name, " has ", t.numel(), " numbers, not ",
              count);
  return t.contiguous();
}

static std::tuple<Tensor, Tensor, Tensor> forward(const Tensor& x_, const Tensor& gain_,
                                                  const Tensor& bias_) {
  const int rows = rows_of(x_), n = static_cast<int>(x_.size(-1));
  const Tensor x = floats(x_, x_, x_.numel(), "x");
  const Tensor gain = floats(gain_, x, n, "gain"), bias = floats(bias_, x, n, "bias");
  const c10::cuda::CUDAGuard guard(x.device());
  const Tensor y = at::empty_like(x);
  const Tensor mean = at::empty({rows}, x.options()), scale = at::empty_like(mean);
  if (rows > 0) {
    start_forward(x.const_data_ptr<float>(), gain.const_data_ptr<float>(),
                  bias.const_data_ptr<float>(), y.mutable_data_ptr<float>(),
                  mean.mutable_data_ptr<float>(), scale.mutable_data_ptr<float>(), rows, n,
                  at::cuda::getCurrentCUDAStream());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  }
  return {y, mean, scale};
}

static std::tuple<Tensor, Tensor, Tensor> backward(const Tensor& dy_, const Tensor& x_,
                                                   const Tensor& mean_, const Tensor& scale_,
                                                   const Tensor& gain_) {
  const int rows = rows_of(x_), n = static_cast<int>(x_.size(-1));
  const Tensor x = floats(x_, x_, x_.numel(), "x"), dy = floats(dy_, x, x.numel(), "dy");
  const Tensor mean = floats(mean_, x, rows, "mean"), scale = floats(scale_, x, rows, "scale");
  const Tensor gain = floats(gain_, x, n, "gain");
  const c10::cuda::CUDAGuard guard(x.device());
  const Tensor dx = at::empty_like(x), dgain = at::zeros_like(gain), dbias = at::zeros_like(gain);
  const int blocks =
      std::min(rows, 2 * at::cuda::getCurrentDeviceProperties()->multiProcessorCount);
  const Tensor parts = at::empty({2, blocks, n}, x.options());
  if (rows > 0) {
    start_backward(
        dy.const_data_ptr<float>(), x.const_data_ptr<float>(), mean.const_data_ptr<float>(),
        scale.const_data_ptr<float>(), gain.const_data_ptr<float>(), dx.mutable_data_ptr<float>(),
        dgain.mutable_data_ptr<float>(), dbias.mutable_data_ptr<float>(),
        parts.mutable_data_ptr<float>(), blocks, rows, n, at::cuda::getCurrentCUDAStream());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  }
  return {dx, dgain, dbias};
}

TORCH_LIBRARY(by_chapter, m) {
  m.def("layer_norm(Tensor x, Tensor gain, Tensor bias) -> (Tensor, Tensor, Tensor)");
  m.def(
      "layer_norm_backward(Tensor dy, Tensor x, Tensor mean, Tensor scale, Tensor gain) -> "
      "(Tensor, Tensor, Tensor)");
}

TORCH_LIBRARY_IMPL(by_chapter, CUDA, m) {
  m.impl("layer_norm", &forward);
  m.impl("layer_norm_backward", &backward);
}
