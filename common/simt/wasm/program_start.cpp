// What the linker has to put first and last in the memory of a program in WebAssembly.
#include "base/program_sections.h"

#include "simt/kernel_facts.h"

extern "C" {
// This object is the first one: its constant begins all constants, its variable those that are none.
extern const char simt_constants_begin[16];
[[gnu::used]] extern const char simt_constants_begin[16] = {1};
[[gnu::used]] char simt_variables_begin[16] = {1};

#define SIMT_SECTION(name)                                                            \
  [[gnu::section(#name), gnu::used]] alignas(256) char simt_before_##name[1024] = {}; \
  extern char __start_##name[];                                                       \
  extern char __stop_##name[];
SIMT_SECTION(simt_device)
SIMT_SECTION(simt_device_const)
SIMT_SECTION(simt_managed)
SIMT_SECTION(simt_constant)
SIMT_SECTION(simt_constant_const)
#undef SIMT_SECTION
extern const simt::SharedRecord __start_simt_shared[] __attribute__((weak));
extern const simt::SharedRecord __stop_simt_shared[] __attribute__((weak));
}

namespace simt {

const ProgramSections simt_program_sections = {
    {__start_simt_device + 1024, __stop_simt_device},
    {__start_simt_device_const + 1024, __stop_simt_device_const},
    {__start_simt_managed + 1024, __stop_simt_managed},
    {__start_simt_constant + 1024, __stop_simt_constant},
    {__start_simt_constant_const + 1024, __stop_simt_constant_const},
    {simt_constants_begin, simt_variables_begin},
    {__start_simt_shared, __stop_simt_shared}};

}  // namespace simt
