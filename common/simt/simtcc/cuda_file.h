/// @file
/// @ingroup simt_simtcc
/// One .cu file on its way through the preprocessor and the translator.
#pragma once

#include <string>

#include "context.h"

namespace simtcc {

class CudaFile {
 public:
  CudaFile(const Context& context, std::string source);

  /// @param target what the dependencies are written for
  /// @return the translation
  /// @throw DoesNotCompile after its messages
  std::string translate(const std::string& target);

  /// Has it come to headers of CCCL? Then it needs -fpermissive.
  bool uses_cccl() const { return uses_cccl_; }

  struct Text {
    std::string text;
    std::string messages;  ///< g++'s
    bool ok;               ///< the text is complete
  };
  /// Preprocesses any file as CUDA.
  Text preprocess(const std::string& file, const Words& more) const;

  /// Does the file, an option, or one of the headers say `__CUDA_ARCH__`?
  bool asks_for_arch(const std::vector<std::string>& headers) const;

 private:
  void use_own_headers();
  void use_cccl();
  /// @param host the text without `__CUDA_ARCH__`
  std::string translate_two_texts(std::string host, const std::vector<std::string>& headers);

  const Context& context_;
  std::string source_;
  Words folders_;      ///< where headers are
  Words precompiled_;  ///< options for a precompiled header
  bool uses_cccl_ = false;
};

/// What a translation has that g++ is to look at: arrays of the threads' own, and pointers that become ones
/// to structs.
bool has_local_arrays(const std::string& translated);
bool has_casts(const std::string& translated);

/// Writes the precompiled form of the first header.
void create_precompiled_header(const Context& context);

}  // namespace simtcc
