// What nvcc refuses of kernels and of calls between the two sides.
#include "translated.h"

namespace {

const std::string kCalled = "a kernel is launched, not called: k<<<blocks, threads>>>(...)\n";
const std::string kResult =
    "a kernel returns void: nobody waits for its result. Let it write to memory\n";

TEST(KernelParameters, MayBeReferences) {
  const auto is_told = [](const std::string& kernel) {
    const std::string code = translated(kernel + "\nvoid f() { k<<<1, 2>>>(1); }\n");
    return code.find(".run_by_reference<") != std::string::npos;
  };
  for (const char* kernel :
       {"__global__ void k(const P& p);", "__global__ void k(int n, P &&p) {}",
        "template <class F> __global__ void k(F&& f) {}",
        "__global__ void k(const float (&w)[5]) {}", "__global__ void k(map<int, P&>* m, P& p);"}) {
    EXPECT_TRUE(is_told(kernel)) << kernel;
  }
  for (const char* kernel :
       {"__global__ void k(map<int, P&>* m);", "__global__ void k(void (*f)(P&), int n = 3 & 1);",
        "__global__ void other(P& p); __global__ void k(int);"}) {
    EXPECT_FALSE(is_told(kernel)) << kernel;
  }
}

TEST(Kernels, ReturnNothing) {
  for (const char* kernel : {"__global__ int k();", "static __global__ void* k(int x) {}",
                             "__global__ unsigned long k();", "__global__ auto k() -> float {}",
                             "__global__ auto k() {}"}) {
    EXPECT_EQ("1: " + kResult, errors_of(kernel)) << kernel;
  }
  for (const char* kernel :
       {"template <class T> __global__ void k(T* p) {}", "__global__ auto k() -> void {}",
        "__global__ nothing k();", "template <class T> __global__ enable_if_t<T> k();",
        "void __global__ __launch_bounds__(sizeof(int)) k(int) {}"}) {
    EXPECT_EQ("", errors_of(kernel)) << kernel;
  }
}

TEST(Kernels, AreNotCalled) {
  const std::string kernel = "template <int N> __global__ void k(int);\n";
  for (const char* call : {"void f() { k<3>(1); }", "void f() { if (x) ::k(1); }",
                           "namespace n {} void f() { CHECK(n::k(1)); }"}) {
    EXPECT_EQ("2: " + kCalled, errors_of(kernel + call)) << call;
  }
  for (const char* call :
       {"void f() { s.k(1); p->k(1); other::k(1); }", "void k(float); void f() { k(1.0f); }",
        "void f(void (*k)(int)) { k(1); }", "void f() { const auto k = [](int) {}; k(1); }",
        "void f() { k<3><<<1, 2>>>(1); run(k<3>); }", "using T = decltype(k<3>(1));"}) {
    EXPECT_EQ("", errors_of(kernel + call)) << call;
  }
}

TEST(ExecutionSpaces, LeaveProgramsAloneThatNameNothingOfTheOtherSide) {
  const std::string code =
      "int f(int x) { return x; }\nvoid __attribute__((noipa)) k(int* p) { p->f(1); }\n";
  EXPECT_EQ(code, squeezed(translated("int f(int x) { return x; }\n"
                                      "void __global__ k(int* p) { p->f(1); }\n")));
}

TEST(ExecutionSpaces, AreWatchedInTheBodiesOfTheOtherSide) {
  const std::string text = translated(
      "int f(int x) { return x; }\n__device__ int g(int x) { return f(x); }\n"
      "__host__ __device__ int h(int x) { return f(x); }\n");
  EXPECT_TRUE(contains(text, "__attribute__((deprecated(\"simt: is a host function")) << text;
  EXPECT_TRUE(contains(text, "#pragma GCC diagnostic error \"-Wdeprecated-declarations\"")) << text;
  EXPECT_TRUE(contains(text, "#pragma GCC diagnostic warning \"-Wdeprecated-declarations\""))
      << text;
}

}  // namespace
