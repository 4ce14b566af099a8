/// @file
/// @ingroup simt_base
/// Which function of the runtime the program is in.
#pragma once

namespace simt {

/// A call of the runtime: its name, and where it returns to.
struct CallSite {
  const char* function = "";
  const void* site = nullptr;
  const void* frame = nullptr;  ///< how deep in the stack: the caller's `__builtin_dwarf_cfa()`
};

/// While it lives, the calling thread is in this function of the runtime. What that calls in turn is
/// not the program's call.
class ApiCall {
 public:
  ApiCall(const char* function, const void* site, const void* frame = __builtin_dwarf_cfa());
  ~ApiCall();
  ApiCall(const ApiCall&) = delete;
  ApiCall& operator=(const ApiCall&) = delete;

  /// The outermost one.
  static const CallSite& current();

 private:
  bool is_outermost_;
};

}  // namespace simt

/// What a function of the runtime or of a library begins with that puts work into a stream, or waits for some: reports
/// then know the caller's line.
#define SIMT_API_CALL const simt::ApiCall simt_api_call(__func__, __builtin_return_address(0))
