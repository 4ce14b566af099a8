// Arrays in kernels and device functions.
#include "translated.h"

namespace {

/// For each array of `body`, the body of a kernel: its name, and `constant` if only constants index
/// it, `varies` if something clearly is none, else `unclear`.
std::string arrays_in(const std::string& body,
                      const std::string& head = "__global__ void k(float* out, int n)") {
  const std::string text = translated(head + " { " + body + " }");
  std::string found;
  for (std::size_t at = 0; (at = text.find("::simt::local_array(", at)) != std::string::npos;) {
    const bool is_conditional = text.compare(at - 2, 2, ") ") == 0;
    const std::size_t name = at + 20;
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
}

// `a * b[i];` alone reads like a declaration; its statement does nothing if b is no array.
TEST(LocalArrays, AreDeclaredWhereAStatementOfABlockBegins) {
  for (const char* code : {"s = a[n] * v[n];",
                           "if (n) s = a[n] * v[n]; else s = 0;",
                           "do s = a[n] * v[n]; while (s);",
                           "return a[n] * v[n];",
                           "f(a * v[n], b);",
                           "s = n ? a : b * v[n];",
                           "s = T{1} * v[n];",
                           "case 1: s = n ? a : b * v[n];",
                           "if (n) a * v[n]; else s = 0;",
                           "else a * v[n];",
                           "for (;;) a * v[n];",
                           "while (n) a * v[n];",
                           "for (T * v[4] = {}; n; ) f();",
                           "if (n) case 1: a * v[n];",
                           "s = (T)*v[n];",
                           "x * y * v[n];",
                           "++s, v[n] = 1;",
                           "f(x), v[n] = 1;",
                           "s = {a * v[n], b};",
                           "delete v[n];",
                           "return v[n];",
                           "goto v; v: s[n] = 1;",
                           "sizeof v[n];",
                           "not v[n];",
                           "*s = *v + v[n];",
                           "a < b > (v[n]);",
                           "x.y * v[n];",
                           "p->v[n] = 1;",
                           "a::f() * v[n];",
                           "(*s) * v[n];",
                           "const float v[2] = {}; v[n];",
                           "float* const v[2] = {}; v[n];",
                           "float (*v)[4] = p; v[n];",
                           "float (&v)[4] = *p; v[n];",
                           "auto v = p; v[n];",
                           "float& v = *p;",
                           "T* v = p; v[n];",
                           "using v = float[4];",
                           "if (n) float v[4];",
                           "struct S { float v[4]; } * p;"}) {
    EXPECT_EQ("", arrays_in(code)) << code;
  }
}

TEST(LocalArrays, AreDeclaredInEveryWay) {
  for (const char* code : {"{ float v[8]; v[n] = 1; }",
                           "f(); float v[8]; v[n] = 1;",
                           "if (n) { } float v[8]; v[n] = 1;",
                           "case 1: float v[8]; v[n] = 1;",
                           "case n ? 1 : 2: float v[8]; v[n] = 1;",
                           "default: float v[8]; v[n] = 1;",
                           "again: float v[8]; v[n] = 1;",
                           "case a::b: case 2: again: float v[8]; v[n] = 1;",
                           "float s = f<a, b>(1, 2), v[8]; v[n] = 1;",
                           "float s = a < n, v[8]; v[n] = 1;",
                           "float s{1}, *p = &s, v[8] = {}; v[n] = 1;",
                           "float (*f)(int, int), v[8]; v[n] = 1;",
                           "unsigned long int v[8]; v[n] = 1;",
                           "volatile float v[8]; v[n] = 1;",
                           "float const* v[8]; v[n] = &s;",
                           "[[maybe_unused]] float v[8]; v[n] = 1;",
                           "alignas(16) float v[8]; v[n] = 1;",
                           "float v [[maybe_unused]] [8]; v[n] = 1;",
                           "float __align__(16) v[8]; v[n] = 1;",
                           "__half2 v[8]; v[n] = 1;",
                           "typename T::X<3>::Y v[8]; v[n] = 1;",
                           "::a::b v[8]; v[n] = 1;",
                           "decltype(*out) v[8]; v[n] = 1;",
                           "struct S v[8]; v[n].x = 1;",
                           "struct { int a; } v[8]; v[n].a = 1;",
                           "struct S : T<1> { int a; } v[8]; v[n].a = 1;",
                           "enum E v[8]; v[n] = 1;",
                           "auto f = [&] { float v[8]; v[n] = 1; };"}) {
    EXPECT_EQ("v varies", arrays_in(code)) << code;
  }
  EXPECT_EQ("v varies",
            arrays_in("float v[4]; v[threadIdx.x] = 0;", "constexpr __device__ void f()"));
  EXPECT_EQ("v varies", arrays_in("float v[4]; v[threadIdx.x] = 0; }",
                                  "struct S { int a; __device__ S(int = {}) : a{1}"));
}

// Its type may be an array, or have an operator of its own.
TEST(LocalArrays, MayBeOfATypeWithAName) {
  EXPECT_TRUE(contains(translated("__global__ void k(int n) { V v; v[n] = 1; }"),
                       "V v; if constexpr (::std::is_array_v<decltype(v)>) { "
                       "::simt::local_array(v, 1, true); } v[n]"));
  EXPECT_EQ("", arrays_in("V v; f(v);"));
}

TEST(LocalArrays, KeepTheirLines) {
  EXPECT_EQ(
      "__attribute__((noipa)) void k() {\nfloat v[8] = {\n1}; if constexpr (sizeof(v) > "
      "::simt::kRegisterBytes) ::simt::local_array(v, 1, true);\n}",
      squeezed(translated("__global__ void k() {\nfloat v[8] = {\n1};\n}")));
}

}  // namespace
