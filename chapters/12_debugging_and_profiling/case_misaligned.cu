// Chapter 12 · case_misaligned
//
// Rows are copied four floats at a time. That worked for years, until a matrix had 1001 columns.
//
//   case_misaligned [--broken 1]      1: as it was found
#include "tutorial.cuh"

constexpr int kBlock = 128;

// Copies whole vectors first, then the rest of the row. A vector's address must be a multiple of 16 bytes.
template <bool broken>
__global__ void copy_rows(const float* in, float* out, int columns) {
  const float* const from = in + blockIdx.x * columns;
  float* const to = out + blockIdx.x * columns;
  const bool aligned = columns % 4 == 0;
  const int vectors = broken || aligned ? columns / 4 : 0;
  for (int i = threadIdx.x; i < vectors; i += kBlock) {
    reinterpret_cast<float4*>(to)[i] = reinterpret_cast<const float4*>(from)[i];
  }
  for (int i = 4 * vectors + threadIdx.x; i < columns; i += kBlock) to[i] = from[i];
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Rows of any length, copied four floats at a time.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int rows = 50;
  bool right = true;
  for (const int columns : {1000, 1001}) {
    const std::vector<float> input = random_floats(rows * columns);
    const size_t bytes = input.size() * sizeof(float);
    float *in = nullptr, *out = nullptr;
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));
    if (options["broken"] == 1) {
      copy_rows<true><<<rows, kBlock>>>(in, out, columns);
    } else {
      copy_rows<false><<<rows, kBlock>>>(in, out, columns);
    }
    CHECK_LAST();
    std::vector<float> got(input.size());
    CHECK(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    std::printf("%d columns: %s\n", columns, got == input ? "right" : "wrong");
    right &= got == input;
  }
  return verdict(right);
}
