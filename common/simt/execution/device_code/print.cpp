#include "execution/device_code/print.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "base/device.h"
#include "execution/block/block.h"

namespace simt {
namespace {

struct PrintBuffers {
  std::mutex mutex;
  std::map<std::uint64_t, std::string> of;  ///< launches that have not been shown
};
PrintBuffers& buffers() { return current_device().part<PrintBuffers>(); }

/// How many arguments the format asks for: a width or precision of `*` is one, too.
int arguments_of(const char* format) {
  int count = 0;
  for (; *format != '\0'; ++format) {
    if (*format != '%') continue;
    ++format;
    for (; *format != '\0' && std::strchr("-+ #0123456789.*hlLjzt", *format); ++format) {
      count += *format == '*';
    }
    if (*format == '\0') break;
    count += *format != '%';
  }
  return count;
}

/// @return the number of arguments, as CUDA has it, and not that of characters
int print_on_device(const char* format, std::va_list arguments) {
  const Unrecorded unrecorded;
  if (format == nullptr) return -1;
  char text[1024];
  std::va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(text, sizeof text, format, arguments);
  if (size >= static_cast<int>(sizeof text)) {
    std::vector<char> longer(static_cast<std::size_t>(size) + 1);
    std::vsnprintf(longer.data(), longer.size(), format, again);
    current_block()->print(longer.data(), static_cast<std::size_t>(size));
  } else if (size > 0) {
    current_block()->print(text, static_cast<std::size_t>(size));
  }
  va_end(again);
  return arguments_of(format);
}

}  // namespace

void append_output(std::uint64_t launch, const std::string& text) {
  const std::lock_guard lock(buffers().mutex);
  buffers().of[launch] += text;
}

void flush_output() {
  const std::lock_guard lock(buffers().mutex);
  for (const auto& [launch, text] : buffers().of) std::fwrite(text.data(), 1, text.size(), stdout);
  buffers().of.clear();
}

void Block::print(const char* text, std::size_t size) {
  grid().has_printed.store(true, std::memory_order_relaxed);
  if (output_.empty() || output_.back().block != identity_.number)
    output_.push_back({identity_.number, {}});
  output_.back().text.append(text, size);
}

}  // namespace simt

/// Takes the place of the C library's for the whole program: in a kernel it goes to the device's
/// buffer.
extern "C" int printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int size = simt::current_block() != nullptr ? simt::print_on_device(format, arguments)
                                                    : std::vfprintf(stdout, format, arguments);
  va_end(arguments);
  return size;
}
