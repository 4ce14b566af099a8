// Inline PTX: how a text is taken apart, what becomes of it, and what there is none of.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ptx_text.h"
#include "translated.h"

namespace {

using translator::PtxStatement;

/// Statements as `@guard opcode a|b|c`, kinds but instructions in capitals.
std::string parsed(std::string_view text) {
  std::vector<PtxStatement> statements;
  if (!translator::parse_ptx(text, statements)) return "no PTX";
  std::string result;
  for (const PtxStatement& s : statements) {
    const char* const kinds[] = {"", "REG ", "LABEL ", "{", "}"};
    result += kinds[s.kind] + (s.guard.empty() ? "" : "@" + s.guard + " ") + s.opcode;
    for (const std::string& operand : s.operands) result += " " + operand;
    result += "; ";
  }
  return result;
}

TEST(PtxText, HasStatements) {
  EXPECT_EQ("add.s32 %0 %1 -5; ", parsed(" add.s32\t%0 ,%1, -5 ;\n"));
  EXPECT_EQ("{; REG .pred p q; setp.lt.s32 p|q %1 3; @!p bra done; LABEL done; }; ",
            parsed("{ .reg .pred p, q; setp.lt.s32 p|q, %1, 3; // less\n@!p bra done;\ndone: }"));
  EXPECT_EQ("ld.global.v2.f32 {%0, %1} [%2+8]; ", parsed("ld.global.v2.f32 {%0, %1}, [%2+8];"));
  EXPECT_EQ("ld.shared::cta.u32 %0 [%1]; membar.gl; ",
            parsed("/* two */ ld.shared::cta.u32 %0, [%1]; membar.gl;"));
  EXPECT_EQ("", parsed(" ;"));
}

TEST(PtxText, MayBeNone) {
  for (const char* text : {"add.s32 %0, %1", "(", "@p ;", ".reg .pred;", ", a;"}) {
    EXPECT_EQ("no PTX", parsed(text)) << text;
  }
}

std::string in_kernel(const std::string& code) { return "__global__ void k() { " + code + " }"; }

/// What `asm` becomes whose literals are the tokens in `gone`.
std::string becomes_in_kernel(const std::string& code, std::vector<std::string> gone) {
  gone.insert(gone.end(), {"asm", "volatile", ":", "(", ")", ",", "::"});
  return squeezed(translated(in_kernel(code), gone));
}

TEST(Ptx, BecomesCalls) {
  const std::string sum =
      becomes_in_kernel("asm volatile(\"add.s32 %0, %1, 7;\" : \"=r\"(x) : \"r\"(f(y)));",
                        {"\"add.s32 %0, %1, 7;\"", "\"=r\"", "\"r\""});
  EXPECT_TRUE(contains(sum, "{ do { auto&& simt_0 = (x)"));
  EXPECT_TRUE(contains(sum, "; const auto simt_1 = (f(y));"));
  EXPECT_TRUE(
      contains(sum, "::simt::ptx::add<::simt::ptx::s32>(simt_0, simt_1, (7)); } } } while (0); }"));
  EXPECT_TRUE(contains(becomes_in_kernel("asm(\"mov.u32 %[id], %%smid;\" : [id] \"=r\"(x));",
                                         {"\"mov.u32 %[id], %%smid;\"", "\"=r\"", "[", "]", "id"}),
                       "::simt::ptx::mov<::simt::ptx::u32>(simt_0, ::simt::ptx::smid());"));
  EXPECT_TRUE(contains(
      becomes_in_kernel("asm(\"st.shared.f32 [%0+4], 0f3f800000;\" :: \"r\"(p) : \"memory\");",
                        {"\"st.shared.f32 [%0+4], 0f3f800000;\"", "\"r\"", "\"memory\""}),
      "::simt::ptx::store<::simt::ptx::f32, ::simt::ptx::Shared>(::simt::ptx::address(simt_0, "
      "(4)), __builtin_bit_cast(float, 0x3f800000u));"));
}

TEST(Ptx, OnHostsAndForTheCompilerStays) {
  for (const char* code :
       {"int f() { asm(\"nop\"); }", "__device__ int a; int f() { asm(\"nop\"); }",
        "__global__ void k() { asm volatile(\"\" ::: \"memory\"); }"}) {
    EXPECT_EQ("", errors_of(code));
  }
}

TEST(Ptx, ThatThereIsNoneOfIsNamed) {
  const std::string advice =
      ": use an intrinsic of CUDA, or keep it and another way apart with #ifndef __SIMTCC__, which "
      "the CPU backend defines\n";
  const auto error_of = [](const std::string& text) {
    return errors_of(in_kernel("asm(\"" + text + "\" : \"=r\"(x) : \"r\"(y));"));
  };
  const std::string none = "1: the CPU backend does not have the PTX ";
  EXPECT_EQ(none + "instruction `add.sat.s32`" + advice, error_of("add.sat.s32 %0, %1, 1;"));
  EXPECT_EQ(none + "instruction `texture.x`" + advice, error_of("@%0 texture.x %0, %1;"));
  EXPECT_EQ(none + "operand `%2`" + advice, error_of("add.s32 %0, %1, %2;"));
  EXPECT_EQ(none + "operand `q`" + advice, error_of("add.s32 %0, %1, q;"));
  EXPECT_EQ(none + "operand `%%ntid.x`" + advice, error_of("add.s32 %0, %1, %%ntid.x;"));
  EXPECT_EQ(none + "operand `%%envreg0`" + advice, error_of("mov.u32 %0, %%envreg0;"));
  EXPECT_EQ(none + "barrier `bar.sync` but for 0" + advice, error_of("bar.sync 1, 64;"));
  EXPECT_EQ(none + "type `.f16x2`" + advice, error_of("{ .reg .f16x2 a; }"));
  EXPECT_EQ(none + "text `add.s32 %0, %1, 1`" + advice, error_of("add.s32 %0, %1, 1"));
}

TEST(Ptx, OfALibraryIsRefusedWhereAKernelComesToIt) {
  const std::string text =
      "# 1 \"/usr/include/library.h\" 1 3\n"
      "__device__ inline void f() { asm(\"exit;\"); }\n"
      "# 2 \"a.cu\" 2\n";
  std::vector<translator::Diagnostic> errors;
  const std::string output = translator::translate(kMarker + text, errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(contains(output, "::simt::missing_ptx(R\"ptx(instruction `exit`)ptx\")"));
}

}  // namespace
