// The program as an ELF file: its symbol table, and what addr2line says.
#include "base/program_image.h"

#include <elf.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace simt {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace

std::string program_path() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

std::string readable_path(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path relative = path.lexically_relative(here);
  const bool below = !error && !relative.empty() && *relative.begin() != "..";
  return (below ? relative : path).string();
}

std::vector<ImageSymbol> read_symbols() {
  std::vector<ImageSymbol> symbols;
  std::ifstream in(program_path(), std::ios::binary | std::ios::ate);
  std::string image(in ? static_cast<std::size_t>(in.tellg()) : 0, '\0');
  in.seekg(0).read(image.data(), static_cast<std::streamsize>(image.size()));
  if (image.size() < sizeof(Elf64_Ehdr)) return symbols;
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
      const unsigned type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FILE) ++file;
      if (type != STT_FUNC && type != STT_OBJECT) continue;
      symbols.push_back({image.data() + names.sh_offset + symbol.st_name, symbol.st_value,
                         symbol.st_size, file, ELF64_ST_BIND(symbol.st_info) == STB_LOCAL,
                         type == STT_FUNC, symbol.st_value});
    }
  }
  return symbols;
}

std::string inlined_frames(const std::vector<const void*>& return_addresses) {
  std::string command = "addr2line -a -f -C -i -e " + quoted(program_path());
  for (const void* address : return_addresses) {
    char text[32];
    std::snprintf(text, sizeof text, " 0x%zx", reinterpret_cast<std::uintptr_t>(address) - 1);
    command += text;
  }
  command += " 2>/dev/null";
  std::string frames;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return frames;
  char part[4096];
  for (std::size_t size; (size = std::fread(part, 1, sizeof part, pipe)) > 0;) {
    frames.append(part, size);
  }
  pclose(pipe);
  return frames;
}

}  // namespace simt
