/// @file
/// @ingroup simt_translate
/// From preprocessed CUDA C++ to plain C++ for the CPU backend.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.h"

namespace translator {

/// How a program is compiled.
struct Options {
  bool relaxed_constexpr = false;  ///< `--expt-relaxed-constexpr`
  bool of_two_texts = false;       ///< the text was made of two, see two_texts/merge.h
  bool extended_lambda = true;     ///< `--extended-lambda`
  bool relocatable = true;         ///< `-rdc=true`: files use each other's device code
};

/// Translates what `g++ -E` made of a .cu file. Every token stays on its line, so that compiler
/// messages and debuggers speak of the learner's file.
///
/// @param text    preprocessed text with `# line "file" flags` markers
/// @param errors  receives what could not be translated; if it stays empty, or has
///                warnings only, the result is complete
/// @param file    the name of the text up to its first marker
std::string translate(std::string_view text, std::vector<Diagnostic>& errors,
                      std::string_view file = "<stdin>", const Options& options = {});

}  // namespace translator
