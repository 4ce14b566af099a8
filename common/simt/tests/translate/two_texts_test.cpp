// One program of what a file is for the host and for the device.
// supports: `__CUDA_ARCH__`: as nvcc has it, in two passes
// refuses: `__CUDA_ARCH__`: functions whose parameters or results depend on it: “may have two bodies, but not
//     two heads”
#include "two_texts/merge.h"

#include <sstream>

#include "translated.h"

namespace {

/// `code` as one of the two sees it: a line that begins with `H ` or `D ` is for one only.
std::string text_for(char who, const std::string& code, const std::string& marker = kMarker) {
  std::istringstream lines(code);
  std::string text = marker;
  for (std::string line; std::getline(lines, line); text += '\n') {
    const bool is_marked = line.size() > 1 && line[1] == ' ' && (line[0] == 'H' || line[0] == 'D');
    if (!is_marked) text += line;
    if (is_marked && line[0] == who) text += line.substr(2);
  }
  return text;
}

/// The program, without line markers and with single spaces.
std::string merged(const std::string& code, const std::string& marker = kMarker) {
  std::vector<translator::Diagnostic> errors;
  const std::string text =
      translator::merge_texts(text_for('H', code, marker), text_for('D', code, marker), errors);
  for (const translator::Diagnostic& error : errors) ADD_FAILURE() << error.message;
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.substr(0, 2) == "# ") continue;
    for (const char c : line + " ") {
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string refused(const std::string& code) {
  std::vector<translator::Diagnostic> errors;
  translator::merge_texts(text_for('H', code), text_for('D', code), errors);
  std::string text;
  for (const translator::Diagnostic& error : errors) {
    EXPECT_EQ("a.cu", error.file);
    text += std::to_string(error.line) + ": " + error.message.substr(0, error.message.find(' ')) +
            error.message.substr(error.message.rfind(':')) + "\n";
  }
  return text;
}

TEST(TwoTexts, ThatAreTheSameAreOne) {
  const std::string code = text_for('H', "int f();\nint x;");
  std::vector<translator::Diagnostic> errors;
  EXPECT_EQ(code, translator::merge_texts(code, code, errors));
}

TEST(TwoTexts, KernelsAndDeviceFunctionsAreTheDevices) {
  EXPECT_EQ("__global__ void k(int* p) { *p = 7; }",
            merged("__global__ void k(int* p) {\nD *p = 7;\n}"));
  EXPECT_EQ("int a; __device__ int f() { return 2; } int b;",
            merged("int a; __device__ int f() {\nH return 1;\nD return 2;\n} int b;"));
  EXPECT_EQ("template <class T> __global__ void k(T* p) { *p = 900 ; }",
            merged("template <class T>\n__global__ void k(T* p) { *p =\nH 0\nD 900\n; }"));
  EXPECT_EQ("__global__ void k(); __global__ void k() { a(); } void f();",
            merged("H __global__ void k();\nD __global__ void k() { a(); }\nvoid f();"));
  EXPECT_EQ("struct S { __device__ int f() { return 2; } int a; };",
            merged("struct S { __device__ int f() {\nH return 1;\nD return 2;\n} int a; };"));
}

TEST(TwoTexts, HostFunctionsAreTheHosts) {
  EXPECT_EQ("int main() { return 1; }", merged("int main() {\nH return 1;\nD return 2;\n}"));
  EXPECT_EQ("void f() { ::simt::only_for_host(\"f\");}", merged("H void f() {}"));
  EXPECT_EQ("", merged("D void f() {}"));
  EXPECT_EQ("int main() {}", merged("H int main() {}"));
}

TEST(TwoTexts, FunctionsForBothHaveBothBodies) {
  EXPECT_EQ(
      "__host__ __device__ int f() { if (::simt::in_device_code()) { return 2; } else { return 1; "
      "} "
      "} int g();",
      merged("__host__ __device__ int f() {\nH return 1;\nD return 2;\n} int g();"));
  // by qualifiers alone, and by a head that says nothing outside of its class
  EXPECT_EQ(
      "__host__ __device__ int f() { if (::simt::in_device_code()) { return 2; } else { return "
      "1; } }",
      merged("H int f() { return 1; }\nD __device__ int f() { return 2; }"));
  EXPECT_EQ("__host__ __device__ inline int f() { return 1; }",
            merged("H inline\nD __device__ inline\nint f() { return 1; }"));
  EXPECT_EQ(
      "int S<T>::f() { if (::simt::in_device_code()) { return 2; } else { "
      "return 1; } }",
      merged("int S<T>::f() {\nH return 1;\nD return 2;\n}"));
  EXPECT_EQ(
      "struct S { int a; __host__ __device__ S(int b) : a(b), c{b} { if "
      "(::simt::in_device_code()) { } else { a = 1; } } };",
      merged("struct S { int a; __host__ __device__ S(int b) : a(b), c{b} {\nH a = 1;\n} };"));
}

TEST(TwoTexts, WhatOnlyOneDeclares) {
  EXPECT_EQ("int a; __device__ int f() { ::simt::only_for_device(\"f\"); return 1; } int b;",
            merged("int a;\nD __device__ int f() { return 1; }\nint b;"));
  EXPECT_EQ("__global__ void k() {}", merged("D __global__ void k() {}"));
  EXPECT_EQ("struct S { ~S() { if (!::simt::in_device_code()) { f(); } } };",
            merged("struct S {\nH ~S() { f(); }\n};"));
  EXPECT_EQ("__device__ int x = 3;", merged("D __device__ int x = 3;"));
  EXPECT_EQ("using B = int; using A = int;", merged("H using B = int;\nD using A = int;"));
  EXPECT_EQ("static_assert(900 > 1); int f();", merged("D static_assert(900 > 1);\nint f();"));
}

TEST(TwoTexts, ConstantsAndTypesExistTwice) {
  EXPECT_EQ("constexpr int n = 2; constexpr int simt_device_n = 1; constexpr int n = 2;",
            "constexpr int n = 2; " + merged("D constexpr int n = 1;\nH constexpr int n = 2;"));
  EXPECT_EQ(
      "const int simt_device_n = 1; const int n = 2; __device__ int f() { return "
      "simt_device_n; } int g() { return n; }",
      merged("D const int n = 1;\nH const int n = 2;\n__device__ int f() { return n; }\nint g() "
             "{ return n; }"));
  EXPECT_EQ(
      "namespace a { using simt_device_R = float; using R = double; } __host__ __device__ int "
      "f() { if (::simt::in_device_code()) { return sizeof(a::simt_device_R); } else { return "
      "sizeof(a::R); } }",
      merged("namespace a {\nD using R = float;\nH using R = double;\n}\n__host__ __device__ "
             "int f() { return sizeof(a::R); }"));
  // and what depends on them
  EXPECT_EQ(
      "enum simt_device_E { simt_device_a }; enum E { a, b }; struct simt_device_S { int "
      "x[simt_device_a]; }; struct S { int x[a]; }; __global__ void k() { simt_device_S s; }",
      merged("D enum E { a };\nH enum E { a, b };\nstruct S { int x[a]; };\n__global__ void k() "
             "{ S s; }"));
  EXPECT_EQ(
      "struct simt_device_S { int a; }; struct S { long a; }; __device__ void f() { "
      "simt_device_S s; s.a = 1; }",
      merged("struct S {\nD int a;\nH long a;\n};\n__device__ void f() { S s; s.a = 1; }"));
  EXPECT_EQ(
      "constexpr int simt_device_f() { return 2; } constexpr int f() { return 1; } constexpr "
      "int simt_device_f(int) { return 3; } constexpr int f(int) { return 3; } constexpr int "
      "simt_device_g() { return simt_device_f(); } constexpr int g() { return f(); } __global__ "
      "void k() { int a[simt_device_g()]; }",
      merged("constexpr int f() {\nH return 1;\nD return 2;\n}\nconstexpr int f(int) { return 3; "
             "}\nconstexpr int g() { return f(); }\n__global__ void k() { int a[g()]; }"));
  EXPECT_EQ(
      "struct S { constexpr int f() { if (::simt::in_device_code()) { return 2; } else { return "
      "1; } } }; int g(S s) { return s.f(); }",
      merged("struct S { constexpr int f() {\nH return 1;\nD return 2;\n} };\nint g(S s) { return "
             "s.f(); }"));
  // under their own names, not those of their bases
  EXPECT_EQ(
      "enum simt_device_E : int { }; enum E : int { kA }; struct __align__(8) simt_device_S : B "
      "{ int a; }; struct __align__(8) S : B { long a; }; __device__ int f() { B b; "
      "simt_device_S s; simt_device_E e; }",
      merged("enum E : int {\nH kA\n};\nstruct __align__(8) S : B {\nD int a;\nH long "
             "a;\n};\n__device__ int f() { B b; S s; E e; }"));
  EXPECT_EQ(
      "template <> struct T<int> { __device__ int f() { return 2; } };",
      merged("template <> struct T<int> { __device__ int f() {\nD return 2;\nH return 1;\n} };"));
  EXPECT_EQ("__device__ int simt_device_x; int x; __device__ int f() { return simt_device_x; }",
            merged("D __device__ int x;\nH int x;\n__device__ int f() { return x; }"));
  // but neither variables of the host nor of the device
  EXPECT_EQ("int x = 2; __device__ int y = 1 ;",
            merged("D int x = 1;\nH int x = 2;\n__device__ int y =\nD 1\nH 2\n;"));
  EXPECT_EQ(
      "const int simt_device_n = 1; const int n = 2; int x = n; __device__ int y = "
      "simt_device_n; __device__ int f() { return y; }",
      merged("D const int n = 1;\nH const int n = 2;\nint x = n;\n__device__ int y = "
             "n;\n__device__ int f() { return y; }"));
}

TEST(TwoTexts, ConstantsWhoseQualifiersDifferAreOne) {
  EXPECT_EQ(
      "inline constexpr Tag tag{}; int f(Tag);",
      merged("H inline constexpr Tag tag{};\nD __device__ constexpr Tag tag{};\nint f(Tag);"));
}

TEST(TwoTexts, NamespacesThatAreOpenedAgainStayApart) {
  EXPECT_EQ(
      "namespace a { int f(); } namespace a { inline constexpr int n = 1; } "
      "namespace a { int g(); }",
      merged("H namespace a { int f(); }\n\nnamespace a {\nH inline constexpr int n = 1;\n"
             "D __device__ constexpr int n = 1;\n}\nnamespace a { int g(); }"));
}

// A library of device code is written for this: what the compiler computes is the same on both sides.
constexpr const char* kLibrary = "# 1 \"/opt/lib.h\" 1 3\n";

TEST(TwoTextsOfALibrary, FunctionsThatAreConstantsAreTheHostsAtCompileTime) {
  EXPECT_EQ(
      "__host__ __device__ constexpr int f(int x) { if (!__builtin_is_constant_evaluated() && "
      "::simt::in_device_code()) { return __clz(x); } else { return slow(x); } }",
      merged(
          "__host__ __device__ constexpr int f(int x) {\nH return slow(x);\nD return __clz(x);\n}",
          kLibrary));
}

TEST(TwoTextsOfALibrary, KernelsAndTypesAreTheDevices) {
  EXPECT_EQ("template <class Agent> __global__ void k(char* room) { Agent::enter(room); }",
            merged("H template <class> __global__ void k(char*) {}\n"
                   "D template <class Agent> __global__ void k(char* room) { Agent::enter(room); }",
                   kLibrary));
  EXPECT_EQ("template <class Sm = Sm60> struct Plan { __device__ int items(); };",
            merged("H template <class Sm = Sm52>\nD template <class Sm = Sm60>\n"
                   "struct Plan { __device__ int items(); };",
                   kLibrary));
}

TEST(TwoTexts, LambdasOfHostFunctions) {
  EXPECT_EQ("void f() { g([] __device__(int i) { return 2; } ); }",
            merged("void f() { g([] __device__(int i) {\nD return 2;\nH return 1;\n}); }"));
  EXPECT_EQ(
      "void f() { g([] __host__ __device__(int i) { if (::simt::in_device_code()) { return 2; } "
      "else { return 1; } }); }",
      merged("void f() { g([] __host__ __device__(int i) {\nD return 2;\nH return 1;\n}); }"));
}

TEST(TwoTexts, KeepTheirLines) {
  const std::string code =
      "int a;\n__host__ __device__ int f(int x) {\nH return x;\nD return\nD 2;\n}\nD __device__ "
      "int "
      "d;\nint b;\n";
  std::vector<translator::Diagnostic> errors;
  const std::string host = text_for('H', code), device = text_for('D', code);
  const std::string text = translator::merge_texts(host, device, errors);
  expect_lines_kept(host, text, {});
  expect_lines_kept(device, text, {});
}

TEST(TwoTextsError, SaysWhatIsNotTheSame) {
  EXPECT_EQ(
      "2: f: such a function may have two bodies, but not two heads\n",
      refused("int a;\nH __host__ __device__ int f() { return 1; }\nD __host__ __device__ float "
              "f() { return 2; }"));
  EXPECT_EQ("1: S: such a function may have two bodies, but not two heads\n",
            refused("__host__ __device__ S::S(int x) :\nH a(x)\nD b(x)\n{}"));
  EXPECT_EQ(
      "3: f: such a function may have two bodies, but not two heads\n",
      refused("D const int n = 1;\nH const int n = 2;\n__host__ __device__ int f(int (&a)[n]) { "
              "return 1; }"));
  EXPECT_EQ("1: n: the other one has something else of this name\n",
            refused("H const int n = 2;\n__device__ int f() { return n; }"));
  EXPECT_EQ("1: n: the other one has something else of this name\n",
            refused("H const int n = 2;\n__device__ int f() { return g(2 * n); }"));
  EXPECT_EQ("", refused("H const int n = 2;\n__device__ int f(int n) { return n; }"));
  EXPECT_EQ(
      "2: n: a member of a class has the same name\n",
      refused("D const int n = 1;\nH const int n = 2;\nstruct S { int n; __device__ int f() { "
              "return n; } };"));
  EXPECT_EQ("1: f: it has the same device lambdas for both\n",
            refused("void f() {\nD g([] __device__ {});\n}"));
  EXPECT_EQ(
      "3: f: a local variable has the name of something that is not\n",
      refused("D const int n = 1;\nH const int n = 2;\nvoid f() { int n = 3; g([=] __device__ { "
              "return n; }); }"));
}

TEST(TwoTexts, AnyBrokenTextIsReadAgain) {
  for (const std::string code :
       {"H {", "D }", "H ((\nD ))", "D struct {", "H template <\nD template >", "D enum E {",
        "H operator\nD operator(", "D f(", "H class\nD class", "H namespace {\nD namespace {}",
        "D using", "H typedef\nD typedef int", "D ;", "H f() {\nD f() {}", "D requires requires",
        "D S() : a", "H S() : a {\nD S() : {}", "D public:", "H const\nD const ="}) {
    std::vector<translator::Diagnostic> errors;
    translator::merge_texts(text_for('H', code), text_for('D', code), errors);
  }
}

}  // namespace
