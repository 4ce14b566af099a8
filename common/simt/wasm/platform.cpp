// What is missing in the C and the C++ library for WebAssembly, and where the program begins.
#include "wasm/platform.h"

#include <sys/stat.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

extern "C" {
/// The program's only process.
int getpid() { return 1; }
const void* simt_site;
void* simt_frame;
char* program_invocation_short_name = const_cast<char*>("program");

int __main_argc_argv(int argc, char** argv);
int __main_void();
}

template class std::basic_ofstream<char>;
template class std::basic_ifstream<char>;
template class std::basic_filebuf<char>;

// There are the files that the program has been given, and no links.
_LIBCPP_BEGIN_NAMESPACE_FILESYSTEM
file_status __status(const path& file, error_code*) {
  struct stat info;
  return file_status(stat(file.c_str(), &info) == 0 ? file_type::regular : file_type::not_found);
}
path __read_symlink(const path&, error_code*) { return {}; }
path __current_path(error_code*) { return "/"; }
_LIBCPP_END_NAMESPACE_FILESYSTEM

namespace {
std::vector<std::pair<void (*)(int, void*), void*>>& calls_at_exit() {
  static auto& calls = *new std::vector<std::pair<void (*)(int, void*), void*>>;
  return calls;
}
}  // namespace

int on_exit(void (*function)(int, void*), void* argument) {
  calls_at_exit().emplace_back(function, argument);
  return 0;
}

extern "C" {
/// Runs the program once more, with the variable of the environment that the command sets in front of `timeout`, and
/// puts what it prints into the file run_again.txt. @return its exit code
__attribute__((import_module("simt"), import_name("run_again"))) int simt_run_again(
    const char* command);

namespace {
int code_of_last_run;
}
/// Nothing else can be started, and it has ended when this returns.
FILE* popen(const char* command, const char*) {
  code_of_last_run = simt_run_again(command);
  return std::fopen("run_again.txt", "r");
}
int pclose(FILE* pipe) {
  std::fclose(pipe);
  return code_of_last_run << 8;
}

void __ubsan_handle_out_of_bounds(const void* array, std::uint64_t index);
/// In the place of -fsanitize=bounds' branch around that (docs/playground/compiler.js).
void simt_check_index(bool is_in, const void* array, std::uint32_t index) {
  if (!is_in) __ubsan_handle_out_of_bounds(array, index);
}

/// Of objects with a destructor that each thread has: they live as long as the program.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

[[noreturn]] void __real_exit(int code);
/// The linker puts it in the place of exit().
[[noreturn]] void __wrap_exit(int code) {
  while (!calls_at_exit().empty()) {
    const auto [function, argument] = calls_at_exit().back();
    calls_at_exit().pop_back();
    function(code, argument);
  }
  __real_exit(code);
}

void __wasm_call_ctors();

/// What JavaScript calls first.
__attribute__((export_name("simt_main"))) void simt_main() {
  __wasm_call_ctors();
  exit(__main_void());
}
}
