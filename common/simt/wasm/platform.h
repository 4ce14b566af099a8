/// @file
/// @ingroup simt_base
/// Included in front of every file of the runtime that is compiled for WebAssembly, which has no program counter and no
/// frame pointer that code could ask for: what calls the runtime has written both down.
#pragma once

extern "C" {
/// The site of the call: its entry in the table that number_sites makes (site_table.h).
extern const void* simt_site;
/// Where the frame of the calling function is on its thread's stack.
extern void* simt_frame;
}
#define __builtin_return_address(level) simt_site
#define __builtin_dwarf_cfa() simt_frame
#define __builtin_unwind_init() static_cast<void>(0)

/// Of the C library on Linux: called with the exit code.
int on_exit(void (*function)(int, void*), void* argument);
