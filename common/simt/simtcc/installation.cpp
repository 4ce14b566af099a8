#include "installation.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "failure.h"
#include "files.h"
#include "process.h"

namespace simtcc {
namespace {

constexpr int kOldestCompiler = 12;

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace

std::string why_no_compiler(const std::string& compiler, const std::string& macros) {
  const std::string name_one = "name one in SIMT_CXX";
  if (macros.empty()) return "cannot run " + compiler + ": install g++ 12 or newer, or " + name_one;
  if (contains(macros, "__clang__")) {
    return compiler +
           " is a clang, which instruments after it has optimised, so all counters would be wrong: "
           "name a g++ "
           "in SIMT_CXX";
  }
  const std::string_view define = "#define __GNUC__ ";
  const std::size_t at = macros.find(define);
  if (at == std::string::npos) return compiler + " is no g++: " + name_one;
  const int version = std::atoi(macros.c_str() + at + define.size());
  if (version >= kOldestCompiler) return "";
  return compiler + " is version " + std::to_string(version) + ": g++ 12 or newer is needed, " +
         name_one;
}

void set_compiler(Installation& installation, const std::string& command) {
  installation.launcher = {};
  installation.compiler = command;
  if (is_readable(command)) return;  // a path, which may have spaces
  Words words = split(command, " ");
  if (words.size() < 2) return;
  installation.compiler = words.back();
  words.pop_back();
  installation.launcher = std::move(words);
}

Installation find_installation() {
  // Defined by CMake.
  Installation installation{SIMT_LIBRARY,
                            SIMT_INCLUDE_DIR,
                            environment_or("SIMT_CCCL", SIMT_CCCL_DIR),
                            split(SIMT_COMPILER_LAUNCHER, " "),
                            SIMT_COMPILER,
                            split(SIMT_LINK_OPTIONS, " ")};
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path installed = self.parent_path().parent_path() / "lib" / "simt";
  if (fs::is_directory(installed / "include", ignored)) {
    installation.include_dir = installed / "include";
    installation.library = installed / "libsimt.a";
  }
  // The build has already checked its own compiler.
  if (const std::string command = environment_or("SIMT_CXX", ""); !command.empty()) {
    set_compiler(installation, command);
    const Finished asked = run({installation.compiler, "-dM", "-E", "-x", "c++", "/dev/null"},
                               To::kText, To::kNowhere);
    const std::string macros = asked.ok ? asked.output + "\n" : "";
    const std::string why = why_no_compiler(installation.compiler, macros);
    if (!why.empty()) throw Failure(why);
  }
  return installation;
}

}  // namespace simtcc
