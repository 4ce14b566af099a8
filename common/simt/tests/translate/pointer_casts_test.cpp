#include "translated.h"

namespace {

/// Whether the file is one for which the compiler tells the alignment of types.
bool is_marked(const std::string& code) {
  return translated(code).find("/*simt: casts*/") != std::string::npos;
}
bool is_marked_in_kernel(const std::string& code) {
  return is_marked("__global__ void k(char* p) { " + code + " }");
}

TEST(PointerCasts, ToTypesOfTheProgram) {
  for (const std::string code :
       {"f((Cell*)p);", "f((const a::Cell *)(p + 8));", "Cell c = *(Cell*)&p[8];",
        "f(reinterpret_cast<Cell*>(p));", "f(reinterpret_cast<Alias>(p));", "g((T&)x);",
        "f(static_cast<const Pair<int, double>*>(q));", "return (Cell*)p;",
        "new (p + 8) Cell(1);"}) {
    EXPECT_TRUE(is_marked_in_kernel(code)) << code;
  }
  EXPECT_TRUE(is_marked("void f(Args* a, char* p) { a->cells = (Cell*)(p + 8); }"));
}

TEST(PointerCasts, ToTypesWhoseSizeIsTheirAlignment) {
  for (const std::string code :
       {"f((float4*)p);", "f(reinterpret_cast<const unsigned int*>(p));", "f((void**)&p);",
        "f(static_cast<std::uint64_t*>(p));", "f((double)x);", "f(a * (b));", "f((Cell**)p);",
        "f(sizeof(Cell*));", "f(reinterpret_cast<std::uintptr_t>(p));", "f((n & m) - 1);",
        "Cell* c = new Cell;"}) {
    EXPECT_FALSE(is_marked_in_kernel(code)) << code;
  }
  EXPECT_FALSE(is_marked("void f(Cell*); int g(Cell&) noexcept;"));
  EXPECT_FALSE(is_marked("# 1 \"b.h\" 1\nvoid f(char* p) { g((Cell*)p); }"));
}

}  // namespace
