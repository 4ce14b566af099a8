// Arrays in kernels and device functions.
#include "translated.h"

namespace {

/// For each array of `body`, the body of a kernel: its name, and `constant` if only constants index
/// it, `varies` if something clearly is none, else `unclear`.
std::string arrays_in(const std::string& body,
                      const std::string& head = "__global__ void k(float* out, int n)") {
  const std::string text = translated(head + " { " + body + " }");
  std::string found;
  for (std::size_t at = 0; (at = text.find("::simt::local_array(&", at)) != std::string::npos;) {
    const bool is_conditional = text.compare(at - 2, 2, ") ") == 0;
    const std::size_t name = at + 21;
    const std::size_t end = text.find(");", at);
    const std::string call = text.substr(at, end - at);
    found += found.empty() ? "" : ", ";
    found += text.substr(name, text.find(',', name) - name);
    found += is_conditional                        ? " constant"
             : contains(call, ", true")            ? " varies"
             : contains(call, "::simt::kRegister") ? " unclear"
                                                   : " ?";
    at = end;
  }
  return found;
}

TEST(LocalArrays, WithConstantIndices) {
  EXPECT_EQ("v constant", arrays_in("float v[8]; v[3] = 1; out[0] = v[3];"));
  EXPECT_EQ("v constant", arrays_in("float v[8]; for (int k = 0; k < 8; ++k) v[k] = 0;"));
  EXPECT_EQ("v constant",
            arrays_in("float v[8]; for (int k = 0; k < 8; ++k, out += n) v[k] = *out;"));
  EXPECT_EQ(
      "v constant",
      arrays_in("constexpr int m = 8; float v[m]; for (int k = 0; k < m; ++k) { v[k] = 0; }"));
  EXPECT_EQ("v constant",
            arrays_in("float v[N][M]; for (int y = 0; y < N; ++y) for (int x = y; x < M; x += 2) "
                      "v[y][x + 1] = n;"));
  EXPECT_EQ("v constant, w constant", arrays_in("float v[2], u, *w[4]; v[0] = u; w[kOne] = out;"));
  EXPECT_EQ("v constant", arrays_in("for (int i = 0; i < n; ++i) { float v[4]; v[2] = i; }"));
  EXPECT_EQ("v constant", arrays_in("const int i = K / 2; int k; float v[4]; "
                                    "for (k = 0; k < 4; ++k) v[i] = v[k];"));
}

TEST(LocalArrays, WithIndicesThatVary) {
  EXPECT_EQ("v varies", arrays_in("float v[8]; v[n] = 1;"));
  EXPECT_EQ("v varies", arrays_in("float v[8]; v[threadIdx.x] = 1;"));
  EXPECT_EQ("v varies", arrays_in("float v[2][4]; v[0][1 + blockIdx.x % 2] = 1;"));
  EXPECT_EQ("v varies", arrays_in("float v[8]; for (int k = 0; k < n; ++k) v[k] = 0;"));
  EXPECT_EQ("v varies", arrays_in("float v[8]; for (int k = 0; k < 8; ++out, k += n) v[k] = 0;"));
  EXPECT_EQ("v varies", arrays_in("const int i = n % 4; float v[8]; v[i] = 0;"));
  EXPECT_EQ("v varies", arrays_in("int i = threadIdx.x; int j = i + 1; float v[8]; v[j] = 0;"));
  EXPECT_EQ("v constant, w varies",
            arrays_in("float v[4], w[4]; for (int k = 0; k < 4; ++k) w[n] = v[k];"));
}

TEST(LocalArrays, WithIndicesThatAreUnclear) {
  EXPECT_EQ("v unclear", arrays_in("float v[8]; int top = 0; v[top++] = 1;"));
  EXPECT_EQ("v unclear", arrays_in("float v[8]; sort(v);"));
  EXPECT_EQ("v unclear", arrays_in("float v[8]; auto f = [&](int i) { v[i] = 0; };"));
  EXPECT_EQ("v unclear", arrays_in("float v[8]; v[n] = 1;", "__device__ void f(int n)"));
  EXPECT_EQ("v unclear",
            arrays_in("float v[8]; v[n] = 1; }", "struct S { __device__ void f(int n)"));
}

TEST(LocalArrays, WhatIsNoArrayOfAThread) {
  for (const char* code :
       {"v[n] = 1;", "return v[n];", "delete[] p;", "static float v[4];", "const float v[2] = {};",
        "constexpr int v[2] = {};", "auto [a, b] = f();", "const auto [a, b] = f();",
        "float* p = new float[4];", "new float[4];", "typedef float V[4];", "using V = float[4];",
        "struct S { float v[4]; };", "f(a[1], b[2]);", "if (a) b[1] = 2; else c[2] = 3;"}) {
    EXPECT_EQ("", arrays_in(code)) << code;
  }
  EXPECT_EQ("", arrays_in("float v[4]; v[n] = 0;", "void host(int n)"));
  EXPECT_EQ("", arrays_in("float v[4]; v[n] = 0;", "constexpr __device__ void f(int n)"));
}

TEST(LocalArrays, KeepTheirLines) {
  EXPECT_EQ(
      "__attribute__((noipa)) void k() {\nfloat v[8] = {\n1}; if constexpr (sizeof(v) > "
      "::simt::kRegisterBytes) ::simt::local_array(&v, sizeof(v), 1, true);\n}",
      squeezed(translated("__global__ void k() {\nfloat v[8] = {\n1};\n}")));
}

}  // namespace
