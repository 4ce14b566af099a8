/// @file
/// simt-translate: preprocessed CUDA C++ in, C++ for the CPU backend out.
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "translate.h"

namespace {

bool read_all(std::FILE* in, std::string& text) {
  std::size_t size = 0;
  do {
    text.resize(size + (1 << 20));
    size += std::fread(text.data() + size, 1, text.size() - size, in);
  } while (size == text.size());
  text.resize(size);
  return std::ferror(in) == 0;
}

bool read_file(const char* path, std::string& text) {
  if (std::strcmp(path, "-") == 0) return read_all(stdin, text);
  std::FILE* in = std::fopen(path, "rb");
  if (!in) return false;
  const bool ok = read_all(in, text);
  std::fclose(in);
  return ok;
}

bool write_file(const char* path, const std::string& text) {
  std::FILE* out = path ? std::fopen(path, "wb") : stdout;
  if (!out) return false;
  const bool ok = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return (path ? std::fclose(out) : std::fflush(out)) == 0 && ok;
}

}  // namespace

int main(int argc, char** argv) {
  const char* input = nullptr;
  const char* output = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "-o" && i + 1 < argc) {
      output = argv[++i];
    } else if (!input && (argument == "-" || argument.substr(0, 1) != "-")) {
      input = argv[i];
    } else {
      input = nullptr;
      break;
    }
  }
  if (!input) {
    std::fputs("usage: simt-translate FILE|- [-o FILE]   (FILE comes from g++ -E)\n", stderr);
    return 2;
  }

  std::string text;
  if (!read_file(input, text)) {
    std::fprintf(stderr, "simt-translate: error: cannot read %s\n", input);
    return 2;
  }
  std::vector<translator::Diagnostic> errors;
  const std::string translated = translator::translate(text, errors);
  for (const translator::Diagnostic& error : errors) {
    std::fprintf(stderr, "%s:%d: error: %s\n", error.file.c_str(), error.line,
                 error.message.c_str());
  }
  if (!errors.empty()) return 1;
  if (!write_file(output, translated)) {
    std::fprintf(stderr, "simt-translate: error: cannot write %s\n",
                 output ? output : "to standard output");
    return 2;
  }
  return 0;
}
