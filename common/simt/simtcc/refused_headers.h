/// @file
/// @ingroup simt_simtcc
/// Headers of CUDA, and of libraries for it, that the CPU backend does not have.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "installation.h"

namespace simtcc {

/// What to do about CCCL where there is none.
extern const char* const kGetCccl;

/// The files that a preprocessed text has included, each once, in this order.
std::vector<std::string> included_headers(const std::string& text);

class RefusedHeaders {
 public:
  explicit RefusedHeaders(const Installation& installation) : installation_(installation) {}

  /// @return what to do instead of including the header `name`, if it is of a library of CUDA's
  std::optional<std::string> advice(const std::string& name) const;

  /// Refuses headers of an installed CUDA, or of a library for it, among those that `text`, made of `source`, has
  /// included: they need nvcc. And cuBLAS, where no BLAS is.
  /// @return the message, with the place; empty if all are fine
  std::string refusal(const std::string& source, const std::string& text,
                      const std::vector<std::string>& headers);

  /// The refusal of a header that was not found, by g++'s `messages`.
  std::string refusal_of_missing(const std::string& messages) const;

 private:
  /// The folder of an installed CUDA that a folder is in, if any: it has a cuda_runtime.h that is not ours, or the
  /// templates that come with it.
  const std::string& toolkit_of(const std::string& folder);
  /// @return how a program includes it, if it is a header of an installed CUDA's
  std::optional<std::string> name_in_toolkit(const std::string& header);
  bool is_ours(const std::string& header) const;
  bool has_blas() const;

  const Installation& installation_;
  std::map<std::string, std::string> toolkits_;  ///< of folders that were asked about
};

}  // namespace simtcc
