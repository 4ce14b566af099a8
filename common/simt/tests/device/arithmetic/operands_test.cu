// What the libraries use: every operand is looked for in its memory, for what nobody has written, and counts as
// written behind a call that writes it. Sizes are exact, so that one byte less is too little. Each case has a
// process of its own, since it breaks the device. To be run with SIMT_CHECK_INIT=stop.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <curand.h>

#include <functional>
#include <string>

#include "../device_test.cuh"

namespace {

enum class Use { kRead, kWrite, kUpdate };

struct Operand {
  const char* name;  ///< in reports
  Use use;
  std::size_t numbers;
};

using Operands = std::vector<float*>;

struct Libraries {
  Libraries() {
    cublasCreate(&blas);
    curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT);
  }
  cublasHandle_t blas = nullptr;
  curandGenerator_t random = nullptr;
};

struct Call {
  const char* name;
  std::vector<Operand> operands;
  std::function<int(const Libraries&, const Operands&)>
      run;  ///< @return its status, 0 if it succeeds
};

constexpr int kM = 5, kN = 4, kK = 3, kLeading = 7, kStep = 2;
constexpr std::size_t kNone = ~std::size_t{0};

constexpr Operand reads(const char* name, std::size_t numbers) {
  return {name, Use::kRead, numbers};
}
constexpr Operand writes(const char* name, std::size_t numbers) {
  return {name, Use::kWrite, numbers};
}
constexpr Operand updates(const char* name, std::size_t numbers) {
  return {name, Use::kUpdate, numbers};
}
constexpr std::size_t vector_of(int n, int step) {
  return static_cast<std::size_t>((n - 1) * step + 1);
}
constexpr std::size_t matrix_of(int rows, int columns) {
  return static_cast<std::size_t>((columns - 1) * kLeading + rows);
}

/// Memory for all operands, filled where they are read. Two of them may be another way.
Operands memory_for(const Call& call, std::size_t too_short = kNone, std::size_t unfilled = kNone) {
  Operands memory;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::size_t bytes = call.operands[i].numbers * sizeof(float) - (i == too_short);
    float* data = nullptr;
    cudaMalloc(&data, bytes);
    const std::vector<float> ones(call.operands[i].numbers, 1.0f);
    if (call.operands[i].use != Use::kWrite && i != unfilled) {
      cudaMemcpy(data, ones.data(), bytes, cudaMemcpyHostToDevice);
    }
    memory.push_back(data);
  }
  return memory;
}

constexpr int kAsExpected = 3;

[[noreturn]] void exit_if(bool as_expected) { std::_Exit(as_expected ? kAsExpected : 1); }

[[noreturn]] void call_rightly(const Call& call) {
  const Operands memory = memory_for(call);
  if (call.run(Libraries(), memory) != 0 || cudaDeviceSynchronize() != cudaSuccess) exit_if(false);
  // What is written can be read.
  for (std::size_t i = 0; i < memory.size(); ++i) {
    std::vector<float> numbers(call.operands[i].numbers);
    cudaMemcpy(numbers.data(), memory[i], sizeof(float), cudaMemcpyDeviceToHost);
    if (numbers[0] != numbers[0]) exit_if(false);
  }
  exit_if(cudaDeviceSynchronize() == cudaSuccess);
}

void check(const Call& call) {
  SCOPED_TRACE(call.name);
  const auto as_expected = testing::ExitedWithCode(kAsExpected);
  EXPECT_EXIT(call_rightly(call), as_expected, "^$");
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::string name = call.operands[i].name;
    const bool is_read = call.operands[i].use != Use::kWrite;
    EXPECT_EXIT(exit_if(call.run(Libraries(), memory_for(call, i)) != 0), as_expected,
                (call.operands[i].use == Use::kRead ? " reads " : " writes ") + name +
                    " outside of its memory: 0 bytes past the end of the " +
                    std::to_string(call.operands[i].numbers * sizeof(float) - 1) + " bytes");
    if (!is_read) continue;
    EXPECT_EXIT((call.run(Libraries(), memory_for(call, kNone, i)),
                 exit_if(cudaDeviceSynchronize() == cudaErrorLaunchFailure)),
                as_expected, " reads " + name + " where nobody has written");
  }
}

constexpr float kOne = 1, kZero = 0;

TEST(Operands, FunctionsOnVectors) {
  constexpr std::size_t kX = vector_of(kM, 1), kY = vector_of(kM, kStep);
  check({"copy", {reads("x", kX), writes("y", kY)}, [](const Libraries& on, const Operands& o) {
           return cublasScopy(on.blas, kM, o[0], 1, o[1], kStep);
         }});
  check({"swap", {updates("x", kX), updates("y", kY)}, [](const Libraries& on, const Operands& o) {
           return cublasSswap(on.blas, kM, o[0], 1, o[1], kStep);
         }});
  check({"scal", {updates("x", kY)}, [](const Libraries& on, const Operands& o) {
           return cublasSscal(on.blas, kM, &kOne, o[0], kStep);
         }});
  check({"axpy", {reads("x", kX), updates("y", kY)}, [](const Libraries& on, const Operands& o) {
           return cublasSaxpy(on.blas, kM, &kOne, o[0], 1, o[1], kStep);
         }});
}

TEST(Operands, NumbersOnTheDevice) {
  constexpr std::size_t kX = vector_of(kM, 1), kY = vector_of(kM, kStep);
  const auto blas = [](const Libraries& on) {
    cublasSetPointerMode(on.blas, CUBLAS_POINTER_MODE_DEVICE);
    return on.blas;
  };
  check(
      {"scal", {reads("alpha", 1), updates("x", kY)}, [=](const Libraries& on, const Operands& o) {
         return cublasSscal(blas(on), kM, o[0], o[1], kStep);
       }});
  check({"dot",
         {reads("x", kX), reads("y", kY), writes("result", 1)},
         [=](const Libraries& on, const Operands& o) {
           return cublasSdot(blas(on), kM, o[0], 1, o[1], kStep, o[2]);
         }});
  const std::vector<Operand> one_vector = {reads("x", kY), writes("result", 1)};
  check({"nrm2", one_vector, [=](const Libraries& on, const Operands& o) {
           return cublasSnrm2(blas(on), kM, o[0], kStep, o[1]);
         }});
  check({"asum", one_vector, [=](const Libraries& on, const Operands& o) {
           return cublasSasum(blas(on), kM, o[0], kStep, o[1]);
         }});
  check({"amax", one_vector, [=](const Libraries& on, const Operands& o) {
           return cublasIsamax(blas(on), kM, o[0], kStep, reinterpret_cast<int*>(o[1]));
         }});
  check({"amin", one_vector, [=](const Libraries& on, const Operands& o) {
           return cublasIsamin(blas(on), kM, o[0], kStep, reinterpret_cast<int*>(o[1]));
         }});
}

TEST(Operands, FunctionsOnMatrices) {
  constexpr std::size_t kX = vector_of(kN, 1), kY = vector_of(kM, kStep);
  constexpr std::size_t kA = matrix_of(kM, kN), kB = matrix_of(kN, kM);
  check({"gemv",
         {reads("A", kA), reads("x", kX), updates("y", kY)},
         [](const Libraries& on, const Operands& o) {
           return cublasSgemv(on.blas, CUBLAS_OP_N, kM, kN, &kOne, o[0], kLeading, o[1], 1, &kOne,
                              o[2], kStep);
         }});
  check({"gemv, transposed, with a beta of 0",
         {reads("A", kA), reads("x", kY), writes("y", kX)},
         [](const Libraries& on, const Operands& o) {
           return cublasSgemv(on.blas, CUBLAS_OP_T, kM, kN, &kOne, o[0], kLeading, o[1], kStep,
                              &kZero, o[2], 1);
         }});
  check({"ger",
         {reads("x", kY), reads("y", kX), updates("A", kA)},
         [](const Libraries& on, const Operands& o) {
           return cublasSger(on.blas, kM, kN, &kOne, o[0], kStep, o[1], 1, o[2], kLeading);
         }});
  check({"geam",
         {reads("A", kA), reads("B", kB), writes("C", kA)},
         [](const Libraries& on, const Operands& o) {
           return cublasSgeam(on.blas, CUBLAS_OP_N, CUBLAS_OP_T, kM, kN, &kOne, o[0], kLeading,
                              &kOne, o[1], kLeading, o[2], kLeading);
         }});
  check({"trsm",
         {reads("A", matrix_of(kM, kM)), updates("B", kA)},
         [](const Libraries& on, const Operands& o) {
           return cublasStrsm(on.blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                              CUBLAS_DIAG_NON_UNIT, kM, kN, &kOne, o[0], kLeading, o[1], kLeading);
         }});
}

TEST(Operands, Products) {
  constexpr std::size_t kA = matrix_of(kM, kK), kB = matrix_of(kN, kK), kC = matrix_of(kM, kN);
  check({"gemm",
         {reads("A", kA), reads("B", kB), updates("C", kC)},
         [](const Libraries& on, const Operands& o) {
           return cublasSgemm(on.blas, CUBLAS_OP_N, CUBLAS_OP_T, kM, kN, kK, &kOne, o[0], kLeading,
                              o[1], kLeading, &kOne, o[2], kLeading);
         }});
  check({"GemmEx, with a beta of 0",
         {reads("A", kA), reads("B", kB), writes("C", kC)},
         [](const Libraries& on, const Operands& o) {
           return cublasGemmEx(on.blas, CUBLAS_OP_N, CUBLAS_OP_T, kM, kN, kK, &kOne, o[0],
                               CUDA_R_32F, kLeading, o[1], CUDA_R_32F, kLeading, &kZero, o[2],
                               CUDA_R_32F, kLeading, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
         }});
  // The second one of each begins a whole number of columns behind the first.
  check({"gemmStridedBatched",
         {reads("A", kA + kK * kLeading), reads("B", kB + kK * kLeading),
          updates("C", kC + kN * kLeading)},
         [](const Libraries& on, const Operands& o) {
           return cublasSgemmStridedBatched(on.blas, CUBLAS_OP_N, CUBLAS_OP_T, kM, kN, kK, &kOne,
                                            o[0], kLeading, kK * kLeading, o[1], kLeading,
                                            kK * kLeading, &kOne, o[2], kLeading, kN * kLeading, 2);
         }});
}

/// D = A B + C, or with a bias in place of C.
int multiply_fused(const Libraries& on, float* a, float* b, const float* c, float* d,
                   const float* bias) {
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  if (bias != nullptr) {
    const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                   sizeof epilogue);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  }
  cublasLtMatrixLayout_t of_a, of_b, of_c;
  cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, kM, kK, kLeading);
  cublasLtMatrixLayoutCreate(&of_b, CUDA_R_32F, kK, kN, kLeading);
  cublasLtMatrixLayoutCreate(&of_c, CUDA_R_32F, kM, kN, kLeading);
  return cublasLtMatmul(reinterpret_cast<cublasLtHandle_t>(on.blas), product, &kOne, a, of_a, b,
                        of_b, bias == nullptr ? &kOne : &kZero, c, of_c, d, of_c, nullptr, nullptr,
                        0, nullptr);
}

TEST(Operands, FusedProducts) {
  constexpr std::size_t kA = matrix_of(kM, kK), kB = matrix_of(kK, kN), kC = matrix_of(kM, kN);
  check({"into another matrix",
         {reads("A", kA), reads("B", kB), reads("C", kC), writes("D", kC)},
         [](const Libraries& on, const Operands& o) {
           return multiply_fused(on, o[0], o[1], o[2], o[3], nullptr);
         }});
  check({"in place",
         {reads("A", kA), reads("B", kB), updates("D", kC)},
         [](const Libraries& on, const Operands& o) {
           return multiply_fused(on, o[0], o[1], o[2], o[2], nullptr);
         }});
  check({"with a bias",
         {reads("A", kA), reads("B", kB), writes("D", kC), reads("bias", kM)},
         [](const Libraries& on, const Operands& o) {
           return multiply_fused(on, o[0], o[1], o[2], o[2], o[3]);
         }});
}

TEST(Operands, RandomNumbers) {
  const std::vector<Operand> output = {writes("output", 64)};
  check({"words", output, [](const Libraries& on, const Operands& o) {
           return curandGenerate(on.random, reinterpret_cast<unsigned*>(o[0]), 64);
         }});
  check({"uniform", output, [](const Libraries& on, const Operands& o) {
           return curandGenerateUniform(on.random, o[0], 64);
         }});
  check({"normal", output, [](const Libraries& on, const Operands& o) {
           return curandGenerateNormal(on.random, o[0], 64, 0, 1);
         }});
  check({"log-normal", output, [](const Libraries& on, const Operands& o) {
           return curandGenerateLogNormal(on.random, o[0], 64, 0, 1);
         }});
}

}  // namespace
