// Writes a program of random kernels and of random functions for host and device, the same for the
// same seed. It means the same under simtcc and, with PLAIN defined, as C++ where a kernel is a
// function; meaning_test.sh compares what it prints.
//   write_programs SEED KERNELS
//
// Kernels whose names begin with `counted` have volatile arrays that no compiler keeps in registers,
// and print how often they use them; `without` ones have none. All other kernels have anything.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "expression_writer.h"

namespace {

constexpr const char* kPrelude = R"(#include <cstdio>
#include <cstring>
#ifdef PLAIN
#include <cstdlib>
#define __global__
#define __device__
#define __host__
#define __shared__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __syncthreads()
#define LAUNCH(kernel, ...) kernel(__VA_ARGS__)
#define AT(array, index) array[(++uses, (index) & 3)]
template <class T> T atomicAdd(T* p, T value) { T old = *p; *p += value; return old; }
int cudaDeviceSynchronize() { return 0; }
template <class T> void cudaMallocManaged(T** p, size_t bytes) { *p = (T*)malloc(bytes); }
void cudaFree(void* p) { free(p); }
struct { unsigned x, y, z; } threadIdx, blockIdx;
#else
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define AT(array, index) array[(index) & 3]
#endif
#define PRODUCT(x, i, y, j) x[(i) & 3] * y[(j) & 3]
#define IF(condition) if (condition)
#define ELSE else
#define ONCE(statement) do { statement } while (0)
#define TWICE(statement) for (int twice = 0; twice < 2; ++twice) statement
#define DECLARE(type, name) type name[4]
long uses = 0;
struct Pair { int first, second; };
typedef int Four[4];
template <class T> struct Same { using Type = T; static constexpr int value = 3; };
template <class T> __host__ __device__ T larger(T a, T b) { return a > b ? a : b; }
template <class A, class B> __host__ __device__ int sum(A a, B b) { return int(a) + int(b); }
)";

class Writer : ExpressionWriter {
 public:
  explicit Writer(unsigned seed) : ExpressionWriter(seed) {}

  std::string program(int kernels) {
    text_ = kPrelude;
    for (int i = 0; i < 2; ++i) constant();
    for (int i = 0; i < kernels / 4 + 1; ++i) function();
    for (int i = 0; i < kernels; ++i) kernel();
    text_ +=
        "int main() {\n  int* out;\n  int in[16], other[16];\n"
        "  int *a, *b;\n  cudaMallocManaged(&out, 64);\n"
        "  cudaMallocManaged(&a, 64);\n  cudaMallocManaged(&b, 64);\n" +
        launches_ + "  cudaFree(out), cudaFree(a), cudaFree(b);\n}\n";
    return text_;
  }
  int statements() const { return statements_; }

 private:
  // ---- statements

  void line(const std::string& text) {
    text_.append(2 * static_cast<std::size_t>(depth_ + 1), ' ') += text + "\n";
  }

  /// A statement that may stand alone behind `if (…)`.
  std::string simple() {
    ++statements_;
    switch (in_lambda_ ? 1 + below(2) : below(11)) {
      case 0:
        return changed() + " += " + value() + ";";
      case 1:
        return changed() + " ^= " + value() + ", " + place() + " = " + value() + ";";
      case 2:
        return "sum(" + operand(2) + ", " + operand(2) + "), " + place() + " = " + value() + ";";
      case 3:
        return "atomicAdd(&out[" + number() + "], (int)(" + expression(1) + "));";
      case 4:
        return "*out = *out * 3 + " + product_or_number() + ";";
      case 5:
        return place() + " = " + operand(1) + " ? " + operand(1) + " : " + value() + ";";
      case 6:
        return "{ " + place() + " = " + value() + "; }";
      case 7:
        return "ONCE(" + place() + " = " + one_call() + ";);";
      case 8:
        return "(void)(" + product_or_number() + ");";
      case 9:
        return ";";
      default:
        return place() + " = " + value() + ";";
    }
  }
  std::string one_call() { return "larger<int>(" + number() + ", 2)"; }
  std::string product_or_number() { return arrays_.empty() ? number() : product(); }

  /// One statement, unbraced, that may have others in it.
  std::string nested(int depth) {
    ++statements_;
    const std::string counter = "i" + std::to_string(loops_++);
    const auto inner = [&] { return depth > 2 || one_in(2) ? simple() : nested(depth + 1); };
    switch (below(8)) {
      case 0:
        return "if (" + expression(1) + ") " + braced_else(inner()) + " else " + inner();
      case 1:
        return "if (" + expression(1) + ") { " + inner() + " } else if (" + expression(1) + ") " +
               braced_else(inner()) + " else " + inner();
      case 2:
        return "for (int " + counter + " = 0; " + counter + " < " + trips() + "; ++" + counter +
               ") " + inner();
      case 3:
        return "{ int " + counter + " = " + trips() + "; do " + inner() + " while (--" + counter +
               " > 0); }";
      case 4:
        return "{ int " + counter + " = " + trips() + "; while (" + counter + "-- > 0) " + inner() +
               " }";
      case 5:
        return "switch (" + expression(1) + " & 3) { case 0: " + inner() + " case 1: " + inner() +
               " break; case " + (one_in(2) ? "2" : "1 ? 2 : 4") + ": case 3: " + inner() +
               " default: " + inner() + " }";
      case 6:
        return "IF (" + expression(1) + ") " + braced_else(inner()) + " ELSE " + inner();
      default:
        return "TWICE(" + (one_in(2) ? std::string("{ *out += 1; }") : "*out ^= 5;") + ")";
    }
  }
  std::string trips() { return std::to_string(1 + below(3)); }
  /// An `if` without `else` in front of an `else` would take it.
  std::string braced_else(const std::string& statement) {
    return statement.find("if") != std::string::npos || statement.find("IF") != std::string::npos ||
                   statement.compare(0, 4, "ONCE") == 0 || statement.compare(0, 5, "TWICE") == 0
               ? "{ " + statement + " }"
               : statement;
  }

  void declare_scalar() {
    const std::string name = fresh("x"),
                      type = pick({"int", "unsigned", "long", "const int", "auto"});
    line(type + " " + name + " = (int)(" + value() + ");");
    scalars_.push_back(name);
    if (type != "const int") assignable_.push_back(name);
  }

  /// Fills the array, so that no read is of what nobody wrote.
  void fill(const std::string& name) {
    if (is_counted_ && name[0] == 'v') {
      line("for (int i = 0; i < 4; ++i) AT(" + name + ", i + n) = i;");
    } else {
      line("for (int i = 0; i < 4; ++i) " + name + "[i] = " + operand(2) + " + i;");
    }
    arrays_.push_back(name);
  }

  void declare_array() {
    ++statements_;
    const std::string name = fresh("v"), other = fresh("w");
    if (is_counted_ && name[0] == 'v') {
      line(pick({"volatile int " + name + "[4];", "int volatile " + name + "[4];",
                 "[[maybe_unused]] volatile int " + name + "[4];",
                 "alignas(16) volatile int " + name + "[4];",
                 "volatile int *" + other + " = nullptr, " + name + "[4]; (void)" + other + ";",
                 "int " + other + " = larger<int>(1, 2), " + other + "_; volatile int " + name +
                     "[4]; " + other + "_ = " + other + ";",
                 "volatile Same<int>::Type " + name + "[4];",
                 "DECLARE(volatile int, " + name + ");"}));
      fill(name);
      return;
    }
    switch (in_lambda_ ? 8 + below(4) : below(12)) {
      case 0:
        line("int " + name + "[4] = {" + operand(2) + ", " + operand(2) + "};");
        arrays_.push_back(name);
        break;
      case 1:
        line("const int " + name + "[4] = {" + number() + ", " + number() + ", 3, 4};");
        line("*out += " + name + "[" + number() + " & 3];");
        break;
      case 2:
        line("Four " + name + " = {1, 2};");
        arrays_.push_back(name);
        break;
      case 3:
        line("int " + other + " = larger<int>(" + operand(2) + ", 2), *" + other + "_p = &" +
             other + ", " + name + "[4]; *" + other + "_p += 1;");
        fill(name);
        break;
      case 4:
        line("Pair " + name + "[2] = {{1, 2}}; " + name + "[" + number() +
             " & 1].second = " + operand(2) + "; *out += " + name + "[1].second;");
        break;
      case 5:
        line("int " + other + "[2][4] = {}; int (&" + name + ")[4] = " + other + "[" + number() +
             " & 1], (*" + other + "_p)[4] = &" + other + "[0]; (*" + other + "_p)[1] = 2;");
        arrays_.push_back(name);
        break;
      case 6:
        line("int* " + other + "[2] = {out, &out[4]}; " + other + "[" + number() +
             " & 1][2] = " + operand(2) + "; [[maybe_unused]] int " + name + "[4] = {1};");
        arrays_.push_back(name);
        break;
      case 7:
        line("int *" + name + " = out + 4;");
        arrays_.push_back(name);
        break;
      case 8:
        line("struct Of" + name + " { int v[4]; int* get() { return v; } } " + other +
             " = {{1, 2, 3, 4}}; int* " + name + " = " + other + ".get();");
        arrays_.push_back(name);
        break;
      case 9:
        line("unsigned " + name + "[4], " + other + " = 3; (void)" + other + ";");
        fill(name);
        break;
      case 10:
        line("DECLARE(int, " + name + ");");
        fill(name);
        break;
      default:
        line("typename Same<int>::Type " + name + "[Same<int>::value + 1];");
        fill(name);
    }
  }

  void declare_shared() {
    ++statements_;
    const std::string name = fresh("s"), other = fresh("t");
    line(pick({"__shared__ int " + name + "[4];", "static __shared__ int " + name + "[4];",
               "__shared__ alignas(16) int " + name + "[4], " + other + ";",
               "int __shared__ " + name + "[4];", "__shared__ Four " + name + ";",
               "__shared__ struct { int a; } " + other + "; __shared__ unsigned " + name + "[4]; " +
                   other + ".a = 1; *out += " + other + ".a;"}));
    fill(name);
  }

  void declare_lambda() {
    ++statements_;
    const std::string name = fresh("l");
    const Scope scope = open();
    const Names assignable = assignable_;
    line("auto " + name + " = [&](int y) " + pick({"", "mutable ", "-> int "}) + "{");
    ++depth_;
    scalars_.push_back("y");
    assignable_ = {"y"};
    in_lambda_ = true;
    if (may_declare_arrays_ && one_in(2)) declare_array();
    line(simple());
    in_lambda_ = false;
    line("return (int)(" + expression(1) + ");");
    --depth_;
    line("};");
    assignable_ = assignable;
    close(scope);
    lambdas_.push_back(name);
  }

  void block(int statements) {
    const Scope scope = open();
    const Names assignable = assignable_;
    ++depth_;
    for (int i = 0; i < statements; ++i) statement();
    --depth_;
    assignable_ = assignable;
    close(scope);
  }

  void statement() {
    switch (below(14)) {
      case 0:
      case 1:
        return declare_scalar();
      case 2:
      case 3:
        if (may_declare_arrays_) return declare_array();
        return line(simple());
      case 4:
        if (depth_ < 2 && one_in(2)) return declare_lambda();
        return line(simple());
      case 5:
        if (depth_ > 2) return line(simple());
        line(pick({"{", "if (" + expression(1) + ") {", "for (int j = 0; j < 2; ++j) {", "do {"}));
        return finish_block();
      case 6:
        if (is_kernel_ && depth_ < 2 && one_in(2)) return declare_shared();
        return line(nested(0));
      case 7:
        if (depth_ == 1 && is_kernel_) return line("__syncthreads();");
        return line("again" + std::to_string(names_++) + ": " + simple());
      case 8:
        return with_arch();
      case 9:
        if (!arrays_.empty() && !is_counted_)
          return line(pick(scalars_) + " * " + element(1) + ";");
        return line(simple());
      case 10:
      case 11:
        return line(nested(0));
      default:
        return line(simple());
    }
  }

  void finish_block() {
    const bool is_do = text_.compare(text_.size() - 5, 5, " do {\n") == 0 ||
                       text_.compare(text_.size() - 5, 5, "do {\n") == 0;
    block(1 + below(4));
    line(is_do ? "} while (false);" : "}");
  }

  /// Other statements for the host than for the device; where only the device runs, for nobody.
  void with_arch() {
    text_ += pick({"#ifdef __CUDA_ARCH__\n", "#if __CUDA_ARCH__ >= 700\n",
                   "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 0\n"});
    line(one_in(2) ? simple() : nested(1));
    if (one_in(2)) {
      text_ += "#else\n";
      line(one_in(2) ? simple() : nested(1));
    }
    text_ += "#endif\n";
  }

  // ---- declarations of the program

  void constant() {
    const std::string name = "kConstant" + std::to_string(names_++);
    text_ += "#ifdef __CUDA_ARCH__\nconstexpr int " + name + " = " + number() +
             ";\n#else\nconstexpr int " + name + " = " + number() + ";\n#endif\n";
    constants_.push_back(name);
    if (one_in(2)) {
      text_ += "constexpr int " + name + "_twice = 2 * " + name + ";\n";
      constants_.push_back(name + "_twice");
    }
  }

  /// What a body may name at its begin.
  void begin(const Names& scalars, const Names& arrays) {
    scalars_ = assignable_ = scalars;
    scalars_.insert(scalars_.end(), constants_.begin(), constants_.end());
    arrays_ = arrays;
    lambdas_.clear();
    depth_ = 0;
    loops_ = 0;
  }

  void function() {
    const std::string name = "f" + std::to_string(names_++);
    is_kernel_ = is_counted_ = false;
    may_declare_arrays_ = true;
    begin({"n", "m"}, {});
    const Names known = functions_;
    functions_.clear();  // no recursion, and no explosion
    if (!known.empty() && one_in(2)) functions_.push_back(known.back());
    const bool is_member = one_in(3);
    const std::string head = pick({"__host__ __device__ int ", "__device__ __host__ inline int ",
                                   "__host__ __device__ __forceinline__ int "});
    if (is_member) text_ += "struct S" + name + " { int m;\n";
    text_ += is_member ? "  __host__ __device__ int operator()(int n) {\n"
                       : head + name + "(int n) {\n  int m = 2;\n";
    text_ += "  int local_out[16] = {}; int* out = local_out;\n";
    begin({"n", "m"}, {"out"});
    depth_ = 0;
    block(3 + below(4));
    text_ += "  return out[0] + out[1] * 3 + (int)(" + expression(1) + ");\n}\n";
    functions_ = known;
    if (is_member) {
      text_ += "};\n";
      functions_.push_back("S" + name + "{3}");
    } else {
      functions_.push_back(name);
    }
    launches_ += "  printf(\"host " + name + " %d\\n\", " + functions_.back() + "(7));\n";
  }

  void kernel() {
    const int kind = below(4);  // 0: counted, 1: without arrays
    const std::string name = (kind == 0   ? "counted"
                              : kind == 1 ? "without"
                                          : "kernel") +
                             std::to_string(names_++);
    is_kernel_ = true;
    is_counted_ = kind == 0;
    may_declare_arrays_ = kind != 1;
    const Names functions = functions_;
    if (kind < 2) functions_.clear();  // they have arrays
    const bool is_template = one_in(4);
    if (is_template) text_ += "template <class T, int N>\n";
    text_ += "__global__ void " + std::string(one_in(4) ? "__launch_bounds__(32) " : "") + name +
             "(" + (is_template ? "T" : "int") + "* out, const int* a, int* b, int n) {\n";
    begin({"n"}, {"out", "b"});
    if (is_template) scalars_.push_back("N");
    block(4 + below(8));
    text_ += "}\n";
    functions_ = functions;
    launches_ +=
        "  for (int i = 0; i < 16; ++i) out[i] = a[i] = i, b[i] = 16 - i;\n  uses = 0;\n"
        "  LAUNCH((" +
        name + (is_template ? "<int, 3>" : "") +
        "), out, a, b, 5);\n"
        "  cudaDeviceSynchronize();\n  printf(\"" +
        name +
        "\");\n"
        "  for (int i = 0; i < 16; ++i) printf(\" %d %d\", out[i], b[i]);\n"
        "  printf(\"\\nuses " +
        name + " %ld\\n\", uses);\n";
  }

  std::string text_, launches_;
  int loops_ = 0, statements_ = 0;
  bool may_declare_arrays_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: write_programs SEED KERNELS\n", stderr);
    return 2;
  }
  Writer writer(static_cast<unsigned>(std::atoi(argv[1])));
  std::fputs(writer.program(std::atoi(argv[2])).c_str(), stdout);
  std::fprintf(stderr, "%d statements\n", writer.statements());
}
