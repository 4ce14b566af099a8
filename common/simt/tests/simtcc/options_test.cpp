// The table of options, and what a command line asks for.
#include "options.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <utility>

#include "failure.h"
#include "files.h"
#include "option_table.h"

namespace simtcc {
namespace {

std::string refusal(const Words& arguments) {
  try {
    parse(arguments);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

TEST(OptionTable, EveryNameStandsOnceAndIsInTheHelp) {
  const std::string text = help();
  std::set<std::string> names;
  for (const Option& option : option_table()) {
    for (std::string name : split(std::string(option.names), " ")) {
      if (name.back() == '*') name.pop_back();
      EXPECT_EQ('-', name[0]);
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_TRUE(contains(text, name.substr(name[1] == '-' ? 1 : 0))) << name;
    }
  }
  EXPECT_GT(names.size(), 100u);
}

TEST(OptionTable, HelpHasLinesOfReadableLength) {
  for (const std::string& line : split(help(), "\n")) EXPECT_LE(line.size(), 104u) << line;
}

TEST(Options, ValuesFollowInTheNextWordBehindAnEqualsSignOrDirectly) {
  for (const Words& words :
       {Words{"-o", "p"}, {"-o=p"}, {"-op"}, {"--output-file", "p"}, {"--output-file=p"}}) {
    EXPECT_EQ("p", parse(words).output) << words[0];
  }
  const Words define = {"-D", "N=4"};
  for (const Words& words :
       {define, {"-DN=4"}, {"--define-macro", "N=4"}, {"--define-macro=N=4"}}) {
    EXPECT_EQ(define, parse(words).preprocess) << words[0];
  }
  for (const Words& words :
       {Words{"-std", "c++20"}, {"-std=c++20"}, {"--std", "c++20"}, {"--std=c++20"}}) {
    EXPECT_EQ("c++20", parse(words).standard) << words[0];
  }
}

TEST(Options, LongestNameWins) {
  EXPECT_EQ(Mode::kLibrary, parse({"-lib"}).mode);
  EXPECT_EQ(Words{"-lm"}, parse({"-lineinfo", "-lm"}).libraries);
  EXPECT_EQ(Words{"-Wl,-O1"}, parse({"-Wl,-O1", "-Wno-deprecated-gpu-targets"}).libraries);
  EXPECT_EQ(Words{"-Wall"}, parse({"-Wl,-O1", "-Wno-deprecated-gpu-targets", "-Wall"}).warnings);
  EXPECT_EQ(Mode::kDeviceLink, parse({"-dlink"}).mode);
  EXPECT_TRUE(parse({"-dlto", "-gencode", "arch=compute_90,code=sm_90"}).debug.empty());
}

TEST(Options, StandardIsThatOfNvcc) {
  EXPECT_EQ("c++17", parse({"x.cu"}).standard);
  EXPECT_FALSE(parse({"x.cu"}).says_standard);
  EXPECT_EQ("c++17", parse({"-std=c++14"}).standard);
  EXPECT_TRUE(parse({"-std=c++17"}).says_standard);
  EXPECT_EQ("gnu++23", parse({"-std=gnu++23"}).standard);
  EXPECT_EQ("-std is c++17, c++20 or c++23, not c99", refusal({"-std=c99"}));
}

TEST(Options, LibrariesOfCudaAreTheBackends) {
  EXPECT_EQ(Words({"-Lx", "-lm"}),
            parse({"-lcudart", "-L", "x", "-lcublas", "-lm", "-l", "curand"}).libraries);
}

TEST(Options, ErrorsOfOneKind) {
  EXPECT_EQ(Words{"-Werror"}, parse({"-Werror", "x.cu"}).warnings);
  EXPECT_EQ(Words{"-Werror"}, parse({"-Werror", "all-warnings", "x.cu"}).warnings);
  EXPECT_EQ(1u, parse({"-Werror", "all-warnings", "x.cu"}).inputs.size());
  EXPECT_EQ(Words{"-Werror"}, parse({"-Werror=cross-execution-space-call"}).warnings);
  EXPECT_EQ(Words{"-Werror=reorder"}, parse({"-Werror=reorder"}).warnings);
  EXPECT_EQ(Words{"-Werror=format"}, parse({"-Werror=format"}).warnings);
}

TEST(Options, WarningsAreSwitchedOffByEachName) {
  for (const char* name : {"-w", "-disable-warnings", "--disable-warnings"}) {
    EXPECT_EQ(Words({"-Wall", "-w"}), parse({"-Wall", name, "x.cu"}).warnings) << name;
  }
}

TEST(Options, CompilerOptionsAreSplit) {
  EXPECT_EQ(Words({"-Wall", "-Wextra", "-O2"}),
            parse({"-Xcompiler", "-Wall,-Wextra", "--compiler-options=-O2"}).compiler);
}

TEST(Options, DependenciesKeepWhatWasAskedFor) {
  EXPECT_EQ("-MD", parse({"-MP"}).dependencies);
  const Options options = parse({"-MP", "-MMD", "-MT", "a b", "-MF", "x.d"});
  EXPECT_EQ("-MMD", options.dependencies);
  EXPECT_TRUE(options.phony_headers);
  EXPECT_EQ(Words({"-MT", "a b"}), options.dependency_targets);
  EXPECT_EQ("x.d", options.dependency_file);
}

TEST(Options, LanguagesAreThoseOfTheNamesUnlessMinusXComesBefore) {
  const Options options =
      parse({"a.cu", "b.cc", "c.c", "d.o", "lib.so.1", "-x", "cu", "e.txt", "f.cpp", "g.a"});
  const Language expected[] = {Language::kCuda,   Language::kCpp,    Language::kC,
                               Language::kObject, Language::kObject, Language::kCuda,
                               Language::kCuda,   Language::kObject};
  ASSERT_EQ(8u, options.inputs.size());
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(expected[i], options.inputs[i].language) << options.inputs[i].file;
  EXPECT_EQ("x.txt is no .cu, .cpp, .c, .o, .a or .so file", refusal({"x.txt"}));
  EXPECT_EQ("-x is cu, c++ or c, not fortran", refusal({"-x", "fortran"}));
}

TEST(Options, RefusalsNameTheOptionAndTheReason) {
  EXPECT_EQ("--cubin: the CPU backend makes no code for GPUs; compile with -c",
            refusal({"--cubin"}));
  EXPECT_EQ("-run: start the program yourself", refusal({"-run"}));
  EXPECT_EQ("unknown option -S; simtcc --help lists those there are", refusal({"-S"}));
  EXPECT_EQ("unknown option -march=native; simtcc --help lists those there are",
            refusal({"-march=native"}));
  EXPECT_EQ("unknown option -; simtcc --help lists those there are", refusal({"-"}));
  const std::string helps = " simtcc --help lists those there are";
  EXPECT_EQ("unknown option --optimze=3: did you mean --optimize?" + helps,
            refusal({"--optimze=3"}));
  EXPECT_EQ("unknown option --use_fst_math: did you mean --use_fast_math?" + helps,
            refusal({"--use_fst_math"}));
  EXPECT_EQ("-o needs a value", refusal({"-o"}));
  EXPECT_EQ("unknown option -test;" + helps, refusal({"-test"}));
  EXPECT_EQ("-t takes a number, not est", refusal({"-t=est"}));
  EXPECT_EQ("--threads takes a number, not x", refusal({"--threads", "x"}));
  EXPECT_EQ("--default-stream is legacy or per-thread, not mine",
            refusal({"-default-stream=mine"}));
}

TEST(Options, WhatNvccPrintsInsteadOfCompilingIsRefusedWithAnotherWay) {
  for (const char* name : {"-E", "--preprocess", "-M", "--generate-dependencies", "-MM",
                           "--generate-nonsystem-dependencies", "-dryrun", "--dryrun"}) {
    EXPECT_EQ(0u, refusal({name, "x.cu"}).find(std::string(name) + ": ")) << name;
  }
  EXPECT_TRUE(contains(refusal({"-E"}), "--translate"));
  EXPECT_TRUE(contains(refusal({"-M"}), "-c -MD -MF"));
  EXPECT_TRUE(contains(refusal({"-MM"}), "-c -MMD -MF"));
}

TEST(Options, LongNamesDoWhatTheShortOnesDo) {
  const std::pair<Words, Words> pairs[] = {
      {{"-U", "A"}, {"--undefine-macro", "A"}},
      {{"-isystem", "f"}, {"--system-include", "f"}},
      {{"-I", "f"}, {"--include-path", "f"}},
      {{"-include", "h"}, {"--pre-include=h"}},
      {{"-g"}, {"--debug"}},
      {{"-MD"}, {"--generate-dependencies-with-compile"}},
      {{"-MMD"}, {"--generate-nonsystem-dependencies-with-compile"}},
      {{"-MP"}, {"--generate-dependency-targets"}},
      {{"-MF", "x.d"}, {"--dependency-output", "x.d"}},
      {{"-MT", "t"}, {"--dependency-target-name", "t"}},
  };
  for (const auto& [words_of_one, words_of_other] : pairs) {
    const Options one = parse(words_of_one), other = parse(words_of_other), none = parse({});
    const auto members = [](const Options& options) {
      return std::tie(options.preprocess, options.debug, options.dependencies,
                      options.phony_headers, options.dependency_file, options.dependency_targets);
    };
    EXPECT_EQ(members(one), members(other)) << words_of_other[0];
    EXPECT_NE(members(one), members(none)) << words_of_other[0];
  }
  EXPECT_EQ(Words({"-isystem", "f"}), parse({"--system-include", "f"}).preprocess);
  EXPECT_EQ(Words({"-I", "f"}), parse({"--include-path", "f"}).preprocess);
  EXPECT_EQ(Words{"-g"}, parse({"--debug"}).debug);
}

TEST(Options, ThreadsAreANumberThatMayFollowDirectly) {
  for (const Words& words : {Words{"-t4"}, {"-t", "4"}, {"-t=4"}, {"--threads", "0"}}) {
    EXPECT_EQ("", refusal(words)) << words[0];
  }
  EXPECT_EQ(2u, parse({"-t4", "x.cu", "-t", "4", "y.cu"}).inputs.size());
}

TEST(Options, HelpAndVersionEndTheCommandLine) {
  EXPECT_EQ(Mode::kHelp, parse({"--help", "--nonsense"}).mode);
  EXPECT_EQ(Mode::kVersion, parse({"--version", "--nonsense"}).mode);
  EXPECT_EQ(Mode::kVersion, parse({"-V"}).mode);
}

}  // namespace
}  // namespace simtcc
