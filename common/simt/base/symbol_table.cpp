#include "base/symbol_table.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <utility>

#include "base/process.h"

namespace simt {
namespace {

/// A mangled name, and the number of the source file that it is local to; else 0.
using FileAndName = std::pair<unsigned, std::string>;

struct SymbolTable {
  std::vector<Symbol> functions;  ///< by address
  std::vector<Symbol> variables;  ///< by address
  std::map<FileAndName, std::uintptr_t> starts;
  std::vector<std::pair<FileAndName, std::uintptr_t>> local_objects;
};

void add(SymbolTable& table, const Elf64_Sym& symbol, const char* name, unsigned file) {
  const FileAndName key(ELF64_ST_BIND(symbol.st_info) == STB_LOCAL ? file : 0, name);
  if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0) {
    table.functions.push_back({symbol.st_value, symbol.st_value + symbol.st_size, name});
    table.starts[key] = symbol.st_value;
  } else if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT) {
    table.variables.push_back({symbol.st_value, symbol.st_value + symbol.st_size, name});
    if (std::strncmp(name, "_ZZ", 3) == 0) {
      table.local_objects.emplace_back(FileAndName(file, name), symbol.st_value);
    }
  }
}

SymbolTable read_symbols() {
  SymbolTable table;
  std::ifstream in(program_path(), std::ios::binary | std::ios::ate);
  std::string image(in ? static_cast<std::size_t>(in.tellg()) : 0, '\0');
  in.seekg(0).read(image.data(), static_cast<std::streamsize>(image.size()));
  if (image.size() < sizeof(Elf64_Ehdr)) return table;
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, image.data() + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_SYMTAB) continue;
    Elf64_Shdr names;
    std::memcpy(&names, image.data() + header.e_shoff + section.sh_link * sizeof names,
                sizeof names);
    unsigned file = 0;  // local symbols come after its name
    for (std::size_t at = 0; at < section.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, image.data() + section.sh_offset + at, sizeof symbol);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FILE) ++file;
      add(table, symbol, image.data() + names.sh_offset + symbol.st_name, file);
    }
  }
  for (std::vector<Symbol>* symbols : {&table.functions, &table.variables}) {
    std::sort(symbols->begin(), symbols->end(),
              [](const Symbol& a, const Symbol& b) { return a.start < b.start; });
  }
  return table;
}

struct ProgramSymbols {
  const SymbolTable table = read_symbols();
};
const SymbolTable& symbol_table() { return process().part<ProgramSymbols>().table; }

const Symbol* symbol_at(const std::vector<Symbol>& symbols, const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  auto after = std::upper_bound(symbols.begin(), symbols.end(), at,
                                [](std::uintptr_t a, const Symbol& s) { return a < s.start; });
  if (after == symbols.begin()) return nullptr;
  --after;
  return at < after->end ? &*after : nullptr;
}

/// The function whose body `_ZZ<encoding>E…` says an object of `file` is in; null if unknown.
const Symbol* function_of(unsigned file, const std::string& encoding) {
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

std::string program_path() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

const Symbol* function_at(const void* address) {
  return symbol_at(symbol_table().functions, address);
}
const Symbol* variable_at(const void* address) {
  return symbol_at(symbol_table().variables, address);
}
const std::vector<Symbol>& variables() { return symbol_table().variables; }

std::vector<LocalObject> local_objects(std::string_view prefix) {
  std::vector<LocalObject> found;
  for (const auto& [key, address] : symbol_table().local_objects) {
    const auto& [file, mangled] = key;
    const std::size_t name = mangled.find(prefix);
    if (name == std::string::npos) continue;
    const std::size_t end = mangled.find_last_not_of("0123456789", name - 1);  // `E`, then a length
    const auto length = static_cast<std::size_t>(std::atoi(mangled.c_str() + end + 1));
    if (mangled[end] != 'E' || length < prefix.size() || end <= 3) continue;
    if (const Symbol* function = function_of(file, mangled.substr(3, end - 3))) {
      found.push_back({function, mangled.substr(name, length), reinterpret_cast<void*>(address)});
    }
  }
  return found;
}

}  // namespace simt
