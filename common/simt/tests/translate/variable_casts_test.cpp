#include "translated.h"

namespace {

/// What becomes of `code` in a kernel, behind the declarations of some variables.
std::string in_kernel(const std::string& code) {
  const std::string before = "extern __device__ int x, *p; extern __constant__ char c[8], d[8];";
  const std::string all = translated(before + " __global__ void k() { " + code + " }");
  const std::size_t begin = all.rfind(" k() { ") + 7;
  return all.substr(begin, all.size() - begin - 2);
}

TEST(VariableCasts, HideWhatTheVariableIs) {
  EXPECT_EQ("*(int*)((char*) ::simt::hidden_place(&x) + 1) = 2;",
            in_kernel("*(int*)((char*)&x + 1) = 2;"));
  EXPECT_EQ("f((int*)( ::simt::hidden_place(c) + 2));", in_kernel("f((int*)(c + 2));"));
  EXPECT_EQ("f(*(short*) ::simt::hidden_place(&d[3]));", in_kernel("f(*(short*)&d[3]);"));
  EXPECT_EQ("f(reinterpret_cast<const int*>( ::simt::hidden_place(c) + 2));",
            in_kernel("f(reinterpret_cast<const int*>(c + 2));"));
  const std::string local = in_kernel("char b[4]; f(*(int*)(b + 1));");
  EXPECT_NE(std::string::npos, local.find("f(*(int*)( ::simt::hidden_place(b) + 1));"));
}

TEST(VariableCasts, LeaveTheRest) {
  for (const std::string code :
       {"x = 3;", "f(&x, c);", "p[2] = c[1];", "f((int*)y);", "f(static_cast<const int*>(p));",
        "a * x;", "f((float)x);", "f((int*)y(c));"}) {
    EXPECT_EQ(code, in_kernel(code));
  }
}

TEST(VariableCasts, AreOfDeviceCode) {
  const std::string code = "void f() { g((char*)&x); }";
  EXPECT_NE(std::string::npos, translated("__device__ int x; " + code).find(code));
}

}  // namespace
