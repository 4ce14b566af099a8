#include "spaces/device_language.h"

#include <set>
#include <string>
#include <string_view>

#include "declaration.h"

namespace translator {
namespace {

using Names = std::set<std::string_view>;

/// Functions of CUDA's headers that only kernels can call, without those that a host function may have, too.
const Names kOfDevice = {"__activemask",
                         "__all_sync",
                         "__any_sync",
                         "__ballot_sync",
                         "__brev",
                         "__brevll",
                         "__byte_perm",
                         "__clz",
                         "__clzll",
                         "__cosf",
                         "__dp4a",
                         "__exp10f",
                         "__expf",
                         "__fadd_rn",
                         "__fdividef",
                         "__ffs",
                         "__ffsll",
                         "__float2int_rd",
                         "__float2int_rn",
                         "__float2int_ru",
                         "__float2int_rz",
                         "__float_as_int",
                         "__float_as_uint",
                         "__fmaf_rn",
                         "__fmul_rn",
                         "__frcp_rn",
                         "__frsqrt_rn",
                         "__fsqrt_rn",
                         "__funnelshift_l",
                         "__funnelshift_r",
                         "__int2float_rn",
                         "__int_as_float",
                         "__ldcg",
                         "__ldg",
                         "__log10f",
                         "__log2f",
                         "__logf",
                         "__match_all_sync",
                         "__match_any_sync",
                         "__mul24",
                         "__mulhi",
                         "__nanosleep",
                         "__popc",
                         "__popcll",
                         "__powf",
                         "__reduce_add_sync",
                         "__reduce_max_sync",
                         "__reduce_min_sync",
                         "__saturatef",
                         "__shfl_down_sync",
                         "__shfl_sync",
                         "__shfl_up_sync",
                         "__shfl_xor_sync",
                         "__sinf",
                         "__syncthreads",
                         "__syncthreads_and",
                         "__syncthreads_count",
                         "__syncthreads_or",
                         "__syncwarp",
                         "__tanf",
                         "__threadfence",
                         "__threadfence_block",
                         "__threadfence_system",
                         "__trap",
                         "__umul24",
                         "__umulhi",
                         "atomicAdd",
                         "atomicAnd",
                         "atomicCAS",
                         "atomicDec",
                         "atomicExch",
                         "atomicInc",
                         "atomicMax",
                         "atomicMin",
                         "atomicOr",
                         "atomicSub",
                         "atomicXor",
                         "clock64"};

class LanguageChecker {
 public:
  LanguageChecker(Source& source, const std::vector<Region>& regions, const Options& options)
      : source_(source), regions_(regions), options_(options) {}

  void check() {
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (source_[i] != "__constant__") continue;
      const Declaration declaration = read_declaration(source_, i);
      if (declaration.name != kNone && is_any_of(source_[declaration.end], {";", "="})) {
        constants_.insert(source_[declaration.name]);
      }
    }
    for (const Region& region : regions_) {
      if (source_.is_library(region.open)) continue;
      const bool is_both = region.runs.on_host && region.runs.on_device;
      // Of two bodies, one is the host's; a template may never be used on the device.
      if (is_both && (options_.of_two_texts || region.is_template)) continue;
      for (std::size_t i = region.open + 1; i < region.close; ++i) {
        if (const std::size_t inner = region_at(regions_, i); inner != kNone) {
          i = regions_[inner].close;
        } else if (region.runs.on_device) {
          check_device_token(i, is_both);
        } else if (!region.is_template && !region.has_discarded_code) {
          check_host_token(i);
        }
      }
    }
  }

 private:
  void check_device_token(std::size_t i, bool is_both) {
    const std::string_view token = source_[i], before = source_[i - 1];
    if (is_any_of(token, {"throw", "try"})) {
      if (before == ")" && source_[i + 1] == "(") return;  // throw() behind a function's parameters
      source_.error(i,
                    "device code has no exceptions: return an error code, or write it to memory "
                    "that the host looks at; assert() and __trap() end the kernel");
    } else if (token == "dynamic_cast" || (token == "typeid" && source_[i + 1] == "(")) {
      source_.error(i, std::string(token) +
                           " is not allowed in device code, which has no run-time type "
                           "information: let a virtual function or a member tell the type");
    } else if (token == "thread_local") {
      source_.error(i,
                    "device code has no thread_local variables: every local variable is one for "
                    "each thread");
    } else if (is_any_of(token, {"__float128", "_Float128"})) {
      source_.error(i, "device code has no numbers of 128 bits: double is the widest");
    } else if (token == "&&" && is_any_of(before, {"=", "(", ",", "{", "return"}) &&
               source_.is_identifier(i + 1)) {
      source_.error(i, "device code has no addresses of labels: use switch");
    } else if (token == "&" && is_any_of(before, {"=", "(", ",", "{", "return"}) &&
               is_any_of(source_[i + 1],
                         {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})) {
      source_.error(i + 1, "the address of " + std::string(source_[i + 1]) +
                               " cannot be taken: copy it into a variable");
    } else if (token == "<<<" && !is_both && !options_.relocatable) {
      source_.error(i, "a kernel that launches kernels is compiled with -rdc=true");
    } else if (is_assignment(source_[i + 1]) && constants_.count(token) > 0 &&
               is_any_of(before, {";", "{", "}", ")", ","})) {
      source_.error(i, std::string(token) +
                           " is constant memory, which kernels cannot write: copy to it with "
                           "cudaMemcpyToSymbol, or make it __device__");
    } else if (token == "co_await" || token == "co_yield" || token == "co_return") {
      source_.error(i, "device code has no coroutines");
    }
  }

  static bool is_assignment(std::string_view token) {
    return is_any_of(token, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
  }

  void check_host_token(std::size_t i) {
    if (source_[i] == "__shared__") {
      source_.error(i,
                    "host code has no __shared__ memory: only a kernel or a __device__ function "
                    "can declare it");
    }
    if (kOfDevice.count(source_[i]) == 0 || source_[i + 1] != "(" || !is_evaluated(source_, i)) {
      return;
    }
    if (is_any_of(source_[i - 1], {".", "->", "::"}) || is_own(source_[i])) return;
    source_.error(i, std::string(source_[i]) +
                         " is for device code: host code cannot call it, only a kernel or a "
                         "__device__ function");
  }

  /// The program declares something of this name.
  bool is_own(std::string_view name) {
    if (!has_own_) {
      has_own_ = true;
      for (std::size_t k = 1; k < source_.size(); ++k) {
        if (kOfDevice.count(source_[k]) > 0 && !source_.is_library(k) &&
            is_declared_name(source_, k)) {
          own_.insert(source_[k]);
        }
      }
    }
    return own_.count(name) > 0;
  }

  Source& source_;
  const std::vector<Region>& regions_;
  const Options options_;
  bool has_own_ = false;
  Names own_;
  Names constants_;  ///< variables of constant memory that are no arrays
};

}  // namespace

void check_device_language(Source& source, const std::vector<Region>& regions,
                           const Options& options) {
  LanguageChecker(source, regions, options).check();
}

}  // namespace translator
