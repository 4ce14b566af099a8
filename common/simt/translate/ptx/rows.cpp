#include "ptx/rows.h"

#include "ptx/instructions.h"

namespace translator {

#define INTEGER "([su](?:16|32|64))"
#define INTEGER_OR_BYTE "([su](?:8|16|32|64))"
#define FLOAT "(f32|f64)"
#define HALF "(b?f16(?:x2)?)"
#define SINGLE_HALF "(b?f16)"
#define HALF_PAIR "(b?f16x2)"
#define ROUNDING "\\.(r[nzmp])"
#define TO_INTEGER "\\.(r[nzmp]i)"
#define WORD "([subf](?:16|32|64)|pred)"
#define COMPARISON "\\.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan)"
#define MEMORY_TYPE "([subf](?:8|16|32|64))"
#define SPACE "(\\.global|\\.const|\\.local|\\.shared(?:::cta|::cluster)?|)"
#define SHARED "\\.shared(?:::cta|::cluster)?"
#define HINTS "(?:\\.(?:nc|ca|cg|cs|cv|lu|wb|wt|L1::\\w+|L2::\\w+))*"
#define SCOPE "(\\.cta|\\.cluster|\\.gpu|\\.sys|)"
#define MATRICES \
  "(?=.*\\.m8n8(?:\\.|$))(?:\\.m8n8)?\\.x([124])(?:\\.m8n8)?(\\.trans|)(\\.shared(?:::cta)?|)"
#define COLUMNS                                                                             \
  "(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200" \
  "|208|216|224|232|240|248|256)"
#define WGMMA "wgmma\\.mma_async\\.sync\\.aligned\\.m64n" COLUMNS
#define REDUCTION "\\.(add|min|max|inc|dec|and|or|xor)"
#define ORDER "(\\.relaxed|\\.acquire|\\.release|\\.acq_rel|)"

// In the order of the PTX ISA's chapters.
const PtxRow kPtxRows[] = {
    // integers
    {"(add|sub)\\." INTEGER, "$1<$2>"},
    {"(add|sub)\\.sat\\.s32", "$1_sat"},
    {"(add|sub)(c|)(\\.cc|)\\.([su](?:32|64))", "$1_carry<$4, reads($2), writes($3)>",
     "simt_carry"},
    {"(mul|mad)\\.(lo|hi|wide)\\." INTEGER, "$1_$2<$3>"},
    {"mad\\.hi\\.sat\\.s32", "mad_hi_sat"},
    {"mad(c|)\\.(lo|hi)(\\.cc|)\\.([su](?:32|64))", "mad_$2_carry<$4, reads($1), writes($3)>",
     "simt_carry"},
    {"(mul|mad)24\\.(lo|hi)\\.([su]32)", "$1_24<$3, is_high(.$2)>"},
    {"(div|rem|min|max|abs|neg|sad)\\." INTEGER, "$1<$2>"},
    {"(popc|clz|brev)\\.(b32|b64)", "$1<$2>"},
    {"bfind\\.(shiftamt\\.)" INTEGER, "bfind<$2, true>"},
    {"bfind\\." INTEGER, "bfind<$1, false>"},
    {"bmsk\\.(clamp|wrap)\\.b32", "bmsk_$1"},
    {"szext\\.(clamp|wrap)\\.([su]32)", "szext_$1<$2>"},
    {"bfe\\." INTEGER, "bfe<$1>"},
    {"bfi\\.(b32|b64)", "bfi<$1>"},
    {"dp4a\\.([su]32)\\.([su]32)", "dp4a<$1, $2>"},
    {"dp2a\\.(lo|hi)\\.([su]32)\\.([su]32)", "dp2a<$2, $3, is_high(.$1)>"},
    {"v(add|sub|avrg|absdiff|min|max)([24])\\.([su]32)\\.([su]32)\\.([su]32)(\\.sat|)(\\.add|)",
     "video<video_$1, $2, $3, $4, $5, saturates($6), adds($7)>"},
    {"v(add|sub|absdiff|min|max)\\.([su]32)\\.([su]32)\\.([su]32)(\\.sat|)(\\.add|)",
     "video<video_$1, 1, $2, $3, $4, saturates($5), adds($6)>"},
    // floating point
    {"(add|sub|mul|div)(?:\\.rn)?\\." FLOAT, "$1<$2>"},
    {"div\\.(?:full|approx)\\.f32", "div<f32>"},
    {"fma\\.rn\\." FLOAT, "fma<$1>"},
    {"mad\\.rn\\." FLOAT, "fma<$1>"},
    {"(add|sub|mul|div|fma|mad|rcp|sqrt)" ROUNDING "\\." FLOAT,
     "rounded<op($1), rounding($2), $3>"},
    {"(add|sub|mul)\\.sat\\.f32", "rounded_sat<op($1), rounding(rn)>"},
    {"(add|sub|mul|fma|mad)" ROUNDING "\\.sat\\.f32", "rounded_sat<op($1), rounding($2)>"},
    {"(abs|neg|min|max)\\." FLOAT, "$1<$2>"},
    {"(min|max)\\.NaN\\.f32", "$1_nan"},
    {"copysign\\." FLOAT, "copysign<$1>"},
    {"testp\\.(finite|infinite|number|notanumber|normal|subnormal)\\." FLOAT, "testp<is_$1, $2>"},
    {"(rcp|sqrt|rsqrt|sin|cos|lg2|ex2|tanh)\\.approx\\.f32", "$1<f32>"},
    {"(rcp|rsqrt)\\.approx\\.f64", "$1<f64>"},
    // half precision
    {"(add|sub|mul)(?:\\.rn)?\\." HALF, "half<op($1), $2>"},
    {"(add|sub|mul)(?:\\.rn)?\\.sat\\." HALF, "half<Saturated<op($1)>, $2>"},
    {"(fma)\\.rn\\." HALF, "half<op($1), $2>"},
    {"(fma)\\.rn\\.sat\\." HALF, "half<Saturated<op($1)>, $2>"},
    {"(fma)\\.rn\\.relu\\." HALF, "half<Rectified<op($1)>, $2>"},
    {"(neg|abs|min|max)\\." HALF, "half<op($1), $2>"},
    {"(min|max)\\.NaN\\." HALF, "half<op($1.NaN), $2>"},
    {"(ex2|tanh)\\.approx\\." HALF, "half<op($1), $2>"},
    // comparisons
    {"setp" COMPARISON "\\.(b?f16|[subf](?:16|32|64))", "setp<$1_, $2>", "", 2},
    {"setp" COMPARISON "\\.(and|or|xor)\\.(b?f16|[subf](?:16|32|64))", "setp<$1_, $2_both, $3>", "",
     2},
    {"set" COMPARISON "\\.([su]32|f32)\\.([subf](?:16|32|64))", "set_if<$1_, $2, $3>"},
    {"set" COMPARISON "\\.(and|or|xor)\\.([su]32|f32)\\.([subf](?:16|32|64))",
     "set_if<$1_, $2_both, $3, $4>"},
    {"selp\\." WORD, "selp<$1>"},
    {"slct\\.([subf](?:16|32|64))\\.(s32|f32)", "slct<$1, $2>"},
    // bits
    {"(and|or|xor|not)\\.(b16|b32|b64|pred)", "$1_<$2>"},
    {"cnot\\.(b16|b32|b64)", "cnot<$1>"},
    {"lop3\\.b32", "lop3"},
    {"shf\\.(l|r)\\.(clamp|wrap)\\.b32", "shf_$1_$2"},
    {"(shl|shr)\\.([bsu](?:16|32|64))", "$1<$2>"},
    {"prmt\\.b32", "prmt"},
    {"prmt\\.b32\\.(f4e|b4e|rc8|ecl|ecr|rc16)", "prmt_$1"},
    // moves
    {"mov\\.(b128|" WORD ")", "mov<$1>"},
    {"cvta\\.to" SHARED "\\.(u32|u64)", "cvta_to_shared<$1>"},
    {"cvta" SHARED "\\.(u32|u64)", "cvta_shared<$1>"},
    {"cvta(?:\\.to)?\\.(?:global|local|const)\\.u64", "mov<u64>"},
    {"isspacep\\.(global|const|local|shared|shared::cta|shared::cluster)", "isspacep<is_in(.$1)>"},
    {"mapa\\.shared::cluster\\.(u32|u64)", "mapa_shared<$1>"},
    {"mapa\\.u64", "mapa"},
    {"getctarank\\.shared::cluster\\.(?:u32|u64)", "getctarank<Shared>"},
    {"getctarank\\.u64", "getctarank<Generic>"},
    {"createpolicy\\..*", "no_policy"},
    // conversions
    {"cvt\\." INTEGER_OR_BYTE "\\." INTEGER_OR_BYTE, "cvt<$1, $2>"},
    {"cvt\\.sat\\." INTEGER_OR_BYTE "\\." INTEGER_OR_BYTE, "cvt_sat<$1, $2>"},
    {"cvt(?:\\.rn)?\\." FLOAT "\\.([su](?:8|16|32|64)|f32|f64)", "cvt<$1, $2>"},
    {"cvt" ROUNDING "\\." FLOAT "\\.([su](?:8|16|32|64)|f64)", "cvt_rounded<$2, $3, rounding($1)>"},
    {"cvt(?:\\.rn)?\\.sat\\.f32\\.(f32|f64)", "cvt_sat<f32, $1>"},
    {"cvt" TO_INTEGER "(?:\\.sat)?\\." INTEGER_OR_BYTE "\\.(f32|f64|b?f16)",
     "cvt<$2, $3, rounding($1)>"},
    {"cvt" TO_INTEGER "\\.(f32\\.f32|f64\\.f64|f16\\.f16|bf16\\.bf16)",
     "cvt_integral<pair($2), rounding($1)>"},
    {"cvt\\.rna\\.tf32\\.f32", "cvt_tf32"},
    {"cvt\\.f32\\." SINGLE_HALF, "cvt_from_half<f32, $1>"},
    {"cvt\\.f64\\." SINGLE_HALF, "cvt_from_half<f64, $1>"},
    {"cvt" ROUNDING "\\." SINGLE_HALF "\\.([su](?:8|16|32|64)|f32|f64)",
     "cvt_to_half<$2, $3, rounding($1), false>"},
    {"cvt" ROUNDING "\\.relu\\." SINGLE_HALF "\\.f32", "cvt_to_half<$2, f32, rounding($1), true>"},
    {"cvt" ROUNDING "\\." HALF_PAIR "\\.f32", "cvt_to_pair<$2, rounding($1), false>"},
    {"cvt" ROUNDING "\\.relu\\." HALF_PAIR "\\.f32", "cvt_to_pair<$2, rounding($1), true>"},
    // memory
    {"ldu?(?:\\.weak)?" SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE, "load<$2, space($1)>"},
    {"ld\\.volatile" SPACE "(?:\\.v[24])?\\." MEMORY_TYPE, "load_volatile<$2, space($1)>"},
    {"ld\\.(relaxed|acquire)" SCOPE SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE,
     "load_atomic<$4, order($1), scope($2), space($3)>"},
    {"st(?:\\.weak)?" SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE, "store<$2, space($1)>", "", 0},
    {"st\\.volatile" SPACE "(?:\\.v[24])?\\." MEMORY_TYPE, "store_volatile<$2, space($1)>", "", 0},
    {"st\\.(relaxed|release)" SCOPE SPACE HINTS "(?:\\.v[24])?\\." MEMORY_TYPE,
     "store_atomic<$4, order($1), scope($2), space($3)>", "", 0},
    {"(?:prefetchu?|discard|applypriority)(?:\\.global|\\.local)?\\.L[12](?:::\\w+)?", "hint", "",
     0},
    // atomics
    {"atom" ORDER SCOPE SPACE "\\.(add|min|max|and|or|xor|exch|inc|dec)\\.([subf](?:32|64))",
     "atom<atomic_$4_, $5, scope($2), fences($1), space($3)>"},
    {"red" ORDER SCOPE SPACE "\\.(add|min|max|and|or|xor|inc|dec)\\.([subf](?:32|64))",
     "atom<atomic_$4_, $5, scope($2), fences($1), space($3)>", "", kNoResult},
    {"atom" ORDER SCOPE SPACE "\\.add\\.noftz\\." HALF,
     "atom_half<$4, scope($2), fences($1), space($3)>"},
    {"red" ORDER SCOPE SPACE "\\.add\\.noftz\\." HALF,
     "atom_half<$4, scope($2), fences($1), space($3)>", "", kNoResult},
    {"red" ORDER SCOPE SPACE "\\.add\\.v[24]\\.f32", "red_each<scope($2), fences($1), space($3)>",
     "", 0},
    {"atom" ORDER SCOPE SPACE "\\.cas\\.([sub](?:16|32|64))",
     "atom_cas<$4, scope($2), fences($1), space($3)>"},
    {"membar\\.(cta|gl|sys)", "fence", "scope(.$1)", 0},
    {"fence(?:\\.sc|\\.acq_rel|\\.acquire|\\.release)(\\.cta|\\.cluster|\\.gpu|\\.sys)", "fence",
     "scope($1)", 0},
    {"fence\\.proxy\\.alias", "fence", "scope(.cta)", 0},
    {"fence\\.proxy\\.async(?:\\.global|\\.shared::cta|\\.shared::cluster)?", "proxy_fence", "", 0},
    {"fence\\.mbarrier_init\\.release\\.cluster", "mbarrier_fence", "", 0},
    // asynchronous copies
    {"cp\\.async\\.(ca|cg)\\.shared(?:::cta)?\\.global(?:\\.L2::\\w+)*",
     "copy_async<is_through_l2(.$1)>", "", 0},
    {"cp\\.async\\.commit_group", "copies_commit", "", 0},
    {"cp\\.async\\.wait_group", "copies_wait", "", 0},
    {"cp\\.async\\.wait_all", "copies_wait_all", "", 0},
    {"cp\\.async\\.mbarrier\\.arrive(\\.noinc|)(\\.shared(?:::cta)?|)\\.b64",
     "copies_arrive<is_expected($1), space($2)>", "", 0},
    // bulk copies
    {"cp\\.async\\.bulk\\.shared::(?:cta|cluster)(\\.global|\\.shared::cta)"
     "\\.mbarrier::complete_tx::bytes(?:\\.multicast::cluster)?",
     "bulk_load<space($1)>", "", 0},
    {"cp\\.async\\.bulk\\.global\\.shared::cta\\.bulk_group", "bulk_store", "", 0},
    {"cp\\.async\\.bulk\\.commit_group", "bulk_commit", "", 0},
    {"cp\\.async\\.bulk\\.wait_group(\\.read|)", "bulk_wait<reads_only($1)>", "", 0},
    {"cp\\.reduce\\.async\\.bulk\\.global\\.shared::cta\\.bulk_group" REDUCTION
     "(?:\\.noftz)?\\.(u32|s32|u64|s64|b32|b64|f16|bf16|f32|f64)",
     "bulk_reduce<bulk_$1, type_$2>", "", 0},
    {"cp\\.reduce\\.async\\.bulk\\.shared::cluster\\.shared::cta\\.mbarrier::complete_tx::"
     "bytes" REDUCTION "\\.(u32|s32|u64|b32|b64)",
     "bulk_reduce_shared<bulk_$1, type_$2>", "", 0},
    {"cp\\.async\\.bulk\\.tensor\\.([1-5])d\\.shared::(?:cta|cluster)\\.global(?:\\.tile)?"
     "\\.mbarrier::complete_tx::bytes(?:\\.multicast::cluster)?",
     "tensor_load<$1>", "", 0},
    {"cp\\.async\\.bulk\\.tensor\\.([1-5])d\\.global\\.shared::cta(?:\\.tile)?\\.bulk_group",
     "tensor_store<$1>", "", 0},
    {"cp\\.reduce\\.async\\.bulk\\.tensor\\.([1-5])d\\.global\\.shared::cta" REDUCTION
     "(?:\\.tile)?\\.bulk_group",
     "tensor_reduce<$1, bulk_$2>", "", 0},
    {"cp\\.async\\.bulk\\.prefetch\\.L2\\.global|cp\\.async\\.bulk\\.prefetch\\.tensor\\.[1-5]d\\."
     "L2"
     "\\.global(?:\\.tile)?|prefetch(?:\\.const|\\.param)?\\.tensormap",
     "hint", "", 0},
    // objects that count arrivals
    {"mbarrier\\.init(\\.shared(?:::cta)?|)\\.b64", "mbarrier_init<space($1)>", "", 0},
    {"mbarrier\\.inval(\\.shared(?:::cta)?|)\\.b64", "mbarrier_inval<space($1)>", "", 0},
    {"mbarrier\\.arrive(?:\\.release|\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta|::cluster)?|)\\.b64",
     "mbarrier_arrive<space($1)>"},
    {"mbarrier\\.arrive_drop(?:\\.release|\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta|::cluster)?|)\\.b64",
     "mbarrier_arrive_drop<space($1)>"},
    {"mbarrier\\.arrive\\.noComplete(?:\\.release)?(?:\\.cta)?(\\.shared(?:::cta)?|)\\.b64",
     "mbarrier_arrive<space($1)>"},
    {"mbarrier\\.arrive\\.expect_tx(?:\\.release|\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta|::cluster)?|)\\.b64",
     "mbarrier_arrive_expect<space($1)>"},
    {"mbarrier\\.(expect|complete)_tx(?:\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta|::cluster)?|)\\.b64",
     "mbarrier_$1<space($2)>", "", 0},
    {"mbarrier\\.(?:test|try)_wait(?:\\.acquire|\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta)?|)\\.b64",
     "mbarrier_wait<space($1)>"},
    {"mbarrier\\.(?:test|try)_wait\\.parity(?:\\.acquire|\\.relaxed)?(?:\\.cta|\\.cluster)?"
     "(\\.shared(?:::cta)?|)\\.b64",
     "mbarrier_wait_parity<space($1)>"},
    // threads
    {"(?:bar|barrier)(?:\\.cta)?\\.sync(?:\\.aligned)?", "bar_sync", "", 0},
    {"(?:bar|barrier)(?:\\.cta)?\\.arrive(?:\\.aligned)?", "bar_arrive", "", 0},
    {"(?:bar|barrier)(?:\\.cta)?\\.red\\.(popc|and|or)(?:\\.aligned)?\\.(?:u32|pred)",
     "bar_red<vote(.$1)>"},
    {"barrier\\.cluster\\.arrive(?:\\.release|\\.relaxed)?(?:\\.aligned)?", "cluster_arrives", "",
     0},
    {"barrier\\.cluster\\.wait(?:\\.acquire)?(?:\\.aligned)?", "cluster_waits", "", 0},
    {"bar\\.warp\\.sync", "bar_warp", "", 0},
    {"shfl\\.sync\\.up\\.b32", "shuffle", "WarpOp::kShuffleUp", 2},
    {"shfl\\.sync\\.down\\.b32", "shuffle", "WarpOp::kShuffleDown", 2},
    {"shfl\\.sync\\.bfly\\.b32", "shuffle", "WarpOp::kShuffleXor", 2},
    {"shfl\\.sync\\.idx\\.b32", "shuffle", "WarpOp::kShuffle", 2},
    {"vote\\.(?=.*sync)(?:sync\\.)?(all|any|uni)(?:\\.sync)?\\.pred", "vote_$1"},
    {"vote\\.(?:sync\\.ballot|ballot\\.sync)\\.b32", "vote_ballot"},
    {"match\\.any\\.sync\\.(b32|b64)", "match_any<$1>"},
    {"match\\.all\\.sync\\.(b32|b64)", "match_all<$1>", "", 2},
    {"redux\\.sync\\.add\\.[su]32", "redux", "WarpOp::kAddUnsigned"},
    {"redux\\.sync\\.min\\.s32", "redux", "WarpOp::kMinSigned"},
    {"redux\\.sync\\.min\\.u32", "redux", "WarpOp::kMinUnsigned"},
    {"redux\\.sync\\.max\\.s32", "redux", "WarpOp::kMaxSigned"},
    {"redux\\.sync\\.max\\.u32", "redux", "WarpOp::kMaxUnsigned"},
    {"redux\\.sync\\.and\\.b32", "redux", "WarpOp::kAnd"},
    {"redux\\.sync\\.or\\.b32", "redux", "WarpOp::kOr"},
    {"redux\\.sync\\.xor\\.b32", "redux", "WarpOp::kXor"},
    {"activemask\\.b32", "activemask"},
    {"elect\\.sync", "elect", "", 2},
    {"nanosleep\\.u32", "nanosleep", "", 0},
    {"trap|brkpt", "trap", "", 0},
    {"exit", "exit", "", 0},
    {"griddepcontrol\\.(?:wait|launch_dependents)", "grid_dependency", "", 0},
    {"pmevent(?:\\.mask)?", "hint", "", 0},
    // matrices in the registers of a warp
    {"mma\\.sync\\.aligned\\.m16n8k(8|16)\\.row\\.col\\.(f16|f32)\\.f16\\.f16\\.\\2",
     "mma<16, $1, f16, f16, $2, false>"},
    {"mma\\.sync\\.aligned\\.m16n8k(8|16)\\.row\\.col\\.f32\\.bf16\\.bf16\\.f32",
     "mma<16, $1, bf16, bf16, f32, false>"},
    {"mma\\.sync\\.aligned\\.m16n8k([48])\\.row\\.col\\.f32\\.tf32\\.tf32\\.f32",
     "mma<16, $1, tf32, tf32, f32, false>"},
    {"mma\\.sync\\.aligned\\.(?!m8n8k32)m(8|16)n8k(16|32)\\.row\\.col(\\.satfinite|)\\.s32\\.([su]"
     "8)\\."
     "([su]8)\\.s32",
     "mma<$1, $2, $4, $5, s32, saturates($3)>"},
    {"mma\\.sync\\.aligned\\.m8n8k4\\.row\\.col\\.f64\\.f64\\.f64\\.f64",
     "mma<8, 4, f64, f64, f64, false>"},
    {"ldmatrix\\.sync\\.aligned" MATRICES "\\.b16", "ldmatrix<$1, transposes($2), space($3)>"},
    {"stmatrix\\.sync\\.aligned" MATRICES "\\.b16", "stmatrix<$1, transposes($2), space($3)>", "",
     0},
    {"movmatrix\\.sync\\.aligned\\.m8n8\\.trans\\.b16", "movmatrix"},
    // matrices of four warps
    {WGMMA "k16\\.(f16|f32)\\.f16\\.f16", "wgmma<$1, 16, f16, f16, $2>"},
    {WGMMA "k16\\.f32\\.bf16\\.bf16", "wgmma<$1, 16, bf16, bf16, f32>"},
    {WGMMA "k8\\.f32\\.tf32\\.tf32", "wgmma<$1, 8, tf32, tf32, f32>"},
    {WGMMA "k32\\.(f16|f32)\\.(e4m3|e5m2)\\.(e4m3|e5m2)", "wgmma<$1, 32, $3, $4, $2>"},
    {"wgmma\\.fence\\.sync\\.aligned", "wgmma_fence", "", 0},
    {"wgmma\\.commit_group\\.sync\\.aligned", "wgmma_commit", "", 0},
    {"wgmma\\.wait_group\\.sync\\.aligned", "wgmma_wait", "", 0},
    {"setmaxnreg\\.(?:inc|dec)\\.sync\\.aligned\\.u32", "setmaxnreg", "", 0},
    {nullptr, nullptr},
};

#define WARPGROUPS                                                                             \
  ": of the products of warpgroups, the model has `wgmma.mma_async.sync.aligned` of m64nNk16 " \
  "(f16, bf16), m64nNk8 (tf32) and m64nNk32 (e4m3, e5m2), N a multiple of 8 up to 256, with "  \
  "`wgmma.fence`, `wgmma.commit_group` and `wgmma.wait_group`"
#define TENSOR_CORES                                                                             \
  ": of the products of tensor cores, the model has `mma.sync.aligned` of m16n8k16 and m16n8k8 " \
  "(f16, bf16), m16n8k8 and m16n8k4 (tf32), m8n8k16, m16n8k16 and m16n8k32 (s8, u8) and m8n8k4 " \
  "(f64)"
#define BULK                                                                                       \
  ": of bulk copies, the model has `cp.async.bulk` and `cp.reduce.async.bulk` between global and " \
  "shared memory and from block to block, and both with tensor maps of tiles"

const PtxRefusal kPtxRefusals[] = {
    {"wgmma\\..*", WARPGROUPS},
    {"tcgen05\\..*",
     ": it is for GPUs of compute capability 10.0 and not in the model, which multiplies matrices "
     "with "
     "`mma.sync`, `ldmatrix` and nvcuda::wmma"},
    {"(?:mma|wmma)\\..*", TENSOR_CORES},
    {"(?:ldmatrix|stmatrix|movmatrix)\\..*",
     ": the model has it with `.sync.aligned.m8n8`, `.x1`, `.x2` or `.x4`, `.trans`, and `.b16`"},
    {"tensormap\\..*|fence\\.proxy\\.tensormap.*",
     ": kernels cannot change tensor maps in the model; make another one on the host"},
    {"(?:cp\\.async\\.bulk|cp\\.reduce\\.async\\.bulk|st\\.bulk)(?:\\..*)?", BULK},
    {"multimem\\..*", BULK},
    {"(?:st|red)\\.async\\..*",
     ": stores that an mbarrier of another block counts are not in the model; store through "
     "`mapa`'s address, then arrive"},
    {"(?:shfl|vote)\\.(?!.*sync).*",
     ": GPUs have had it with `.sync` and a mask since compute capability 7.0, and no longer "
     "without"},
    {"(?:tex|tld4|txq|suld|sust|sured|suq)\\..*",
     ": textures and surfaces are read by functions, `tex1Dfetch()` and its relatives"},
    {"call(?:\\..*)?|ret(?:\\..*)?|brx\\..*",
     ": an asm has no calls; call the function from C++, around it"},
    {nullptr, nullptr},
};

}  // namespace translator
