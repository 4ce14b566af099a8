/// @file
/// @ingroup simt_translate
/// The declarations of a file as the host sees it and as the device does, side by side.
#pragma once

#include <cstddef>
#include <vector>

#include "items.h"
#include "source.h"

namespace translator {

class ItemPairs {
 public:
  /// A declaration that one of them may not have.
  struct Pair {
    const Item* host;
    const Item* device;
  };

  ItemPairs(const Source& host, const Source& device) : host_(host), device_(device) {}

  /// The declarations of both texts in their order, those that belong together as one.
  std::vector<Pair> align(const std::vector<Item>& host, const std::vector<Item>& device) const;

  /// Are the tokens [first, last) of the host's text those of the device's from `device_first` on?
  bool is_same(std::size_t first, std::size_t last, std::size_t device_first,
               std::size_t device_last) const;
  /// Of the whole declaration.
  bool is_same(const Item& host, const Item& device) const {
    return is_same(host.first, host.end, device.first, device.end);
  }
  bool is_same_namespace(const Item& host, const Item& device) const;
  /// Both are the same class, but for functions and for what only one of them knows by name.
  bool is_same_class(const Item& host, const Item& device) const;
  /// `inline constexpr Tag tag{};` for the host and `__device__ constexpr Tag tag{};` for the device.
  bool is_same_constant(const Item& host, const Item& device) const;

  /// Of a system header that has device code.
  bool is_of_library(const Pair& pair) const {
    return pair.host ? host_.is_library(pair.host->first) : device_.is_library(pair.device->first);
  }

 private:
  void align(const Item* host, const Item* host_end, const Item* device, const Item* device_end,
             bool by_name, std::vector<Pair>& pairs) const;
  bool is_same_place(const Item& host, const Item& device) const;
  bool is_counterpart(const Item& host, const Item& device) const;

  const Source& host_;
  const Source& device_;
};

}  // namespace translator
