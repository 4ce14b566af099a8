// Chapter 02 · device_symbols
//
// Variables outside of all functions exist without cudaMalloc, and kernels use them without getting
// them as arguments. The host has no address of them: it names them, as symbols, to CUDA.
//
//   device_symbols [--size N]      N floats, default 1000
#include "tutorial.cuh"

__constant__ float coefficients[4];  // of a cubic polynomial; the host writes, kernels read
__device__ int negatives = 1000;     // initialised when the program is loaded, once
__device__ float* values;            // a variable that holds an address; it allocates nothing

__host__ __device__ float polynomial(const float* c, float x) {
  return fmaf(fmaf(fmaf(c[3], x, c[2]), x, c[1]), x, c[0]);
}

// What it works on comes from the symbols, all but n.
__global__ void evaluate(int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float y = polynomial(coefficients, values[i]);
  values[i] = y;
  if (y < 0) atomicAdd(&negatives, 1);
}

// The same with the counter as an argument: inside of a kernel a symbol is just global memory.
__global__ void count_negatives(const float* data, int n, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] < 0) atomicAdd(count, 1);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reach __device__ and __constant__ variables from the host.");
  const int n = options.size({.cpu = 1000, .gpu = 1000, .bytes_per_element = sizeof(float)});
  const int grid = (n + 255) / 256;
  const std::vector<float> input = random_floats(n);
  std::vector<float> output(n);
  bool ok = true;

  // Memory comes from cudaMalloc as always; the symbol gets its address, 8 bytes.
  float* allocated = nullptr;
  CHECK(cudaMalloc(&allocated, n * sizeof(float)));
  CHECK(cudaMemcpy(allocated, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(values, &allocated, sizeof allocated));

  // To a symbol: the whole array, then its last element only. The offset counts bytes.
  float c[4] = {0.25f, -1.0f, 0.5f, 9.0f};
  CHECK(cudaMemcpyToSymbol(coefficients, c, sizeof c));
  c[3] = -0.125f;
  CHECK(cudaMemcpyToSymbol(coefficients, &c[3], sizeof(float), 3 * sizeof(float)));

  evaluate<<<grid, 256>>>(n);
  CHECK_LAST();
  int expected_negatives = 0;
  for (float x : input) expected_negatives += polynomial(c, x) < 0;
  const auto expected = [&](int i) { return polynomial(c, input[i]); };
  CHECK(cudaMemcpy(output.data(), allocated, n * sizeof(float), cudaMemcpyDeviceToHost));
  ok &= verify("values", output, expected);

  // From a symbol. The counter began at its initial value.
  int counted = 0;
  CHECK(cudaMemcpyFromSymbol(&counted, negatives, sizeof counted));
  ok &= verify("negatives", std::vector{counted}, [&](int) { return 1000 + expected_negatives; });

  // Its address on the device, for everything that wants a device pointer: cudaMemset, cudaMemcpy,
  // a kernel's argument.
  int* address = nullptr;
  CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), negatives));
  CHECK(cudaMemset(address, 0, sizeof(int)));
  count_negatives<<<grid, 256>>>(allocated, n, address);
  CHECK_LAST();
  int counted_again = 0;
  CHECK(cudaMemcpy(&counted_again, address, sizeof(int), cudaMemcpyDeviceToHost));
  ok &= verify("negatives, reset", std::vector{counted_again},
               [&](int) { return expected_negatives; });

  std::size_t bytes[3] = {};
  CHECK(cudaGetSymbolSize(&bytes[0], coefficients));
  CHECK(cudaGetSymbolSize(&bytes[1], negatives));
  CHECK(cudaGetSymbolSize(&bytes[2], values));
  std::printf("symbol         bytes\n");
  std::printf("coefficients   %5zu\nnegatives      %5zu\nvalues         %5zu\n\n", bytes[0],
              bytes[1], bytes[2]);
  std::printf("%d values, of which %d are negative\n", n, expected_negatives);
  std::printf("negatives holds %d after evaluate, %d after cudaMemset and count_negatives\n\n",
              counted, counted_again);

  // What CUDA refuses. None of these errors is sticky; reading the last error clears it.
  Table table({"call", "returns"});
  int x = 0;
  const auto returns = [&](const char* call, cudaError_t error, cudaError_t expected,
                           const std::string& more = "") {
    if (error != expected) {
      std::fprintf(stderr, "%s: expected %s, got %s\n", call, cudaGetErrorName(expected),
                   cudaGetErrorName(error));
      ok = false;
    }
    table.add({call, cudaGetErrorName(error) + more});
    (void)cudaGetLastError();
  };
  returns("cudaMemcpyFromSymbol(&x, \"negatives\", 4)", cudaMemcpyFromSymbol(&x, "negatives", 4),
          cudaErrorInvalidSymbol);
  returns("cudaMemcpyToSymbol(coefficients, c, 8, 12)", cudaMemcpyToSymbol(coefficients, c, 8, 12),
          cudaErrorInvalidValue);
  // In host code &negatives is the address of the host's stand-in for the symbol. Said to be on the
  // device, it is refused. Without a direction CUDA sees host memory, and copies what is there. The
  // CPU backend has one memory and one variable, so it can show neither.
  const char* from_device = "cudaMemcpy(&x, &negatives, 4, cudaMemcpyDeviceToHost)";
  const char* from_anywhere = "cudaMemcpy(&x, &negatives, 4, cudaMemcpyDefault)";
  if (kCountsInsteadOfTimes) {
    tutorial::leave_out("copies from &negatives");
  } else {
    returns(from_device, cudaMemcpy(&x, &negatives, 4, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
    x = -1;
    const cudaError_t error = cudaMemcpy(&x, &negatives, 4, cudaMemcpyDefault);
    returns(from_anywhere, error, cudaSuccess, ", x = " + std::to_string(x));
    ok &= verify("the stand-in", std::vector{x}, [](int) { return 0; });
  }
  table.print();

  CHECK(cudaFree(allocated));
  return verdict(ok);
}
