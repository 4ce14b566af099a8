// The tool that compares console blocks, called as CTest calls it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

struct Result {
  int code;
  std::string output;
};

class CheckConsole : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/check_console_XXXXXX";
    folder_ = mkdtemp(name);
    std::filesystem::create_directory(folder_ / "real");
    std::ofstream program(folder_ / "real/hello");
    program << "#!/bin/sh\necho hello\necho from \"$0\"\nexit ${1:-0}\n";
    program.close();
    std::filesystem::permissions(folder_ / "real/hello", std::filesystem::perms::owner_all);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write_readme(const std::string& text) { std::ofstream(folder_ / "R.md") << text; }
  std::string readme() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "R.md").rdbuf();
    return text.str();
  }

  /// Runs check_console with these arguments in the folder.
  Result run(const std::string& arguments) const {
    const std::string command =
        "cd " + folder_.string() + " && " CHECK_CONSOLE " --build real " + arguments + " 2>&1";
    Result result{0, ""};
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    char buffer[4096];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) result.output += buffer;
    result.code = WEXITSTATUS(pclose(pipe));
    return result;
  }
  Result check(const std::string& block) {
    write_readme("```console\n" + block + "```\n");
    return run("R.md");
  }

  std::filesystem::path folder_;
};

TEST_F(CheckConsole, EqualOutputPasses) {
  EXPECT_EQ(check("$ printf 'a\\nb\\n'\na\nb\n").code, 0);
  EXPECT_EQ(check("$ echo a\na\n$ echo b >&2\nb\n").code, 0);
  EXPECT_EQ(check("$ true\n").code, 0);
}

TEST_F(CheckConsole, DifferentOutputIsShownLineByLine) {
  const Result result = check("$ printf 'a\\nb\\nc\\n'\na\nx\nc\n");
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.output,
            "R.md:1: console block 1\n"
            "$ printf 'a\\nb\\nc\\n'\n"
            "  a\n- x\n+ b\n  c\n"
            "(- the README has it, + the command printed it)\n");
}

TEST_F(CheckConsole, MissingAndAdditionalLinesFail) {
  EXPECT_EQ(check("$ echo a\na\nb\n").code, 1);
  EXPECT_EQ(check("$ echo a; echo b\na\n").code, 1);
  EXPECT_EQ(check("$ echo a\n").code, 1);
  EXPECT_EQ(check("$ true\na\n").code, 1);
}

TEST_F(CheckConsole, EllipsisInALineIsAnyText) {
  EXPECT_EQ(check("$ echo from here to there\nfrom … to …\n").code, 0);
  EXPECT_EQ(check("$ echo from here to there\n…here…\n").code, 0);
  EXPECT_EQ(check("$ echo abab\n…ab\n").code, 0);
  EXPECT_EQ(check("$ echo aba\nab…ba\n").code, 1);
  EXPECT_EQ(check("$ echo from here to there\nfrom … to … now\n").code, 1);
  EXPECT_EQ(check("$ echo a; echo b\na…b\n").code, 1);
}

TEST_F(CheckConsole, EllipsisAloneIsAnyNumberOfLines) {
  EXPECT_EQ(check("$ seq 1 9\n1\n…\n9\n").code, 0);
  EXPECT_EQ(check("$ seq 1 9\n…\n4\n…\n9\n…\n").code, 0);
  EXPECT_EQ(check("$ true\n…\n").code, 0);
  EXPECT_EQ(check("$ seq 1 9\n1\n…\n8\n").code, 1);
}

TEST_F(CheckConsole, ExitCodesAreChecked) {
  const Result failed = check("$ false\n");
  EXPECT_EQ(failed.code, 1);
  EXPECT_NE(failed.output.find("exit code 1, expected 0"), std::string::npos);
  EXPECT_EQ(check("$ sh -c 'exit 2'  # exit 2\n").code, 0);
  EXPECT_EQ(check("$ true  # exit 2\n").code, 1);
  EXPECT_NE(check("$ sh -c 'kill -9 $$'\n").output.find("exit code 137"), std::string::npos);
}

TEST_F(CheckConsole, BuildIsTheBuildFolderAndComesBack) {
  EXPECT_EQ(check("$ build/hello\nhello\nfrom build/hello\n").code, 0);
  EXPECT_EQ(check("$ X=1 build/hello | cat\nhello\nfrom build/hello\n").code, 0);
  EXPECT_EQ(check("$ echo rebuild/x\nrebuild/x\n").code, 0);
  EXPECT_EQ(check("$ echo $PWD/file.cu:7\nfile.cu:7\n").code, 0);
}

TEST_F(CheckConsole, LearnRunsWhatIsBuilt) {
  EXPECT_EQ(check("$ echo \"$LEARN_NO_BUILD\"\n1\n").code, 0);
}

TEST_F(CheckConsole, ABlockHasATimeLimit) {
  write_readme("```console\n$ sleep 30\n```\n");
  const Result result = run("--timeout 1 R.md");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("did not end within 1 s"), std::string::npos);
}

TEST_F(CheckConsole, BlocksAreNumbered) {
  write_readme("```console\n$ false\n```\n```cpp\nint x;\n```\n```console\n$ true\n```\n");
  EXPECT_EQ(run("R.md").code, 1);
  EXPECT_EQ(run("R.md 1").code, 1);
  EXPECT_EQ(run("R.md 2").code, 0);
  EXPECT_EQ(run("R.md 3").code, 2);
}

TEST_F(CheckConsole, ABrokenReadmeIsNoSuccess) {
  EXPECT_EQ(check("a\n").code, 2);
  write_readme("```console\n$ true\n");
  EXPECT_EQ(run("R.md").code, 2);
  EXPECT_EQ(run("none.md").code, 2);
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("--timeout x R.md").code, 2);
}

TEST_F(CheckConsole, UpdateKeepsWhatStillMatches) {
  write_readme(
      "Text\n\n```console\n$ build/hello\nbye\nfrom …/hello\n$ seq 1 9\n0\n1\n…\n8\n```\nend\n");
  EXPECT_EQ(run("--update R.md").code, 0);
  EXPECT_EQ(readme(),
            "Text\n\n```console\n$ build/hello\nhello\nfrom …/hello\n"
            "$ seq 1 9\n1\n…\n8\n9\n```\nend\n");
  EXPECT_EQ(run("R.md").code, 0);
}

TEST_F(CheckConsole, UpdateWritesNoOutputOfAFailedCommand) {
  const std::string before = "```console\n$ build/hello 1\nbye\n```\n";
  write_readme(before);
  EXPECT_EQ(run("--update R.md").code, 1);
  EXPECT_EQ(readme(), before);
}

TEST_F(CheckConsole, UpdateWritesTheBlocksThatEndWell) {
  write_readme(
      "```console\n$ build/hello\nbye\n```\n```console\n$ build/hello 1\nbye\n```\n"
      "```console\n$ echo c\nd\n```\n");
  EXPECT_EQ(run("--update R.md").code, 1);
  EXPECT_EQ(readme(),
            "```console\n$ build/hello\nhello\nfrom build/hello\n```\n"
            "```console\n$ build/hello 1\nbye\n```\n```console\n$ echo c\nc\n```\n");
}

TEST_F(CheckConsole, UpdateOfOneBlockRunsNoOther) {
  write_readme("```console\n$ echo a; touch ran\nb\n```\n```console\n$ echo c\nd\n```\n");
  EXPECT_EQ(run("--update R.md 2").code, 0);
  EXPECT_EQ(readme(), "```console\n$ echo a; touch ran\nb\n```\n```console\n$ echo c\nc\n```\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "ran"));
  EXPECT_EQ(run("--update R.md 3").code, 2);
}

TEST_F(CheckConsole, SaysWhatIsNotBuilt) {
  const std::string block = "```console\n$ build/bin/sum --size 3 | cat && build/bin/no\n6\n```\n";
  write_readme(block);
  const std::string expected =
      "R.md:1: console block 1 is not built: cmake --build real --target sum no\n";
  EXPECT_EQ(run("R.md").output, expected);
  EXPECT_EQ(run("--update R.md").output, expected);
  EXPECT_EQ(run("--update R.md").code, 1);
  EXPECT_EQ(readme(), block);
  // As learn says it, which builds nothing here.
  EXPECT_EQ(check("$ sh -c 'exit 127' learn run sum\n6\n").output,
            "R.md:1: console block 1 is not built: cmake --build real --target sum\n");
  EXPECT_EQ(check("$ sh -c 'exit 2' learn run sum  # exit 2\n").code, 0);
  // A pipe may keep what the shell says to itself.
  EXPECT_EQ(check("$ build/bin/sum 2>&1 | grep -m 1 PASS\n6\n").output,
            "R.md:1: console block 1 is not built: cmake --build real --target sum\n");
}

TEST_F(CheckConsole, PassMustBeLastAndOnce) {
  EXPECT_EQ(run("--pass printf 'x\\nPASS\\n'").code, 0);
  EXPECT_EQ(run("--pass printf 'PASS\\nx\\n'").code, 1);
  EXPECT_EQ(run("--pass printf 'PASS\\nPASS\\n'").code, 1);
  EXPECT_EQ(run("--pass true").code, 1);
  EXPECT_EQ(run("--pass sh -c 'echo PASS; exit 77'").code, 77);
  EXPECT_EQ(run("--pass sh -c 'echo PASS; exit 1'").code, 1);
  EXPECT_NE(run("--pass no_such_program").code, 0);
}

}  // namespace
