/// @file
/// simtcc: compiles CUDA C++ for the CPU backend, called like nvcc. See simtcc --help.
#include <csignal>
#include <cstdio>
#include <string>

#include "compile.h"
#include "context.h"
#include "cuda_file.h"
#include "failure.h"
#include "process.h"

namespace simtcc {
namespace {

using std::string;

string output_or(const Options& options, const string& name) {
  return options.output.empty() ? name : options.output;
}

std::size_t count_sources(const Options& options) {
  std::size_t sources = 0;
  for (const Input& input : options.inputs) sources += input.language != Language::kObject ? 1 : 0;
  return sources;
}

void translate_one(const Context& context) {
  const Options& options = context.options;
  if (options.inputs.size() != 1 || options.inputs[0].language != Language::kCuda) {
    throw Failure("--translate takes one .cu file");
  }
  const string& source = options.inputs[0].file;
  const string text = CudaFile(context, source).translate(output_or(options, stem(source) + ".o"));
  if (options.output.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    write_file(options.output, text);
  }
}

void compile_all(const Context& context) {
  const Options& options = context.options;
  const std::size_t sources = count_sources(options);
  if (sources != options.inputs.size()) throw Failure("-c takes no objects or libraries");
  if (!options.output.empty() && sources != 1) throw Failure("-c with -o takes one file");
  for (const Input& input : options.inputs) {
    const string object = output_or(options, stem(input.file) + ".o");
    compile(context, input, object, object);
  }
}

/// Compiles what is to be compiled among the inputs. @return all of them, as objects
Words objects_of_inputs(const Context& context) {
  Words objects;
  for (const Input& input : context.options.inputs) {
    if (input.language == Language::kObject) {
      objects.push_back(input.file);
    } else {
      const string object =
          context.work / (std::to_string(objects.size()) + "-" + stem(input.file) + ".o");
      compile(context, input, object, output_or(context.options, "a.out"));
      objects.push_back(object);
    }
  }
  return objects;
}

void make_library(const Context& context) {
  const Words objects = objects_of_inputs(context);
  const string library = output_or(context.options, "a.a");
  std::remove(library.c_str());
  run_or_fail(Words{"ar", "rcs", library} + objects);
}

/// What nvcc links the device's code with is not needed here: an object with nothing in it.
void link_device_code(const Context& context) {
  run_or_fail({context.installation.compiler, "-x", "c++", "-c", "/dev/null", "-o",
               output_or(context.options, "a_dlink.o")});
}

void link(const Context& context) {
  const Installation& installation = context.installation;
  const Options& options = context.options;
  Words command = {installation.compiler, "-no-pie"};
  command += options.compiler;
  command += objects_of_inputs(context);
  command += options.libraries;
  command += Words{installation.library};
  command += installation.link_options;
  command += Words{"-T" + installation.include_dir + "/../sections.ld"};
  command += Words{"-pthread", "-o", output_or(options, "a.out")};
  run_or_fail(command);
}

void do_as_asked(const Options& options) {
  if (options.mode == Mode::kHelp || options.mode == Mode::kVersion) {
    const string text = options.mode == Mode::kHelp ? help() : version();
    std::fputs(text.c_str(), stdout);
    return;
  }
  const bool makes_pch = options.mode == Mode::kCreatePch;
  if (options.inputs.empty() && !makes_pch) throw Failure("no input file: try simtcc my.cu -o my");
  for (const Input& input : options.inputs) {
    if (!is_readable(input.file)) throw Failure("cannot read " + input.file);
  }
  if (!options.dependency_file.empty() && !makes_pch && count_sources(options) != 1) {
    throw Failure("-MF takes one source file");
  }
  const Installation installation = find_installation();
  const TemporaryFolder work;
  const Context context{installation, options, work};
  switch (options.mode) {
    case Mode::kLink:
      return link(context);
    case Mode::kCompile:
      return compile_all(context);
    case Mode::kTranslate:
      return translate_one(context);
    case Mode::kLibrary:
      return make_library(context);
    case Mode::kDeviceLink:
      return link_device_code(context);
    case Mode::kCreatePch:
      return create_precompiled_header(context);
    case Mode::kHelp:
    case Mode::kVersion:
      return;
  }
}

}  // namespace
}  // namespace simtcc

int main(int argc, char** argv) {
  simtcc::catch_signals();
  try {
    simtcc::do_as_asked(simtcc::parse({argv + 1, argv + argc}));
  } catch (const simtcc::Failure& failure) {
    std::fprintf(stderr, "simtcc: error: %s\n", failure.what());
    return 2;
  } catch (const simtcc::DoesNotCompile&) {
    return 1;
  } catch (const simtcc::Interrupted& interrupted) {
    std::signal(interrupted.signal, SIG_DFL);
    return std::raise(interrupted.signal);
  }
  return 0;
}
