// How text becomes tokens.
#include "lexer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using Texts = std::vector<std::string>;

Texts tokens_of(const std::string& text) {
  std::vector<translator::Diagnostic> errors;
  const translator::Lexed lexed = translator::lex(text, "a.cu", errors);
  EXPECT_TRUE(errors.empty());
  Texts texts;
  for (const auto& token : lexed.tokens) {
    texts.push_back(text.substr(token.begin, token.end - token.begin));
  }
  return texts;
}

std::string error_of(const std::string& text) {
  std::vector<translator::Diagnostic> errors;
  translator::lex(text, "a.cu", errors);
  if (errors.size() != 1) return std::to_string(errors.size()) + " errors";
  return std::to_string(errors[0].line) + ": " + errors[0].message;
}

TEST(Lexer, SplitsNamesNumbersAndPunctuators) {
  EXPECT_EQ((Texts{"a", "+=", "b1", "->", "c", "::", "d", "...", ";"}),
            tokens_of("a+=b1->c::d...;"));
  EXPECT_EQ((Texts{"größe", "$x", "_1"}), tokens_of("größe $x _1"));
}

TEST(Lexer, KeepsEveryGreaterAlone) {
  EXPECT_EQ((Texts{"a", "<", "b", "<", "c", ">", ">", ">", "="}), tokens_of("a<b<c>>>="));
  EXPECT_EQ((Texts{"a", ">", ">", "=", "1", "->", "b"}), tokens_of("a>>=1->b"));
}

TEST(Lexer, KnowsTheOpeningOfALaunch) {
  EXPECT_EQ((Texts{"k", "<<<", "1", "<<", "2"}), tokens_of("k<<<1<<2"));
  EXPECT_EQ((Texts{"a", "<<=", "b", "<=>", "c", "<=", "d"}), tokens_of("a<<=b<=>c<=d"));
  EXPECT_EQ((Texts{"operator", "<<", "<", "char", ">", "(", ")"}), tokens_of("operator<<<char>()"));
}

TEST(Lexer, NumbersTakeSeparatorsExponentsAndSuffixes) {
  EXPECT_EQ((Texts{"1'000'000", "0x1p-3f", "1e+5", "0b1'1u", ".5f", "3.", "12_km"}),
            tokens_of("1'000'000 0x1p-3f 1e+5 0b1'1u .5f 3. 12_km"));
  EXPECT_EQ((Texts{"0xf", "+", "1"}), tokens_of("0xf+1"));
  EXPECT_EQ((Texts{"1", "'a'"}), tokens_of("1 'a'"));
}

TEST(Lexer, StringsAndCharactersAreOpaque) {
  EXPECT_EQ((Texts{R"("k<<<1, \"2\">>>(\\")", ";"}), tokens_of(R"("k<<<1, \"2\">>>(\\";)"));
  EXPECT_EQ((Texts{R"('\'')", R"('"')", "L'x'", "u8\"s\"", "\"t\"_suffix"}),
            tokens_of(R"('\'' '"' L'x' u8"s" "t"_suffix)"));
}

TEST(Lexer, RawStringsEndAtTheirDelimiter) {
  const std::string raw = "R\"x(a)\" \\ <<< )y\"\n\" )x\"";
  EXPECT_EQ((Texts{raw, ";"}), tokens_of(raw + ";"));
  EXPECT_EQ((Texts{"u8R\"()\"_s", "b"}), tokens_of("u8R\"()\"_s b"));
  EXPECT_EQ((Texts{"FOR", "\"(\""}), tokens_of("FOR\"(\""));
}

TEST(Lexer, CommentsAndDirectivesAreNoTokens) {
  EXPECT_EQ((Texts{"a", "b", "c"}), tokens_of("a // <<< \\\n still\nb /* ' \n */ c"));
  EXPECT_EQ((Texts{"a", "b"}), tokens_of("a\n#pragma omp parallel \\\n for\n  #define X <<<\nb"));
  EXPECT_EQ((Texts{"a", "#", "b"}), tokens_of("a # b"));
}

TEST(Lexer, MarkersSayWhereATokenIs) {
  std::vector<translator::Diagnostic> errors;
  const auto lexed = translator::lex(
      "x\n# 7 \"a.cu\"\n\ny R\"(\n)\" z\n# 3 \"dir/b \\\"q\\\".h\" 1\nw\n", "first.cu", errors);
  ASSERT_EQ(5u, lexed.tokens.size());
  const auto where = [&lexed](std::size_t i) {
    const auto& token = lexed.tokens[i];
    return translator::unescape(lexed.places[token.place].file) + ":" + std::to_string(token.line);
  };
  EXPECT_EQ("first.cu:1", where(0));
  EXPECT_EQ("a.cu:8", where(1));
  EXPECT_EQ("a.cu:8", where(2));
  EXPECT_EQ("a.cu:9", where(3));
  EXPECT_EQ("dir/b \"q\".h:3", where(4));
}

TEST(Lexer, SystemHeadersHaveNoTokens) {
  EXPECT_EQ((Texts{"a", "b"}), tokens_of("# 1 \"a.cu\"\na\n# 1 \"/usr/include/x.h\" 1 3\nx '\n"
                                         "# 1 \"/usr/include/y.h\" 1 3 4\ny\n"
                                         "# 9 \"/usr/include/x.h\" 2 3\nx\n# 2 \"a.cu\" 2\nb\n"));
}

TEST(Lexer, HeadersWithWordsOfCudaHaveTokensInEitherText) {
  const std::string host = "# 1 \"/opt/x.h\" 1 3\nint n;\n";
  const std::string device = "# 1 \"/opt/x.h\" 1 3\n__device__ int n;\n";
  std::vector<translator::Diagnostic> errors;
  EXPECT_TRUE(translator::lex(host, "a.cu", errors).tokens.empty());
  EXPECT_EQ(3u, translator::lex(host, "a.cu", errors, device).tokens.size());
}

TEST(Lexer, LoopsOfLibrariesAreNotUnrolled) {
  std::vector<translator::Diagnostic> errors;
  const std::string loop = "__device__ void f() {\n#pragma GCC unroll 65534\nfor (;;);\n}\n";
  EXPECT_TRUE(translator::lex(loop, "a.cu", errors).cuts.empty());
  EXPECT_EQ(1u, translator::lex("# 1 \"/opt/x.h\" 1 3\n" + loop, "a.cu", errors).cuts.size());
}

TEST(Lexer, OnlyAMarkerEndsASystemHeader) {
  EXPECT_EQ((Texts{"b"}),
            tokens_of("# 1 \"/usr/include/x.h\" 1 3\n# 2 x\n# 2= \"y\"\n# 2 \"y\" z\nx\n"
                      "# 2 \"a.cu\" 2\nb\n"));
  EXPECT_EQ((Texts{"b"}), tokens_of("# 1 \"/usr/include/x.h\" 1 3\n# 2 \"a.cu\" 2\nb\n"));
}

TEST(Lexer, SystemMacrosInTheProgramHaveTokens) {
  EXPECT_EQ((Texts{"a", "__null", "b"}),
            tokens_of("# 1 \"a.cu\"\na\n# 1 \"a.cu\" 3 4\n __null\n# 1 \"a.cu\"\n b\n"));
}

TEST(Lexer, ReportsWhatHasNoEnd) {
  EXPECT_EQ("2: this string has no end", error_of("a\n\"b\nc"));
  EXPECT_EQ("1: this string has no end", error_of("\"b\\"));
  EXPECT_EQ("1: this character has no end", error_of("'"));
  EXPECT_EQ("2: this comment has no end", error_of("\n/* *"));
  EXPECT_EQ("1: this raw string has no end", error_of("R\"x(a)\""));
  EXPECT_EQ("1: this raw string has no end",
            error_of("R\"12345678901234567(a)12345678901234567\""));
}

TEST(Lexer, PassesWhatIsNoMarker) {
  EXPECT_EQ((Texts{"a"}), tokens_of("# 12\n# 5 \"x\n# 99999999999999 \"x\\\n#\n# \na"));
}

}  // namespace
