// The compiler that is used, and headers that are not for it.
#include "installation.h"

#include <gtest/gtest.h>

#include "dependencies.h"
#include "refused_headers.h"

namespace simtcc {
namespace {

TEST(Installation, WordsInFrontOfTheCompilerLaunchIt) {
  Installation installation;
  set_compiler(installation, "ccache g++-12");
  EXPECT_EQ(Words{"ccache"}, installation.launcher);
  EXPECT_EQ("g++-12", installation.compiler);
  set_compiler(installation, "g++");
  EXPECT_TRUE(installation.launcher.empty());
  EXPECT_EQ("g++", installation.compiler);
}

TEST(Installation, CompilerHasToBeANewGcc) {
  EXPECT_EQ("", why_no_compiler("x", "#define __GNUC__ 12\n"));
  EXPECT_EQ("", why_no_compiler("x", "#define A\n#define __GNUC__ 14\n"));
  EXPECT_EQ("x is version 9: g++ 12 or newer is needed, name one in SIMT_CXX",
            why_no_compiler("x", "#define __GNUC__ 9\n"));
}

TEST(RefusedHeaders, HaveAnAdvice) {
  const Installation nowhere{"", "/h", "/nowhere", {}, "g++", {}};
  const RefusedHeaders refused(nowhere);
  EXPECT_TRUE(refused.advice("cufftXt.h"));
  EXPECT_TRUE(refused.advice("thrust/sort.h"));
  EXPECT_FALSE(refused.advice("vector"));
  EXPECT_EQ(
      "a.cu:3: error: the CPU backend has no <nvshmem.h>: devices exchange data by kernels "
      "with peer access, by cudaMemcpyPeerAsync, or with <nccl.h>; or keep it apart with #ifndef "
      "__SIMTCC__\n",
      refused.refusal_of_missing("a.cu:3:10: fatal error: nvshmem.h: No such file or directory\n"));
  EXPECT_EQ("", refused.refusal_of_missing(
                    "a.cu:3:10: fatal error: mine.h: No such file or directory\n"));
}

TEST(RefusedHeaders, AreSoughtAmongTheIncludedOnes) {
  const Words expected = {"a.h", "/usr/include/b c.h"};
  EXPECT_EQ(expected, included_headers("# 1 \"a.cu\"\n# 1 \"a.h\" 1\nint x;\n# 3 \"a.cu\" 2\n"
                                       "# 1 \"/usr/include/b c.h\" 1 3 4\n# 1 \"a.h\" 1\n"));
}

TEST(Dependencies, AreForTheFileThatIsMade) {
  Options options;
  EXPECT_TRUE(dependency_options(options, "a.cu", "x/a.o").empty());
  options.dependencies = "-MD";
  EXPECT_EQ(Words({"-MD", "-MF", "x/a.d", "-MQ", "x/a.o"}),
            dependency_options(options, "a.cu", "x/a.o"));
  options.phony_headers = true;
  options.dependency_file = "d";
  options.dependency_targets = {"-MT", "t"};
  EXPECT_EQ(Words({"-MD", "-MP", "-MF", "d", "-MT", "t"}),
            dependency_options(options, "a.cu", "x/a.o"));
}

}  // namespace
}  // namespace simtcc
