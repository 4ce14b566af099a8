// Chapter 07 · kernel_parameters
//
// The parameters of a kernel lie in constant memory, too: every launch brings its own, up to 4 KiB,
// or 32764 bytes since CUDA 12.1. So a small table needs no symbol: it can be an argument.
//
//   kernel_parameters [--size N]      N floats, default 2^16+3 on the CPU backend, 2^25 on a GPU
#include "tutorial.cuh"

constexpr int kBlock = 256, kDegree = 31;

struct Polynomial {
  float coefficients[kDegree + 1];
};

__constant__ Polynomial symbol;

// Horner's scheme: a coefficient for each multiplication.
__host__ __device__ inline float evaluate(const float* c, float x) {
  float y = c[kDegree];
#pragma unroll
  for (int k = kDegree - 1; k >= 0; --k) y = y * x + c[k];
  return y;
}

__global__ void in_global(const float* x, float* y, int n, const Polynomial* p) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = evaluate(p->coefficients, x[i]);
}

// The host has to write the symbol before each launch that needs other coefficients.
__global__ void in_symbol(const float* x, float* y, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = evaluate(symbol.coefficients, x[i]);
}

// The launch copies the argument. Known indices, one word for all lanes: as fast as the symbol.
__global__ void in_parameter(const float* x, float* y, int n, Polynomial p) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = evaluate(p.coefficients, x[i]);
}

// A parameter is a variable of the thread, which may change it. If its address leaves the kernel,
// the compiler has to give every thread a copy, in local memory.
__device__ __noinline__ float evaluate_at(const Polynomial* p, float x) {
  return evaluate(p->coefficients, x);
}
__global__ void address_taken(const float* x, float* y, int n, Polynomial p) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = evaluate_at(&p, x[i]);
}

// const __grid_constant__ says that no thread writes it. Its address is that of the one copy in
// constant memory, but the function reads it as any pointer, through L1.
__global__ void grid_constant(const float* x, float* y, int n,
                              const __grid_constant__ Polynomial p) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) y[i] = evaluate_at(&p, x[i]);
}

// A table as an argument, for the launch to copy: kBytes bytes with the pointer.
template <int kBytes>
struct Words {
  static constexpr int kLast = (kBytes - sizeof(int*)) / sizeof(int) - 1;
  int words[kLast + 1];
};
template <int kBytes>
__global__ void read_last(int* out, const __grid_constant__ Words<kBytes> argument) {
  *out = argument.words[argument.kLast];
}

// Microseconds of a launch, one of 1000 in a row.
template <class Launch>
std::string time_of(const Launch& launch) {
  const int launches = has_times() ? 1000 : 1;
  EventTimer timer;
  for (int i = -launches; i < launches; ++i) {  // the first half warms up
    if (i == 0) timer.start();
    launch();
  }
  CHECK_LAST();
  return figure("%.2f µs", timer.stop() * 1e3 / launches);
}

template <int kBytes>
bool measure_launch(Table& table, int* out) {
  static Words<kBytes> argument;
  for (int& word : argument.words) word = random_ints(1)[0];
  poison(out, 1);
  table.add({std::to_string(kBytes) + " bytes of arguments",
             time_of([&] { read_last<kBytes><<<1, 1>>>(out, argument); })});
  std::vector<int> got(1);
  CHECK(cudaMemcpy(got.data(), out, sizeof(int), cudaMemcpyDeviceToHost));
  return verify("last word", got, [&](int) { return argument.words[argument.kLast]; });
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Coefficients as a kernel's parameter, and in other places.");
  const int n = options.size({.cpu = (1 << 16) + 3, .gpu = 1 << 25});
  const int grid = (n + kBlock - 1) / kBlock;
  const std::vector<float> input = random_floats(n, -1, 1);
  std::vector<float> expected(n);
  Polynomial p, *global = nullptr;
  for (float& c : p.coefficients) c = random_floats(1)[0];
  for (int i = 0; i < n; ++i) expected[i] = evaluate(p.coefficients, input[i]);
  float *x = nullptr, *y = nullptr;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaMalloc(&global, sizeof p));
  CHECK(cudaMemcpy(x, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(global, &p, sizeof p, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(symbol, &p, sizeof p));

  Experiment experiment("A polynomial of degree 31", y, n, 0, {.absolute = 1e-3});
  experiment.show({Column::kTime, Column::kLoadRequests});
  experiment.longest_name("__grid_constant__, address taken");
  experiment.show_modelled("constant requests", "%.0f", &Counters::constant_requests);
  Table local({"local memory per thread", timed("bytes")});
  const auto run = [&](auto name, auto kernel, auto... more) {
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    local.add({name, std::to_string(attributes.localSizeBytes)});
    experiment.run(
        name, [&] { kernel<<<grid, kBlock>>>(x, y, n, more...); }, expected);
  };
  run("global memory", in_global, global);
  run("__constant__ symbol", in_symbol);
  run("parameter", in_parameter, p);
  run("parameter, address taken", address_taken, p);
  run("__grid_constant__, address taken", grid_constant, p);
  bool ok = experiment.finish();
  local.print();
  int* out = nullptr;
  CHECK(cudaMalloc(&out, sizeof(int)));
  Table launches({"a launch with", timed("time")});
  ok &= measure_launch<16>(launches, out);
  ok &= measure_launch<256>(launches, out);
  ok &= measure_launch<4096>(launches, out);
  ok &= measure_launch<32764>(launches, out);
  launches.add({"128 bytes copied to a symbol first", time_of([&] {
                  CHECK(cudaMemcpyToSymbolAsync(symbol, &p, sizeof p));
                  in_symbol<<<1, kBlock>>>(x, y, 1);
                })});
  launches.print();

  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  CHECK(cudaFree(global));
  CHECK(cudaFree(out));
  return verdict(ok);
}
