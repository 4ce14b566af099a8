/// @file
/// @ingroup simt_translate
/// The text of an `asm`, on its way to C++.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ptx/asm.h"
#include "ptx/instructions.h"
#include "ptx/text.h"

namespace translator {

class PtxTranslation {
 public:
  explicit PtxTranslation(const Asm& found) : asm_(found) {}

  /// The statements in C++, or nothing: then `unknown()` says what there is none of.
  std::string run();
  const std::string& unknown() const { return unknown_; }
  /// Whether `unknown()` says why, too.
  bool has_reason() const { return has_reason_; }

 private:
  void declare(const PtxStatement& s);
  std::string translate(const PtxStatement& s);
  std::string declarations(const PtxStatement& s);
  std::string call(const PtxStatement& s);
  std::vector<std::string> arguments_of(const PtxStatement& s, const PtxCall& call,
                                        std::string& flushed);
  std::string operand(const std::string& written);
  std::string percent(const std::string& text);
  std::string address(const std::string& text);
  std::string number(const std::string& text);
  std::string missing(const std::string& what, const std::string& why = {});

  const Asm& asm_;
  std::set<std::string> registers_;
  std::string labels_, unknown_;
  bool has_reason_ = false;
  bool is_move_ = false;
  bool has_carry_ = false;
};

}  // namespace translator
