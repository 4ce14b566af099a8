#include "base/symbol_table.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "base/process.h"
#include "base/program_image.h"

namespace simt {
namespace {

/// A mangled name, and the number of the source file that it is local to; else 0.
using FileAndName = std::pair<unsigned, std::string>;

struct SymbolTable {
  std::vector<ProgramSymbol> functions;  ///< by address
  std::vector<ProgramSymbol> variables;  ///< by address
  std::map<std::uintptr_t, const ProgramSymbol*>
      entries;  ///< functions whose pointers are not where their code begins
  std::map<FileAndName, std::uintptr_t> starts;
  std::vector<std::pair<FileAndName, std::uintptr_t>> local_objects;
};

SymbolTable make_table() {
  SymbolTable table;
  for (const ImageSymbol& symbol : read_symbols()) {
    const FileAndName key(symbol.is_local ? symbol.file : 0, symbol.name);
    const ProgramSymbol range{symbol.start, symbol.start + symbol.bytes, symbol.name, symbol.entry};
    if (!symbol.is_function) {
      table.variables.push_back(range);
      if (symbol.name.starts_with("_ZZ")) {
        table.local_objects.emplace_back(FileAndName(symbol.file, symbol.name), symbol.start);
      }
    } else if (symbol.bytes > 0) {
      table.functions.push_back(range);
      table.starts[key] = symbol.start;
    }
  }
  for (std::vector<ProgramSymbol>* symbols : {&table.functions, &table.variables}) {
    std::sort(symbols->begin(), symbols->end(),
              [](const ProgramSymbol& a, const ProgramSymbol& b) { return a.start < b.start; });
  }
  for (const ProgramSymbol& function : table.functions) {
    if (function.entry != function.start) table.entries[function.entry] = &function;
  }
  return table;
}

struct ProgramSymbols {
  const SymbolTable table = make_table();
};
const SymbolTable& symbol_table() { return process().part<ProgramSymbols>().table; }

const ProgramSymbol* symbol_at(const std::vector<ProgramSymbol>& symbols, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  auto after =
      std::upper_bound(symbols.begin(), symbols.end(), at,
                       [](std::uintptr_t a, const ProgramSymbol& s) { return a < s.start; });
  if (after == symbols.begin()) return nullptr;
  --after;
  return at < after->end ? &*after : nullptr;
}

/// The function whose body `_ZZ<encoding>E…` says an object of `file` is in; null if unknown.
const ProgramSymbol* function_of(unsigned file, const std::string& encoding) {
  // The encoding of a function with C linkage is its name and no more: "6kernel".
  const std::string c_name =
      encoding.substr(std::min(encoding.find_first_not_of("0123456789"), encoding.size()));
  const auto& starts = symbol_table().starts;
  for (const std::string& name : {"_Z" + encoding, c_name}) {
    for (const unsigned where : {file, 0u}) {
      const auto found = starts.find({where, name});
      if (found != starts.end()) return function_at(reinterpret_cast<void*>(found->second));
    }
  }
  return nullptr;
}

}  // namespace

const ProgramSymbol* function_at(const void* address) {
  if (const ProgramSymbol* const function = symbol_at(symbol_table().functions, address))
    return function;
  const auto& entries = symbol_table().entries;
  const auto found = entries.find(reinterpret_cast<std::uintptr_t>(address));
  return found == entries.end() ? nullptr : found->second;
}
const ProgramSymbol* variable_at(const void* address) {
  return symbol_at(symbol_table().variables, address);
}
const std::vector<ProgramSymbol>& variables() { return symbol_table().variables; }

std::vector<LocalObject> local_objects(std::string_view prefix) {
  std::vector<LocalObject> found;
  for (const auto& [key, address] : symbol_table().local_objects) {
    const auto& [file, mangled] = key;
    const std::size_t name = mangled.find(prefix);
    if (name == std::string::npos) continue;
    const std::size_t end = mangled.find_last_not_of("0123456789", name - 1);  // `E`, then a length
    const auto length = static_cast<std::size_t>(std::atoi(mangled.c_str() + end + 1));
    if (mangled[end] != 'E' || length < prefix.size() || end <= 3) continue;
    if (const ProgramSymbol* function = function_of(file, mangled.substr(3, end - 3))) {
      found.push_back({function, mangled.substr(name, length), reinterpret_cast<void*>(address)});
    }
  }
  return found;
}

}  // namespace simt
