#include "compile.h"

#include <cstdio>

#include "c_file.h"
#include "cuda_file.h"
#include "dependencies.h"
#include "failure.h"
#include "flags.h"
#include "messages.h"
#include "process.h"

namespace simtcc {
namespace {

using std::string;

/// The caller has asked for one of these warnings.
bool asks_for_guesses(const Options& options) {
  for (const Words* words : {&options.warnings, &options.compiler}) {
    for (const string& word : *words) {
      for (const char* asking : {"-Wall", "-Wextra", "-Wmaybe-uninitialized"}) {
        if (word == asking) return true;
      }
    }
  }
  return false;
}

/// Flags for what the translation has found in a program.
Words flags_of_translation(string& translated) {
  Words flags;
  // Where threads have arrays of their own, or of constants, g++ checks indices, too. That may move a block out of a loop.
  if (has_local_arrays(translated)) {
    flags += {"-fsanitize=bounds"};
  }
  // Where pointers become ones to structs, it says how these are aligned; see translate/pointer_casts.h.
  if (has_casts(translated)) {
    flags += {"-fsanitize=alignment"};
    for (const string hook : {"read16", "write16", "volatile_read16", "volatile_write16"}) {
      translated += "asm(\".set __tsan_" + hook + ", simt_typed_" + hook + "\");\n";
    }
  }
  return flags;
}

void compile_cuda(const Context& context, const string& source, const string& object,
                  const string& target) {
  const Options& options = context.options;
  CudaFile file(context, source);
  string translated = file.translate(target);
  if (file.uses_cccl()) translated += "extern \"C\" { [[gnu::weak]] char simt_uses_cccl = 1; }\n";
  const Words flags = flags_of_translation(translated);
  const string text = context.work / "translated.ii";
  write_file(text, translated);

  Words command = compile_command(context.installation);
  command += kMessageFlags;
  command += Words{"-x", "c++-cpp-output", "-std=" + options.standard};
  command += kDefaultWarnings;
  // -Wuninitialized brings it along; of variables that only some threads need it knows nothing.
  if (!asks_for_guesses(options)) command += {"-Wno-maybe-uninitialized"};
  command += options.warnings;
  command += options.compiler;
  command += kExactFlags;
  command += flags;
  if (file.uses_cccl()) command += {"-fpermissive"};  // CCCL's names change their meaning
  command += options.debug;
  command += Words{"-c", text, "-o", object};
  Finished finished = run(command, To::kTerminal, To::kText, kLocaleOfMessages);
  if (!finished.found) throw Failure("cannot run " + command[0]);
  if (file.uses_cccl() && make_permissive_errors(finished.messages)) finished.ok = false;
  string messages = clean_messages(finished.messages, context.installation.include_dir);
  if (!finished.ok && !options.says_standard) messages += hint_at_newer_standard(messages);
  std::fwrite(messages.data(), 1, messages.size(), stderr);
  if (!finished.ok) throw DoesNotCompile();
}

void compile_host(const Context& context, const Input& input, const string& object,
                  const string& target) {
  const Options& options = context.options;
  string source = input.file;
  Words language = {"-x", "c++", "-std=" + options.standard};
  if (input.language == Language::kC) {
    language = {"-x", "c"};
    if (asks_for_cuda(context, source)) {
      source = context.work / "c.cpp";
      write_file(source, c_as_cpp(context, input.file));
      language = options_of_c_as_cpp(options, input.file);
    }
  }
  Words command = compile_command(context.installation);
  command += language;
  command += kVersionMacros;
  command += options.optimise;
  command += Words{"-gdwarf-4", "-g1"};  // for the lines of calls that reports name
  command += options.debug;
  command += options.warnings;
  command += options.compiler;
  command += dependency_options(options, input.file, target);
  command += options.preprocess;
  command +=
      Words{"-isystem", context.installation.include_dir, "-fno-pie", "-c", source, "-o", object};
  run_or_fail(command);

  // The file that make has to look at is the learner's.
  const string dependencies = dependency_file(options, input.file, target);
  if (source == input.file || dependencies.empty()) return;
  string text = read_file(dependencies);
  if (const std::size_t at = text.find(source); at != string::npos)
    text.replace(at, source.size(), input.file);
  write_file(dependencies, text);
}

}  // namespace

Words compile_command(const Installation& installation) {
  return installation.launcher + Words{installation.compiler};
}

void compile(const Context& context, const Input& input, const string& object,
             const string& target) {
  if (input.language == Language::kCuda) {
    compile_cuda(context, input.file, object, target);
  } else {
    compile_host(context, input, object, target);
  }
}

}  // namespace simtcc
