// __shared__ variables.
#include <regex>

#include "translated.h"

namespace {

std::string record(const std::string& key, const std::string& bytes, const std::string& alignment) {
  return "asm __inline__ volatile(\".pushsection simt_shared,\\\"a?\\\"\\n\\t.balign 8\\n\\t.quad "
         "1f, %c0, %c1, "
         "%c2\\n\\t.popsection\\n1:\" : : \"i\"(" +
         key + "), \"i\"(" + bytes + "), \"i\"(alignof(" + alignment + "))); ";
}

/// The declaration of `name`, of declaration number `n`, behind its typedef.
std::string reference(const std::string& name, const std::string& n = "1",
                      const std::string& alignment_struct = "") {
  const std::string type = "simt_t" + n + "_" + name, key = "simt_k" + n + "_" + name;
  const std::string alignment = alignment_struct.empty() ? type : "simt_a" + n + "_" + name;
  return alignment_struct + "static_assert(sizeof(" + type + ") <= 48 * 1024, \"" + name +
         " is larger than the 48 KiB of a block's static shared memory: make it dynamic\"); " +
         "static const char " + key + " = 0; " +
         record("&" + key, "sizeof(" + type + ")", alignment) + type + "& " + name +
         " = *static_cast<" + type + "*>(::simt::shared(&" + key + ", \"" + name + "\", sizeof(" +
         type + "), alignof(" + alignment + "), ::simt::elements_of<" + type + ">()));";
}

std::string dynamic(const std::string& name, const std::string& alignment_struct = "") {
  const std::string type = "simt_t1_" + name;
  const std::string alignment = alignment_struct.empty() ? type : "simt_a1_" + name;
  return alignment_struct + "[[maybe_unused]] extern " + type + " simt_dynamic_" + name + "; " +
         record("0", "0", alignment) + type + "& " + name + " = *static_cast<" + type +
         "*>(::simt::shared_dynamic(\"" + name + "\", alignof(" + alignment +
         "), ::simt::elements_of<" + type + ">()));";
}

std::string alignment_struct(const std::string& name, const std::string& alignments) {
  return "struct simt_a1_" + name + " { alignas(alignof(simt_t1_" + name + ")) char type; " +
         alignments + " }; ";
}

/// The translation of a declaration in a function, without the sums of sizes.
std::string inside(const std::string& code) {
  const std::string text =
      squeezed(translated("__device__ void f() { " + code + " }",
                          {"extern", "static", "alignas", "aligned", "__attribute__", "(", ")",
                           "16", "8", "unused", "__aligned__"}));
  static const std::regex sums("static_assert\\(sizeof\\([^)]*\\) \\+ [^;]*; ");
  return std::regex_replace(text.substr(11, text.size() - 13), sums, "");
}

TEST(Shared, IsLimitedInAll) {
  const std::string text = translated(
      "__device__ void f() { __shared__ int a[3]; __shared__ int b; { __shared__ int c; } }");
  EXPECT_NE(text.find("static_assert(sizeof(simt_t1_a) + sizeof(simt_t2_b) <= 48 * 1024"),
            std::string::npos);
  EXPECT_EQ(text.find("+ sizeof(simt_t3_c)"), std::string::npos);
}

TEST(Shared, BecomesAReference) {
  EXPECT_EQ("typedef float simt_t1_t; " + reference("t"), inside("__shared__ float t;"));
  EXPECT_EQ("typedef float simt_t1_t[32][33], simt_t1_u; " + reference("t") + " " + reference("u"),
            inside("__shared__ float t[32][33], u;"));
  EXPECT_EQ("typedef T simt_t1_t[N][N + 1]; " + reference("t"),
            inside("__shared__ T t[N][N + 1];"));
  EXPECT_EQ("typedef float simt_t1_a; " + reference("a") + " typedef int simt_t2_b; " +
                reference("b", "2"),
            inside("__shared__ float a; __shared__ int b;"));
}

TEST(Shared, TakesEveryType) {
  for (const std::string type :
       {"unsigned long long int", "typename X::T", "typename X<A>::template Y<B>::T", "a::b<c, 3>",
        "::a::b", "float4", "std::array<int, (N > 3 ? 1 : 2)>", "decltype(f(1))", "struct S",
        "struct S { int a; float b[3]; }", "enum E", "long double", "cuda::barrier<scope::block>",
        "const volatile int", "X<N < 3>"}) {
    EXPECT_EQ("typedef " + type + " simt_t1_x; " + reference("x"),
              inside("__shared__ " + type + " x;"));
    if (contains(type, "{") || contains(type, "N < 3")) continue;
    EXPECT_EQ("typedef " + type + " simt_t1_x[4]; " + reference("x"),
              inside(type + " __shared__ x[4];"));
  }
  EXPECT_EQ("typedef union simt_s1 { int a; float b; } simt_t1_x; " + reference("x"),
            inside("__shared__ union { int a; float b; } x;"));
  EXPECT_EQ("typedef struct simt_s1 {int a;}simt_t1_x; " + reference("x"),
            inside("__shared__ struct{int a;}x;"));
}

TEST(Shared, TakesEveryDeclarator) {
  for (const auto& [before, behind] :
       std::vector<std::pair<std::string, std::string>>{{"*", ""},
                                                        {"**", "[3]"},
                                                        {"* const ", ""},
                                                        {"(*", ")[4]"},
                                                        {"(*", ")(int, float x)"},
                                                        {"(S::*", ")(int)"},
                                                        {"(*", "[2])(int)"},
                                                        {"* __restrict__ ", ""}}) {
    EXPECT_EQ("typedef int " + before + "simt_t1_p" + behind + "; " + reference("p"),
              inside("__shared__ int " + before + "p" + behind + ";"));
  }
  EXPECT_EQ("typedef int *simt_t1_a, simt_t1_b[2], (*simt_t1_c)(int); " + reference("a") + " " +
                reference("b") + " " + reference("c"),
            inside("__shared__ int *a, b[2], (*c)(int);"));
}

TEST(Shared, TakesSpecifiersInAnyOrder) {
  for (const std::string code : {"static __shared__ int x;", "__shared__ static int x;",
                                 "int static __shared__ x;", "int __shared__ static x;",
                                 "__device__ __shared__ int x;", "__shared__ __device__ int x;"}) {
    EXPECT_EQ("typedef int simt_t1_x; " + reference("x"), inside(code));
  }
  for (const std::string code : {"volatile __shared__ int x;", "__shared__ volatile int x;",
                                 "static volatile __shared__ int x;"}) {
    EXPECT_EQ("typedef volatile int simt_t1_x; " + reference("x"), inside(code));
  }
  EXPECT_EQ("typedef const int simt_t1_x; " + reference("x"), inside("const __shared__ int x;"));
  EXPECT_EQ("[[maybe_unused]] typedef int simt_t1_x; " + reference("x"),
            inside("[[maybe_unused]] __shared__ int x;"));
}

TEST(Shared, IsAlignedAsStrictlyAsAsked) {
  const std::string once = alignment_struct("x", "alignas( 16 ) char a0;");
  for (const std::string code :
       {"__shared__ __align__(16) int x;", "__align__(16) __shared__ int x;",
        "alignas(16) __shared__ int x;", "__shared__ alignas(16) int x;",
        "__shared__ int __align__(16) x;", "__shared__ __attribute__((aligned(16))) int x;",
        "__shared__ int x __attribute__((unused, __aligned__(16)));"}) {
    EXPECT_EQ("typedef int simt_t1_x", inside(code).substr(0, 21));
    EXPECT_TRUE(contains(inside(code), "; " + reference("x", "1", once))) << inside(code);
  }
  // alignas of a type, and several at once: the strictest holds
  EXPECT_EQ("void f() { typedef T simt_t1_x; " +
                reference("x", "1",
                          alignment_struct(
                              "x", "alignas( float4 ) char a0; alignas( sizeof ( T ) ) char a1;")) +
                " }",
            squeezed(translated("void f() { alignas(float4) __align__(sizeof(T)) __shared__ T x; }",
                                {"alignas", "float4", "sizeof", "(", ")", "T"})));
}

TEST(Shared, KeepsItsLines) {
  EXPECT_EQ("void f() {\ntypedef \nint\n\nsimt_t1_a\n[4]\n;\n# 5 \"a.cu\"\n" + reference("a") +
                "\n# 7 \"a.cu\"\n\n}",
            squeezed(translated("void f() {\n__shared__\nint\n\na\n[4]\n;\n}")));
  const std::string text = translated("void f() {\n__shared__ int a,\n  b; int c;\n}");
  EXPECT_TRUE(
      contains(text, "\n# 2 \"a.cu\"\n " + reference("a") + "\n# 3 \"a.cu\"\n static_assert("))
      << text;
  EXPECT_TRUE(contains(text, reference("b") + " int c;\n}")) << text;
}

TEST(SharedDynamic, IsAReferenceInAFunction) {
  EXPECT_EQ("typedef float simt_t1_s[]; " + dynamic("s"), inside("extern __shared__ float s[];"));
  EXPECT_EQ("typedef T simt_t1_s[][33]; " + dynamic("s"), inside("__shared__ extern T s[][33];"));
  EXPECT_EQ("typedef unsigned char simt_t1_raw[]; " +
                dynamic("raw", alignment_struct("raw", "alignas( 16 ) char a0;")),
            inside("extern __shared__ __align__(16) unsigned char raw[];"));
  EXPECT_EQ("typedef int simt_t1_a[], simt_t1_b[]; " + dynamic("a") + " " + dynamic("b"),
            inside("extern __shared__ int a[], b[];"));
}

TEST(SharedDynamic, IsAnObjectInANamespace) {
  const std::string object =
      "typedef float simt_t1_s[]; [[maybe_unused]] extern simt_t1_s simt_dynamic_s; "
      "[[maybe_unused]] static const ::simt::DynamicShared< "
      "::std::remove_extent_t<simt_t1_s>> s{};";
  const std::vector<std::string> gone = {"extern", "alignas", "(", ")", "16"};
  EXPECT_EQ(object, squeezed(translated("extern __shared__ float s[];", gone)));
  EXPECT_EQ(object, squeezed(translated("extern __shared__ alignas(16) float s[];", gone)));
  EXPECT_EQ("namespace a::b { " + object + " }",
            squeezed(translated("namespace a::b { extern __shared__ float s[]; }", gone)));
  EXPECT_EQ(
      "extern \"C\" { namespace { " + object + " } }",
      squeezed(translated("extern \"C\" { namespace { extern __shared__ float s[]; } }", gone)));
  EXPECT_EQ(
      "struct S { int a; }; void f() {} " + object,
      squeezed(translated("struct S { int a; }; void f() {} extern __shared__ float s[];", gone)));
}

TEST(SharedDynamic, OfANamespaceIsAPointerWhereItMustBe) {
  const auto use = [](const std::string& code) {
    const std::string text =
        translated("extern __shared__ float s[];\nvoid f(float* t) { " + code + " }", {"extern"});
    const std::string lines = text.substr(text.find('\n') + 1);
    return lines.substr(0, lines.find("/*simt: casts*/"));
  };
  for (const auto& [code, expected] : std::vector<std::pair<std::string, std::string>>{
           {"reinterpret_cast<A<B>*>(s);", "reinterpret_cast<A<B>*>( ::simt::shared_pointer(s));"},
           {"(int*)s;", "(int*) ::simt::shared_pointer(s);"},
           {"g(s); h(1, s, s);",
            "g( ::simt::shared_pointer(s)); h(1,  ::simt::shared_pointer(s),  "
            "::simt::shared_pointer(s));"},
           {"g(T{s, 1}, [s] {});", "g(T{s, 1}, [s] {});"},
           {"s[3] = s[4]; *s = 1; p = s + 1; g(s + 1, &s[1]); g(t, a.s);",
            "s[3] = s[4]; *s = 1; p = s + 1; g(s + 1, &s[1]); g(t, a.s);"},
           {"int a, s, b; auto l = [&, s] {};", "int a, s, b; auto l = [&, s] {};"}}) {
    EXPECT_EQ("void f(float* t) { " + expected + " }", use(code));
  }
}

TEST(Shared, KnowsWhereItStands) {
  for (const std::string before :
       {"void f() {", "struct S { void f() {", "namespace n { template <class T> void f(T) {",
        "auto l = [] {", "void f() { if (x) { for (;;) {",
        "template <template <class> class C> void f() {", "struct S f() {",
        "void f() { switch (1) { case 1:", "void f() { label:",
        "template <class T> requires requires (T t) { t.x; } void f(T) {", "S::S() : a{1}, b(2) {",
        "extern \"C\" void f() {", "void f() try {", "int f(struct S s) {",
        "auto f() -> struct S {"}) {
    std::string text = before + " __shared__ int x;";
    for (char c : before) text += c == '{' ? "}" : "";
    if (contains(before, "requires")) text.pop_back();
    if (contains(before, "a{1}")) text.pop_back();
    EXPECT_TRUE(contains(translated(text), reference("x"))) << text;
  }
}

TEST(Shared, OfNamespaceScopeIsDeclaredWhereItIsNamed) {
  const std::string text = translated(
      "__shared__ int x;\n__device__ int f() { return x; }\n__device__ int g(int x) { return x; }\n"
      "__device__ int h() { return s.x; }\nint main() {}\n",
      {"x"});
  EXPECT_TRUE(contains(text, "static const char simt_k1_x = 0;")) << text;
  EXPECT_TRUE(contains(text, "simt_t1_x& x = ")) << text;
  EXPECT_EQ(text.find("simt_t1_x& x = "), text.rfind("simt_t1_x& x = ")) << text;
}

TEST(SharedError, BelongsToNoClass) {
  const std::string message =
      "2: a __shared__ variable belongs inside a kernel or a __device__ function\n";
  EXPECT_EQ(message, errors_of("struct S {\n__shared__ int x; };"));
  EXPECT_EQ(message,
            errors_of("template <class T> class S final : B<T> {\nstatic __shared__ int x; };"));
  EXPECT_EQ(message, errors_of("void f() { struct __align__(8) S : B {\n__shared__ int x; }; }"));
}

TEST(SharedError, HasNoInitialiser) {
  const std::string message =
      "2: a __shared__ variable cannot have an initialiser: let a thread assign it\n";
  for (const std::string code : {"x = 3;", "x{3};", "x(3);", "a, x[2] = {1, 2};"}) {
    EXPECT_EQ(message, errors_of("void f() { __shared__ int\n" + code + " }")) << code;
  }
  EXPECT_EQ(message, errors_of("void f() { extern __shared__ int\n x[] = {1}; }"));
}

TEST(SharedError, IsFinished) {
  const std::string unfinished = "1: this __shared__ declaration is not finished\n";
  EXPECT_EQ(unfinished, errors_of("void f() { __shared__ int x"));
  EXPECT_EQ(unfinished, errors_of("void f() { __shared__ int x }"));
  EXPECT_EQ(unfinished, errors_of("void f() { __shared__"));
  EXPECT_EQ(unfinished, errors_of("void f(__shared__ int x) {}"));
  EXPECT_EQ("1: this __shared__ declaration has no variable name\n",
            errors_of("void f() { __shared__ int; }"));
  EXPECT_EQ("1: this bracket is never closed\n", errors_of("void f() { __shared__ int x[3;"));
  EXPECT_EQ("1: this is not understood in a __shared__ declaration\n",
            errors_of("void f() { __shared__ T a b; }"));
}

/// In a kernel, with two dynamic arrays in front of it.
std::string warnings_of_use(const std::string& body) {
  return errors_of(
      "extern __shared__ short a[]; extern __shared__ float b[];\n"
      "__global__ void k(float* out, int i) {\n" +
      body + "\n}");
}

TEST(SharedMemory, WarnsWhereOneDynamicArrayIsWrittenBetweenStoreAndReadOfAnother) {
  EXPECT_EQ(
      "3: this stores into a, too: all extern __shared__ arrays of a kernel begin at the same "
      "address. Declare one, and let b point behind the elements of a\n",
      warnings_of_use("a[i] = 1; b[i] = 2; out[i] = a[i] + b[i];"));
  // One after the other, as a union would be; the same bytes in another type; nobody knows where.
  EXPECT_EQ("", warnings_of_use("a[i] = 1; out[i] = a[i]; b[i] = 2; out[i] += b[i];"));
  EXPECT_EQ("", warnings_of_use("a[i] = 1; out[i] = b[i];"));
  EXPECT_EQ("", warnings_of_use("float* c = b + 8; a[i] = 1; c[i] = 2; out[i] = a[i] + c[i];"));
  EXPECT_EQ("", warnings_of_use("a[i] = 1; use(&b[i]); b[i] = 2; out[i] = a[i];"));
}

}  // namespace
