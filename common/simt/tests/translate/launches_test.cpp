// kernel<<<...>>>(...) in all its forms.
#include "translated.h"

namespace {

const std::string kAttributes = " __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage)) ";
/// The arguments of a kernel's call, and what comes behind it.
const std::string kArguments = "(::simt::argument(simt_a)...), ::simt::after_kernel(simt_a...); }";

/// What tells whether a kernel takes some arguments.
std::string probe(const std::string& kernel) {
  return ", [=](auto&... simt_a) -> decltype(void(" + kernel + "(simt_a...))) {}";
}

/// What becomes of a launch of kernel `name` in line 2, whose only text on that line it is.
std::string launch(const std::string& name, const std::string& configuration,
                   const std::string& arguments = "") {
  return "::simt::launch(\"" + name + "\", \"a.cu\", 2, " + configuration +
         ").run([=](auto&... simt_a)" + kAttributes + "{ " + name + kArguments + probe(name) +
         (arguments.empty() ? "" : ", " + arguments) + ");";
}

/// The same for an expression that yields a function pointer.
std::string launch_value(const std::string& value, const std::string& configuration,
                         const std::string& arguments = "") {
  return "::simt::launch(\"\", \"a.cu\", 2, " + configuration + ").run([simt_f = " + value +
         "](auto&... simt_a)" + kAttributes + "{ simt_f" + kArguments + probe(value) +
         (arguments.empty() ? "" : ", " + arguments) + ");";
}

/// The translation of line 2, below the declaration of a kernel `k`.
std::string second_line(const std::string& line, const std::vector<std::string>& gone = {}) {
  const std::string text = squeezed(translated("__global__ void k(int);\n" + line, gone));
  return text.substr(text.find('\n') + 1);
}

TEST(Launch, NamesTheKernelAndKeepsItAName) {
  EXPECT_EQ(launch("k", "1, 2"), second_line("k<<<1, 2>>>();"));
  EXPECT_EQ(launch("k", "grid, block, 0, stream", "a, b"),
            second_line("k<<<grid, block, 0, stream>>>(a, b);"));
  EXPECT_EQ(launch("::k", "1, 2"), second_line("::k<<<1, 2>>>();"));
  EXPECT_EQ(launch("::ns::k", "1, 2"), second_line("::ns::k<<<1, 2>>>();"));
}

TEST(Launch, TakesTemplateArguments) {
  EXPECT_EQ(launch("k<float>", "1, 2", "x"), second_line("k<float><<<1, 2>>>(x);"));
  EXPECT_EQ(launch("a::b<X>::k", "1, 2"), second_line("a::b<X>::k<<<1, 2>>>();"));
  EXPECT_EQ(launch("a::template k<X>", "1, 2"), second_line("a::template k<X><<<1, 2>>>();"));
  EXPECT_EQ(launch("k<(a>b)>", "1, 2"), second_line("k<(a>b)><<<1, 2>>>();"));
  EXPECT_EQ(launch("k<f<3>()>", "1, 2"), second_line("k<f<3>()><<<1, 2>>>();"));
  EXPECT_EQ(launch("k<A<B<int>>>", "1, 2"), second_line("k<A<B<int>>><<<1, 2>>>();"));
  EXPECT_EQ(launch("k<p->q, 1<<2>", "1, 2"), second_line("k<p->q, 1<<2><<<1, 2>>>();"));
  EXPECT_EQ(launch("decltype(x)::k", "1, 2"), second_line("decltype(x)::k<<<1, 2>>>();"));
}

TEST(Launch, SpacesTheNameInOneWay) {
  EXPECT_TRUE(contains(second_line("ns :: k < unsigned int ,3 > <<< 1, 2 >>> ();"),
                       "::simt::launch(\"ns::k<unsigned int, 3>\", \"a.cu\", 2, "));
  EXPECT_TRUE(contains(second_line("k<'\"', '\\\\'><<<1, 2>>>();"),
                       "::simt::launch(\"k<'\\\"', '\\\\\\\\'>\", "));
}

TEST(Launch, EvaluatesAnExpressionAtTheLaunch) {
  EXPECT_EQ(launch_value("fp", "1, 2", "x"), second_line("fp<<<1, 2>>>(x);"));
  EXPECT_EQ(launch_value("(*fp)", "1, 2", "x"), second_line("(*fp)<<<1, 2>>>(x);"));
  EXPECT_EQ(launch_value("table[i]", "1, 2"), second_line("table[i]<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("table[i][j]", "1, 2"), second_line("table[i][j]<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("obj.k", "1, 2"), second_line("obj.k<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("ptr->k", "1, 2"), second_line("ptr->k<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("this->fp", "1, 2"), second_line("this->fp<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("a.b[i]->c<X>::d", "1, 2"), second_line("a.b[i]->c<X>::d<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("get(1)", "1, 2"), second_line("get(1)<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("get(1)(2)", "1, 2"), second_line("get(1)(2)<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("(*get(1)).k", "1, 2"), second_line("(*get(1)).k<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("T{}.fp", "1, 2"), second_line("T{}.fp<<<1, 2>>>();"));
  EXPECT_EQ(launch_value("static_cast<F>(p)", "1, 2"),
            second_line("static_cast<F>(p)<<<1, 2>>>();"));
}

TEST(Launch, StopsInFrontOfTheExpression) {
  EXPECT_EQ("return " + launch("k", "1, 2"), second_line("return k<<<1, 2>>>();"));
  EXPECT_EQ("return " + launch("::k", "1, 2"), second_line("return ::k<<<1, 2>>>();"));
  EXPECT_EQ("if (c) " + launch("k", "1, 2"), second_line("if (c) k<<<1, 2>>>();"));
  EXPECT_EQ("if (c) " + launch("::k", "1, 2"), second_line("if (c) ::k<<<1, 2>>>();"));
  EXPECT_EQ("if (f(c)) " + launch_value("(*fp)", "1, 2"),
            second_line("if (f(c)) (*fp)<<<1, 2>>>();"));
  EXPECT_EQ("if constexpr (c) " + launch_value("(*fp)", "1, 2"),
            second_line("if constexpr (c) (*fp)<<<1, 2>>>();"));
  EXPECT_EQ("else " + launch_value("(*fp)", "1, 2"), second_line("else (*fp)<<<1, 2>>>();"));
  EXPECT_EQ("for (;;) " + launch("ns::k", "1, 2"), second_line("for (;;) ns::k<<<1, 2>>>();"));
  EXPECT_EQ("(void)" + launch_value("(*fp)", "1, 2"), second_line("(void)(*fp)<<<1, 2>>>();"));
  EXPECT_EQ("[[likely]] " + launch_value("(*fp)", "1, 2"),
            second_line("[[likely]] (*fp)<<<1, 2>>>();"));
  EXPECT_EQ("case 1: " + launch("k", "1, 2"), second_line("case 1: k<<<1, 2>>>();"));
  EXPECT_EQ("case 1: " + launch("k", "1, 2"), second_line("case 1:k<<<1, 2>>>();"));
  EXPECT_EQ("a, *" + launch_value("fp", "1, 2"), second_line("a, *fp<<<1, 2>>>();"));
}

TEST(Launch, TakesAnyConfiguration) {
  for (const std::string configuration : {
           "dim3{1, 2}, {3}",
           "dim3(a < b ? 1 : 2), (n + 255) / 256",
           "(n >> 3), (m >>> 2)",
           "n >> 3, 1 << 4",
           "grid<int>(n), sizeof(X<Y<int>>)",
           "f<g<h<int>>>(1), 2",
           "1, f<g<h<int>>>(1)",
           "n, a < b ? 1 : 2",
           "n, a < b && c > d",
           "n, x->y",
           "n, v[a > b]",
           "[] { return 1; }(), [](int i) -> int { return i >> 1; }(2)",
           "make_grid<int, 3>(n), T<>::block",
       }) {
    EXPECT_EQ(launch("k", configuration, "x"), second_line("k<<<" + configuration + ">>>(x);"));
  }
  // the angle brackets of template arguments touch those of the launch
  EXPECT_EQ(launch("k", "1, V<int>", "x"), second_line("k<<<1, V<int>>>>(x);"));
  EXPECT_EQ(launch("k", "1, V<W<int>>", "x"), second_line("k<<<1, V<W<int>>>>>(x);"));
}

TEST(Launch, MayStandAnywhere) {
  EXPECT_EQ("run([&] { " + launch("k", "1, 2", "i") + " });",
            second_line("run([&] { k<<<1, 2>>>(i); });"));
  EXPECT_EQ(launch("k", "1, 2", "[&] { " + launch("k<1>", "3, 4", "x") + " }"),
            second_line("k<<<1, 2>>>([&] { k<1><<<3, 4>>>(x); });"));
  EXPECT_EQ(launch("k", "1, [] { " + launch("k", "3, 4") + " return 1; }()", "x"),
            second_line("k<<<1, [] { k<<<3, 4>>>(); return 1; }()>>>(x);"));
  EXPECT_EQ("do { " + launch("k", "1, 2") + " " + launch("k", "3, 4") + " } while (0);",
            second_line("do { k<<<1, 2>>>(); k<<<3, 4>>>(); } while (0);"));
  EXPECT_EQ("template <class T> void host(T t) { " + launch("k", "1, 2", "t") + " }",
            second_line("template <class T> void host(T t) { k<<<1, 2>>>(t); }"));
}

TEST(Launch, LeavesItToTheKernelWhatAnExpressionOrATemplatesArgumentIsCalled) {
  for (const std::string line :
       {"template <class T> void host(T t) { k<T><<<1, 2>>>(t); }",
        "template <class T> struct S { void host(T t) { k<T, 3><<<1, 2>>>(t); } };",
        "template <auto K> void host() { K<<<1, 2>>>(); }", "auto f = k<float>; f<<<1, 2>>>();",
        "k_table[n<3>()]<<<1, 2>>>();"}) {
    EXPECT_TRUE(contains(second_line(line), "::simt::launch(\"\", ")) << line;
  }
  EXPECT_TRUE(
      contains(second_line("template <class T> void f(T t) {} void g() { k<3><<<1, 2>>>(); }"),
               "::simt::launch(\"k<3>\", "));
}

TEST(Launch, MayHaveSpacesInItsBrackets) {
  for (const std::string launch : {"k << <1, 2>> >(3);", "k < << 1, 2 > >> (3);"}) {
    EXPECT_TRUE(contains(second_line(launch, {"<< <", "< <<"}), "::simt::launch(\"k\", "))
        << launch;
  }
}

TEST(Launch, KnowsLettersAsThePreprocessorWritesThem) {
  const std::string text = translated(
      "__global__ void gr\\U000000f6(int);\nint main() {\n gr\\U000000f6<<<1, 2>>>(1); }\n");
  EXPECT_TRUE(contains(text, "::simt::launch(\"gr\\U000000f6\", ")) << text;
}

TEST(Launch, MayComeBeforeTheKernel) {
  EXPECT_TRUE(contains(translated("template <class T> void f(T t) { late<<<1, 2>>>(t); }\n"
                                  "template <class T> __global__ void late(T) {}\n"),
                       "{ late" + kArguments));
}

TEST(Launch, KnowsKernelsInEverySpelling) {
  for (const std::string declaration : {
           "__global__ void kernel();",
           "void __global__ kernel();",
           "static __global__ void __launch_bounds__(256, N > 3 ? 2 : 1) kernel();",
           "__launch_bounds__(128) __global__ void kernel();",
           "template <class T> __global__ void kernel();",
           "template __global__ void kernel<int>();",
           "extern \"C\" __global__ void kernel();",
           "__global__ static auto kernel() -> void;",
           "template <class T, class = std::enable_if_t<(N < 3)>> __global__ void kernel();",
           "[[maybe_unused]] __global__ void kernel();",
       }) {
    const std::string text =
        translated(declaration + "\nvoid f() { kernel<<<1, 1>>>(); }",
                   {"256", "2", "N", "3", "?", ":", "1", "128", "(", ")", ","});
    EXPECT_TRUE(contains(text, "{ kernel" + kArguments)) << text;
  }
}

TEST(Launch, MakesLiteralZerosFitPointers) {
  EXPECT_EQ("::simt::launch(\"k<T>\", \"a.cu\", 2, 1, 2).run([=](auto&... simt_a)" + kAttributes +
                "{ k<T>" + kArguments + probe("k<T>") + ", ::simt::Zero{}, x, ::simt::Zero{});",
            second_line("k<T><<<1, 2>>>(0, x, __null);", {"0", "__null"}));
  EXPECT_EQ(launch_value("fp", "1, 2", "::simt::Zero{}"), second_line("fp<<<1, 2>>>(0);", {"0"}));
}

TEST(Launch, LeavesOtherZerosAlone) {
  for (const std::string arguments :
       {"f(0)", "f(1, 0, 2)", "0 + 1", "1, -0", "0.0f, 0x0, 0u", "a[0]", "T{0}", "(0)",
        "f<1, 0, 2>(x)", "std::array<int, 0>{}", "V<1, 0, 2>{}, x", "c ? 0 : 1",
        "[] { return g(1, 0, 2); }"}) {
    EXPECT_EQ(launch("k", "1, 2", arguments), second_line("k<<<1, 2>>>(" + arguments + ");"));
  }
  EXPECT_TRUE(contains(translated("fp<<<1, 2>>>(a < b, 0, c > d);", {"0"}), ", ::simt::Zero{}, "));
}

TEST(Launch, KeepsTokensOnTheirLines) {
  EXPECT_EQ("::simt::launch(\"k\", \"a.cu\", 2, 1, 2).run([=](auto&... simt_a)" + kAttributes +
                "{ k" + kArguments + probe("k") + "\n, a,\nb\n);",
            second_line("k<<<1, 2>>>\n     (a,\n        b\n);", {"("}));
  // the kernel is called behind a configuration of several lines: markers take it back
  EXPECT_EQ(
      "::simt::launch(\"k<int, 3>\", \"a.cu\", 2, \n\ngrid,\nblock).run(\n# 2 \"a.cu\"\n"
      "[=](auto&... simt_a)" +
          kAttributes + "{ k<int,\n3>" + kArguments + probe("k<int,\n3>") + "\n# 5 \"a.cu\"\n, x);",
      second_line("k<int,\n 3>\n<<< grid,\n block>>>(x);"));
}

TEST(Launch, KeepsLinesAroundSystemMacros) {
  const std::string text = translated(
      "__global__ void k(int);\nk<<<1, 2>>>(\n# 2 \"a.cu\" 3 4\n  __null\n# 2 \"a.cu\"\n  , b);",
      {"__null"});
  EXPECT_TRUE(contains(text, "\n# 2 \"a.cu\" 3 4\n  ::simt::Zero{}\n# 2 \"a.cu\"\n  , b);"))
      << text;
}

TEST(Launch, NamesFileAndLineOfTheKernel) {
  EXPECT_TRUE(contains(translated("\n# 40 \"dir/x.cuh\" 1\nfp<<<1, 2>>>();\n# 3 \"a.cu\" 2\n"),
                       "::simt::launch(\"\", \"dir/x.cuh\", 40, 1, 2)"));
  EXPECT_TRUE(contains(translated("\n# 40 \"C:\\\\\\\"x\\\".cu\"\nfp<<<1, 2>>>();\n"),
                       "::simt::launch(\"\", \"C:\\\\\\\"x\\\".cu\", 40, 1, 2)"));
}

TEST(Launch, LeavesShiftsAndComparisonsAlone) {
  for (const std::string line :
       {"a << b >> c; a <<= 1; a >>= 2; a > b; a >= b; X<Y<Z<int>>> x;", "std::cout << \"<<<\";",
        "operator<<<char>(out, x);", "auto c = a <=> b;"}) {
    EXPECT_EQ(line, translated(line));
  }
}

TEST(LaunchError, SaysWhatIsMissing) {
  EXPECT_EQ("1: no kernel stands in front of this <<<\n", errors_of("<<<1, 2>>>();"));
  EXPECT_EQ("2: no kernel stands in front of this <<<\n", errors_of("\n1 <<<1, 2>>>();"));
  EXPECT_EQ("1: no kernel stands in front of this <<<\n", errors_of("return <<<1, 2>>>();"));
  EXPECT_EQ("1: no kernel stands in front of this <<<\n", errors_of(")<<<1, 2>>>();"));
  EXPECT_EQ("1: no kernel stands in front of this <<<\n", errors_of("a; b><<<1, 2>>>();"));
  EXPECT_EQ("1: no kernel stands in front of this <<<\n", errors_of("k<<<1, 2>>>()<<<3, 4>>>();"));
  EXPECT_EQ("1: this <<< has no >>> followed by arguments in parentheses\n",
            errors_of("k<<<1, 2;\n>>>();"));
  EXPECT_EQ("1: this <<< has no >>> followed by arguments in parentheses\n",
            errors_of("k<<<1, 2>>>;"));
  EXPECT_EQ("1: this <<< has no >>> followed by arguments in parentheses\n",
            errors_of("k<<<1, 2>> >();"));
  EXPECT_EQ("1: this <<< has no >>> followed by arguments in parentheses\n",
            errors_of("k<<<1, (2>>>();"));
  EXPECT_EQ("1: this <<< has no >>> followed by arguments in parentheses\n", errors_of("k<<<"));
  EXPECT_EQ("3: the arguments of this launch have no closing parenthesis\n",
            errors_of("k<<<1, 2>>>\n\n(a, b; }"));
  EXPECT_EQ("1: this launch has no configuration: kernel<<<grid, block>>>(...)\n",
            errors_of("k<<<>>>();"));
  EXPECT_EQ(
      "3: a kernel that is a template takes no argument in braces, unless its own are written "
      "out: kernel<T><<<...>>>({...}), or Type{...}\n",
      errors_of("template <class T>\n__global__ void k(int a, T b);\nvoid f() { k<<<1, 2>>>(a, {1, "
                "2}); }"));
}

TEST(LaunchError, GoesOnBehindAnError) {
  EXPECT_EQ(
      "1: no kernel stands in front of this <<<\n"
      "2: this launch has no configuration: kernel<<<grid, block>>>(...)\n",
      errors_of("<<<1, 2>>>();\nk<<<>>>(); k<<<1, 2>>>();"));
}

TEST(LaunchError, NamesTheFileOfTheMarker) {
  std::vector<translator::Diagnostic> errors;
  translator::translate("# 1 \"a.cu\"\n# 5 \"b \\\"c\\\".cuh\" 1\nk<<<\n# 2 \"a.cu\" 2\n", errors);
  ASSERT_EQ(1u, errors.size());
  EXPECT_EQ("b \"c\".cuh", errors[0].file);
  EXPECT_EQ(5, errors[0].line);
}

}  // namespace
