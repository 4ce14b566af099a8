#include "cuda_file.h"

#include <cstdio>
#include <utility>
#include <vector>

#include "dependencies.h"
#include "failure.h"
#include "flags.h"
#include "marks.h"
#include "messages.h"
#include "process.h"
#include "refused_headers.h"
#include "translate.h"
#include "two_texts/merge.h"

namespace simtcc {
namespace {

using std::string;

void say(const string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Words cuda_macros() {
  Words macros;
  macros += kVersionMacros;
  macros += kCudaMacros;
  macros += kTileMacros;
  for (const string word : kCudaWords) macros.push_back("-D__" + word + "__=__" + word + "__");
  return macros;
}

Words precompiled_flags(const Options& options) {
  Words flags;
  flags += kExactFlags;
  flags += kPrecompiledFlags;
  return flags + options.debug;
}

/// @throw DoesNotCompile if there are errors among them
void report(const std::vector<translator::Diagnostic>& diagnostics) {
  if (translator::print(diagnostics)) throw DoesNotCompile();
}

}  // namespace

CudaFile::CudaFile(const Context& context, string source)
    : context_(context), source_(std::move(source)) {
  use_own_headers();
}

/// Ours of cuda::std are for programs that need no more of CCCL.
void CudaFile::use_own_headers() {
  const Installation& installation = context_.installation;
  folders_ = {"-isystem", installation.include_dir, "-isystem",
              installation.include_dir + "/without_cccl"};
  if (!installation.cccl_dir.empty()) folders_ += Words{"-idirafter", installation.cccl_dir};
}

/// From here on all of cuda::std is CCCL's. It asks for many a header of CUDA, and has to find ours or none.
void CudaFile::use_cccl() {
  const Installation& installation = context_.installation;
  const string define = "#define CCCL_VERSION ";
  const string header = read_file(installation.cccl_dir + "/cuda/std/__cccl/version.h");
  const std::size_t at = header.find(define);
  const string version =
      at == string::npos
          ? "of an unknown version"
          : header.substr(at + define.size(), header.find('\n', at) - at - define.size());
  if (!starts_with(version, "3000")) {
    throw Failure(installation.cccl_dir + " has CCCL " + version +
                  "; the CPU backend compiles 3.0 (" + kGetCccl + ")");
  }
  uses_cccl_ = true;
  folders_ = {"-nostdinc", "-nostdinc++"};
  for (const string& folder :
       {installation.include_dir + "/with_cccl", installation.include_dir, installation.cccl_dir}) {
    folders_ += Words{"-isystem", folder};
  }
  const Finished asked = run({installation.compiler, "-E", "-v", "-x", "c++", "/dev/null"},
                             To::kNowhere, To::kText, "C");
  bool is_folder = false;
  for (const string& line : split(asked.messages, "\n")) {
    if (is_folder && line[0] == ' ' && !is_readable(line.substr(1) + "/cuda_runtime.h")) {
      folders_ += Words{"-isystem", line.substr(1)};
    }
    is_folder = starts_with(line, "#include <") || (is_folder && line[0] == ' ');
  }
  // Threads wait in the same way on both sides: the two texts have no functions in different headers.
  folders_ += {"-D__SIMT_CCCL__", "-DCCCL_DISABLE_NVTX", "-DCUB_PTX_ARCH=900",
               "-D_LIBCUDACXX_HAS_THREAD_API_CUDA"};
}

CudaFile::Text CudaFile::preprocess(const string& file, const Words& more) const {
  const Options& options = context_.options;
  Words command = {context_.installation.compiler, "-E",      "-x", "c++",
                   "-std=" + options.standard,     "-fno-pie"};
  command += cuda_macros();
  command += options.compiler;
  command += options.warnings;
  command += folders_;
  command += precompiled_;
  command += Words{"-include", options.first_header};
  command += options.preprocess;
  command += more;
  command.push_back(file);
  // (g++ leaves a text that ends with an error in a pipe only.)
  Finished finished = run(command, To::kText, To::kText);
  if (!finished.found) throw Failure(why_no_compiler(context_.installation.compiler, ""));
  return {std::move(finished.output), std::move(finished.messages), finished.ok};
}

bool CudaFile::asks_for_arch(const std::vector<string>& headers) const {
  const string macro = "__CUDA_ARCH";
  for (const Words* words : {&context_.options.preprocess, &context_.options.compiler}) {
    for (const string& word : *words) {
      if (contains(word, macro)) return true;
    }
  }
  if (contains(read_file(source_), macro)) return true;
  for (const string& header : headers) {
    if (contains(read_file(header), macro)) return true;
  }
  return false;
}

string CudaFile::translate(const string& target) {
  const Options& options = context_.options;
  if (is_readable(options.first_header + ".gch")) {
    precompiled_ = Words{"-fpch-preprocess"} + precompiled_flags(options);
  }
  Text host = preprocess(source_, dependency_options(context_.options, source_, target));
  std::vector<string> headers = included_headers(host.text);
  const string cccl = context_.installation.cccl_dir + "/";
  for (const string& header : headers) {
    // (An installed CUDA has <nv/target> among its own headers, too.)
    if (cccl == "/" || !(contains(header, cccl) || contains(header, "/nv/target"))) continue;
    use_cccl();
    host = preprocess(source_, dependency_options(context_.options, source_, target));
    headers = included_headers(host.text);
    break;
  }
  RefusedHeaders refused(context_.installation);
  string refusal = refused.refusal(source_, host.text, headers);
  if (refusal.empty() && !host.ok) refusal = refused.refusal_of_missing(host.messages);
  say(refusal.empty() ? host.messages : refusal);
  if (!refusal.empty() || !host.ok) throw DoesNotCompile();
  return translate_two_texts(std::move(host.text), headers);
}

/// As nvcc does: once for the host, once for the device, where there may be a difference.
string CudaFile::translate_two_texts(string host, const std::vector<string>& headers) {
  translator::Options options;
  options.relaxed_constexpr = context_.options.relaxed_constexpr;
  options.extended_lambda = context_.options.extended_lambda;
  options.relocatable = context_.options.relocatable;
  std::vector<translator::Diagnostic> diagnostics;
  const auto again = [&](const Words& more) {
    Text text = preprocess(source_, more);
    say(text.messages);
    if (!text.ok) throw DoesNotCompile();
    return std::move(text.text);
  };
  if (asks_for_arch(headers)) {
    if (!precompiled_.empty()) {  // the two have to be whole to be merged
      precompiled_.clear();
      host = again({"-w"});
    }
    string device = again({"-D__CUDA_ARCH__=900", "-w"});
    Words includes;
    for (const string& header : translator::headers_of_device(host, device)) {
      includes += Words{"-include", header};
    }
    if (!includes.empty()) {
      host = again(includes + Words{"-w"});
      device = again(Words{"-D__CUDA_ARCH__=900"} + includes + Words{"-w"});
    }
    string merged = translator::merge_texts(host, device, diagnostics);
    options.of_two_texts = merged != host;
    host = std::move(merged);
  }
  string translated;
  if (diagnostics.empty())
    translated = translator::translate(host, diagnostics, "<stdin>", options);
  report(diagnostics);
  return translated;
}

bool has_local_arrays(const string& translated) {
  return contains(translated, translator::kLocalArray) ||
         contains(translated, translator::kCheckedArrays);
}

bool has_casts(const string& translated) { return contains(translated, translator::kCasts); }

void create_precompiled_header(const Context& context) {
  const Options& options = context.options;
  const string& header = options.first_header;
  if (!options.inputs.empty()) throw Failure("--create-pch takes no other file");
  // Its text is not translated, and it is the same for the host and the device.
  const CudaFile file(context, header);
  const CudaFile::Text text = file.preprocess(header, {});
  say(text.messages);
  if (!text.ok) throw DoesNotCompile();
  if (file.asks_for_arch(included_headers(text.text))) {
    throw Failure(header + " asks for __CUDA_ARCH__: it cannot be precompiled");
  }
  std::vector<translator::Diagnostic> diagnostics;
  translator::Options how;
  const bool is_same = translator::translate(text.text, diagnostics, "<stdin>", how) == text.text;
  report(diagnostics);
  if (!is_same) {
    throw Failure(header + " has device code, which is translated: it cannot be precompiled");
  }
  Words command = {context.installation.compiler, "-x", "c++-header", "-std=" + options.standard};
  command += cuda_macros();
  command += options.compiler;
  command += options.warnings;
  command += Words{"-isystem", context.installation.include_dir};
  command += precompiled_flags(options);
  command += options.preprocess;
  command += dependency_options(options, header, header + ".gch");
  command += Words{header, "-o", header + ".gch"};
  run_or_fail(command);
}

}  // namespace simtcc
