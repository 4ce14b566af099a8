// Calls whose result nobody looks at: the model is told what they return.
#include "translated.h"

namespace {

std::string in_function(const std::string& text) {
  const std::string all = squeezed(translated("void f() {\n" + text + "\n}"));
  const std::size_t begin = all.find('\n') + 1;
  return all.substr(begin, all.rfind('\n') - begin);
}

TEST(IgnoredResult, IsNotedWhereTheCallIsAStatement) {
  EXPECT_EQ("cudaFree(p), ::simt::Ignored{\"cudaFree\",\"a.cu\",2};", in_function("cudaFree(p);"));
  EXPECT_EQ("::cudaFree(p), ::simt::Ignored{\"cudaFree\",\"a.cu\",2};",
            in_function("::cudaFree(p);"));
  EXPECT_EQ("if (p) cudaFree(p), ::simt::Ignored{\"cudaFree\",\"a.cu\",2};",
            in_function("if (p) cudaFree(p);"));
  EXPECT_EQ("else cudaMemset(p, f(1), 2), ::simt::Ignored{\"cudaMemset\",\"a.cu\",2};",
            in_function("else cudaMemset(p, f(1), 2);"));
}

TEST(IgnoredResult, IsThatOfCubsDeviceFunctions) {
  EXPECT_EQ("cub::DeviceScan::Sum(t, n), ::simt::Ignored{\"cub::DeviceScan::Sum\",\"a.cu\",2};",
            in_function("cub::DeviceScan::Sum(t, n);"));
  for (const char* line : {"e = cub::DeviceScan::Sum(t, n);", "check(cub::DeviceScan::Sum(t, n));",
                           "cub::BlockScan<int, 128>(s).Sum(t, n);"}) {
    EXPECT_EQ(line, in_function(line));
  }
}

TEST(IgnoredResult, IsNoneWhereSomebodyLooks) {
  for (const char* line :
       {"e = cudaFree(p);", "check(cudaFree(p));", "return cudaFree(p);", "(void)cudaFree(p);",
        "static_cast<void>(cudaFree(p));", "cudaFree(p) == cudaSuccess || fail();",
        "cudaGetLastError();", "cudaStream_t(s);", "x.cudaFree(p);", "n::cudaFree(p);",
        "cudaError_t cudaFree(void*);", "CHECK cudaFree(p);"}) {
    EXPECT_EQ(line, in_function(line));
  }
}

}  // namespace
