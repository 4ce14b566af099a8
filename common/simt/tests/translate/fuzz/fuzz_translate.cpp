// The translator on arbitrary bytes: it must not crash, and what it accepts must stay on its lines.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.h"
#include "translate.h"
#include "two_texts/merge.h"

namespace {

constexpr std::string_view kLast = "simt_last_token";

struct LastToken {
  std::string text, file;
  int line = 0;
  bool has_launch = false;   ///< is there a `<<<` before it?
  bool has_hash = false;     ///< is there a `#`, as in no program?
  bool has_library = false;  ///< which its translation is not: that has no words of CUDA's
};

LastToken last_token(std::string_view text, std::vector<translator::Diagnostic>& errors) {
  const translator::Lexed lexed = translator::lex(text, "<stdin>", errors);
  LastToken last;
  for (const translator::Token& token : lexed.tokens) {
    last.text = text.substr(token.begin, token.end - token.begin);
    last.file = lexed.places[token.place].file;
    last.line = token.line;
    last.has_launch |= last.text == "<<<";
    last.has_hash |= last.text == "#";
  }
  for (const translator::Place& place : lexed.places) {
    last.has_library |= !place.is_system && place.flags.find('3') != std::string_view::npos;
  }
  return last;
}

void require(bool condition, const char* what, std::string_view input, std::string_view output) {
  if (condition) return;
  std::fprintf(stderr, "%s\n--- input\n%.*s\n--- output\n%.*s\n", what,
               static_cast<int>(input.size()), input.data(), static_cast<int>(output.size()),
               output.data());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string input(reinterpret_cast<const char*>(data), size);
  input += "\n";
  input += kLast;
  std::vector<translator::Diagnostic> errors;
  translator::merge_texts(input, input.substr(size / 2), errors);
  translator::merge_texts(input.substr(0, size / 2), input, errors);
  errors.clear();
  const std::string output = translator::translate(input, errors);
  for (const translator::Diagnostic& error : errors) {
    require(!error.message.empty() && error.message.find('\n') == std::string::npos,
            "an error is one sentence", input, output);
  }
  if (!errors.empty()) return 0;

  const LastToken before = last_token(input, errors);
  // Where the words in front of a # go it becomes a directive; no program has one there.
  if (before.has_hash || before.has_library) return 0;
  const LastToken after = last_token(output, errors);
  require(errors.empty(), "the translation can be read again", input, output);
  if (before.text == kLast) {  // and not in a comment or a system header
    require(after.text == kLast && after.file == before.file && after.line == before.line,
            "the last token stays on its line", input, output);
  }
  // What stands in attributes and alignments is copied as it is.
  bool is_copied = false;
  for (std::string_view word : {"[", "__attribute", "align"}) {
    is_copied |= input.find(word) != std::string::npos;
  }
  require(is_copied || !after.has_launch, "no launch is left", input, output);
  return 0;
}
