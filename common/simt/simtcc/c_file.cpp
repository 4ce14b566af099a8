#include "c_file.h"

#include "flags.h"
#include "process.h"

namespace simtcc {
namespace {

using std::string;

/// What g++ says of the file when it only preprocesses it.
string messages_of_preprocessor(const Context& context, const Words& how, const string& source) {
  Words command = {context.installation.compiler};
  command += how;
  command += kVersionMacros;
  command += context.options.preprocess;
  command += Words{"-isystem", context.installation.include_dir, source};
  return run(command, To::kNowhere, To::kText).messages;
}

}  // namespace

bool asks_for_cuda(const Context& context, const string& source) {
  return contains(messages_of_preprocessor(context, {"-x", "c", "-E"}, source),
                  "the CPU backend's headers are C++");
}

string c_as_cpp(const Context& context, const string& source) {
  // Headers that have templates come first, outside of extern "C".
  string text;
  for (const string header : {"assert", "ctype", "errno",  "fenv",   "float",  "inttypes", "limits",
                              "locale", "math",  "setjmp", "signal", "stdarg", "stdbool",  "stddef",
                              "stdint", "stdio", "stdlib", "string", "time",   "wchar"}) {
    text += "#include <" + header + ".h>\n";
  }
  text += "#include <cuda_runtime.h>\n";
  // -H tells which headers are included, also by the program's own ones: . /usr/include/stdio.h
  const Words how = {"-x", "c++", "-std=" + context.options.standard, "-E", "-H"};
  const string ours = " " + context.installation.include_dir + "/";
  for (const string& line : split(messages_of_preprocessor(context, how, source), "\n")) {
    const string name = line.substr(line.find_first_not_of('.'));
    if (!starts_with(name, ours) || name.find('/', ours.size()) != string::npos) continue;
    text += "#include <" + name.substr(ours.size()) + ">\n";
  }
  return text + "extern \"C\" {\n#line 1 \"" + source + "\"\n" + read_file(source) + "\n}\n";
}

Words options_of_c_as_cpp(const Options& options, const string& source) {
  const std::size_t number = options.standard.rfind('+') + 1;
  const string folder = fs::path(source).parent_path();
  return {"-x",           "c++",     "-std=gnu++" + options.standard.substr(number),
          "-fpermissive", "-w",      "-Drestrict=__restrict__",
          "-D_Bool=bool", "-iquote", folder.empty() ? "." : folder};
}

}  // namespace simtcc
