#include "option_table.h"

#include <filesystem>

#include "failure.h"
#include "files.h"

namespace simtcc {
namespace {

using std::string;
using std::string_view;

template <Mode kMode>
void set_mode(Options& options, const Given&) {
  options.mode = kMode;
}

/// The value is one more word of a list.
template <Words Options::*kList>
void add_value(Options& options, const Given& given) {
  (options.*kList).emplace_back(given.value);
}

/// What g++ calls the option: the first name of its row. One without a value may be the beginning of a word.
string name_of_compiler(const Given& given) {
  const string_view names = given.option->names, first = names.substr(0, names.find(' '));
  if (first.back() != '*') return string(first);
  return string(given.option->value.empty() ? given.name : first.substr(0, first.size() - 1));
}
/// The option itself is one.
template <Words Options::*kList>
void add_name(Options& options, const Given& given) {
  (options.*kList).push_back(name_of_compiler(given));
}
template <Words Options::*kList>
void set_name(Options& options, const Given& given) {
  (options.*kList) = {name_of_compiler(given)};
}

void set_output(Options& options, const Given& given) { options.output = given.value; }

void compile_relocatable(Options& options, const Given&) {
  options.mode = Mode::kCompile;
  options.relocatable = true;
  options.preprocess += {"-D", "__CUDACC_RDC__"};
}
void set_relocatable(Options& options, const Given& given) {
  options.relocatable = given.value != "false";
  if (options.relocatable) options.preprocess += {"-D", "__CUDACC_RDC__"};
}

void set_tile(Options& options, const Given&) { options.preprocess += {"-D", "__CUDACC_TILE__=1"}; }

void set_language(Options& options, const Given& given) {
  options.language = given.value;
  for (const char* known : {"cu", "c++", "cpp", "c"}) {
    if (given.value == known) return;
  }
  throw Failure("-x is cu, c++ or c, not " + options.language);
}

/// The headers of the backend need C++17; an older program compiles as such.
void set_standard(Options& options, const Given& given) {
  options.standard = given.value;
  options.says_standard = true;
  for (const char* old :
       {"c++03", "c++11", "c++14", "c++17", "c++1z", "gnu++11", "gnu++14", "gnu++17"}) {
    if (given.value == old) options.standard = "c++17";
  }
  if (options.standard != "c++17" && !starts_with(given.value, "c++2") &&
      !starts_with(given.value, "gnu++2")) {
    throw Failure("-std is c++17, c++20 or c++23, not " + options.standard);
  }
}

void add_define(Options& options, const Given& given) {
  options.preprocess += Words{"-D", string(given.value)};
}
void add_undefine(Options& options, const Given& given) {
  options.preprocess += Words{"-U", string(given.value)};
}
void add_include(Options& options, const Given& given) {
  options.preprocess += Words{"-include", string(given.value)};
}
/// A real CUDA toolkit has the same headers, for nvcc.
void add_folder(Options& options, const Given& given) {
  const string folder(given.value);
  if (fs::exists(folder + "/cuda_runtime.h")) return;
  options.preprocess += Words{name_of_compiler(given), folder};
}

void add_library_folder(Options& options, const Given& given) {
  options.libraries.push_back("-L" + string(given.value));
}
/// Those of CUDA are in the backend's.
void add_library(Options& options, const Given& given) {
  for (const char* ours : {"cudart", "cudart_static", "cudadevrt", "culibos", "cuda", "nvToolsExt",
                           "curand", "curand_static", "cublas", "cublas_static", "cublasLt",
                           "cublasLt_static", "nccl", "nccl_static"}) {
    if (given.value == ours) return;
  }
  options.libraries.push_back("-l" + string(given.value));
}
void add_linker_option(Options& options, const Given& given) {
  options.libraries.push_back("-Wl," + string(given.value));
}
void add_compiler_options(Options& options, const Given& given) {
  options.compiler += split(string(given.value), ", ");
}

/// g++ knows two of nvcc's kinds by name.
void add_werror(Options& options, const Given& given) {
  const bool is_of_both = given.value == "reorder" || given.value == "deprecated-declarations";
  options.warnings.push_back(is_of_both ? "-Werror=" + string(given.value) : "-Werror");
}

void set_dependencies(Options& options, const Given& given) {
  options.dependencies = name_of_compiler(given);
}
void set_phony_headers(Options& options, const Given&) {
  options.phony_headers = true;
  if (options.dependencies.empty()) options.dependencies = "-MD";
}
void set_dependency_file(Options& options, const Given& given) {
  options.dependency_file = given.value;
}
void add_dependency_target(Options& options, const Given& given) {
  options.dependency_targets += Words{name_of_compiler(given), string(given.value)};
}

void set_optimisation(Options& options, const Given& given) {
  options.optimise = {"-O" + string(given.value)};
}
/// Every variable is there; the counters are another program's.
void set_device_debug(Options& options, const Given&) { options.debug = {"-g", "-O0"}; }

void set_default_stream(Options& options, const Given& given) {
  if (given.value == "per-thread") {
    options.preprocess += {"-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"};
  } else if (given.value != "legacy" && given.value != "null") {
    throw Failure("--default-stream is legacy or per-thread, not " + string(given.value));
  }
}

void set_extended_lambda(Options& options, const Given&) {
  options.preprocess += {"-D", "__CUDACC_EXTENDED_LAMBDA__"};
  options.extended_lambda = true;
}
void set_relaxed_constexpr(Options& options, const Given&) {
  options.preprocess += {"-D", "__CUDACC_RELAXED_CONSTEXPR__"};
  options.relaxed_constexpr = true;
}

void use_precompiled(Options& options, const Given& given) {
  const string header(given.value);
  if (!is_readable(header)) throw Failure("cannot read " + header);
  options.first_header = fs::canonical(header);
}
void create_precompiled(Options& options, const Given& given) {
  use_precompiled(options, given);
  options.mode = Mode::kCreatePch;
}

void check_number(Options&, const Given& given) {
  if (!given.value.empty() && given.value.find_first_not_of("0123456789") == string::npos) return;
  throw Failure(string(given.name) + " takes a number, not " + string(given.value));
}

constexpr auto kNoEffect = nullptr;

constexpr Option kTable[] = {
    {"-h --help", "", set_mode<Mode::kHelp>, "print this"},
    {"-V --version", "", set_mode<Mode::kVersion>, "print which CUDA the headers follow"},

    {"-o* --output-file", "FILE", set_output,
     "the program, object (-c), library (-lib) or text (--translate); a.out if none is given"},
    {"-c --compile", "", set_mode<Mode::kCompile>, "compile only"},
    {"-dc --device-c", "", compile_relocatable, "compile only, with -rdc=true"},
    {"-lib --lib", "", set_mode<Mode::kLibrary>, "put the objects into a library, -o FILE.a"},
    {"-dlink --device-link", "", set_mode<Mode::kDeviceLink>,
     "write an object with nothing in it: device code needs no linking here"},
    {"--translate", "", set_mode<Mode::kTranslate>,
     "print what the translation made of one .cu file"},
    {"-x --x", "cu|c++|c", set_language,
     "what the files behind it are, whatever their names end in"},

    {"-std --std", "STANDARD", set_standard,
     "c++17 if none is given, as nvcc 13 has it; c++20, c++23"},
    {"-D* --define-macro", "MACRO[=TEXT]", add_define, "define a macro"},
    {"-U* --undefine-macro", "MACRO", add_undefine, "undefine one"},
    {"-I* --include-path", "FOLDER", add_folder, "look for headers there, too"},
    {"-isystem --system-include", "FOLDER", add_folder, "the same; its headers have no warnings"},
    {"-include --pre-include", "FILE", add_include, "include a header first"},
    {"--create-pch", "FILE.h", create_precompiled, "compile a header to FILE.h.gch"},
    {"--use-pch", "FILE.h", use_precompiled, "include it, so compiled, in front of all"},
    {"-rdc --relocatable-device-code", "true|false", set_relocatable,
     "kernels may launch kernels; files can use each other's device code in any case"},
    {"-default-stream --default-stream", "legacy|per-thread", set_default_stream,
     "which stream a null stream is"},
    {"-extended-lambda --extended-lambda -expt-extended-lambda --expt-extended-lambda", "",
     set_extended_lambda, "lambdas may say __device__, and be arguments of kernels"},
    {"-enable-tile --enable-tile", "", set_tile,
     "define __CUDACC_TILE__; tile kernels compile in any case"},
    {"-expt-relaxed-constexpr --expt-relaxed-constexpr", "", set_relaxed_constexpr,
     "kernels may use constexpr functions of the host"},

    {"-MD --generate-dependencies-with-compile", "", set_dependencies,
     "write which headers a file includes, to FILE.d"},
    {"-MMD --generate-nonsystem-dependencies-with-compile", "", set_dependencies,
     "the same without the system's headers"},
    {"-MP --generate-dependency-targets", "", set_phony_headers, "and a target for each header"},
    {"-MF --dependency-output", "FILE", set_dependency_file, "where to"},
    {"-MT --dependency-target-name", "TARGET", add_dependency_target, "for which target"},
    {"-MQ", "TARGET", add_dependency_target, "for which target, quoted for make"},

    {"-O*", "", set_name<&Options::optimise>,
     "optimise, .cpp files only: the counters depend on it"},
    {"--optimize", "LEVEL", set_optimisation, "the same"},
    {"-g --debug", "", set_name<&Options::debug>, "debugging"},
    {"-G --device-debug", "", set_device_debug,
     "the same with all variables; the counters are those of another program"},
    {"-W*", "", add_name<&Options::warnings>, "warnings, as g++ has them"},
    {"-w -disable-warnings --disable-warnings", "", add_name<&Options::warnings>, "no warnings"},
    {"-Werror --Werror",
     "[all-warnings|cross-execution-space-call|reorder|default-stream-launch|missing-launch-bounds|"
     "ext-lambda-captures-this|deprecated-declarations]",
     add_werror, "warnings are errors"},
    {"-Xcompiler --compiler-options", "A,B", add_compiler_options, "more options for g++"},

    {"-l* --library", "NAME", add_library, "link with a library; CUDA's own are there in any case"},
    {"-L* --library-path", "FOLDER", add_library_folder, "look for libraries there, too"},
    {"-Xlinker --linker-options", "A,B", add_linker_option, "more options for the linker"},
    {"-Wl,*", "", add_name<&Options::libraries>, "the same"},

    // What nvcc has, and what changes nothing here.
    {"-arch --gpu-architecture", "ARCH", kNoEffect, ""},
    {"-code --gpu-code", "CODE", kNoEffect, ""},
    {"-gencode --generate-code", "ARCH", kNoEffect, ""},
    {"-m --machine", "64", kNoEffect, ""},
    {"-m64 --m64", "", kNoEffect, ""},
    {"-ccbin --compiler-bindir", "COMPILER", kNoEffect, ""},
    {"-allow-unsupported-compiler --allow-unsupported-compiler", "", kNoEffect, ""},
    {"-forward-unknown-to-host-compiler --forward-unknown-to-host-compiler", "", kNoEffect, ""},
    {"-Xptxas --ptxas-options", "A,B", kNoEffect, ""},
    {"-Xcudafe", "A,B", kNoEffect, ""},
    {"-Xnvlink --nvlink-options", "A,B", kNoEffect, ""},
    {"-Xfatbin", "A,B", kNoEffect, ""},
    {"-lineinfo --generate-line-info", "", kNoEffect, ""},
    {"-maxrregcount --maxrregcount", "N", kNoEffect, ""},
    {"-use_fast_math --use_fast_math", "", kNoEffect, ""},
    {"-fmad --fmad", "BOOL", kNoEffect, ""},
    {"-ftz --ftz", "BOOL", kNoEffect, ""},
    {"-prec-div --prec-div", "BOOL", kNoEffect, ""},
    {"-prec-sqrt --prec-sqrt", "BOOL", kNoEffect, ""},
    {"-restrict --restrict", "", kNoEffect, ""},
    {"-extra-device-vectorization --extra-device-vectorization", "", kNoEffect, ""},
    {"-dlto --dlink-time-opt", "", kNoEffect, ""},
    {"-src-in-ptx --source-in-ptx", "", kNoEffect, ""},
    {"-nodlink --no-device-link", "", kNoEffect, ""},
    {"-noprof --dont-use-profile", "", kNoEffect, ""},
    {"-cudart --cudart", "KIND", kNoEffect, ""},
    {"-cudadevrt --cudadevrt", "KIND", kNoEffect, ""},
    {"-t* --threads", "N", check_number, ""},
    {"-res-usage --resource-usage", "", kNoEffect, ""},
    {"-keep --keep", "", kNoEffect, ""},
    {"-v --verbose", "", kNoEffect, ""},
    {"-Wno-deprecated-gpu-targets --Wno-deprecated-gpu-targets", "", kNoEffect, ""},
    {"-diag-suppress --diag-suppress", "N", kNoEffect, ""},
    {"-diag-warn --diag-warn", "N", kNoEffect, ""},
    {"-diag-error --diag-error", "N", kNoEffect, ""},

    {"-ptx --ptx -cubin --cubin -fatbin --fatbin -optix-ir --optix-ir", "", refuse,
     "the CPU backend makes no code for GPUs; compile with -c"},
    {"-shared --shared", "", refuse,
     "the CPU backend makes no shared libraries; link the objects with simtcc"},
    {"-run --run", "", refuse, "start the program yourself"},
    {"-E --preprocess", "", refuse,
     "--translate prints a .cu file as it is compiled: preprocessed, and translated"},
    {"-M --generate-dependencies", "", refuse,
     "dependencies are written when a file is compiled: -c -MD -MF FILE"},
    {"-MM --generate-nonsystem-dependencies", "", refuse,
     "dependencies are written when a file is compiled: -c -MMD -MF FILE"},
    {"-dryrun --dryrun", "", refuse,
     "there is no list of commands; --translate prints what g++ compiles"},
};

}  // namespace

OptionTable option_table() { return {std::begin(kTable), std::end(kTable)}; }

}  // namespace simtcc
