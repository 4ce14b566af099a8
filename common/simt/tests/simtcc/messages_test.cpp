// g++'s messages, as they are printed.
#include "messages.h"

#include <gtest/gtest.h>

namespace simtcc {
namespace {

std::string cleaned(const std::string& messages) { return clean_messages(messages, "/h"); }

TEST(Messages, OfTheProgramStayAsTheyAre) {
  const std::string messages =
      "In file included from a.h:1,\n                 from a.cu:2:\na.cu: In function ‘int f()’:\n"
      "a.cu:3: error: ‘x’ was not declared in this scope\n";
  EXPECT_EQ(messages, cleaned(messages));
}

TEST(Messages, TheWayIntoTheRuntimeIsLeftOut) {
  EXPECT_EQ(
      "a.cu:3: error: wrong\n",
      cleaned("In file included from /h/cuda_runtime.h:9,\n                 from <command-line>:\n"
              "/h/simt/launch.h:12:   required from ‘void run(F)’\n"
              "/h/simt/launch.h:13: note: candidate\n"
              "a.cu:9:   required from ‘f(T)::<lambda(auto:1& ...)> [with T = int]’\n"
              "a.cu:3: error: wrong\n"));
}

TEST(Messages, NamesOfTheTranslatorBecomeTheProgramsOwn) {
  EXPECT_EQ("a.cu:3: error: ‘tile’ is of type ‘int [4]’, and ‘float’ is not ‘char’\n",
            cleaned("a.cu:3: error: ‘tile’ is of type ‘simt_t3_tile’ {aka ‘int [4]’}, and "
                    "‘simt_a#2’ (type ‘float’)"
                    " is not ‘char’\n"));
  EXPECT_EQ(
      "a.cu: In a kernel launch:\na.cu:3: error: wrong\n",
      cleaned("a.cu: In instantiation of ‘main()::<lambda(auto:7& ...)> [with auto:7 = {int}]’:\n"
              "a.cu:3: error: wrong\n"));
}

TEST(Messages, WhatFollowsFromAnEarlierErrorIsLeftOutWithWhatLeadsToIt) {
  EXPECT_EQ("a.cu:3: error: wrong\n",
            cleaned("a.cu: In instantiation of ‘f(T)::<lambda(auto:7& ...)>’:\n"
                    "a.cu:12:   required from here\n"
                    "a.cu:4: error: ‘simt_t1_tile’ was not declared in this scope\n"
                    "a.cu:3: error: wrong\n"));
  EXPECT_EQ("a.cu:4: error: ‘simt_tall’ was not declared in this scope\n",
            cleaned("a.cu:4: error: ‘simt_tall’ was not declared in this scope\n"));
}

TEST(Messages, DeprecationIsHowTheTranslatorSpeaks) {
  EXPECT_EQ("a.cu:4: error: ‘int f()’ is a host function\n",
            cleaned("a.cu:4: error: ‘int f()’ is deprecated: simt: is a host function "
                    "[-Werror=deprecated-declarations]\n"
                    "cc1plus: some warnings being treated as errors\n"));
  EXPECT_EQ("a.cu:4: warning: an argument is a class\n",
            cleaned("a.cu:4: warning: ‘void simt::Launch::run(F, T) [with T = int]’ is deprecated: "
                    "simt: an argument is"
                    " a class [-Wdeprecated-declarations]\n"));
  const std::string own =
      "a.cu:4: warning: ‘int f()’ is deprecated: use g [-Wdeprecated-declarations]\n";
  EXPECT_EQ(own, cleaned(own));
}

TEST(Messages, PartsOfCudaThatAreNotThereAreNamed) {
  EXPECT_EQ(
      "a.cu:4: error: ‘cudaGraphicsMapResources’ is of a part of the CUDA runtime that the CPU "
      "backend does not have\n",
      cleaned("a.cu:4: error: ‘cudaGraphicsMapResources’ was not declared in this scope\n"));
  EXPECT_NE(
      std::string::npos,
      cleaned("a.cu:4: error: ‘cudaLaunchHostFunc_v2’ was not declared in this scope; did you "
              "mean ‘cudaLaunchHostFunc’?\n")
          .find("is of a part of the CUDA runtime"));
  for (const char* old :
       {"‘texture’ does not name a type", "‘cudaBindTexture2D’ was not declared in this scope"}) {
    EXPECT_EQ(0u, cleaned(std::string("a.cu:4: error: ") + old + "\n")
                      .find("a.cu:4: error: texture and surface references ended with CUDA 11"));
  }
}

TEST(Messages, PermissivenessIsForCccl) {
  std::string messages = "a.cu:4: warning: it changes meaning [-fpermissive]\n";
  EXPECT_TRUE(make_permissive_errors(messages));
  EXPECT_EQ("a.cu:4: error: it changes meaning\n", messages);
  EXPECT_FALSE(make_permissive_errors(messages));
}

TEST(Messages, HintAtNewerStandard) {
  const std::string hint = "simtcc: note: this is compiled as C++17, as nvcc does; -std=c++20 has ";
  EXPECT_EQ(hint + "concept\n",
            hint_at_newer_standard("a.cu:4: error: ‘concept’ does not name a type\n"));
  EXPECT_EQ(hint + "std::integral\n",
            hint_at_newer_standard("a.cu:4: error: ‘std::integral’ has not been declared\n"));
  EXPECT_EQ(hint + "span\n",
            hint_at_newer_standard("a.cu:4: error: ‘span’ is not a member of ‘cuda::std’\n"));
  EXPECT_EQ("",
            hint_at_newer_standard("a.cu:4: error: ‘barrier’ was not declared in this scope\n"));
  EXPECT_EQ("", hint_at_newer_standard("a.cu:4: warning: ‘concept’ is a name\n"));
}

}  // namespace
}  // namespace simtcc
