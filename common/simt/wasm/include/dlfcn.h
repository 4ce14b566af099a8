// A program in WebAssembly is one piece.
#pragma once
struct Dl_info {
  void* dli_fbase;
};
inline int dladdr(const void*, Dl_info*) { return 0; }
