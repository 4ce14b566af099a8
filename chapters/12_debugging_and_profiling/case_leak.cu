// Chapter 12 · case_leak
//
// A filter for films. Every frame is right, but after some minutes the device has no memory left.
//
//   case_leak [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kBlock = 256;

__global__ void brighten(const float* in, float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = fminf(1.0f, 1.2f * in[i]);
}

// Copies one frame to the device, filters it, and copies it back.
bool filter(const std::vector<float>& frame, bool broken) {
  const int n = static_cast<int>(frame.size());
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, frame.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  brighten<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n);
  CHECK_LAST();
  std::vector<float> got(n);
  CHECK(cudaMemcpy(got.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  const bool black = *std::max_element(got.begin(), got.end()) == 0.0f;
  if (broken && black) return true;  // black frames need no check, but `out` is not freed
  CHECK(cudaFree(out));
  return verify("frame", got, [&](int i) { return std::min(1.0f, 1.2f * frame[i]); });
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "A film, frame by frame.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int pixels = 10'000;
  const std::vector<float> bright = random_floats(pixels), black(pixels, 0.0f);
  bool right = true;
  for (int frame = 0; frame < 12; ++frame)
    right &= filter(frame % 4 == 3 ? black : bright, options["broken"] == 1);
  return verdict(right);
}
