// Chapter NN · new_program
//
// WRITE: what it shows, in two or three sentences; learn run lists the first one.
//
//   new_program [--size N]      N floats, default 2^16 on the CPU backend, 2^26 on a GPU
#include "tutorial.cuh"

// WRITE: the kernels, from the naive one to the good one, each with a comment on why
__global__ void square(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];  // not squared, so the test of the program fails
}

int main(int argc, char** argv) {
  // WRITE: what --help says of it, in a sentence
  const Options options(argc, argv, "Square the elements of a vector.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26});
  const std::vector<float> input = random_floats(n);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  const int block = 256;
  const int grid = (n + block - 1) / block;
  // WRITE: the table's title, and a row for each kernel; all have one reference
  Experiment experiment("Squares", out, n, 2.0 * n * sizeof(float));
  const auto expected = [&](int i) { return input[i] * input[i]; };
  experiment.run(
      "one element per thread", [&] { square<<<grid, block>>>(in, out, n); }, expected);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return experiment.report();
}
