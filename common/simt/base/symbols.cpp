#include "base/symbols.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>

#include "base/inline_frames.h"
#include "base/numbers.h"
#include "base/process.h"
#include "base/program_image.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "base/worker.h"

namespace simt {
namespace {

/// Folder of the model's own headers, as the compiler wrote it into the line tables. A header watched_….cuh stands
/// between a program and CUDA, as those of a check do that count calls: its lines are nobody's, either.
bool is_own_header(std::string_view file) {
  return file.find("/simt/include/") != std::string_view::npos ||
         file.find("/watched_") != std::string_view::npos ||
         file.substr(0, 13) == "/usr/include/" || file.substr(0, 13) == "/usr/lib/gcc/";
}

/// Behind the folder of CCCL's headers; npos if it is none of them.
std::size_t in_cccl(std::string_view file) {
  for (const std::string_view folder :
       {"/cccl/thrust/", "/cccl/cub/", "/cccl/cuda/", "/cccl/nv/"}) {
    if (const std::size_t at = file.find(folder); at != std::string_view::npos) return at + 6;
  }
  return std::string_view::npos;
}

std::string readable_location(const std::string& location) {
  const std::string text = location.substr(0, location.find(" (discriminator"));
  const std::size_t colon = text.rfind(':');
  return readable_path(text.substr(0, colon)) + text.substr(colon);
}

/// What addr2line has said, by return address.
struct LineCache {
  std::mutex mutex;
  std::map<const void*, std::string> lines;
  std::set<const void*> code_of_compiler;  ///< in functions that the compiler has made
  std::map<const void*, std::vector<std::string>> outer_lines;  ///< where a function is inlined
};
LineCache& cache() { return process().part<LineCache>(); }

std::string readable_name(const ProgramSymbol& symbol);

/// What there is to say of code that was compiled without -g.
std::string unknown_line(const void* address) {
  char text[64];
  std::snprintf(text, sizeof text, "address %p", address);
  const ProgramSymbol* const function = function_at(address);
  return function == nullptr ? text : std::string(text) + " of " + readable_name(*function);
}

/// Looks for the lines of all `addresses` (ascending) and fills the cache.
void look_up(const std::vector<const void*>& addresses) {
  std::map<const void*, std::string> found;
  std::istringstream frames(inlined_frames(addresses));
  const void* address = nullptr;
  bool own = true;       // the frames so far are not the learner's: the next one is the caller
  std::string function;  // of the frame; its line comes next
  std::string inside;    // of CCCL, the innermost of its frames
  std::string learners, learners_line;  // the frame that is the learner's, if it was the last one
  for (std::string text; std::getline(frames, text);) {
    if (text.compare(0, 2, "0x") == 0) {
      address = reinterpret_cast<const void*>(std::stoull(text, nullptr, 16) + 1);
      own = true;
      function.clear();
      inside.clear();
      learners.clear();
    } else if (function.empty()) {
      function = text;
    } else {
      if (own && text.compare(0, 2, "??") != 0) {
        const std::string location = text.substr(0, text.find(" (discriminator"));
        const bool is_innermost = found.count(address) == 0;
        const bool is_compilers = is_made_by_compiler(function, location);
        if (is_innermost && is_compilers) cache().code_of_compiler.insert(address);
        const std::size_t in_library = in_cccl(text);
        if (in_library != std::string::npos && inside.empty()) {
          inside = ", inside of " + location.substr(in_library);
        }
        own = is_compilers || is_own_header(text) || in_library != std::string::npos;
        found[address] = readable_location(text) + (own ? "" : inside);
        learners = own ? "" : function;
        learners_line = location;
      } else if (!own && text.compare(0, 2, "??") != 0) {
        // A copy function of a class in an unnamed namespace has no name, and addr2line gives it its caller's.
        if (function == learners && begins_class(learners_line)) {
          cache().code_of_compiler.insert(address);
          found[address] = readable_location(text) + inside;
        } else {
          cache().outer_lines[address].push_back(readable_location(text));
        }
        learners.clear();
      }
      function.clear();
    }
  }
  for (const void* each : addresses) {
    const auto it = found.find(each);
    cache().lines[each] = it != found.end() ? it->second : unknown_line(each);
  }
}

/// As the program writes it, without unnamed namespaces.
std::string readable_name(const ProgramSymbol& symbol) {
  std::string name = symbol.name;
  if (name.rfind("_Z", 0) == 0) {  // not `a`, which would be a type
    int status = 0;
    char* demangled = abi::__cxa_demangle(symbol.name.c_str(), nullptr, nullptr, &status);
    if (status == 0) name = demangled;
    std::free(demangled);
  }
  const std::string anonymous = "(anonymous namespace)::";
  for (std::size_t at; (at = name.find(anonymous)) != std::string::npos;) {
    name.erase(at, anonymous.size());
  }
  return name;
}

/// `cub::CUB_300001_SM_900::detail::scan::kernel<…>` without the version and what the library has filled in.
std::string without_details(const std::string& name) {
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (depth == 0) result += name[i];
    if (name[i] == '>') --depth;
  }
  const std::size_t version = result.find("::") + 2;
  return result.erase(version, result.find("::", version) + 2 - version);
}

}  // namespace

std::vector<std::string> source_lines(const std::vector<const void*>& return_addresses) {
  const Unrecorded unrecorded;  // std::string's functions may be the program's, with hooks
  const std::lock_guard lock(cache().mutex);
  std::vector<const void*> missing;
  for (const void* address : return_addresses) {
    if (cache().lines.count(address) == 0) missing.push_back(address);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (!missing.empty()) look_up(missing);
  std::vector<std::string> lines;
  for (const void* address : return_addresses) lines.push_back(cache().lines[address]);
  return lines;
}

std::vector<std::string> inlined_at(const void* return_address) {
  source_line(return_address);
  const std::lock_guard lock(cache().mutex);
  const auto it = cache().outer_lines.find(return_address);
  return it == cache().outer_lines.end() ? std::vector<std::string>() : it->second;
}

bool is_in_copy_function(const void* return_address) {
  source_line(return_address);
  const std::lock_guard lock(cache().mutex);
  return cache().code_of_compiler.count(return_address) != 0;
}

std::string source_line(const void* return_address) { return source_lines({return_address})[0]; }

const void* function_start(const void* address) {
  const ProgramSymbol* function = function_at(address);
  return function == nullptr ? nullptr : reinterpret_cast<const void*>(function->entry);
}

bool makes_object(const void* address) {
  const ProgramSymbol* function = function_at(address);
  if (function == nullptr) return false;
  // As they are mangled: _ZN…C1E… or C2E, _ZN…cv….
  const std::string& name = function->name;
  if (name.find("C1E") == std::string::npos && name.find("C2E") == std::string::npos &&
      name.find("cv") == std::string::npos) {
    return false;
  }
  std::string text = function_name(address);
  if (text.find("::operator ") != std::string::npos) return true;
  // `View<int>::View`: the last two parts are the same, but for template arguments.
  std::string parts[2];
  unsigned depth = 0, part = 0;
  for (const char c : text) {
    if (c == '<') ++depth;
    if (depth == 0 && c == ':' && !parts[part].empty()) {
      part ^= 1;
      parts[part].clear();
    } else if (depth == 0 && c != ':') {
      parts[part] += c;
    }
    if (c == '>') --depth;
  }
  return parts[0] == parts[1];
}

std::string function_name(const void* address) {
  const ProgramSymbol* function = function_at(address);
  if (function == nullptr) return "kernel";
  std::string name = readable_name(*function);
  if (name.rfind("void ", 0) == 0) name.erase(0, 5);  // instances of templates
  if (name.rfind("cub::CUB_", 0) == 0 || name.rfind("thrust::THRUST_", 0) == 0) {
    name = without_details(name);
  }
  // The parameters are what stands in the last parentheses outside of template arguments.
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0) return name.substr(0, i);
  }
  return name;
}

namespace {

std::string kind_of_variable(std::uintptr_t address) {
  const StaticMemory memory = classify_static(address);
  return memory == StaticMemory::kManaged    ? "__managed__"
         : memory == StaticMemory::kConstant ? "__constant__"
         : memory == StaticMemory::kDevice   ? "__device__"
                                             : "host";
}

}  // namespace

std::string next_to_variable(const void* pointer, std::size_t bytes) {
  constexpr std::size_t kFar = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const ProgramSymbol *before = nullptr, *after = nullptr;
  for (const ProgramSymbol& variable : variables()) {
    if (is_gap(variable.name) || variable.end == variable.start) continue;
    if (variable.start > address) {
      after = &variable;
      break;
    }
    before = &variable;
  }
  const auto is_usable = [](const ProgramSymbol* variable) {
    return variable != nullptr && kind_of_variable(variable->start) != "host";
  };
  const std::size_t past = is_usable(before) ? address - std::min(before->end, address) : ~0ul;
  const std::size_t ahead = is_usable(after) ? after->start - address : ~0ul;
  if (std::min(past, ahead) > kFar || is_in_variable(address, bytes)) return {};
  const ProgramSymbol& nearest = past <= ahead ? *before : *after;
  const bool is_across = past <= ahead && address < nearest.end;
  return (is_across       ? "across the end of"
          : past <= ahead ? bytes_text(past) + " past the end of"
                          : bytes_text(ahead) + " before the start of") +
         " the " + kind_of_variable(nearest.start) + " variable " + readable_name(nearest) + " (" +
         bytes_text(nearest.end - nearest.start) + ")";
}

std::string variable_position(const void* address) {
  const ProgramSymbol* variable = variable_at(address);
  const std::string kind = kind_of_variable(reinterpret_cast<std::uintptr_t>(address));
  if (variable == nullptr && kind == "host") return "host memory";
  if (variable == nullptr) return "a " + kind + " variable";
  return "byte " + std::to_string(reinterpret_cast<std::uintptr_t>(address) - variable->start) +
         " of the " + kind + " variable " + readable_name(*variable);
}

std::string launch_line(const LaunchConfig& config) {
  if (config.file == nullptr) return source_line(config.site);
  return readable_path(config.file) + ":" + std::to_string(config.line);
}

}  // namespace simt
