// Kernels that become a void*: the runtime is told their type.
#include "translated.h"

namespace {

/// The translation of line 2, below the declaration of a kernel `k`.
std::string second_line(const std::string& line) {
  const std::string text = squeezed(translated("__global__ void k(int);\n" + line));
  return text.substr(text.find('\n') + 1);
}

TEST(KernelCast, NotesTheKernelsType) {
  EXPECT_EQ("f((void*)::simt::note(k));", second_line("f((void*)k);"));
  EXPECT_EQ("f((const void*)::simt::note(&k), 1);", second_line("f((const void*)&k, 1);"));
  EXPECT_EQ("p.func = (void*)::simt::note(k<float, 3>);",
            second_line("p.func = (void*)k<float, 3>;"));
  EXPECT_EQ("p = (void*)::simt::note(::ns::k<A<int>>);",
            second_line("p = (void*)::ns::k<A<int>>;"));
  EXPECT_EQ("f(reinterpret_cast<const void*>(::simt::note(k<int>)));",
            second_line("f(reinterpret_cast<const void*>(k<int>));"));
}

TEST(KernelCast, LeavesOtherUsesAlone) {
  for (const char* line : {"f(k);", "auto p = &k;", "f((int*)k);", "f((void*)other);",
                           "f((void*)x.k());", "g(void*, k);", "using T = decltype(k);"}) {
    EXPECT_EQ(line, second_line(line));
  }
}

}  // namespace
