/// @file
/// @ingroup simt_execution
/// The arrays of shared memory that a kernel has declared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/elements.h"

namespace simt {

/// Shared memory is laid out alike in all blocks of a cluster.
struct SharedArray {
  const void* key;  ///< null: dynamic shared memory
  const char* name;
  std::size_t offset;  ///< in a block's window
  std::size_t bytes;
  Elements elements{};  ///< as declared
};

class SharedLayout {
 public:
  explicit SharedLayout(std::size_t dynamic_bytes);

  const std::vector<SharedArray>& arrays() const { return arrays_; }
  std::size_t static_bytes() const { return static_bytes_; }
  /// Null: not declared yet.
  const SharedArray* find(const void* key) const;
  const SharedArray& add(const void* key, const char* name, std::size_t bytes,
                         std::size_t alignment, Elements elements);
  void declare_dynamic(Elements elements);
  /// The declared elements at this offset of a block's window.
  Elements elements_at(std::size_t offset) const;
  /// Whether there are arrays of structs.
  bool has_structs() const { return has_structs_; }

  /// "byte 12 of tile", for an address inside of an array.
  std::string position_text(std::uintptr_t address) const;
  /// "4 bytes past the end of tile (4096 bytes)", for one outside.
  std::string distance_text(std::uintptr_t address) const;

 private:
  std::vector<SharedArray> arrays_;
  std::size_t used_ = 0;
  std::size_t static_bytes_ = 0;
  bool has_structs_ = false;
};

}  // namespace simt
