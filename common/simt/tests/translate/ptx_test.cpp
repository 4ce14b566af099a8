// Inline PTX: how a text is taken apart, what becomes of it, and what there is none of.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ptx/text.h"
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
  EXPECT_TRUE(contains(sum, "{ do { [[maybe_unused]] auto&& simt_0 = (x)"));
  EXPECT_TRUE(contains(sum, "; [[maybe_unused]] const auto simt_1 = (f(y));"));
  EXPECT_TRUE(
      contains(sum, "::simt::ptx::add<::simt::ptx::s32>(simt_0, simt_1, (7)); } } } while (0); }"));
  EXPECT_TRUE(contains(becomes_in_kernel("asm(\"mov.u32 %0, %%smid;\" : \"=r\"(x));",
                                         {"\"mov.u32 %0, %%smid;\"", "\"=r\""}),
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
  EXPECT_EQ(none + "instruction `add.sat.u32`" + advice, error_of("add.sat.u32 %0, %1, 1;"));
  EXPECT_EQ(none + "instruction `texture.x`" + advice, error_of("@%0 texture.x %0, %1;"));
  EXPECT_EQ(none + "operand `%2`" + advice, error_of("add.s32 %0, %1, %2;"));
  EXPECT_EQ(none + "operand `q`" + advice, error_of("add.s32 %0, %1, q;"));
  EXPECT_EQ(none + "operand `%%ntid.x`" + advice, error_of("add.s32 %0, %1, %%ntid.x;"));
  EXPECT_EQ(none + "operand `%%envreg0`" + advice, error_of("mov.u32 %0, %%envreg0;"));
  EXPECT_EQ(none + "type `.e4m3`" + advice, error_of("{ .reg .e4m3 a; }"));
  EXPECT_EQ(none + "text `add.s32 %0, %1, 1`" + advice, error_of("add.s32 %0, %1, 1"));
}

TEST(Ptx, SaysWhatIsOfTheTensorCores) {
  const std::string error =
      errors_of(in_kernel("asm(\"tcgen05.ld.sync.aligned.16x64b.x1.b32 {%0}, [%1];\" : "
                          "\"=r\"(x) : \"r\"(y));"));
  EXPECT_TRUE(contains(error,
                       "instruction `tcgen05.ld.sync.aligned.16x64b.x1.b32`: it is for GPUs of "
                       "compute capability 10.0"));
  EXPECT_TRUE(contains(error, "; or keep it apart with #ifndef __SIMTCC__"));
}

TEST(Ptx, MultipliesMatrices) {
  const auto becomes = [](const std::string& text) {
    return becomes_in_kernel("asm(\"" + text + "\" : \"+r\"(x), \"+r\"(y));",
                             {"\"" + text + "\"", "\"+r\"", "\"+r\""});
  };
  EXPECT_TRUE(contains(
      becomes(
          "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%0, %0}, {%0}, {%0, %1};"),
      "::simt::ptx::mma<16, 8, ::simt::ptx::f16, ::simt::ptx::f16, ::simt::ptx::f16, false>("));
  EXPECT_TRUE(contains(
      becomes("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %0, %0, %0}, "
              "{%0, %0, %0, %0}, {%0, %0}, {%0, %0, %0, %0};"),
      "::simt::ptx::mma<16, 32, ::simt::ptx::u8, ::simt::ptx::s8, ::simt::ptx::s32, true>("));
  EXPECT_TRUE(contains(becomes("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %0}, [%1];"),
                       "::simt::ptx::ldmatrix<2, true, ::simt::ptx::Shared>("));
  EXPECT_TRUE(contains(becomes("ldmatrix.sync.aligned.x1.m8n8.b16 {%0}, [%1];"),
                       "::simt::ptx::ldmatrix<1, false, ::simt::ptx::Generic>("));
}

TEST(Ptx, HasOperandsOfCuda) {
  EXPECT_EQ(
      "1: asm with operands by name, which nvcc does not know: CUDA's are %0, %1, …, in their "
      "order\n",
      errors_of(in_kernel("asm(\"mov.u32 %[to], 1;\" : [to] \"=r\"(x));")));
  EXPECT_EQ(
      "1: the CPU backend does not have the operand constraint \"C\": write the text into the "
      "instruction\n",
      errors_of(in_kernel("asm(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"C\"(text));")));
  EXPECT_TRUE(contains(errors_of(in_kernel("asm(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"x\"(y));")),
                       "an operand constraint that CUDA does not have"));
  EXPECT_TRUE(contains(errors_of(in_kernel("asm(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"\"(y));")),
                       "an operand constraint that CUDA does not have"));
}

TEST(Ptx, CarriesGoOn) {
  const std::string sum = becomes_in_kernel("asm(\"addc.cc.u32 %0, %0, 0;\" : \"+r\"(x));",
                                            {"\"addc.cc.u32 %0, %0, 0;\"", "\"+r\""});
  EXPECT_TRUE(contains(sum, "bool simt_carry = ::simt::ptx::carry_flag();"));
  EXPECT_TRUE(
      contains(sum, "add_carry<::simt::ptx::u32, true, true>(simt_carry, simt_0, simt_0, (0));"));
  EXPECT_TRUE(contains(sum, "::simt::ptx::keep_carry_flag(simt_carry);"));
}

TEST(Ptx, FlushesNumbersOnly) {
  const std::string conversion =
      becomes_in_kernel("asm(\"cvt.rzi.ftz.s32.f32 %0, %1;\" : \"=r\"(x) : \"f\"(y));",
                        {"\"cvt.rzi.ftz.s32.f32 %0, %1;\"", "\"=r\"", "\"f\""});
  EXPECT_TRUE(contains(conversion, "(simt_0, ::simt::ptx::flushed<::simt::ptx::f32>(simt_1));"));
  EXPECT_FALSE(contains(conversion, "flush<"));
}

TEST(Ptx, TakesModifiersInAnyOrder) {
  for (const char* opcode :
       {"ld.acquire.gpu.global.u32", "ld.global.acquire.gpu.u32", "ld.gpu.global.acquire.u32"}) {
    const std::string literal = std::string("\"") + opcode + " %0, [%1];\"";
    EXPECT_TRUE(contains(
        becomes_in_kernel("asm(" + literal + " : \"=r\"(x) : \"l\"(p));",
                          {literal, "\"=r\"", "\"l\""}),
        "load_atomic<::simt::ptx::u32, ::simt::ptx::kAcquire, ::simt::ptx::Scope::kDevice, "
        "::simt::ptx::Generic>"));
  }
  for (const char* opcode : {"st.global.release.cta.b32", "red.global.release.gpu.add.u32",
                             "mbarrier.arrive.shared::cta.release.cta.b64"}) {
    const std::string error = errors_of(
        in_kernel(std::string("asm(\"") + opcode + " [%0], %1;\" :: \"r\"(x), \"r\"(y));"));
    EXPECT_EQ("", error);
  }
}

TEST(Ptx, DropsTheCachePolicy) {
  EXPECT_EQ("",
            errors_of(in_kernel("asm(\"ld.global.L2::cache_hint.f32 %0, [%1], %2;\" : \"=f\"(x) : "
                                "\"l\"(p), \"l\"(policy));")));
}

TEST(Ptx, OfALibraryIsRefusedWhereAKernelComesToIt) {
  const std::string text =
      "# 1 \"/usr/include/library.h\" 1 3\n"
      "__device__ inline void f() { asm(\"vset4.eq;\"); }\n"
      "# 2 \"a.cu\" 2\n";
  std::vector<translator::Diagnostic> errors;
  const std::string output = translator::translate(kMarker + text, errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(contains(output, "::simt::missing_ptx(R\"ptx(instruction `vset4.eq`)ptx\")"));
}

}  // namespace
