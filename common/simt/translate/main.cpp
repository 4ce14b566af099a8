/// @file
/// simt-translate: preprocessed CUDA C++ in, C++ for the CPU backend out. With --device, the file as
/// it is preprocessed for the device is the second input; with --headers, too, the output is the list
/// of system headers that only the second one includes.
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "translate.h"
#include "two_texts/merge.h"
#include "whole_files.h"

namespace {

bool write_file(const char* path, const std::string& text) {
  std::FILE* out = path ? std::fopen(path, "wb") : stdout;
  if (!out) return false;
  const bool ok = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return (path ? std::fclose(out) : std::fflush(out)) == 0 && ok;
}

/// False, after a message, if it cannot be read.
bool read_input(const char* path, std::string& text) {
  const bool is_standard = std::strcmp(path, "-") == 0;
  std::optional<std::string> read = is_standard ? files::read(stdin) : files::read(path);
  if (read) {
    text = std::move(*read);
    return true;
  }
  std::fprintf(stderr, "simt-translate: error: cannot read %s\n", path);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const char* input = nullptr;
  const char* device = nullptr;
  const char* output = nullptr;
  bool only_headers = false;
  translator::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "-o" && i + 1 < argc) {
      output = argv[++i];
    } else if (argument == "--device" && i + 1 < argc) {
      device = argv[++i];
    } else if (argument == "--relaxed-constexpr") {
      options.relaxed_constexpr = true;
    } else if (argument == "--headers") {
      only_headers = true;
    } else if (!input && (argument == "-" || argument.substr(0, 1) != "-")) {
      input = argv[i];
    } else {
      input = nullptr;
      break;
    }
  }
  if (!input || (only_headers && !device)) {
    std::fputs(
        "usage: simt-translate FILE|- [--device FILE [--headers]] [--relaxed-constexpr] [-o FILE]\n"
        "       (FILE comes from g++ -E)\n",
        stderr);
    return 2;
  }

  std::string text, of_device;
  if (!read_input(input, text) || (device && !read_input(device, of_device))) return 2;
  std::vector<translator::Diagnostic> errors;
  std::string translated;
  if (only_headers) {
    for (const std::string& header : translator::headers_of_device(text, of_device)) {
      translated += header + "\n";
    }
  } else {
    if (device) {
      std::string merged = translator::merge_texts(text, of_device, errors);
      options.of_two_texts = merged != text;
      text = std::move(merged);
    }
    if (errors.empty()) translated = translator::translate(text, errors, "<stdin>", options);
  }
  if (translator::print(errors)) return 1;
  if (!write_file(output, translated)) {
    std::fprintf(stderr, "simt-translate: error: cannot write %s\n",
                 output ? output : "to standard output");
    return 2;
  }
  return 0;
}
