#include "json.h"

#include <cstdio>
#include <cstdlib>

#include "problem.h"

namespace learn {

namespace {

/// How many bytes the character has that begins there; 0 if they are no UTF-8.
std::size_t length_of_character(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xC2 && first <= 0xDF ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(at + i) < 0x80 || byte(at + i) > 0xBF) return 0;
  }
  return length;
}

}  // namespace

std::string json_text(const std::string& text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(text, at);
    const auto c = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      result += '?';
    } else if (c == '"' || c == '\\') {
      result += std::string("\\") + text[at];
    } else if (c < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return result + "\"";
}

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json whole() {
    Json value = next(0);
    skip_spaces();
    if (at_ != text_.size()) fail();
    return value;
  }

 private:
  static constexpr int kDeepest = 64;

  [[noreturn]] void fail() const {
    throw Problem("this is no JSON, from its character " + std::to_string(at_ + 1) + " on");
  }
  void skip_spaces() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool take(char c) {
    skip_spaces();
    const bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there;
    return is_there;
  }
  void expect(char c) {
    if (!take(c)) fail();
  }

  Json next(int depth) {
    if (depth > kDeepest) fail();
    Json value;
    if (take('{')) {
      while (!take('}')) {
        if (!value.members_.empty()) expect(',');
        std::string name = string();
        expect(':');
        value.members_.emplace_back(std::move(name), next(depth + 1));
      }
    } else if (take('[')) {
      while (!take(']')) {
        if (!value.items_.empty()) expect(',');
        value.items_.push_back(next(depth + 1));
      }
    } else if (skip_spaces(); at_ < text_.size() && text_[at_] == '"') {
      value.is_string_ = true;
      value.text_ = string();
    } else {
      const std::size_t begin = at_;
      at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
      value.text_ = text_.substr(begin, at_ - begin);
      char* end = nullptr;
      (void)std::strtod(value.text_.c_str(), &end);
      const bool is_number = !value.text_.empty() && *end == '\0';
      if (!is_number && value.text_ != "null" && value.text_ != "true" && value.text_ != "false") {
        at_ = begin;
        fail();
      }
    }
    return value;
  }

  std::string string() {
    expect('"');
    std::string result;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') {
        result += text_[at_];
        continue;
      }
      if (++at_ >= text_.size()) fail();
      const char c = text_[at_];
      if (c == 'u') {  // learn writes control characters so, which no table shows
        result += '?';
        at_ += 4;
      } else {
        result += c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
    }
    if (at_ >= text_.size()) fail();
    ++at_;
    return result;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Json Json::read(const std::string& text) { return JsonReader(text).whole(); }

const Json& Json::operator[](const std::string& name) const {
  static const Json none;
  for (const auto& [known, value] : members_) {
    if (known == name) return value;
  }
  return none;
}

double Json::number() const { return is_string_ ? 0 : std::atof(text_.c_str()); }

}  // namespace learn
