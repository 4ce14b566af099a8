// Chapter 12 · compile_at_run_time
//
// A polynomial whose coefficients are known only when the program runs. One kernel loads them; the
// other one is written by the program, with the coefficients as constants, and compiled by NVRTC for
// the GPU at hand.
//
//   compile_at_run_time [--size N] [--degree D]      N values, default 2^26; degree 1 to 100, default 24
#include <cuda.h>
#include <nvrtc.h>

#include "tutorial.cuh"

constexpr int kBlock = 256;
constexpr int kPeriod = 65521;  // the input repeats, for the host's sake

// Horner's rule: one multiply-add per coefficient, and one load.
__global__ void evaluate(const float* coefficients, int degree, const float* in, float* out,
                         int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float sum = coefficients[degree];
  for (int k = degree - 1; k >= 0; --k) sum = sum * x + coefficients[k];
  out[i] = sum;
}

#define CHECK_NVRTC(...) check_nvrtc((__VA_ARGS__), #__VA_ARGS__)
void check_nvrtc(nvrtcResult result, const char* what) {
  if (result == NVRTC_SUCCESS) return;
  std::fprintf(stderr, "%s\n  %s\n", what, nvrtcGetErrorString(result));
  std::exit(kExitWrong);
}
#define CHECK_DRIVER(...) check_driver((__VA_ARGS__), #__VA_ARGS__)
void check_driver(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = "";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s\n  %s\n", what, name);
  std::exit(kExitWrong);
}

// The text of the kernel: no loop, and no coefficient is loaded.
std::string kernel_text(const std::vector<float>& coefficients) {
  std::string text =
      "extern \"C\" __global__ void special(const float* in, float* out, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  const float x = in[i];\n"
      "  float sum = " +
      figure("%.9ef", coefficients.back()) + ";\n";
  for (size_t k = coefficients.size() - 1; k-- > 0;) {
    text += "  sum = sum * x + " + figure("%.9ef", coefficients[k]) + ";\n";
  }
  return text + "  out[i] = sum;\n}\n";
}

// Machine code for this device, as nvcc -cubin would have it.
std::vector<char> compiled(const std::string& text, const std::string& architecture) {
  nvrtcProgram program;
  CHECK_NVRTC(nvrtcCreateProgram(&program, text.c_str(), "special.cu", 0, nullptr, nullptr));
  const std::string option = "-arch=" + architecture;
  const char* options[] = {option.c_str(), "-lineinfo"};
  if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) {
    size_t bytes = 0;
    CHECK_NVRTC(nvrtcGetProgramLogSize(program, &bytes));
    std::string log(bytes, ' ');
    CHECK_NVRTC(nvrtcGetProgramLog(program, log.data()));
    std::fprintf(stderr, "%s", log.c_str());
    std::exit(kExitWrong);
  }
  size_t bytes = 0;
  CHECK_NVRTC(nvrtcGetCUBINSize(program, &bytes));
  std::vector<char> code(bytes);
  CHECK_NVRTC(nvrtcGetCUBIN(program, code.data()));
  CHECK_NVRTC(nvrtcDestroyProgram(&program));
  return code;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Compile a kernel while the program runs.",
                        {{"degree", 24, 1, 100, "of the polynomial"}});
  const int n = options.size({.cpu = 1, .gpu = 1 << 26});
  const int degree = static_cast<int>(options["degree"]);
  require_device();
  const std::vector<float> values = random_floats(kPeriod, -1, 1);
  std::vector<float> host_in(n);
  for (int i = 0; i < n; ++i) host_in[i] = values[i % kPeriod];
  const std::vector<float> coefficients = random_floats(degree + 1);
  float *in = nullptr, *out = nullptr, *device_coefficients = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMalloc(&device_coefficients, (degree + 1) * sizeof(float)));
  CHECK(cudaMemcpy(in, host_in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_coefficients, coefficients.data(), (degree + 1) * sizeof(float),
                   cudaMemcpyHostToDevice));

  const DeviceInfo device = device_info();
  const std::string architecture =
      "sm_" + std::to_string(device.major) + std::to_string(device.minor);
  HostTimer timer;
  std::vector<char> code = compiled(kernel_text(coefficients), architecture);
  const double first = timer.milliseconds();
  timer.restart();
  code = compiled(kernel_text(coefficients), architecture);
  const double again = timer.milliseconds();
  timer.restart();
  CUmodule module;
  CUfunction special;
  CHECK_DRIVER(cuModuleLoadData(&module, code.data()));
  CHECK_DRIVER(cuModuleGetFunction(&special, module, "special"));
  std::printf("compiled for %s in %.1f ms, once more in %.1f ms; %zu bytes, loaded in %.2f ms\n\n",
              architecture.c_str(), first, again, code.size(), timer.milliseconds());

  const int grid = (n + kBlock - 1) / kBlock;
  Experiment experiment("a polynomial of degree " + std::to_string(degree), out, n,
                        2.0 * n * sizeof(float), {.relative = 1e-4f, .absolute = 1e-4f});
  experiment.show({Column::kTime, Column::kOfCopy, Column::kLoadRequests, Column::kInstructions,
                   Column::kStall});
  std::vector<double> sums;
  for (const float x : values) {
    sums.push_back(coefficients[degree]);
    for (int k = degree - 1; k >= 0; --k) sums.back() = sums.back() * x + coefficients[k];
  }
  const auto expected = [&](long long i) { return sums[i % kPeriod]; };
  experiment.run(
      "coefficients from memory",
      [&] { evaluate<<<grid, kBlock>>>(device_coefficients, degree, in, out, n); }, expected);
  experiment.run(
      "coefficients in the code",
      [&] {
        int size = n;
        void* arguments[] = {&in, &out, &size};
        CHECK_DRIVER(
            cuLaunchKernel(special, grid, 1, 1, kBlock, 1, 1, 0, nullptr, arguments, nullptr));
      },
      expected);

  CHECK_DRIVER(cuModuleUnload(module));
  for (float* array : {in, out, device_coefficients}) CHECK(cudaFree(array));
  return experiment.report();
}
