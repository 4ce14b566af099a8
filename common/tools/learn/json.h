// JSON, as far as learn reads and writes it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace learn {

/// A text in quotation marks; what is no UTF-8 becomes a question mark.
std::string json_text(const std::string& text);

/// What was read: a text, a number, a list or an object; null, true and false are texts without quotation marks.
class Json {
 public:
  /// @throw Problem if the text is not one value of JSON, or nests deeper than 64
  static Json read(const std::string& text);

  /// The member of an object; a null if there is none.
  const Json& operator[](const std::string& name) const;
  /// Of a list; empty otherwise.
  const std::vector<Json>& items() const { return items_; }
  /// Of a string; empty otherwise.
  std::string text() const { return is_string_ ? text_ : ""; }
  /// Of a number; 0 otherwise.
  double number() const;

 private:
  friend class JsonReader;
  bool is_string_ = false;
  std::string text_ = "null";
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace learn
