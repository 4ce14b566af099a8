#include "execution/grid/kernel_facts.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "base/device.h"
#include "base/limits.h"
#include "base/numbers.h"
#include "base/process.h"
#include "base/program_sections.h"
#include "base/symbol_table.h"

namespace simt {
namespace {

constexpr int kFewestRegisters = 24;           // nvcc gives no kernel fewer
constexpr std::size_t kDynamicAlignment = 16;  // nor dynamic shared memory

using Records = std::multimap<const ProgramSymbol*, const SharedRecord*>;

Records find_shared_records() {
  Records all;
  const auto& [start, stop] = simt_program_sections.shared_records;
  for (const SharedRecord* r = start; r != stop; ++r) {
    if (const ProgramSymbol* function = function_at(r->pc)) all.emplace(function, r);
  }
  return all;
}

/// What the program says of its kernels, and what is known of those that were asked for.
struct ProgramKernels {
  const std::vector<LocalObject> stated_facts = local_objects("simt_fact_");
  /// By the function whose code they are in, in the order of the source.
  const Records shared_records = find_shared_records();
  std::mutex mutex;
  std::map<const void*, KernelFacts> known;
};
ProgramKernels& kernels() { return process().part<ProgramKernels>(); }

const std::vector<LocalObject>& stated_facts() { return kernels().stated_facts; }
const Records& shared_records() { return kernels().shared_records; }

/// The functions that `caller` calls by their name, read from its machine code. (What is called
/// through a pointer remains unknown.)
std::vector<const ProgramSymbol*> callees(const ProgramSymbol& caller) {
  std::vector<const ProgramSymbol*> found;
#if defined(__wasm__)
  static_cast<void>(caller);  // its code is not in memory
#else
  const auto add = [&](std::uintptr_t target) {
    const ProgramSymbol* function = function_at(reinterpret_cast<const void*>(target));
    if (function != nullptr && function->start == target) found.push_back(function);
  };
#if defined(__x86_64__)
  // At any byte: what only looks like a call, in the midst of an instruction, leads to no function.
  constexpr std::size_t kStep = 1, kSize = 5;
#else
  constexpr std::size_t kStep = 4, kSize = 4;
#endif
  for (std::uintptr_t at = caller.start; at + kSize <= caller.end; at += kStep) {
    const auto* code = reinterpret_cast<const unsigned char*>(at);
#if defined(__x86_64__)
    std::int32_t distance;
    std::memcpy(&distance, code + 1, sizeof distance);
    if (*code == 0xe8) add(at + kSize + static_cast<std::uintptr_t>(std::int64_t{distance}));
#else
    std::uint32_t instruction;
    std::memcpy(&instruction, code, sizeof instruction);
    const auto distance = static_cast<std::int32_t>(instruction << 6) / 16;
    if (instruction >> 26 == 0x25) add(at + static_cast<std::uintptr_t>(std::int64_t{distance}));
#endif
  }
#endif
  return found;
}

std::size_t static_shared_bytes(const ProgramSymbol* kernel) {
  if (shared_records().empty()) return 0;
  std::size_t bytes = 0;
  std::set<const void*> counted;
  std::vector<const ProgramSymbol*> reached = {kernel};
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto [first, last] = shared_records().equal_range(reached[next]);
    for (auto it = first; it != last; ++it) {
      const SharedRecord& variable = *it->second;
      if (variable.key == nullptr || !counted.insert(variable.key).second) continue;
      bytes = round_up(bytes, variable.alignment) + variable.bytes;
    }
    for (const ProgramSymbol* callee : callees(*reached[next])) {
      const bool is_new = std::find(reached.begin(), reached.end(), callee) == reached.end();
      if (is_new) reached.push_back(callee);
    }
  }
  // nvcc keeps the begin of dynamic shared memory aligned, once a program has any, in all kernels.
  const auto& [start, stop] = simt_program_sections.shared_records;
  const bool has_dynamic =
      std::any_of(start, stop, [](const SharedRecord& record) { return record.key == nullptr; });
  return has_dynamic ? round_up(bytes, kDynamicAlignment) : bytes;
}

void apply(const LocalObject& fact, KernelFacts& facts) {
  if (fact.name == "simt_fact_launch_bounds") {
    const auto& bounds = *static_cast<const LaunchBounds*>(fact.address);
    if (bounds.max_threads > 0) {
      facts.max_threads = std::min(static_cast<unsigned>(bounds.max_threads), kMaxBlockThreads);
    }
    facts.max_cluster = static_cast<unsigned>(bounds.max_cluster);
  } else if (fact.name == "simt_fact_cluster_dims") {
    const auto& dims = *static_cast<const ClusterDims*>(fact.address);
    facts.cluster_must_be_set = true;
    facts.cluster = dim3(static_cast<unsigned>(dims.x), static_cast<unsigned>(dims.y),
                         static_cast<unsigned>(dims.z));
  } else if (fact.name == "simt_fact_max_registers") {
    const int count = static_cast<const MaxRegisters*>(fact.address)->count;
    facts.registers = std::clamp(count / 8 * 8, kFewestRegisters, kRegistersPerThread);
  } else if (fact.name == "simt_fact_tile_kernel") {
    facts.is_tile = true;
  }
}

KernelFacts find_facts(const void* kernel) {
  KernelFacts facts{kMaxBlockThreads, 0, kRegistersPerThread, dim3(0, 0, 0), false, 0};
  const ProgramSymbol* function = function_at(kernel);
  if (function == nullptr) return facts;
  for (const LocalObject& fact : stated_facts()) {
    if (fact.function == function) apply(fact, facts);
  }
  facts.static_shared = static_shared_bytes(function);
  return facts;
}

}  // namespace

bool any_kernel_facts() { return !stated_facts().empty() || !shared_records().empty(); }

const KernelFacts& kernel_facts(const void* kernel) {
  const std::lock_guard lock(kernels().mutex);
  auto& known = kernels().known;
  const auto it = known.find(kernel);
  if (it != known.end()) return it->second;
  return known.emplace(kernel, find_facts(kernel)).first->second;
}

}  // namespace simt
