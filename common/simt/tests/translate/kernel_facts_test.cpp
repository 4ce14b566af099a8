// __launch_bounds__, __cluster_dims__ and __maxnreg__: objects at the begin of the kernel's body.
#include "translated.h"

namespace {

const std::string kKernel = "__attribute__((noipa)) void k";

std::string fact(const std::string& word, const std::string& type, const std::string& object,
                 const std::string& values) {
  return "[[gnu::used]] static constexpr ::simt::" + type + " simt_fact_" + object + "{" + values +
         "}; static_assert(simt_fact_" + object + ".is_possible(), \"a value of " + word +
         " is not possible\");";
}
std::string bounds(const std::string& values) {
  return fact("__launch_bounds__", "LaunchBounds", "launch_bounds", values);
}
std::string cluster(const std::string& values) {
  return fact("__cluster_dims__", "ClusterDims", "cluster_dims", values);
}
std::string registers(const std::string& values) {
  return fact("__maxnreg__", "MaxRegisters", "max_registers", values);
}

/// The tokens of values may be elsewhere: `gone`.
std::string becomes(const std::string& code, const std::vector<std::string>& gone = {"(", ")"}) {
  return squeezed(translated(code, gone));
}

/// What the runtime gets to know of a kernel's parameters.
std::string names_of(const std::string& parameters) {
  const std::string text = translated("__global__ void k(" + parameters + ") {}");
  const std::string begin = "simt_parameters[] = \"";
  const std::size_t at = text.find(begin);
  return at == std::string::npos
             ? "none"
             : text.substr(at + begin.size(),
                           text.find('"', at + begin.size()) - at - begin.size());
}

TEST(KernelFacts, NameTheParameters) {
  EXPECT_EQ("in,out,n", names_of("const float* in, float *out, int n"));
  EXPECT_EQ("in,out", names_of("const float* __restrict__ const in, float4* out = nullptr"));
  EXPECT_EQ(",rows", names_of("int*, int** rows"));
  EXPECT_EQ("data,pairs,n", names_of("int data[], std::map<int, long>* pairs, int n = 3 * 4"));
  EXPECT_EQ("n,p", names_of("unsigned n = f(a, b), char* p"));
  EXPECT_EQ("p,", names_of("char* p, Args... args"));
  EXPECT_EQ("none", names_of(""));
  EXPECT_EQ("none", names_of("int n, Point p"));
  EXPECT_EQ(",p", names_of("int (*f)(int, int), int* p"));
}

TEST(KernelFacts, StandInTheBody) {
  EXPECT_EQ(kKernel + "() { " + bounds("256") + " f(); }",
            becomes("__global__ void __launch_bounds__(256) k() { f(); }"));
  EXPECT_EQ(kKernel + "() { " + bounds("256, 2, 8") + "}",
            becomes("__global__ void __launch_bounds__(256, 2, 8) k() {}"));
  EXPECT_EQ(kKernel + "() { " + cluster("2") + "}",
            becomes("__global__ void __cluster_dims__(2) k() {}"));
  EXPECT_EQ(kKernel + "() { " + cluster("2, 1, 1") + "}",
            becomes("__global__ void __cluster_dims__(2, 1, 1) k() {}"));
  EXPECT_EQ(kKernel + "() { " + cluster("") + "}",
            becomes("__global__ void __cluster_dims__() k() {}"));
  EXPECT_EQ(kKernel + "() { " + registers("64") + "}",
            becomes("__global__ void __maxnreg__(64) k() {}"));
}

TEST(KernelFacts, ComeInAnyOrder) {
  for (const std::string before : {"__launch_bounds__(N) __global__ void __cluster_dims__(2)",
                                   "__cluster_dims__(2) __launch_bounds__(N) __global__ void",
                                   "__global__ __launch_bounds__(N) __cluster_dims__(2) void",
                                   "__global__ void __cluster_dims__(2) __launch_bounds__(N)"}) {
    EXPECT_EQ(kKernel + "(int* p) { " + bounds("N") + " " + cluster("2") + "}",
              becomes(before + " k(int* p) {}"))
        << before;
  }
  EXPECT_EQ("template <class T> static " + kKernel + "(T) { " + bounds("N") + "}",
            becomes("template <class T> static __global__ __launch_bounds__(N) void k(T) {}"));
  EXPECT_EQ("extern \"C\" " + kKernel + "() { " + bounds("N") + "}",
            becomes("extern \"C\" __global__ void __launch_bounds__(N) k() {}"));
  EXPECT_EQ(kKernel + "() { " + bounds("32") + "}",
            becomes("__global__ void __launch_bounds__(64) __launch_bounds__(32) k() {}",
                    {"(", ")", "64"}));
}

TEST(KernelFacts, TakeExpressions) {
  for (const std::string values :
       {"f<2, 3>(), sizeof(T)", "N * 2, X<N>::value", "(N > 32) ? N : 32", "kBlock.x * kBlock.y",
        "[] { return 3; }()"}) {
    EXPECT_EQ("template <int N> " + kKernel + "() { " + bounds(values) + "}",
              becomes("template <int N> __global__ void __launch_bounds__(" + values + ") k() {}"))
        << values;
  }
}

TEST(KernelFacts, FindTheBody) {
  for (const std::string head : {"(void (*f)(int))", "(int a = g({1, 2}))", "() requires(N > 3)",
                                 "() requires requires(T t) { t.x; } && C<T>",
                                 "() requires requires { T(); }", "() __attribute__((cold))"}) {
    EXPECT_EQ(kKernel + head + " { " + bounds("64") + " f(); }",
              becomes("__global__ void __launch_bounds__(64) k" + head + " { f(); }"))
        << head;
  }
}

TEST(KernelFacts, ComeFromTheDeclaration) {
  const auto declared = [](const std::string& before, const std::string& definition) {
    const std::string text = becomes(before + " " + definition, {"(", ")", "64", "2", "8", "N"});
    return text.substr(text.find("{ ") + 2);
  };
  EXPECT_EQ(bounds("64") + "}", declared("__global__ void __launch_bounds__(64) k(int*);",
                                         "__global__ void k(int* p) {}"));
  EXPECT_EQ(bounds("64") + " " + cluster("2") + "}",
            declared("__global__ void __launch_bounds__(64) __cluster_dims__(8) k();",
                     "__global__ void __cluster_dims__(2) k() {}"));
  EXPECT_EQ(bounds("64") + "}", declared("__global__ void __launch_bounds__(64) k(); "
                                         "__global__ void k();",
                                         "__global__ void k() {}"));
  EXPECT_EQ(bounds("N") + "}",
            declared("template <int N> __global__ void __launch_bounds__(N) k(X<N, 2>);",
                     "template <int N> __global__ void k(X<N, 2> x) {}"));
  becomes(
      "__global__ void __launch_bounds__(64) k() {} __global__ void __launch_bounds__(64) k(); "
      "template __global__ void t<3>(int);",
      {"(", ")", "64"});
  // and not for another one
  EXPECT_FALSE(contains(becomes("__global__ void __launch_bounds__(64) k(int); "
                                "__global__ void k(int, int) {} __global__ void other(int) {}",
                                {"(", ")", "64"}),
                        "64"));
}

TEST(KernelFacts, HoldForSpecialisationsAndNotForOverloads) {
  const std::string primary =
      "template <class T> __global__ void __launch_bounds__(64) k(T) {} template <> ";
  EXPECT_EQ("template <class T> " + kKernel + "(T) { " + bounds("64") + "} template <> " + kKernel +
                "<int>(int) { " + bounds("64") + "} template <> " + kKernel + "<char>(char) { " +
                bounds("32") + "} template <> " + kKernel + "(long) { " + bounds("64") + "}",
            becomes(primary + "__global__ void k<int>(int) {} "
                              "template <> __global__ void __launch_bounds__(32) k<char>(char) {} "
                              "template <> __global__ void k(long) {}"));
  EXPECT_EQ(kKernel + "(int) { " + bounds("64") + "} " + kKernel + "(float) {}",
            becomes("__global__ void __launch_bounds__(64) k(int) {} __global__ void k(float) {}"));
}

TEST(KernelFacts, KeepTheirLines) {
  EXPECT_EQ(
      "__attribute__((noipa)) void \nk()\n{\n# 1 \"a.cu\"\n" + bounds("256") + "\n# 3 \"a.cu\"\n}",
      becomes("__global__ void __launch_bounds__(256)\nk()\n{}"));
  const std::string text = becomes("__launch_bounds__(\n256,\n2)\n__global__ void k() { f();\n}");
  EXPECT_TRUE(contains(text, "k() {\n# 2 \"a.cu\"\n[[gnu::used]]")) << text;
  EXPECT_TRUE(contains(text, "launch_bounds{256,\n2}; static_assert(")) << text;
  EXPECT_TRUE(contains(text, "\n# 4 \"a.cu\"\nf();\n}")) << text;
}

TEST(KernelFactError, SaysWhatIsWrong) {
  const std::string without = "1: __launch_bounds__ needs its values in parentheses\n";
  EXPECT_EQ(without, errors_of("__global__ void __launch_bounds__ k();"));
  EXPECT_EQ(without, errors_of("__global__ void __launch_bounds__(256 k();"));
  EXPECT_EQ(without, errors_of("__global__ void __launch_bounds__() k();"));
  EXPECT_EQ("2: __maxnreg__ needs its values in parentheses\n",
            errors_of("\n__global__ void __maxnreg__() k() {}"));
  EXPECT_EQ("2: __cluster_dims__ belongs to a kernel, a function with __global__\n",
            errors_of("__device__ void\n__cluster_dims__(2) f() {}"));
  EXPECT_EQ(
      "2: __launch_bounds__ of the template depends on its parameters: write it for this "
      "specialisation, too\n",
      errors_of("template <class T> __global__ void __launch_bounds__(sizeof(T)) k(T) {}\n"
                "template <> __global__ void k<int>(int) {}"));
  const std::string late =
      "2: this __launch_bounds__ comes too late: it belongs to the definition of the kernel\n";
  EXPECT_EQ(late, errors_of("__global__ void k(int* p) {}\n"
                            "__global__ void __launch_bounds__(64) k(int*);"));
  EXPECT_EQ(late, errors_of("template <int N> __global__ void __launch_bounds__(N) k() {}\n"
                            "template __global__ void __launch_bounds__(64) k<32>();"));
  EXPECT_EQ("2: __maxnreg__ and __launch_bounds__ exclude each other\n",
            errors_of("__global__ void __launch_bounds__(64)\n__maxnreg__(32) k() {}"));
}

}  // namespace
