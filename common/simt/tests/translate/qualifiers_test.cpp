// The CUDA words in front of functions and variables.
#include "translated.h"

namespace {

std::string place(const std::string& name, const std::string& variable) {
  return "section(\"" + name + ",\\\"aw\\\"\\n.zero 1024\\n#" + variable + "\")";
}
std::string section(const std::string& name, const std::string& variable = "x") {
  return "__attribute__((aligned(256)," + place(name, variable) + "))";
}

std::string becomes(const std::string& code, const std::vector<std::string>& gone = {}) {
  std::string text = squeezed(translated(code, gone));
  for (std::size_t at; (at = text.find("__constinit ")) != std::string::npos;) text.erase(at, 12);
  return text;
}

TEST(Qualifiers, RequireConstantInitialisers) {
  const auto is_required = [](const std::string& code) {
    return translated(code).find("__constinit ") != std::string::npos;
  };
  for (const char* code : {"__device__ int x = 3;", "__constant__ float x[2] = {1, 2};",
                           "__managed__ int x{3};", "__device__ void f() { static int x = 1; }"}) {
    EXPECT_TRUE(is_required(code)) << code;
  }
  for (const char* code : {"__device__ int x;", "extern __device__ int x;", "int x = 3;",
                           "__constant__ constexpr int x = 3;", "void f() { static int x = 1; }"}) {
    EXPECT_FALSE(is_required(code)) << code;
  }
}

TEST(Qualifiers, GlobalKeepsTheKernelAFunctionOfItsOwn) {
  EXPECT_EQ("__attribute__((noipa)) void k(int* p) {}", becomes("__global__ void k(int* p) {}"));
  EXPECT_EQ("template <class T> static __attribute__((noipa)) void k(T);",
            becomes("template <class T> static __global__ void k(T);"));
  EXPECT_EQ("void __attribute__((noipa)) k();", becomes("void __global__ k();"));
}

TEST(Qualifiers, GoInFrontOfFunctions) {
  for (const std::string code : {
           "int f(int);",
           "int* f(int) { return 0; }",
           "static inline float f() {}",
           "const float* f();",
           "T<a, (b > c)> f();",
           "a::b<c>::d f();",
           "decltype(a = b) f();",
           "[[nodiscard]] int f();",
           "explicit(true) S(int);",
           "S() : a{1} {}",
           "S() = default;",
           "~S();",
           "operator int() const;",
           "bool operator==(const S&) const;",
           "S& operator=(const S&);",
           "T& operator[](int);",
           "T operator,(T);",
           "T operator()(int);",
           "constexpr explicit operator bool() const;",
           "auto f() -> int;",
           "friend bool operator<(S, S);",
           "enable_if_t<N < 3, int> f();",
           "void f(float (*)(int));",
       }) {
    EXPECT_EQ(code, becomes("__device__ " + code));
    EXPECT_EQ(code, becomes("__host__ " + code));
    EXPECT_EQ(code, becomes("__host__ __device__ " + code));
  }
  EXPECT_EQ("template <class T> T f(T);", becomes("template <class T> __device__ T f(T);"));
  EXPECT_EQ("int f();", becomes("int __device__ f();"));
  EXPECT_EQ("extern \"C\" int f();", becomes("extern \"C\" __device__ int f();"));
  EXPECT_EQ("struct S { int f(); };", becomes("struct S { __host__ __device__ int f(); };"));
}

TEST(Qualifiers, GoInLambdas) {
  for (const std::string before : {"[]", "[=]", "[&, x]", "[]<class T>"}) {
    for (const std::string behind :
         {"(int i) { return i; }", "{ return 1; }", "(int i) mutable { }", "mutable { }",
          "-> int { return 1; }", "() -> T<int> { }"}) {
      EXPECT_EQ("auto l = " + before + " " + behind + ";",
                becomes("auto l = " + before + " __device__ " + behind + ";"));
      EXPECT_EQ("f(" + before + " " + behind + ");",
                becomes("f(" + before + " __host__ __device__ " + behind + ");"));
    }
  }
}

TEST(Qualifiers, LeaveASpace) {
  EXPECT_EQ("auto l = [] (int i) {};", becomes("auto l = []__device__(int i) {};"));
  EXPECT_EQ("a / * b;", becomes("a /__host__* b;"));
}

TEST(Qualifiers, PutVariablesIntoSections) {
  for (const std::string code :
       {"int x;", "int x = 3;", "int x{3};", "float* x = &y;", "const float* x;",
        "alignas(16) float x;", "[[maybe_unused]] int x;", "int (*x)(int);", "int (&x)[3] = y;",
        "int (S::*x)(int);", "float x(3);", "float x(-1.5f);", "unsigned x = f(1);",
        "auto x = [] { return 1; };", "extern int x;", "static int x;"}) {
    EXPECT_EQ(section("simt_device") + " " + code, becomes("__device__ " + code));
    EXPECT_EQ(section("simt_constant") + " " + code, becomes("__constant__ " + code));
    EXPECT_EQ(section("simt_managed") + " " + code, becomes("__managed__ " + code));
  }
  EXPECT_EQ("static " + section("simt_device") + " int x;", becomes("static __device__ int x;"));
  EXPECT_EQ("int " + section("simt_device") + " x;", becomes("int __device__ x;"));
  EXPECT_EQ("extern \"C\" " + section("simt_device") + " int x;",
            becomes("extern \"C\" __device__ int x;"));
}

TEST(Qualifiers, GiveEachOfSeveralVariablesAPlaceOfItsOwn) {
  const auto placed = [](const std::string& name) {
    return " __attribute__((" + place("simt_device", name) + "))";
  };
  EXPECT_EQ("__attribute__((aligned(256))) int x[3]" + placed("x") + ", y" + placed("y") + ";",
            becomes("__device__ int x[3], y;"));
  EXPECT_EQ("__attribute__((aligned(256))) int x" + placed("x") + "= f(1, 2), *y[2]" + placed("y") +
                "= {g, h};",
            becomes("__device__ int x = f(1, 2), *y[2] = {g, h};"));
  EXPECT_EQ(
      "__attribute__((aligned(256))) int *x" + placed("x") + ", (*y)(int)" + placed("y") + ";",
      becomes("__device__ int *x, (*y)(int);"));
  EXPECT_EQ(section("simt_device", "S") + " struct S { int a, b; } x;",
            becomes("__device__ struct S { int a, b; } x;"));
}

TEST(Qualifiers, TellTheTypeOfWhatMayBeStructs) {
  const std::string note =
      " [[maybe_unused]] static const bool simt_d_x = ::simt::declare_variable(x);";
  for (const std::string code : {"T x;", "T<a, (b > c)> x;", "a::b<c>::d x;", "decltype(f()) x;",
                                 "T x[2][3];", "static T x = {1, {2; }};", "alignas(16) T x{};"}) {
    EXPECT_EQ(section("simt_device") + " " + code + note, becomes("__device__ " + code));
  }
  EXPECT_EQ(section("simt_constant_const") + " const T<int*> x{};",
            becomes("__constant__ const T<int*> x{};"));
  for (const std::string code : {"extern T x;", "T* x;", "T::S S::x;"}) {
    EXPECT_EQ(section("simt_device") + " " + code, becomes("__device__ " + code));
  }
}

TEST(Qualifiers, PutConstantsIntoSectionsOfTheirOwn) {
  for (const std::string code :
       {"const int x = 3;", "int const x = 3;", "static const float x[2] = {1, 2};",
        "constexpr int x = 3;", "constexpr const char* x = y;", "float* const x = y;",
        "const float* const x = y;", "int (*const x)(int) = f;"}) {
    EXPECT_EQ(section("simt_device_const") + " " + code, becomes("__device__ " + code));
    EXPECT_EQ(section("simt_constant_const") + " " + code, becomes("__constant__ " + code));
  }
  EXPECT_EQ("const " + section("simt_device_const") + " int x = 3;",
            becomes("const __device__ int x = 3;"));
  EXPECT_EQ(section("simt_device") + " T<const int> x;", becomes("__device__ T<const int> x;"));
}

TEST(Qualifiers, SeveralMakeOneSection) {
  EXPECT_EQ(section("simt_managed") + " int x;", becomes("__device__ __managed__ int x;"));
  EXPECT_EQ(section("simt_managed") + " int x;", becomes("__managed__ __device__ int x;"));
  EXPECT_EQ(section("simt_constant") + " int x;", becomes("__device__ __constant__ int x;"));
  EXPECT_EQ(section("simt_device") + " static int x;",
            becomes("__device__ static __host__ int x;"));
  EXPECT_EQ("int x;", becomes("__host__ int x;"));
}

TEST(Qualifiers, InlineVariablesShareTheSection) {
  EXPECT_EQ("__attribute__((weak,aligned(256)," + place("simt_device", "x") + ")) int x = 3;",
            becomes("inline __device__ int x = 3;", {"inline"}));
  EXPECT_EQ(section("simt_device_const") + " constexpr int x = 3;",
            becomes("__device__ inline constexpr int x = 3;", {"inline"}));
}

TEST(Qualifiers, VariablesOfWhichThereMayBeManyArePersistent) {
  const std::string persistent = "__attribute__((aligned(1024),persistent))";
  EXPECT_EQ("template <class T> " + persistent + " T x = 5, y{}, z[2]{};",
            becomes("template <class T> __device__ T x = 5, y, z[2];"));
  EXPECT_EQ("template <class T> " + persistent + " T x{};",
            becomes("template <class T> inline __device__ T x;", {"inline"}));
  EXPECT_EQ("template <class T> void f() { " + persistent + "static T x{}; }",
            becomes("template <class T> __device__ void f() { static T x; }"));
  EXPECT_EQ("void f() { auto g = [](auto y) { " + persistent + "static int x = 1, z{}; }; }",
            becomes("__device__ void f() { auto g = [](auto y) { static int x = 1, z; }; }"));
  EXPECT_EQ(
      "1: the CPU backend has no templates of __constant__ variables: only of __device__ ones\n",
      errors_of("template <class T> __constant__ T x;"));
}

TEST(Qualifiers, ForceinlineIsInlineOnce) {
  EXPECT_EQ("inline __attribute__((always_inline)) int f();", becomes("__forceinline__ int f();"));
  EXPECT_EQ("static inline __attribute__((always_inline)) int f();",
            becomes("static __device__ __forceinline__ int f();"));
  EXPECT_EQ("static inline __attribute__((always_inline)) int f();",
            becomes("static inline __device__ __forceinline__ int f();"));
  EXPECT_EQ("__attribute__((always_inline)) inline int f();",
            becomes("__forceinline__ __device__ inline int f();"));
}

TEST(Qualifiers, NoinlineIsAnAttribute) {
  EXPECT_EQ("__attribute__((noinline)) int f();", becomes("__device__ __noinline__ int f();"));
  for (const std::string code :
       {"__attribute__((__noinline__)) int f();", "__attribute((cold, __noinline__)) int f();",
        "[[gnu::__noinline__]] int f();"}) {
    EXPECT_EQ(code, becomes(code));
  }
}

TEST(Qualifiers, GridConstantsAreReferences) {
  EXPECT_EQ("__attribute__((noipa)) void k(const T &t);",
            becomes("__global__ void k(const __grid_constant__ T t);"));
  EXPECT_EQ("__attribute__((noipa)) void k(const T<1, 2> &a, int i, S* const &b = f(0));",
            becomes("__global__ void k(const __grid_constant__ T<1, 2> a, int i, "
                    "S* const __grid_constant__ b = f(0));"));
  EXPECT_EQ("__attribute__((noipa)) void k(const T&, const int &);",
            becomes("__global__ void k(const __grid_constant__ T, const int __grid_constant__);"));
}

TEST(Qualifiers, AlignIsAnAttribute) {
  EXPECT_EQ("struct __attribute__((aligned(16))) S { int a; };",
            becomes("struct __align__(16) S { int a; };"));
  EXPECT_EQ("__attribute__((aligned(N * 2))) float x[4];", becomes("__align__(N * 2) float x[4];"));
  EXPECT_EQ(section("simt_device") + " __attribute__((aligned(8))) float x;",
            becomes("__device__ __align__(8) float x;"));
}

TEST(Qualifiers, KeepTheirLines) {
  EXPECT_EQ("\ninline __attribute__((always_inline))\nint\nf(\nint);",
            becomes("__device__\n__forceinline__\nint\nf(\nint);"));
  EXPECT_EQ("static\n" + section("simt_device") + "\nint\nx\n= 3;",
            becomes("static\n__device__\nint\nx\n= 3;"));
}

TEST(Qualifiers, PragmasOfNvccGo) {
  EXPECT_EQ("\n\n\n\n\n", translated("#pragma unroll\n#pragma unroll 4\n# pragma nounroll\n"
                                     "#pragma nv_diag_suppress 177\n#pragma hd_warning_disable\n"));
  EXPECT_EQ("\n\nint x;", translated("#pragma unroll \\\n 4\nint x;"));
  EXPECT_EQ("#pragma omp parallel for\n#pragma GCC unroll 4\n",
            translated("#pragma omp parallel for\n#pragma GCC unroll 4\n"));
}

TEST(Qualifiers, SystemHeadersStayAsTheyAre) {
  const std::string code = "# 1 \"/usr/include/x.h\" 1 3\n__noinline__ int k<<<;\n# 2 \"a.cu\" 2\n";
  EXPECT_EQ(code, translated(code));
}

TEST(QualifierError, SaysWhatIsWrong) {
  EXPECT_EQ("2: __block_size__ is not supported: use __launch_bounds__ and __cluster_dims__\n",
            errors_of("\n__block_size__((64, 1, 1), (2, 1, 1)) __global__ void k();"));
  EXPECT_EQ("1: __align__ needs a number of bytes in parentheses\n",
            errors_of("struct __align__ S {};"));
}

TEST(QualifierError, LeavesBrokenBracketsToTheCompiler) {
  for (const std::string code : {"f(__attribute__);", "(decltype) x;", "[__attribute__]] x;",
                                 "struct alignas) S;", "int a[[3];", "}) ] {"}) {
    EXPECT_EQ(code, becomes(code));
    EXPECT_EQ(code, becomes("__host__ " + code));
  }
}

}  // namespace
