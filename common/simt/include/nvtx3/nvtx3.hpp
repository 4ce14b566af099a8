/// @file
/// Ranges and marks of NVTX as C++ objects: they do nothing, as where no profiler is attached.
#pragma once

#include <cstdint>
#include <string>

#include "nvtx3/nvToolsExt.h"

#include "simt/users_macros_away.inc"

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

namespace nvtx3 {
inline namespace v1 {

class domain {
 public:
  struct global {};
  explicit domain(const char*) noexcept {}
  explicit domain(const std::string&) noexcept {}
  template <class D = global>
  static const domain& get() noexcept {
    static const domain instance("");
    return instance;
  }
  operator nvtxDomainHandle_t() const noexcept { return nullptr; }
};

struct rgb {
  using component_type = std::uint8_t;
  constexpr rgb(component_type r, component_type g, component_type b) noexcept
      : red(r), green(g), blue(b) {}
  component_type red, green, blue;
};
struct argb : rgb {
  constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
      : rgb(r, g, b), alpha(a) {}
  component_type alpha;
};
class color {
 public:
  constexpr explicit color(std::uint32_t hex) noexcept : value_(hex) {}
  constexpr color(rgb c) noexcept : color(argb(255, c.red, c.green, c.blue)) {}
  constexpr color(argb c) noexcept
      : value_(std::uint32_t{c.alpha} << 24 | std::uint32_t{c.red} << 16 |
               std::uint32_t{c.green} << 8 | c.blue) {}
  constexpr std::uint32_t get_value() const noexcept { return value_; }

 private:
  std::uint32_t value_;
};

class category {
 public:
  constexpr explicit category(std::uint32_t id) noexcept : id_(id) {}
  constexpr std::uint32_t get_id() const noexcept { return id_; }

 private:
  std::uint32_t id_;
};
template <class D = domain::global>
class named_category_in : public category {
 public:
  named_category_in(std::uint32_t id, const char*) noexcept : category(id) {}
  named_category_in(std::uint32_t id, const std::string&) noexcept : category(id) {}
};
using named_category = named_category_in<>;

template <class D = domain::global>
class registered_string_in {
 public:
  explicit registered_string_in(const char*) noexcept {}
  explicit registered_string_in(const std::string&) noexcept {}
};
using registered_string = registered_string_in<>;

class message {
 public:
  constexpr message(const char*) noexcept {}
  message(const std::string&) noexcept {}
  template <class D>
  message(const registered_string_in<D>&) noexcept {}
};
class payload {
 public:
  template <class T>
  explicit payload(T) noexcept {}
};
/// Any of a message, a color, a category and a payload, in any order.
class event_attributes {
 public:
  template <class... Args>
  event_attributes(const Args&...) noexcept {}
};

template <class D = domain::global>
class [[maybe_unused]] scoped_range_in {
 public:
  template <class... Args>
  explicit scoped_range_in(const Args&...) noexcept {}
  ~scoped_range_in() {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;
template <class D = domain::global>
class [[maybe_unused]] unique_range_in {
 public:
  template <class... Args>
  explicit unique_range_in(const Args&...) noexcept {}
  ~unique_range_in() {}
  unique_range_in(unique_range_in&&) = default;
  unique_range_in& operator=(unique_range_in&&) = default;
};
using unique_range = unique_range_in<>;

struct range_handle {
  constexpr range_handle() noexcept = default;
  constexpr explicit range_handle(nvtxRangeId_t id) noexcept : id(id) {}
  constexpr nvtxRangeId_t get_value() const noexcept { return id; }
  nvtxRangeId_t id = 0;
};
template <class D = domain::global, class... Args>
range_handle start_range_in(const Args&...) noexcept {
  return {};
}
template <class... Args>
range_handle start_range(const Args&...) noexcept {
  return {};
}
template <class D = domain::global>
void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}
template <class D = domain::global, class... Args>
void mark_in(const Args&...) noexcept {}
template <class... Args>
void mark(const Args&...) noexcept {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IN(domain) static_cast<void>(0)
#define NVTX3_FUNC_RANGE_IF(condition) static_cast<void>(condition)
#define NVTX3_FUNC_RANGE_IF_IN(domain, condition) static_cast<void>(condition)
#define NVTX3_V1_FUNC_RANGE() NVTX3_FUNC_RANGE()
#define NVTX3_V1_FUNC_RANGE_IN(domain) NVTX3_FUNC_RANGE_IN(domain)

#include "simt/users_macros_back.inc"
