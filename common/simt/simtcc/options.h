/// @file
/// @ingroup simt_simtcc
/// What simtcc is asked to do.
#pragma once

#include <string>
#include <vector>

#include "words.h"

namespace simtcc {

enum class Mode { kLink, kCompile, kTranslate, kLibrary, kDeviceLink, kCreatePch, kHelp, kVersion };
enum class Language { kCuda, kCpp, kC, kObject };

struct Input {
  std::string file;
  Language language;
};

struct Options {
  Mode mode = Mode::kLink;
  std::vector<Input> inputs;
  std::string output;

  std::string standard = "c++17";  ///< as nvcc 13
  bool says_standard = false;      ///< the caller has chosen it
  bool relaxed_constexpr = false, extended_lambda = false;
  bool relocatable = false;                     ///< -rdc=true
  std::string first_header = "cuda_runtime.h";  ///< or a precompiled one, which includes it

  // Words for g++.
  Words preprocess, warnings, compiler, libraries;
  Words optimise = {"-O1"};  ///< of .cpp files
  Words debug;

  std::string dependencies;     ///< -MD, -MMD, or nothing
  bool phony_headers = false;   ///< -MP
  std::string dependency_file;  ///< -MF
  Words dependency_targets;     ///< -MT and -MQ, with their values

  std::string language;  ///< of the inputs that follow: cu, c++ or c; by their names if empty
};

/// @throw Failure for what simtcc does not know, or refuses
Options parse(const Words& arguments);

std::string help();
/// As scripts read nvcc's: "release 13.0, V13.0.88".
std::string version();

}  // namespace simtcc
