// The program as number_sites has described it.
#include "base/program_image.h"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>

#include "wasm/site_table.h"

extern "C" {
extern const simt::SiteFile* const __start_simt_files[] __attribute__((weak));
extern const simt::SiteFile* const __stop_simt_files[] __attribute__((weak));
}

namespace simt {
namespace {

/// Not the address of a function of the host's.
bool is_site(const void* address) {
  for (auto file = __start_simt_files; file != __stop_simt_files; ++file) {
    const unsigned count = (*file)->function_count;
    if (count == 0) continue;
    const SiteFunction* const functions = (*file)->functions;
    if (address >= functions[0].begin && address < functions[count - 1].end) return true;
  }
  return false;
}

}  // namespace

std::string program_path() { return "program"; }

/// Relative to where the program is, and that is `/`, below which its headers are, too.
std::string readable_path(const std::string& file) {
  return file.substr(file.starts_with("./") ? 2 : file.starts_with("/") ? 1 : 0);
}

std::vector<ImageSymbol> read_symbols() {
  std::vector<ImageSymbol> symbols;
  unsigned number = 0;
  for (auto file = __start_simt_files; file != __stop_simt_files; ++file) {
    ++number;
    for (unsigned i = 0; i < (*file)->function_count; ++i) {
      const SiteFunction& function = (*file)->functions[i];
      const auto begin = reinterpret_cast<std::uintptr_t>(function.begin);
      const auto end = reinterpret_cast<std::uintptr_t>(function.end);
      symbols.push_back({function.name, begin, end - begin, number, function.is_local, true,
                         reinterpret_cast<std::uintptr_t>(function.pointer)});
    }
    for (unsigned i = 0; i < (*file)->variable_count; ++i) {
      const SiteVariable& variable = (*file)->variables[i];
      symbols.push_back({variable.name, reinterpret_cast<std::uintptr_t>(variable.address),
                         variable.bytes, number, false, false, 0});
    }
  }
  return symbols;
}

std::string inlined_frames(const std::vector<const void*>& sites) {
  std::string text;
  for (const void* const site : sites) {
    char address[32];
    std::snprintf(address, sizeof address, "0x%zx\n", reinterpret_cast<std::size_t>(site) - 1);
    text += address;
    if (!is_site(site)) continue;
    for (auto frame = *static_cast<const Site*>(site); frame != nullptr; frame = frame->caller) {
      int status = 0;
      char* const demangled = abi::__cxa_demangle(frame->function, nullptr, nullptr, &status);
      text += status == 0 ? demangled : frame->function;
      std::free(demangled);
      text += "\n" + std::string(frame->file) + ":" + std::to_string(frame->line) + "\n";
    }
  }
  return text;
}

}  // namespace simt
